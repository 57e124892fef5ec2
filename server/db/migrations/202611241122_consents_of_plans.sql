-- A consent that was given for one treatment plan. It says nothing of the work of another.
alter table consent
  add column plan_id uuid,
  add constraint consent_plan_fk foreign key (tenant_id, plan_id) references treatment_plan (tenant_id, id);
create index consent_plan_idx on consent (tenant_id, plan_id) where plan_id is not null;
create index consent_record_idx on consent (tenant_id, record_id) where record_id is not null;
