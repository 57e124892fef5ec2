-- Medical records: the current text beside an append-only list of its versions.

create table medical_record (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  record_no text not null,
  record_type int not null default 1 check (record_type in (1, 2, 3)),
  patient_id uuid not null,
  treatment_id uuid,
  registration_id uuid,
  doctor_id uuid not null,
  visit_time timestamptz not null,
  visit_kind int not null check (visit_kind in (1, 2)),
  -- 0 draft, 1 submitted, 2 signed, 3 archived, 4 being amended, 9 deleted
  status int not null default 0 check (status in (0, 1, 2, 3, 4, 9)),
  status_before_delete int,
  content jsonb not null,
  diagnosis_text text not null default '',
  treatment_text text not null default '',
  teeth text not null default '',
  sign_doctor_id uuid,
  sign_time timestamptz,
  sign_hash text,
  amend_reason text,
  template_id uuid,
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint medical_record_no_key unique (tenant_id, clinic_id, record_no),
  constraint medical_record_signed_check check (status not in (2, 3, 4) or (sign_hash is not null and sign_time is not null))
);
select app.clinic_table('medical_record');
alter table medical_record
  add constraint medical_record_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint medical_record_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id),
  add constraint medical_record_treatment_fk foreign key (tenant_id, treatment_id) references treatment (tenant_id, id),
  add constraint medical_record_registration_fk foreign key (tenant_id, registration_id) references registration (tenant_id, id),
  add constraint medical_record_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id);
create unique index medical_record_treatment_key on medical_record (tenant_id, treatment_id, record_type)
  where treatment_id is not null and status <> 9;
create index medical_record_patient_idx on medical_record (tenant_id, patient_id, visit_time desc);
create index medical_record_doctor_idx on medical_record (tenant_id, doctor_id, visit_time desc);
create index medical_record_open_idx on medical_record (tenant_id, clinic_id, visit_time) where status in (0, 1, 4);
alter table tooth_condition add constraint tooth_condition_record_fk
  foreign key (tenant_id, record_id) references medical_record (tenant_id, id);

-- One row per signed version; never changed. content_hash is what the signature covers.
create table medical_record_version (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  record_id uuid not null,
  version_no int not null,
  content jsonb not null,
  content_hash text not null,
  reason text not null default '',
  signed_by uuid not null,
  signed_name text not null,
  signed_at timestamptz not null,
  primary key (tenant_id, id),
  constraint medical_record_version_key unique (tenant_id, record_id, version_no)
);
select app.clinic_table('medical_record_version', true);
alter table medical_record_version add constraint medical_record_version_record_fk
  foreign key (tenant_id, record_id) references medical_record (tenant_id, id);

create table record_template (
  tenant_id uuid not null,
  id uuid not null,
  -- null: the clinic's; else the person's own
  owner_id uuid,
  category text not null,
  name text not null,
  content jsonb not null,
  favourite boolean not null default false,
  sort_no int not null default 0,
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('record_template');
alter table record_template add constraint record_template_owner_fk foreign key (tenant_id, owner_id) references employee (tenant_id, id);
create unique index record_template_name_key on record_template (tenant_id, category, name) where owner_id is null and enabled;
