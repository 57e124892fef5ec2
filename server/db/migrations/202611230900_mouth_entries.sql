-- Every row is one entry of a chart, kept as it was written; what has become of it follows from all entries of the patient
-- (foldMouth) and stands beside: when it ended, what is left of its surfaces, whether it is covered.
alter table tooth_condition
  add column status text not null default 'present'
    check (status in ('present', 'planned', 'inProgress', 'completed', 'external', 'removed')),
  add column detail text not null default '',
  add column place int not null default 0,
  add column visit_at timestamptz,
  add column left_surfaces text,
  add column covered boolean not null default false;

update tooth_condition t set
  status = case when t.layer = 'plan' and t.condition not in ('rct_needed', 'extract_planned') then 'planned' else 'present' end,
  visit_at = coalesce((select r.visit_time from medical_record r where r.tenant_id = t.tenant_id and r.id = t.record_id),
    t.noted_on::timestamp at time zone 'Asia/Shanghai');
alter table tooth_condition alter column visit_at set not null;
