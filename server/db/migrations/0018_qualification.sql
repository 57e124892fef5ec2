-- Qualification: the pictures people send in, the reviews of doctors and organisations, the licences of each clinic.

-- A picture belongs to an account, which may have no clinic yet.
create table picture (
  id uuid primary key,
  account_id uuid not null constraint picture_account_fk references account (id),
  paper_type text not null constraint picture_type_check
    check (paper_type in ('avatar', 'idCard', 'cert', 'businessLicense', 'permitLicense')),
  storage_key text not null constraint picture_key_key unique,
  media_type text not null constraint picture_media_check check (media_type in ('image/jpeg', 'image/png')),
  bytes bigint not null constraint picture_bytes_check check (bytes > 0),
  sha256 text not null,
  created_at timestamptz not null
);
select app.plain_table('picture');
create index picture_account_idx on picture (account_id, created_at);

-- Where a person's application for an organisation of their own stands: -1 none, 0 under review, 2 refused. Once it has
-- passed, the company's own status says the rest.
alter table account add column org_auth int not null default -1 constraint account_org_auth_check check (org_auth in (-1, 0, 2));

-- Each row is one submission of a doctor and stays as it was handed in; only the decision is added.
create table doctor_auth (
  id uuid primary key,
  account_id uuid not null constraint doctor_auth_account_fk references account (id),
  real_name text not null constraint doctor_auth_name_check check (char_length(real_name) between 2 and 20),
  title_post text not null,
  practice_cert_no text not null default '' constraint doctor_auth_cert_check check (practice_cert_no ~ '^([0-9]{15})?$'),
  practice_scope text not null default '',
  cert_expire date,
  id_card uuid[] not null,
  cert uuid[] not null,
  -- handed in while a passed version stays in force
  is_change boolean not null default false,
  -- 0 under review, 1 passed, 2 refused
  status int not null constraint doctor_auth_status_check check (status in (0, 1, 2)),
  reject_reason text,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  constraint doctor_auth_reason_check check ((status = 2) = (coalesce(reject_reason, '') <> '')),
  constraint doctor_auth_decided_check check ((status = 0) = (decided_at is null) and (status = 0) = (decided_by is null)),
  constraint doctor_auth_pictures_check
    check (status <> 0 or (cardinality(id_card) = 2 and cardinality(cert) between 1 and 3))
);
select app.shared_table('doctor_auth');
create unique index doctor_auth_open_key on doctor_auth (account_id) where status = 0;
create index doctor_auth_account_idx on doctor_auth (account_id, submitted_at);
create index doctor_auth_status_idx on doctor_auth (status, submitted_at);

-- Each row is one submission of an organisation: a new one, a branch of a chain, or a clinic's changed licences.
create table organisation_auth (
  id uuid primary key,
  account_id uuid not null constraint organisation_auth_account_fk references account (id),
  -- 1 a shop on its own, 2 a branch of a chain, 3 a chain with its first clinics
  kind int not null constraint organisation_auth_kind_check check (kind in (1, 2, 3)),
  -- the company and clinic it is about; a new organisation gets them when it is founded
  company_id uuid,
  clinic_id uuid,
  is_change boolean not null default false,
  company_name text not null,
  clinic_name text not null,
  clinic_short_name text not null,
  credit_code text not null constraint organisation_auth_code_check check (credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{18}$'),
  business_license uuid not null,
  permit_no text not null,
  permit_expire date not null,
  permit_license uuid not null,
  legal_person text not null,
  principal text not null,
  diagnosis_subjects text not null,
  chair_count int not null constraint organisation_auth_chairs_check check (chair_count between 1 and 200),
  province text not null,
  city text not null,
  district text not null,
  address text not null,
  phone text not null,
  -- the other clinics of a chain that is founded
  branches jsonb not null default '[]',
  status int not null constraint organisation_auth_status_check check (status in (0, 1, 2)),
  reject_reason text,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  constraint organisation_auth_reason_check check ((status = 2) = (coalesce(reject_reason, '') <> '')),
  constraint organisation_auth_decided_check
    check ((status = 0) = (decided_at is null) and (status = 0) = (decided_by is null)),
  constraint organisation_auth_place_check check (
    (not is_change or (company_id is not null and clinic_id is not null))
    and (kind <> 2 or company_id is not null) and (status <> 1 or company_id is not null))
);
select app.shared_table('organisation_auth');
-- One thing at a time: one new organisation of a person, one change of a clinic, one application of a branch by its name.
create unique index organisation_auth_new_key on organisation_auth (account_id) where status = 0 and kind <> 2 and not is_change;
create unique index organisation_auth_change_key on organisation_auth (clinic_id) where status = 0 and is_change;
create unique index organisation_auth_branch_key on organisation_auth (company_id, clinic_name)
  where status = 0 and kind = 2 and not is_change;
create index organisation_auth_account_idx on organisation_auth (account_id, submitted_at);
create index organisation_auth_company_idx on organisation_auth (company_id, submitted_at);
create index organisation_auth_code_idx on organisation_auth (credit_code);
create index organisation_auth_status_idx on organisation_auth (status, submitted_at);

-- What a clinic's licences say, as they are in force.
create table clinic_licence (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  -- 1 in force, 3 a change is under review, 4 the permit has run out
  auth_status int not null constraint clinic_licence_status_check check (auth_status in (1, 3, 4)),
  company_name text not null,
  credit_code text not null,
  business_license uuid,
  permit_no text not null,
  permit_expire date,
  permit_license uuid,
  legal_person text not null,
  principal text not null,
  diagnosis_subjects text not null,
  chair_count int not null,
  province text not null,
  city text not null,
  district text not null,
  address text not null,
  -- the submission that brought it about; null where it was taken over
  review_id uuid,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint clinic_licence_clinic_key unique (tenant_id, clinic_id)
);
select app.clinic_table('clinic_licence');
alter table clinic_licence
  add constraint clinic_licence_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);

-- The company's name and state change now.
alter table company add column updated_at timestamptz not null default now();

-- Companies that were there before: their administrators keep the clinic's papers.
insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, '/userFactory:edit', 3 from post p where p.is_admin
on conflict do nothing;
