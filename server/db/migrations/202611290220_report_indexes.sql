-- What reports look for by day and by visit: treatments by their end, the record of a registration.
create index treatment_end_idx on treatment (tenant_id, end_time) where end_time is not null;
create index medical_record_registration_idx on medical_record (tenant_id, registration_id);
