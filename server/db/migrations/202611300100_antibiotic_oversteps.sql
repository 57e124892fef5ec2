-- An antibiotic above the prescriber's tier, given for one day in an emergency: the formalities are made up within 24 hours.
alter table prescription
  add column overstep_due_at timestamptz,
  add column overstep_note text not null default '',
  add column overstep_done_by uuid,
  add column overstep_done_name text,
  add column overstep_done_at timestamptz,
  add constraint prescription_overstep_check check (
    (overstep_done_at is null) = (overstep_note = '')
    and (overstep_done_at is null) = (overstep_done_name is null)
    and (overstep_done_at is null) = (overstep_done_by is null)
    and (overstep_done_at is null or overstep_due_at is not null)
  );
create index prescription_overstep_idx on prescription (tenant_id, clinic_id, overstep_due_at) where overstep_due_at is not null;
