-- An orthodontic treatment from the first examination to the end of retention; its texts are records of type 2 that name it.
create table ortho_case (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  case_no text not null,
  patient_id uuid not null,
  doctor_id uuid not null,
  -- 1 first examination, 2 diagnosed, 3 planning, 4 treating, 5 retention, 6 ended, 9 stopped
  status int not null check (status in (1, 2, 3, 4, 5, 6, 9)),
  began_on date not null,
  start_date date,
  debond_date date,
  end_date date,
  stop_reason text not null default '',
  appliance text,
  slot text check (slot in ('0.018', '0.022')),
  plan_name text not null default '',
  -- teeth to be taken out, as stored text
  extraction text not null default '',
  months int check (months between 1 and 60),
  -- at once, then so many times on a day of the month
  fee_total numeric(14, 2) check (fee_total >= 0),
  down_payment numeric(14, 2) check (down_payment >= 0),
  instalment_count int check (instalment_count between 0 and 60),
  instalment_amount numeric(14, 2) check (instalment_amount >= 0),
  instalment_day int check (instalment_day between 1 and 28),
  retainer_upper text not null default '',
  retainer_lower text not null default '',
  retention_hours int check (retention_hours between 1 and 24),
  retention_months int check (retention_months between 1 and 240),
  retention_plan text not null default '',
  final_relation text not null default '',
  satisfaction int check (satisfaction between 1 and 5),
  remark text not null default '',
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint ortho_case_no_key unique (tenant_id, clinic_id, case_no),
  constraint ortho_case_start_check check (status not in (4, 5, 6) or start_date is not null),
  constraint ortho_case_debond_check check (status not in (5, 6) or debond_date is not null),
  constraint ortho_case_end_check check ((status in (6, 9)) = (end_date is not null)),
  constraint ortho_case_stop_check check ((status = 9) = (stop_reason <> '')),
  constraint ortho_case_fee_check check (num_nulls(fee_total, down_payment, instalment_count, instalment_amount, instalment_day) in (0, 5)
    and (fee_total is null or fee_total = down_payment + instalment_count * instalment_amount)),
  constraint ortho_case_order_check check (start_date >= began_on and debond_date >= start_date and end_date >= began_on)
);
select app.clinic_table('ortho_case');
alter table ortho_case
  add constraint ortho_case_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint ortho_case_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint ortho_case_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id);
create unique index ortho_case_open_key on ortho_case (tenant_id, patient_id) where status in (1, 2, 3, 4, 5);
create index ortho_case_patient_idx on ortho_case (tenant_id, patient_id, began_on);
create index ortho_case_clinic_idx on ortho_case (tenant_id, clinic_id, status);
