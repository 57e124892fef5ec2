-- Pay by performance: rules, what they say from which month on, and the slips of closed months with the lines that they are made of.

create table commission_rule (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  -- The first day of the last month in which it counts; null: without end.
  until_month date check (until_month = date_trunc('month', until_month)::date),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint commission_rule_name_key unique (tenant_id, name)
);
select app.tenant_table('commission_rule');

-- What a rule says from a month on. Said again for the same month, the later one counts; nothing is changed or taken away.
create table commission_terms (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  from_month date not null check (from_month = date_trunc('month', from_month)::date),
  role text not null check (role in ('doctor', 'nurse', 'consultant', 'desk')),
  -- Empty: everybody, everything, every clinic.
  employee_ids uuid[] not null default '{}',
  tariff_ids uuid[] not null default '{}',
  categories text[] not null default '{}',
  clinic_ids uuid[] not null default '{}',
  -- 1 what came in, 2 what was charged, 3 what was done
  basis int not null check (basis in (1, 2, 3)),
  less_material boolean not null default false,
  less_lab boolean not null default false,
  less_way_cost boolean not null default false,
  -- Who bears what was taken off the price: 1 the person, 2 the clinic
  discount_by int not null default 1 check (discount_by in (1, 2)),
  -- In hundredths of a percent, of the doctor who opened the bill; null: as the price list says.
  opener_share int check (opener_share between 0 and 10000),
  -- 1 one rate, 2 step by step, 3 the step that is reached
  kind int not null check (kind in (1, 2, 3)),
  saved_at timestamptz not null,
  saver_name text not null,
  primary key (tenant_id, id),
  constraint commission_terms_items_check check (tariff_ids = '{}' or categories = '{}')
);
select app.tenant_table('commission_terms', true);
alter table commission_terms
  add constraint commission_terms_rule_fk foreign key (tenant_id, rule_id) references commission_rule (tenant_id, id);
create index commission_terms_rule_idx on commission_terms (tenant_id, rule_id, from_month, saved_at);

-- The steps of a month's base, in yuan; steps of the same terms don't overlap.
create table commission_step (
  tenant_id uuid not null,
  terms_id uuid not null,
  no int not null check (no > 0),
  from_amount numeric(14, 2) not null check (from_amount >= 0),
  to_amount numeric(14, 2) check (to_amount > from_amount),
  -- In hundredths of a percent.
  rate int not null check (rate between 0 and 10000),
  primary key (tenant_id, terms_id, no),
  constraint commission_step_overlap_excl exclude using gist (tenant_id with =, terms_id with =, numrange(from_amount, to_amount) with &&)
);
select app.tenant_table('commission_step', true);
alter table commission_step
  add constraint commission_step_terms_fk foreign key (tenant_id, terms_id) references commission_terms (tenant_id, id);

-- What somebody is paid for a month of a clinic, put down when the month was closed.
create table commission_slip (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  slip_no text not null,
  month date not null check (month = date_trunc('month', month)::date),
  employee_id uuid not null,
  employee_name text not null,
  role text not null check (role in ('doctor', 'nurse', 'consultant', 'desk')),
  base_amount numeric(14, 2) not null,
  pay_amount numeric(14, 2) not null,
  line_count int not null check (line_count > 0),
  -- 1 to be confirmed, 2 confirmed by the person, 3 void: the month was opened again
  status int not null default 1 check (status in (1, 2, 3)),
  frozen_at timestamptz not null,
  confirmed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint commission_slip_no_key unique (tenant_id, clinic_id, slip_no),
  constraint commission_slip_confirmed_check check (status = 3 or (status = 2) = (confirmed_at is not null))
);
select app.clinic_table('commission_slip');
alter table commission_slip
  add constraint commission_slip_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint commission_slip_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id);
create unique index commission_slip_standing_key on commission_slip (tenant_id, clinic_id, month, employee_id, role) where status <> 3;
create index commission_slip_employee_idx on commission_slip (tenant_id, employee_id, month);

-- One movement that pays: of a line of a bill what came in, was charged or done, what is taken off it, and what it pays.
create table commission_line (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  slip_id uuid not null,
  no int not null,
  rule_id uuid not null,
  rule_name text not null,
  basis int not null check (basis in (1, 2, 3)),
  kind int not null check (kind in (1, 2, 3)),
  day date not null,
  bill_id uuid not null,
  item_id uuid not null,
  item_name text not null,
  amount numeric(14, 2) not null,
  added_amount numeric(14, 2) not null,
  material_amount numeric(14, 2) not null,
  lab_amount numeric(14, 2) not null,
  fee_amount numeric(14, 2) not null,
  base_amount numeric(14, 2) not null,
  pay_amount numeric(14, 2) not null,
  primary key (tenant_id, id),
  constraint commission_line_no_key unique (tenant_id, slip_id, no),
  constraint commission_line_base_check check (base_amount = amount + added_amount - material_amount - lab_amount - fee_amount)
);
select app.clinic_table('commission_line', true);
alter table commission_line
  add constraint commission_line_slip_fk foreign key (tenant_id, slip_id) references commission_slip (tenant_id, id),
  add constraint commission_line_rule_fk foreign key (tenant_id, rule_id) references commission_rule (tenant_id, id),
  add constraint commission_line_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id);
create index commission_line_bill_idx on commission_line (tenant_id, bill_id);
create index commission_line_rule_idx on commission_line (tenant_id, rule_id);
