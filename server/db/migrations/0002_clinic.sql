-- Organisation: company (the tenant), clinics, departments, chairs, staff, posts and what they may do, shifts, settings.

create table company (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  is_chain boolean not null default false,
  org_auth int not null default 1 check (org_auth in (-1, 0, 1, 2, 3, 4)),
  created_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint company_one_row unique (tenant_id)
);
select app.tenant_table('company');

create table clinic (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  short_name text not null,
  logo_url text,
  phone text not null default '',
  address text not null default '',
  opens_min int not null default 510,
  closes_min int not null default 1110,
  settings jsonb not null default '{}',
  is_main boolean not null default false,
  sort_no int not null default 0,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint clinic_name_key unique (tenant_id, name)
);
select app.tenant_table('clinic');
alter table clinic add constraint clinic_company_fk foreign key (tenant_id) references company (tenant_id);

create table dept (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  name text not null,
  type int not null default 1 check (type in (1, 2, 3)),
  sort_no int not null default 0,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint dept_name_key unique (tenant_id, clinic_id, name)
);
select app.clinic_table('dept');
alter table dept add constraint dept_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);

create table chair (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  name text not null,
  room text not null default '',
  sort_no int not null default 0,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint chair_name_key unique (tenant_id, clinic_id, name)
);
select app.clinic_table('chair');
alter table chair add constraint chair_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);

create table employee (
  tenant_id uuid not null,
  id uuid not null,
  account_id uuid,
  name text not null,
  search text not null,
  gender int not null default 2 check (gender in (0, 1, 2)),
  phone text not null default '',
  job_number text not null,
  job_type int not null check (job_type between 0 and 9),
  work_type int not null default 1 check (work_type between 1 and 4),
  work_status int not null default 1 check (work_status between 1 and 3),
  title_post text not null default '',
  specialty text[] not null default '{}',
  is_doctor boolean not null default false,
  is_consultant boolean not null default false,
  -- lowest percentage of the original price this person may charge: 85 = 8.5 折; 100 = no discount
  discount_limit int not null default 100 check (discount_limit between 0 and 100),
  colour text not null default '',
  sort_no int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint employee_job_number_key unique (tenant_id, job_number)
);
select app.tenant_table('employee');
alter table employee add constraint employee_account_fk foreign key (account_id) references account (id);

create table employee_clinic (
  tenant_id uuid not null,
  employee_id uuid not null,
  clinic_id uuid not null,
  dept_id uuid,
  chair_id uuid,
  -- 0 receiving, 1 stopped, 2 receiving with a limit
  registration_status int not null default 0 check (registration_status in (0, 1, 2)),
  is_open_entry boolean not null default true,
  active boolean not null default true,
  id uuid not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint employee_clinic_key unique (tenant_id, clinic_id, employee_id)
);
select app.clinic_table('employee_clinic');
alter table employee_clinic
  add constraint employee_clinic_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id),
  add constraint employee_clinic_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint employee_clinic_dept_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id),
  add constraint employee_clinic_chair_fk foreign key (tenant_id, chair_id) references chair (tenant_id, id);

create table post (
  tenant_id uuid not null,
  id uuid not null,
  code text not null,
  name text not null,
  is_admin boolean not null default false,
  sort_no int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint post_code_key unique (tenant_id, code)
);
select app.tenant_table('post');

-- resource = '<uri>:<code>'; data_scope: 1 own, 2 department, 3 clinic, 4 chosen clinics, 5 chain
create table post_resource (
  tenant_id uuid not null,
  post_id uuid not null,
  resource text not null,
  data_scope int not null default 3 check (data_scope between 1 and 5),
  primary key (tenant_id, post_id, resource)
);
select app.tenant_table('post_resource');
alter table post_resource add constraint post_resource_post_fk foreign key (tenant_id, post_id) references post (tenant_id, id) on delete cascade;

create table employee_post (
  tenant_id uuid not null,
  clinic_id uuid not null,
  employee_id uuid not null,
  post_id uuid not null,
  primary key (tenant_id, clinic_id, employee_id, post_id)
);
select app.clinic_table('employee_post');
alter table employee_post
  add constraint employee_post_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id),
  add constraint employee_post_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint employee_post_post_fk foreign key (tenant_id, post_id) references post (tenant_id, id);
create index employee_post_post_idx on employee_post (tenant_id, post_id);

create table dict_item (
  tenant_id uuid not null,
  id uuid not null,
  type_code text not null,
  item_code text not null,
  item text not null,
  sort_no int not null default 0,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint dict_item_code_key unique (tenant_id, type_code, item_code)
);
select app.tenant_table('dict_item');

create table patient_source (
  tenant_id uuid not null,
  id uuid not null,
  parent_id uuid,
  name text not null,
  type int not null default 2,
  sort_no int not null default 0,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.tenant_table('patient_source');
alter table patient_source add constraint patient_source_parent_fk foreign key (tenant_id, parent_id) references patient_source (tenant_id, id);

create table appoint_item (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  duration_min int not null check (duration_min between 5 and 600 and duration_min % 5 = 0),
  colour text not null default '',
  first_visit_only boolean not null default false,
  allow_online boolean not null default false,
  sort_no int not null default 0,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint appoint_item_name_key unique (tenant_id, name)
);
select app.tenant_table('appoint_item');

create table shift (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  name text not null,
  short_name text not null,
  periods jsonb not null,
  type int not null check (type between 1 and 5),
  enabled boolean not null default true,
  sort_no int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint shift_name_key unique (tenant_id, clinic_id, name)
);
select app.clinic_table('shift');
alter table shift add constraint shift_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);

-- One row per stretch of a person's day. kind: 1 work, 2 rest, 3 leave, 4 out or in surgery, 5 meeting
create table schedule (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  employee_id uuid not null,
  date date not null,
  kind int not null check (kind between 1 and 5),
  starts_min int not null check (starts_min between 0 and 1440),
  ends_min int not null check (ends_min between 0 and 1440),
  title text not null default '',
  shift_id uuid,
  chair_id uuid,
  status int not null default 1 check (status in (0, 1)),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint schedule_minutes_check check (starts_min < ends_min),
  constraint schedule_stretch_key unique (tenant_id, employee_id, date, starts_min, kind)
);
select app.clinic_table('schedule');
alter table schedule
  add constraint schedule_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint schedule_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id),
  add constraint schedule_shift_fk foreign key (tenant_id, shift_id) references shift (tenant_id, id),
  add constraint schedule_chair_fk foreign key (tenant_id, chair_id) references chair (tenant_id, id);
create index schedule_day_idx on schedule (tenant_id, clinic_id, date);

create table tariff_category (
  tenant_id uuid not null,
  id uuid not null,
  parent_id uuid,
  name text not null,
  sort_no int not null default 0,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.tenant_table('tariff_category');
alter table tariff_category add constraint tariff_category_parent_fk foreign key (tenant_id, parent_id) references tariff_category (tenant_id, id);

create table tariff (
  tenant_id uuid not null,
  id uuid not null,
  category_id uuid not null,
  code text not null,
  name text not null,
  search text not null,
  unit text not null,
  price numeric(14, 2) not null check (price >= 0),
  min_price numeric(14, 2) check (min_price >= 0),
  cost_price numeric(14, 2) check (cost_price >= 0),
  duration_min int,
  tooth_required boolean not null default false,
  tooth_count_priced boolean not null default false,
  can_discount boolean not null default true,
  sort_no int not null default 0,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint tariff_code_key unique (tenant_id, code)
);
select app.tenant_table('tariff');
alter table tariff add constraint tariff_category_fk foreign key (tenant_id, category_id) references tariff_category (tenant_id, id);

-- A clinic's own price or switch for a chain tariff.
create table tariff_clinic (
  tenant_id uuid not null,
  clinic_id uuid not null,
  tariff_id uuid not null,
  price numeric(14, 2) not null check (price >= 0),
  enabled boolean not null default true,
  primary key (tenant_id, clinic_id, tariff_id)
);
select app.clinic_table('tariff_clinic');
alter table tariff_clinic
  add constraint tariff_clinic_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint tariff_clinic_tariff_fk foreign key (tenant_id, tariff_id) references tariff (tenant_id, id);

-- type: 1 cash-like, 2 prepaid, 3 discount, 4 medical insurance, 5 on account
create table pay_method (
  tenant_id uuid not null,
  id uuid not null,
  code text not null,
  name text not null,
  type int not null check (type between 1 and 5),
  need_trade_no boolean not null default false,
  built_in boolean not null default false,
  sort_no int not null default 0,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint pay_method_code_key unique (tenant_id, code)
);
select app.tenant_table('pay_method');
