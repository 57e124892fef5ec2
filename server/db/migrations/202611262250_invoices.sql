-- Electronic invoices for patients' money. What may be invoiced follows from the ledger; an invoice and what takes it back say only
-- how much of it is used up. They are seen by the whole company: a card that pays in one clinic was recharged in another.

-- An app at a platform, with its secret: an invoice is asked about with the one it was sent with.
create table invoice_app (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  -- '' : the stand-in
  platform_url text not null check (platform_url = '' or platform_url like 'https://%'),
  app_id text not null check (app_id <> ''),
  -- Sealed with the server's key for this company, clinic and app; what follows are its last characters.
  sealed_secret text not null,
  secret_tail text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint invoice_app_key unique (tenant_id, clinic_id, platform_url, app_id)
);
select app.clinic_table('invoice_app');
alter table invoice_app add constraint invoice_app_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);

create table invoice_account (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  tax_no text not null check (tax_no ~ '^[0-9A-Z]{15,20}$'),
  seller_name text not null check (seller_name <> ''),
  app_id uuid not null,
  -- 1 stored money is invoiced as it comes in, 2 as it is used
  rule int not null check (rule in (1, 2)),
  tax_rate int not null check (tax_rate between 0 and 17),
  enabled boolean not null default true,
  tested_at timestamptz,
  test_result text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint invoice_account_clinic_key unique (tenant_id, clinic_id)
);
select app.clinic_table('invoice_account');
alter table invoice_account
  add constraint invoice_account_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint invoice_account_app_fk foreign key (tenant_id, app_id) references invoice_app (tenant_id, id);
create index invoice_account_app_idx on invoice_account (tenant_id, app_id);

create table invoice (
  tenant_id uuid not null,
  id uuid not null,
  issuer_clinic_id uuid not null,
  invoice_no text not null,
  patient_id uuid not null,
  -- 0 not issued, 1 being issued, 2 issued, 3 failed, 4 taken back whole
  status int not null check (status between 0 and 4),
  title_type int not null check (title_type in (0, 1)),
  title text not null check (title <> ''),
  tax_no text not null default '' check (title_type = 0 or tax_no <> ''),
  mail text not null default '',
  phone text not null default '',
  amount numeric(14, 2) not null check (amount > 0),
  tax_rate int not null check (tax_rate between 0 and 17),
  tax numeric(14, 2) not null,
  -- The app and the number with which it was sent; a new number only when the platform refused the former one.
  app_id uuid not null,
  attempt int not null default 1 check (attempt > 0),
  attempt_no text not null,
  former_attempt_no text,
  former_app_id uuid,
  sent_at timestamptz,
  asked_at timestamptz,
  asks int not null default 0,
  -- How often the platform said that it does not know the number.
  missed int not null default 0,
  next_ask_at timestamptz,
  -- Until then somebody may be telling the platform of it.
  busy_until timestamptz,
  platform_no text not null default '',
  issued_on date,
  file_hash text not null default '',
  fail_reason text not null default '',
  operator_id uuid,
  operator_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint invoice_no_key unique (tenant_id, issuer_clinic_id, invoice_no),
  constraint invoice_attempt_key unique (tenant_id, attempt_no),
  constraint invoice_tax_check check (tax between 0 and amount),
  constraint invoice_issued_check check ((status in (2, 4)) = (platform_no <> '' and issued_on is not null))
);
select app.tenant_table('invoice');
alter table invoice
  add constraint invoice_clinic_fk foreign key (tenant_id, issuer_clinic_id) references clinic (tenant_id, id),
  add constraint invoice_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint invoice_app_fk foreign key (tenant_id, app_id) references invoice_app (tenant_id, id),
  add constraint invoice_former_app_fk foreign key (tenant_id, former_app_id) references invoice_app (tenant_id, id);
create unique index invoice_platform_no_key on invoice (tenant_id, app_id, platform_no) where platform_no <> '';
create index invoice_patient_idx on invoice (tenant_id, patient_id, created_at desc);
create index invoice_clinic_idx on invoice (tenant_id, issuer_clinic_id, created_at desc, id);
create index invoice_app_idx on invoice (tenant_id, app_id);
create index invoice_former_app_idx on invoice (tenant_id, former_app_id) where former_app_id is not null;
create index invoice_running_idx on invoice (tenant_id, next_ask_at) where status = 1;

-- What an invoice covers, each part with its sum.
create table invoice_source (
  tenant_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  -- Of a bill: what was paid in cash-like ways, from a prepayment, from a card's principal. Of a card: its recharge, the price of a
  -- times card, a fee. A prepayment.
  part text not null check (part in ('cash', 'deposit', 'principal', 'recharge', 'times', 'fee', 'prepay')),
  bill_id uuid,
  card_log_id uuid,
  card_id uuid,
  prepay_id uuid,
  amount numeric(14, 2) not null check (amount > 0),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint invoice_source_whole_check check (
    (bill_id is not null) = (part in ('cash', 'deposit', 'principal'))
    and (card_log_id is not null) = (part in ('recharge', 'times', 'fee'))
    and (card_id is not null) = (part in ('principal', 'recharge', 'times', 'fee'))
    and (prepay_id is not null) = (part in ('deposit', 'prepay')))
);
select app.tenant_table('invoice_source', true);
alter table invoice_source
  add constraint invoice_source_invoice_fk foreign key (tenant_id, invoice_id) references invoice (tenant_id, id),
  add constraint invoice_source_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  add constraint invoice_source_log_fk foreign key (tenant_id, card_log_id) references card_log (tenant_id, id),
  add constraint invoice_source_card_fk foreign key (tenant_id, card_id) references member_card (tenant_id, id),
  add constraint invoice_source_prepay_fk foreign key (tenant_id, prepay_id) references prepay (tenant_id, id);
create index invoice_source_invoice_idx on invoice_source (tenant_id, invoice_id);
create index invoice_source_bill_idx on invoice_source (tenant_id, bill_id) where bill_id is not null;
create index invoice_source_log_idx on invoice_source (tenant_id, card_log_id) where card_log_id is not null;
create index invoice_source_card_idx on invoice_source (tenant_id, card_id) where card_id is not null;
create index invoice_source_prepay_idx on invoice_source (tenant_id, prepay_id) where prepay_id is not null;

-- What takes an invoice back, whole or in part: driven by a refund or the like, or asked for at the desk.
create table invoice_red (
  tenant_id uuid not null,
  id uuid not null,
  issuer_clinic_id uuid not null,
  red_no text not null,
  invoice_id uuid not null,
  -- 0 to be sent, 1 being issued, 2 issued, 3 failed, 4 withdrawn
  status int not null check (status between 0 and 4),
  amount numeric(14, 2) not null check (amount > 0),
  tax numeric(14, 2) not null,
  -- 1 sales return, 2 issued by mistake, 3 service ended, 4 allowance
  reason int not null check (reason between 1 and 4),
  note text not null default '',
  -- The ledger's entry that drove it; null: the desk asked for it.
  entry_id uuid,
  attempt int not null default 1 check (attempt > 0),
  attempt_no text not null,
  former_attempt_no text,
  sent_at timestamptz,
  asked_at timestamptz,
  asks int not null default 0,
  missed int not null default 0,
  next_ask_at timestamptz,
  platform_no text not null default '',
  issued_on date,
  file_hash text not null default '',
  fail_reason text not null default '',
  operator_id uuid,
  operator_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint invoice_red_no_key unique (tenant_id, issuer_clinic_id, red_no),
  constraint invoice_red_attempt_key unique (tenant_id, attempt_no),
  constraint invoice_red_tax_check check (tax between 0 and amount),
  constraint invoice_red_issued_check check ((status = 2) = (platform_no <> '' and issued_on is not null))
);
select app.tenant_table('invoice_red');
alter table invoice_red
  add constraint invoice_red_clinic_fk foreign key (tenant_id, issuer_clinic_id) references clinic (tenant_id, id),
  add constraint invoice_red_invoice_fk foreign key (tenant_id, invoice_id) references invoice (tenant_id, id);
create index invoice_red_invoice_idx on invoice_red (tenant_id, invoice_id);
create index invoice_red_open_idx on invoice_red (tenant_id, next_ask_at) where status in (0, 1);

-- Of which part of its invoice a red takes how much.
create table invoice_red_part (
  tenant_id uuid not null,
  id uuid not null,
  red_id uuid not null,
  source_id uuid not null,
  amount numeric(14, 2) not null check (amount > 0),
  primary key (tenant_id, id),
  constraint invoice_red_part_key unique (tenant_id, red_id, source_id)
);
select app.tenant_table('invoice_red_part', true);
alter table invoice_red_part
  add constraint invoice_red_part_red_fk foreign key (tenant_id, red_id) references invoice_red (tenant_id, id),
  add constraint invoice_red_part_source_fk foreign key (tenant_id, source_id) references invoice_source (tenant_id, id);
create index invoice_red_part_source_idx on invoice_red_part (tenant_id, source_id);

-- The stand-in for a platform: what it was told to issue.
create table sandbox_invoice (
  app_id text not null,
  no text not null,
  kind text not null check (kind in ('blue', 'red')),
  of_no text not null default '',
  play text not null,
  amount numeric(14, 2) not null,
  tax numeric(14, 2) not null,
  status text not null check (status in ('running', 'done', 'refused')),
  platform_no text not null default '',
  issued_on date,
  file_hash text not null default '',
  why text not null default '',
  told int not null default 1,
  asked int not null default 0,
  created_at timestamptz not null,
  primary key (app_id, no)
);
select app.plain_table('sandbox_invoice');
