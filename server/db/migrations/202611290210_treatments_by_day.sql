-- How long chairs are sat in is asked by day, of one clinic and of all.
create index treatment_start_idx on treatment (tenant_id, start_time);
