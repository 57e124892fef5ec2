-- What a clinic means to take in a month, and what was spent on a source of patients: head office types both.

create table clinic_target (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  -- The first of the month.
  month date not null check (month = date_trunc('month', month)::date),
  -- 实收 and 收入; null: none was set.
  takings_amount numeric(14, 2) check (takings_amount >= 0),
  revenue_amount numeric(14, 2) check (revenue_amount >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint clinic_target_some_check check (takings_amount is not null or revenue_amount is not null)
);
select app.clinic_table('clinic_target');
create unique index clinic_target_month_key on clinic_target (tenant_id, clinic_id, month);
alter table clinic_target
  add constraint clinic_target_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);

create table source_spend (
  tenant_id uuid not null,
  id uuid not null,
  -- Whose campaign it was; null: the company's.
  clinic_id uuid,
  source_id uuid not null,
  month date not null check (month = date_trunc('month', month)::date),
  amount numeric(14, 2) not null check (amount > 0),
  remark text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('source_spend');
create unique index source_spend_month_key on source_spend (tenant_id, source_id, month, clinic_id) nulls not distinct;
create index source_spend_clinic_idx on source_spend (tenant_id, clinic_id) where clinic_id is not null;
alter table source_spend
  add constraint source_spend_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint source_spend_source_fk foreign key (tenant_id, source_id) references patient_source (tenant_id, id);
create index source_spend_day_idx on source_spend (tenant_id, month);
