-- Doctor–patient cases: what was done, told so that it can be shown to somebody else. Who the patient is stands in the row, for its
-- author alone; what is shown is drawn from the pictures with the faces covered.
create table doctor_case (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  author_id uuid not null,
  author_name text not null,
  title text not null,
  category_id smallint not null constraint doctor_case_category_check check (category_id between 1 and 8),
  -- none: a case without pictures, of nobody
  patient_id uuid,
  record_id uuid,
  gender smallint not null default 2 check (gender between 0 and 2),
  age_group text not null default '',
  chief_complaint text not null default '',
  diagnosis text not null default '',
  plan text not null default '',
  content text not null default '',
  -- stored form of teeth
  teeth text not null default '',
  tags text[] not null default '{}',
  months smallint check (months between 0 and 120),
  -- fen
  cost bigint check (cost >= 0),
  scope smallint not null default 1 constraint doctor_case_scope_check check (scope between 1 and 4),
  asked_scope smallint constraint doctor_case_asked_check check (asked_scope in (3, 4)),
  asked_at timestamptz,
  decision_note text not null default '',
  status smallint not null constraint doctor_case_status_check check (status in (0, 1, 2)),
  down_reason text not null default '',
  published_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint doctor_case_published_check check (status <> 1 or (published_at is not null and deleted_at is null))
);
select app.clinic_table('doctor_case');
alter table doctor_case
  add constraint doctor_case_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint doctor_case_author_fk foreign key (tenant_id, author_id) references employee (tenant_id, id),
  add constraint doctor_case_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint doctor_case_record_fk foreign key (tenant_id, record_id) references medical_record (tenant_id, id);
create index doctor_case_library_idx on doctor_case (tenant_id, published_at desc) where status = 1;
create index doctor_case_author_idx on doctor_case (tenant_id, author_id, updated_at desc) where deleted_at is null;
create index doctor_case_patient_idx on doctor_case (tenant_id, patient_id, updated_at);
create index doctor_case_record_idx on doctor_case (tenant_id, record_id);

create table doctor_case_image (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  case_id uuid not null,
  image_id uuid not null,
  -- 1 before, 2 during, 3 after
  stage smallint not null constraint doctor_case_image_stage_check check (stage between 1 and 3),
  sort_no smallint not null,
  -- 0 nobody has looked, 1 covered, 2 shows no face
  mask smallint not null default 0 constraint doctor_case_image_mask_check check (mask between 0 and 2),
  -- what is covered, in parts of width and height
  frames jsonb not null default '[]',
  -- the copy with the faces burnt over
  file_id uuid,
  masked_name text not null default '',
  masked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint doctor_case_image_key unique (tenant_id, case_id, image_id),
  constraint doctor_case_image_covered_check check ((mask = 1) = (file_id is not null))
);
select app.clinic_table('doctor_case_image');
alter table doctor_case_image
  add constraint doctor_case_image_case_fk foreign key (tenant_id, case_id) references doctor_case (tenant_id, id),
  add constraint doctor_case_image_image_fk foreign key (tenant_id, image_id) references clinic_image (tenant_id, id),
  add constraint doctor_case_image_file_fk foreign key (tenant_id, file_id) references file_object (tenant_id, id);
create index doctor_case_image_image_idx on doctor_case_image (tenant_id, image_id);
create index doctor_case_image_file_idx on doctor_case_image (tenant_id, file_id);

-- That a case was shown to somebody: part of that patient's file, whatever becomes of the case.
create table doctor_case_shown (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  case_id uuid not null,
  title text not null,
  patient_id uuid,
  employee_id uuid not null,
  employee_name text not null,
  shown_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.clinic_table('doctor_case_shown');
alter table doctor_case_shown
  add constraint doctor_case_shown_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint doctor_case_shown_case_fk foreign key (tenant_id, case_id) references doctor_case (tenant_id, id),
  add constraint doctor_case_shown_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint doctor_case_shown_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id);
create index doctor_case_shown_case_idx on doctor_case_shown (tenant_id, case_id);
create index doctor_case_shown_patient_idx on doctor_case_shown (tenant_id, patient_id, shown_at);
