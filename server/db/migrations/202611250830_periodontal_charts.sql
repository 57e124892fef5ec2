-- A periodontal examination while it is being made: one a patient. Several people fill its teeth at once.
create table perio_draft (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  patient_id uuid not null,
  -- the periodontal record that it goes into
  record_id uuid not null,
  -- what the chart does not say and the doctor was asked; what was decided
  answers jsonb not null default '{}',
  diagnosis jsonb,
  plan jsonb not null default '{"sextants": {}}',
  note text not null default '' constraint perio_draft_note_check check (char_length(note) <= 300),
  -- the chart that it corrects, and why
  corrects_id uuid,
  correct_reason text not null default '',
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint perio_draft_patient_key unique (tenant_id, patient_id),
  constraint perio_draft_correct_check check ((corrects_id is null) = (correct_reason = ''))
);
select app.clinic_table('perio_draft');
alter table perio_draft
  add constraint perio_draft_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint perio_draft_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint perio_draft_record_fk foreign key (tenant_id, record_id) references medical_record (tenant_id, id);
create index perio_draft_record_idx on perio_draft (tenant_id, record_id);

-- The cells of a draft, tooth by tooth, so that who works on one tooth does not wait for who works on another.
create table perio_draft_tooth (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  draft_id uuid not null,
  tooth text not null constraint perio_draft_tooth_check check (tooth ~ '^[1-4][1-8]$'),
  -- cell → value; what is not there was not measured
  cells jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint perio_draft_tooth_key unique (tenant_id, draft_id, tooth)
);
select app.clinic_table('perio_draft_tooth');
alter table perio_draft_tooth
  add constraint perio_draft_tooth_draft_fk foreign key (tenant_id, draft_id) references perio_draft (tenant_id, id) on delete cascade;

-- A periodontal examination as it was sealed: nobody changes or deletes it. A correction is another that names it.
create table perio_chart (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  chart_no text not null,
  -- whose file it was; the chart itself follows its record when files are merged
  patient_id uuid not null,
  record_id uuid not null,
  doctor_id uuid not null,
  doctor_name text not null,
  -- the visit, and the patient's years on that day
  examined_at timestamptz not null,
  age int constraint perio_chart_age_check check (age between 0 and 150),
  -- tooth → cell → value
  cells jsonb not null,
  summary jsonb not null,
  answers jsonb not null,
  proposal jsonb not null,
  diagnosis jsonb,
  plan jsonb not null,
  note text not null,
  corrects_id uuid,
  correct_reason text not null default '',
  -- SHA-256 of what it says, hex; the record's signature covers it
  hash text not null constraint perio_chart_hash_check check (hash ~ '^[0-9a-f]{64}$'),
  sealed_by uuid not null,
  sealed_name text not null,
  sealed_at timestamptz not null,
  primary key (tenant_id, id),
  constraint perio_chart_no_key unique (tenant_id, clinic_id, chart_no),
  constraint perio_chart_correct_check check ((corrects_id is null) = (correct_reason = ''))
);
select app.clinic_table('perio_chart', true);
alter table perio_chart
  add constraint perio_chart_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint perio_chart_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id),
  add constraint perio_chart_record_fk foreign key (tenant_id, record_id) references medical_record (tenant_id, id),
  add constraint perio_chart_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id),
  add constraint perio_chart_corrects_fk foreign key (tenant_id, corrects_id) references perio_chart (tenant_id, id);
create index perio_chart_patient_idx on perio_chart (tenant_id, patient_id, examined_at);
create index perio_chart_record_idx on perio_chart (tenant_id, record_id);
create index perio_chart_corrects_idx on perio_chart (tenant_id, corrects_id) where corrects_id is not null;
select app.sealed_table('perio_chart');
alter table perio_draft
  add constraint perio_draft_corrects_fk foreign key (tenant_id, corrects_id) references perio_chart (tenant_id, id);

-- A chart that was taken out of lists and comparison, with the reason; it can come back.
create table perio_chart_removal (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  chart_id uuid not null,
  reason text not null constraint perio_chart_removal_reason_check check (reason <> ''),
  removed_by uuid not null,
  removed_name text not null,
  removed_at timestamptz not null,
  -- null: still removed
  restored_at timestamptz,
  restored_name text,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint perio_chart_removal_back_check check ((restored_at is null) = (restored_name is null))
);
select app.clinic_table('perio_chart_removal');
alter table perio_chart_removal
  add constraint perio_chart_removal_chart_fk foreign key (tenant_id, chart_id) references perio_chart (tenant_id, id),
  add constraint perio_chart_removal_employee_fk foreign key (tenant_id, removed_by) references employee (tenant_id, id);
create unique index perio_chart_removal_key on perio_chart_removal (tenant_id, chart_id) where restored_at is null;
