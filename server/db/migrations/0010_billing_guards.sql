-- One live bill for a record and one live fee for a registration, whoever is faster; and the desk's lists without a scan.

create unique index bill_record_key on bill (tenant_id, record_id) where record_id is not null and status <> 9;
create unique index bill_fee_key on bill (tenant_id, registration_id) where bill_type = 3 and status <> 9;
create index bill_registration_idx on bill (tenant_id, registration_id) where registration_id is not null;
create index bill_open_idx on bill (tenant_id, clinic_id, status, open_time) where status in (0, 2, 8);
create index bill_patient_arrears_idx on bill (tenant_id, patient_id) where status = 2;
