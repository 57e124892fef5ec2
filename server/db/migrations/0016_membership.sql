-- Membership: the VIP of a clinic and of its medical insurance link. Packages, orders, the ledger of extensions, invoices.

-- What may be bought; the provider edits the rows. kind: vip, medical
create table vip_package (
  id uuid primary key,
  kind text not null check (kind in ('vip', 'medical')),
  -- whole years
  count int not null check (count between 1 and 10),
  price numeric(14, 2) not null check (price > 0),
  -- paid instead of the price on the first renewal; 0: none
  discount_price numeric(14, 2) not null default 0 check (discount_price >= 0),
  -- shown struck through; 0: none
  list_price numeric(14, 2) not null default 0 check (list_price >= 0),
  -- a few words beside the price
  tip text not null default '' check (length(tip) <= 20),
  sort_no int not null default 0,
  enabled boolean not null default true,
  version int not null default 1,
  updated_at timestamptz not null
);
create unique index vip_package_live_key on vip_package (kind, count) where enabled;
select app.shared_table('vip_package');
insert into vip_package (id, kind, count, price, list_price, tip, sort_no, updated_at) values
  ('01980016-0000-7000-8000-000000000001', 'vip', 1, 365.00, 0, '', 10, '2026-01-01T00:00:00+08:00'),
  ('01980016-0000-7000-8000-000000000003', 'vip', 3, 999.00, 1095.00, '约1元/天', 20, '2026-01-01T00:00:00+08:00'),
  ('01980016-0000-7000-8000-000000000005', 'vip', 5, 1595.00, 1825.00, '', 30, '2026-01-01T00:00:00+08:00'),
  ('01980016-0000-7000-8000-000000000010', 'vip', 10, 2990.00, 3650.00, '', 40, '2026-01-01T00:00:00+08:00');

create table vip_order (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  kind text not null check (kind in ('vip', 'medical')),
  order_no text not null,
  setting_id uuid not null,
  count int not null check (count between 1 and 10),
  title text not null,
  -- computed from the package when the order was made; never changed
  total_amount numeric(14, 2) not null check (total_amount > 0),
  -- 0 Alipay, 1 WeChat, 2 corporate transfer
  pay_type int not null check (pay_type in (0, 1, 2)),
  -- 1 online, 0 corporate
  order_channel int not null,
  -- 0 normal, 1 VAT special; null: none wanted
  invoice_type int check (invoice_type in (0, 1)),
  -- 0 to be paid, 1 paid, 2 cancelled, 3 timed out, 4 transfer to be confirmed, 5 refunded
  status int not null check (status between 0 and 5),
  closes_at timestamptz not null,
  paid_at timestamptz,
  trade_id text,
  buyer_id uuid,
  buyer_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint vip_order_no_key unique (tenant_id, order_no),
  constraint vip_order_channel_check check (order_channel = case when pay_type = 2 then 0 else 1 end),
  constraint vip_order_paid_check check ((status in (1, 5)) = (paid_at is not null) and (paid_at is null) = (trade_id is null))
);
select app.clinic_table('vip_order');
alter table vip_order
  add constraint vip_order_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint vip_order_package_fk foreign key (setting_id) references vip_package (id),
  add constraint vip_order_buyer_fk foreign key (tenant_id, buyer_id) references employee (tenant_id, id);
-- One open order of a kind for a clinic, whoever is faster.
create unique index vip_order_open_key on vip_order (tenant_id, clinic_id, kind) where status in (0, 4);
create index vip_order_list_idx on vip_order (tenant_id, clinic_id, kind, created_at desc);

-- The running end date, beside its ledger.
create table vip_term (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  kind text not null check (kind in ('vip', 'medical')),
  end_date date not null,
  -- an order was paid once: no trial any more
  paid boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint vip_term_clinic_key unique (tenant_id, clinic_id, kind)
);
select app.clinic_table('vip_term');
alter table vip_term add constraint vip_term_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);

-- The ledger of the term: one row per extension, never changed. source: trial (99 days, once), order, given (by the provider)
create table vip_extension (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  kind text not null check (kind in ('vip', 'medical')),
  source text not null check (source in ('trial', 'order', 'given')),
  order_id uuid,
  years int not null default 0 check (years between 0 and 10),
  days int not null default 0 check (days between 0 and 3660),
  -- the end before it; null: there was no term
  end_before date,
  starts_on date not null,
  end_date date not null,
  -- place in the ledger of the clinic
  seq int not null check (seq >= 1),
  reason text not null default '',
  actor_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint vip_extension_seq_key unique (tenant_id, clinic_id, kind, seq),
  constraint vip_extension_cause_check check ((source = 'order') = (order_id is not null) and (source = 'order') = (years > 0)
    and (source = 'order') = (days = 0)),
  constraint vip_extension_span_check check (end_date >= starts_on and (end_before is null or starts_on > end_before))
);
select app.clinic_table('vip_extension', true);
alter table vip_extension
  add constraint vip_extension_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint vip_extension_order_fk foreign key (tenant_id, order_id) references vip_order (tenant_id, id);
create unique index vip_extension_order_key on vip_extension (tenant_id, order_id) where order_id is not null;
create unique index vip_extension_trial_key on vip_extension (tenant_id, clinic_id, kind) where source = 'trial';

create table vip_invoice (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  kind text not null check (kind in ('vip', 'medical')),
  order_id uuid not null,
  -- 0 normal, 1 VAT special
  invoice_type int not null check (invoice_type in (0, 1)),
  -- 0 person, 1 company
  title_type int not null check (title_type in (0, 1)),
  invoice_title text not null check (invoice_title <> ''),
  tax_no text not null default '',
  reg_address text not null default '',
  reg_phone text not null default '',
  bank_name text not null default '',
  bank_account text not null default '',
  receiver_email text not null,
  amount numeric(14, 2) not null check (amount > 0),
  -- 0 to be issued, 1 issued, 2 refused, 3 reversed
  status int not null default 0 check (status between 0 and 3),
  refuse_reason text not null default '',
  file_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint vip_invoice_order_key unique (tenant_id, order_id),
  constraint vip_invoice_refuse_check check ((status = 2) = (refuse_reason <> '')),
  constraint vip_invoice_company_check check (title_type = 0 or tax_no <> ''),
  constraint vip_invoice_special_check check (invoice_type = 0 or (title_type = 1 and tax_no <> '' and reg_address <> '' and reg_phone <> ''
    and bank_name <> '' and bank_account <> ''))
);
select app.clinic_table('vip_invoice');
alter table vip_invoice
  add constraint vip_invoice_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint vip_invoice_order_fk foreign key (tenant_id, order_id) references vip_order (tenant_id, id);
create index vip_invoice_list_idx on vip_invoice (tenant_id, clinic_id, kind, created_at desc);

-- What one person has put away: the reminder of an end date until a day, and the notice of the gift days.
create table vip_notice (
  tenant_id uuid not null,
  clinic_id uuid not null,
  employee_id uuid not null,
  -- reminder, gift
  notice text not null check (notice in ('reminder', 'gift')),
  -- not shown up to and including this day; null: never again
  until_date date,
  created_at timestamptz not null,
  primary key (tenant_id, clinic_id, employee_id, notice)
);
select app.clinic_table('vip_notice');
alter table vip_notice
  add constraint vip_notice_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint vip_notice_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id);

-- The clinic's account at the medical insurance. The password is sealed with the key of the installation.
create table medicare_account (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  org_code text not null,
  operator_no text not null,
  sealed_password text not null,
  area_code text not null,
  -- 1 in use, 0 put aside
  status int not null default 1 check (status in (0, 1)),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint medicare_account_clinic_key unique (tenant_id, clinic_id)
);
select app.clinic_table('medicare_account');
alter table medicare_account
  add constraint medicare_account_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);

-- The provider's desk: orders with their invoice, and where each clinic stands, over all tenants. Written in the same
-- transaction as the rows they repeat; nothing of a patient is in them.
create table vip_desk (
  order_id uuid primary key,
  tenant_id uuid not null,
  clinic_id uuid not null,
  kind text not null,
  order_no text not null,
  title text not null,
  total_amount numeric(14, 2) not null,
  pay_type int not null,
  status int not null,
  buyer_name text not null,
  ordered_at timestamptz not null,
  closes_at timestamptz not null,
  paid_at timestamptz,
  invoice_id uuid,
  invoice_type int,
  invoice_title text,
  invoice_status int,
  invoice_at timestamptz
);
create index vip_desk_open_idx on vip_desk (closes_at) where status in (0, 4);
create index vip_desk_transfer_idx on vip_desk (ordered_at) where status = 4;
create index vip_desk_invoice_idx on vip_desk (invoice_status, invoice_at) where invoice_id is not null;
create index vip_desk_clinic_idx on vip_desk (clinic_id, ordered_at desc);
select app.shared_table('vip_desk');

create table vip_standing (
  clinic_id uuid not null,
  kind text not null,
  tenant_id uuid not null,
  end_date date not null,
  paid boolean not null,
  primary key (clinic_id, kind)
);
create index vip_standing_end_idx on vip_standing (kind, end_date);
select app.shared_table('vip_standing');
