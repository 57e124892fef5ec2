-- The lots of anaesthetics that a clinic used last are looked for in its newest records.
create index medical_record_clinic_idx on medical_record (tenant_id, clinic_id, visit_time desc) where status <> 9;
