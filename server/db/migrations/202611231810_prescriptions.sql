-- Prescriptions. What the drug checks said, and what somebody did all the same, is kept with each.
create table prescription (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  rx_no text not null,
  patient_id uuid not null,
  record_id uuid,
  doctor_id uuid not null,
  kind text not null constraint prescription_kind_check check (kind in ('ordinary', 'emergency', 'pediatric')),
  diagnosis text not null,
  items jsonb not null,
  -- the drugs in words, for lists
  summary text not null,
  total_amount numeric(14, 2) not null,
  weight_kg numeric(14, 2),
  pregnancy text,
  pregnancy_week int,
  -- the longest of its lines
  days int not null,
  long_reason text not null default '',
  prescribed_at timestamptz not null,
  valid_until date not null,
  -- what the checks said when it was written, and when it was audited
  findings jsonb not null,
  -- what was written or audited against them: by whom, when, why
  overrides jsonb not null default '[]',
  overridden boolean not null default false,
  status int not null constraint prescription_status_check check (status in (0, 1, 2, 3, 4, 5)),
  -- handed back to its writer
  refused_by uuid,
  refused_name text,
  refused_at timestamptz,
  refused_reason text,
  audited_by uuid,
  audited_name text,
  audited_at timestamptz,
  audit_note text not null default '',
  dispensed_by uuid,
  dispensed_name text,
  dispensed_at timestamptz,
  returned_by uuid,
  returned_name text,
  returned_at timestamptz,
  return_reason text,
  voided_by uuid,
  voided_name text,
  voided_at timestamptz,
  void_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.clinic_table('prescription');
alter table prescription
  add constraint prescription_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint prescription_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint prescription_record_fk foreign key (tenant_id, record_id) references medical_record (tenant_id, id),
  add constraint prescription_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id);
create unique index prescription_no_key on prescription (tenant_id, clinic_id, rx_no);
create index prescription_patient_idx on prescription (tenant_id, patient_id, prescribed_at desc);
create index prescription_record_idx on prescription (tenant_id, record_id);
create index prescription_doctor_idx on prescription (tenant_id, doctor_id);
create index prescription_day_idx on prescription (tenant_id, clinic_id, prescribed_at desc, id desc);
create index prescription_open_idx on prescription (tenant_id, clinic_id, prescribed_at) where status in (0, 1, 2);
create index prescription_overridden_idx on prescription (tenant_id, clinic_id, prescribed_at desc) where overridden;

-- Sets of drugs that a doctor writes often.
create table prescription_set (
  tenant_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  name text not null,
  items jsonb not null,
  search text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('prescription_set');
alter table prescription_set
  add constraint prescription_set_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id);
create unique index prescription_set_name_key on prescription_set (tenant_id, employee_id, name);
