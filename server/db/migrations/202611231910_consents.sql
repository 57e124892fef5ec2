-- Consents. What may be said of one (status, who withdrew it) stands in consent; what was read and who signed it is appended
-- beside it and never changed: the database refuses to.

-- A clinic's or, without one, the chain's own text under a key; the platform's stand in no table.
create table consent_template (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid,
  key text not null,
  name text not null,
  kind smallint not null constraint consent_template_kind_check check (kind in (1, 2)),
  content jsonb not null,
  enabled boolean not null default true,
  version_no int not null default 1,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('consent_template');
alter table consent_template add constraint consent_template_clinic_fk
  foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);
create policy clinic on consent_template as restrictive
  using (clinic_id is null or current_setting('app.clinic', true) = 'all'
    or clinic_id = nullif(nullif(current_setting('app.clinic', true), ''), 'all')::uuid)
  with check (clinic_id is null or current_setting('app.clinic', true) = 'all'
    or clinic_id = nullif(nullif(current_setting('app.clinic', true), ''), 'all')::uuid);
create unique index consent_template_clinic_key on consent_template (tenant_id, clinic_id, key) where clinic_id is not null;
create unique index consent_template_chain_key on consent_template (tenant_id, key) where clinic_id is null;

create table consent_template_version (
  tenant_id uuid not null,
  id uuid not null,
  template_id uuid not null,
  version_no int not null,
  name text not null,
  content jsonb not null,
  saved_name text not null,
  saved_at timestamptz not null,
  primary key (tenant_id, id),
  constraint consent_template_version_key unique (tenant_id, template_id, version_no)
);
select app.tenant_table('consent_template_version', true);
alter table consent_template_version add constraint consent_template_version_fk
  foreign key (tenant_id, template_id) references consent_template (tenant_id, id);

-- What asks for a consent: an item of the price list, a category with all under it, or a kind of appointment.
create table consent_requirement (
  tenant_id uuid not null,
  id uuid not null,
  template_key text not null,
  tariff_id uuid,
  category_id uuid,
  appoint_item_id uuid,
  primary key (tenant_id, id),
  constraint consent_requirement_target_check check (num_nonnulls(tariff_id, category_id, appoint_item_id) = 1),
  constraint consent_requirement_key unique nulls not distinct (tenant_id, template_key, tariff_id, category_id, appoint_item_id)
);
select app.tenant_table('consent_requirement');
alter table consent_requirement
  add constraint consent_requirement_tariff_fk foreign key (tenant_id, tariff_id) references tariff (tenant_id, id),
  add constraint consent_requirement_category_fk foreign key (tenant_id, category_id) references tariff_category (tenant_id, id),
  add constraint consent_requirement_item_fk foreign key (tenant_id, appoint_item_id) references appoint_item (tenant_id, id);

create table consent (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  consent_no text not null,
  patient_id uuid not null,
  record_id uuid,
  doctor_id uuid not null,
  template_key text not null,
  template_name text not null,
  template_version int not null,
  kind smallint not null constraint consent_kind_check check (kind in (1, 2)),
  teeth text not null default '',
  -- 0 to be signed, 1 signed, 2 void
  status int not null default 0 constraint consent_status_check check (status in (0, 1, 2)),
  -- The text until the first signature; from then on it stands in consent_text.
  draft jsonb not null,
  signer_kind smallint constraint consent_signer_check check (signer_kind in (1, 2)),
  signer_name text not null default '',
  signer_relation text not null default '',
  signer_id_tail text not null default '',
  sign_time timestamptz,
  seal_hash text,
  pdf_hash text,
  void_reason text not null default '',
  void_name text not null default '',
  void_time timestamptz,
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint consent_no_key unique (tenant_id, clinic_id, consent_no),
  constraint consent_signed_check check (status <> 1 or (seal_hash is not null and sign_time is not null and signer_name <> '')),
  constraint consent_void_check check ((status = 2) = (void_time is not null) and (status <> 2 or void_reason <> ''))
);
select app.clinic_table('consent');
alter table consent
  add constraint consent_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint consent_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint consent_record_fk foreign key (tenant_id, record_id) references medical_record (tenant_id, id),
  add constraint consent_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id);
create index consent_patient_idx on consent (tenant_id, patient_id, created_at desc);

create table consent_text (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  consent_id uuid not null,
  content jsonb not null,
  content_hash text not null,
  fixed_at timestamptz not null,
  primary key (tenant_id, id),
  constraint consent_text_key unique (tenant_id, consent_id)
);
select app.clinic_table('consent_text', true);
alter table consent_text add constraint consent_text_consent_fk
  foreign key (tenant_id, consent_id) references consent (tenant_id, id);

create table consent_signature (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  consent_id uuid not null,
  role text not null constraint consent_signature_role_check check (role = any (array['patient', 'guardian', 'child', 'doctor', 'witness'])),
  name text not null,
  strokes jsonb not null,
  signed_at timestamptz not null,
  -- 1 on the clinic's own device, 2 on the patient's phone
  via smallint not null constraint consent_signature_via_check check (via in (1, 2)),
  device text not null,
  address text not null,
  attended_name text not null,
  primary key (tenant_id, id),
  constraint consent_signature_key unique (tenant_id, consent_id, role)
);
select app.clinic_table('consent_signature', true);
alter table consent_signature add constraint consent_signature_consent_fk
  foreign key (tenant_id, consent_id) references consent (tenant_id, id);

-- A link for the patient's own phone. Found by its token before the company is known, as the public pages are.
create table consent_link (
  id uuid primary key,
  token_hash text not null constraint consent_link_token_key unique,
  tenant_id uuid not null,
  clinic_id uuid not null,
  consent_id uuid not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  -- The last device and address that asked.
  device text not null default '',
  address text not null default '',
  opened_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null
);
select app.shared_table('consent_link');
