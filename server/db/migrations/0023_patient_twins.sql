-- Pairs of files that may be one person are read out of these alone: the ids stand in the index.
drop index patient_twin_paper_idx;
drop index patient_twin_mobile_idx;
drop index patient_twin_birth_idx;
create index patient_twin_paper_idx on patient (tenant_id, id_no) include (id) where id_no is not null and status in (0, 1);
create index patient_twin_mobile_idx on patient (tenant_id, mobile, name) include (id) where mobile is not null and status in (0, 1);
create index patient_twin_birth_idx on patient (tenant_id, name, birth_day) include (id) where birth_day is not null and status in (0, 1);
