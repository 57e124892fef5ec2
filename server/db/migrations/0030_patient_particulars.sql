-- The rest of what a patient's file says: habits, who answers for the patient, who introduced him, and the consent to keep
-- his data.

alter table patient
  add column tel text,
  add column nationality text,
  -- 1 primary … 6 master and above
  add column education int constraint patient_education_check check (education between 1 and 6),
  -- how far away he lives: 1 within 1 km … 5 in another city
  add column distance_area int constraint patient_distance_check check (distance_area between 1 and 5),
  -- 0 never, 1 now and then, 2 often, 3 given up
  add column smoking int constraint patient_smoking_check check (smoking between 0 and 3),
  add column alcohol int constraint patient_alcohol_check check (alcohol between 0 and 3),
  -- 0 none, 1 grinds at night, 2 clenches, 3 both
  add column bruxism int constraint patient_bruxism_check check (bruxism between 0 and 3),
  -- 0 irregularly, 1 once a day, 2 twice, 3 three times or more
  add column brushing_habit int constraint patient_brushing_check check (brushing_habit between 0 and 3),
  add column anesthesia_history text not null default '',
  add column resp_nurse_id uuid,
  add column customer_service_id uuid,
  -- 1 another patient, 2 one of the staff, 3 a partner (named in referrer_remark)
  add column referrer_type int constraint patient_referrer_type_check check (referrer_type in (1, 2, 3)),
  add column referrer_patient_id uuid,
  add column referrer_employee_id uuid,
  -- the patient, or for a minor the guardian, agreed on this day that the data are kept
  add column consent_on date,
  add column consent_guardian text constraint patient_consent_guardian_check check (char_length(consent_guardian) between 1 and 30),
  -- 1 father, 2 mother, 3 grandparent, 4 other
  add column consent_guardian_relation int constraint patient_consent_relation_check check (consent_guardian_relation between 1 and 4),
  add constraint patient_referrer_check check (
    coalesce(referrer_type = 1, false) = (referrer_patient_id is not null)
    and coalesce(referrer_type = 2, false) = (referrer_employee_id is not null)),
  add constraint patient_referrer_self_check check (referrer_patient_id is distinct from id),
  add constraint patient_consent_check check (
    (consent_guardian is null) = (consent_guardian_relation is null) and (consent_guardian is null or consent_on is not null)),
  add constraint patient_resp_nurse_fk foreign key (tenant_id, resp_nurse_id) references employee (tenant_id, id),
  add constraint patient_customer_service_fk foreign key (tenant_id, customer_service_id) references employee (tenant_id, id),
  add constraint patient_referrer_fk foreign key (tenant_id, referrer_patient_id) references patient (tenant_id, live_id),
  add constraint patient_referrer_employee_fk foreign key (tenant_id, referrer_employee_id) references employee (tenant_id, id);
create index patient_referrer_idx on patient (tenant_id, referrer_patient_id) where referrer_patient_id is not null;
create index patient_merge_remove_idx on patient_merge (tenant_id, remove_id);

-- Patients brought in from a sheet: what was read, what is wrong with each row, and what came of it.
create table patient_import (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  file_name text not null,
  -- 1 checked, 2 being written, 3 done, 4 broken off, 5 put aside
  status int not null default 1 constraint patient_import_status_check check (status between 1 and 5),
  -- columns of the file that were not read
  ignored text[] not null default '{}',
  row_count int not null,
  good int not null,
  bad int not null,
  doubtful int not null,
  -- those that may have a file already are written, too
  with_doubtful boolean not null default false,
  written int not null default 0,
  problem text not null default '',
  -- the group that holds the new files
  group_id uuid,
  employee_id uuid not null,
  employee_name text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  constraint patient_import_count_check check (row_count = good + bad + doubtful and written <= row_count),
  constraint patient_import_done_check check ((status = 3) = (finished_at is not null))
);
select app.clinic_table('patient_import');
alter table patient_import
  add constraint patient_import_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint patient_import_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id);
create index patient_import_time_idx on patient_import (tenant_id, clinic_id, created_at desc, id desc);
create index patient_import_running_idx on patient_import (tenant_id) where status = 2;

create table patient_import_row (
  tenant_id uuid not null,
  import_id uuid not null,
  -- as the sheet counts its rows
  row_no int not null,
  -- 1 good, 2 bad, 3 may have a file already
  kind int not null constraint patient_import_row_kind_check check (kind in (1, 2, 3)),
  -- what stands in the cells, by column
  cells jsonb not null,
  -- [{column, message}]
  problems jsonb not null default '[]',
  -- [{level, reason, ...}]
  doubts jsonb not null default '[]',
  primary key (tenant_id, import_id, row_no)
);
select app.tenant_table('patient_import_row');
alter table patient_import_row
  add constraint patient_import_row_import_fk foreign key (tenant_id, import_id) references patient_import (tenant_id, id) on delete cascade;

-- Bringing in a whole list is for whoever answers for the house.
insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, '/allTimePatients:import', 3
from post p
where p.code in ('admin', 'director') or p.is_admin
on conflict do nothing;
