-- Appointments, registrations (the queue) and treatments (one per visit).

create table appointment (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  appoint_no text not null,
  patient_id uuid,
  temp_name text,
  temp_mobile text,
  doctor_id uuid not null,
  chair_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange generated always as (tstzrange(starts_at, ends_at)) stored,
  item_ids uuid[] not null default '{}',
  title text not null default '',
  teeth text not null default '',
  treat_type int not null default 1 check (treat_type in (1, 2, 3)),
  source int not null default 1 check (source between 1 and 8),
  -- 0 to confirm, 1 booked, 2 confirmed, 3 arrived, 4 in the chair, 5 done, 6 cancelled, 7 left untreated, 8 refused, 9 no-show
  status int not null check (status between 0 and 9),
  confirm_status int not null default 0 check (confirm_status between 0 and 4),
  is_urgent boolean not null default false,
  is_overbook boolean not null default false,
  is_backfilled boolean not null default false,
  off_shift boolean not null default false,
  remark text not null default '',
  visible_remark text not null default '',
  cancel_reason text,
  cancelled_by uuid,
  cancelled_at timestamptz,
  no_show_at timestamptz,
  -- how a missed appointment was dealt with: 1 rebooked, 2 cancelled, 3 follow-up, 4 ignored
  no_show_handled int check (no_show_handled between 1 and 4),
  rebooked_to_id uuid,
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint appointment_no_key unique (tenant_id, clinic_id, appoint_no),
  constraint appointment_time_check check (starts_at < ends_at),
  constraint appointment_person_check check (patient_id is not null or temp_name is not null),
  constraint appointment_doctor_excl exclude using gist (tenant_id with =, doctor_id with =, during with &&)
    where (status in (0, 1, 2, 3, 4, 5) and not is_overbook),
  constraint appointment_chair_excl exclude using gist (tenant_id with =, chair_id with =, during with &&)
    where (status in (0, 1, 2, 3, 4, 5) and not is_overbook and chair_id is not null)
);
select app.clinic_table('appointment');
alter table appointment
  add constraint appointment_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint appointment_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id),
  add constraint appointment_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id),
  add constraint appointment_chair_fk foreign key (tenant_id, chair_id) references chair (tenant_id, id),
  add constraint appointment_rebooked_fk foreign key (tenant_id, rebooked_to_id) references appointment (tenant_id, id);
create index appointment_day_idx on appointment (tenant_id, clinic_id, starts_at);
create index appointment_doctor_idx on appointment (tenant_id, doctor_id, starts_at);
create index appointment_patient_idx on appointment (tenant_id, patient_id, starts_at);

create table appointment_change (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  appointment_id uuid not null,
  old_doctor_id uuid not null,
  new_doctor_id uuid not null,
  old_starts_at timestamptz not null,
  old_ends_at timestamptz not null,
  new_starts_at timestamptz not null,
  new_ends_at timestamptz not null,
  reason text not null default '',
  employee_id uuid,
  actor_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.clinic_table('appointment_change', true);
alter table appointment_change add constraint appointment_change_appointment_fk
  foreign key (tenant_id, appointment_id) references appointment (tenant_id, id);
create index appointment_change_idx on appointment_change (tenant_id, appointment_id, created_at);

create table registration (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  reg_no text not null,
  queue_no int not null,
  reg_date date not null,
  patient_id uuid not null,
  appointment_id uuid,
  doctor_id uuid not null,
  -- 1 ordinary, 2 expert, 3 emergency, 4 free, 5 charity
  reg_type int not null default 1 check (reg_type between 1 and 5),
  treat_type int not null default 1 check (treat_type in (1, 2, 3)),
  reg_fee numeric(14, 2) not null default 0 check (reg_fee >= 0),
  title text not null default '',
  teeth text not null default '',
  chief_complaint text not null default '',
  appointed_at timestamptz,
  reg_time timestamptz not null,
  call_time timestamptz,
  start_time timestamptz,
  end_time timestamptz,
  charge_time timestamptz,
  leave_time timestamptz,
  -- 1 waiting, 2 called, 3 in the chair, 4 to be charged, 5 charged, 6 left, 7 cancelled, 8 transferred, 9 expired
  status int not null check (status between 1 and 9),
  pinned_reason text,
  cancel_reason text,
  referral_from_id uuid,
  remark text not null default '',
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint registration_no_key unique (tenant_id, clinic_id, reg_no),
  constraint registration_queue_key unique (tenant_id, clinic_id, doctor_id, reg_date, queue_no)
);
select app.clinic_table('registration');
alter table registration
  add constraint registration_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint registration_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id),
  add constraint registration_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id),
  add constraint registration_appointment_fk foreign key (tenant_id, appointment_id) references appointment (tenant_id, id),
  add constraint registration_referral_fk foreign key (tenant_id, referral_from_id) references registration (tenant_id, id);
create unique index registration_appointment_key on registration (tenant_id, appointment_id)
  where appointment_id is not null and status not in (7, 8, 9);
create index registration_day_idx on registration (tenant_id, clinic_id, reg_date, status);
create index registration_patient_idx on registration (tenant_id, patient_id, reg_time);
create index registration_doctor_idx on registration (tenant_id, doctor_id, reg_date);

create table treatment (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  registration_id uuid not null,
  patient_id uuid not null,
  doctor_id uuid not null,
  chair_id uuid,
  -- 0 not begun, 1 under way, 2 ended
  status int not null default 1 check (status in (0, 1, 2)),
  start_time timestamptz not null,
  end_time timestamptz,
  next_plan text not null default '',
  emr_completed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint treatment_registration_key unique (tenant_id, registration_id)
);
select app.clinic_table('treatment');
alter table treatment
  add constraint treatment_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint treatment_registration_fk foreign key (tenant_id, registration_id) references registration (tenant_id, id),
  add constraint treatment_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id),
  add constraint treatment_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id),
  add constraint treatment_chair_fk foreign key (tenant_id, chair_id) references chair (tenant_id, id);
create index treatment_patient_idx on treatment (tenant_id, patient_id, start_time desc);
create index treatment_doctor_idx on treatment (tenant_id, doctor_id, start_time desc);
create index treatment_unwritten_idx on treatment (tenant_id, clinic_id, start_time) where not emr_completed;
