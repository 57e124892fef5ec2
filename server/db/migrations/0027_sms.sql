-- SMS of a clinic: signature, templates, scenes that send by themselves, the record of what was sent, the balance with its
-- ledger, and packages bought to fill it up.

-- Who wants no SMS at all, and who wants no advertising (answered R).
alter table patient
  add column sms_opt_out boolean not null default false,
  add column marketing_opt_out boolean not null default false;
create index patient_opt_out_idx on patient (tenant_id, updated_at desc, id desc) where sms_opt_out or marketing_opt_out;
create index patient_birthday_idx on patient (tenant_id, ((extract(month from birth_day) * 100 + extract(day from birth_day))::int)) where birth_day is not null and status = 0;

-- How a clinic sends. While a new signature is in review the approved one stays in force.
create table sms_account (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  signature text not null default '' check (signature = '' or char_length(signature) between 2 and 12),
  -- 0 not set, 1 in review, 2 approved, 3 refused
  signature_status int not null default 0 check (signature_status between 0 and 3),
  refuse_reason text not null default '',
  approved_signature text not null default '',
  warn_threshold int not null default 100 check (warn_threshold between 0 and 100000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint sms_account_clinic_key unique (tenant_id, clinic_id),
  constraint sms_account_set_check check ((signature_status = 0) = (signature = '')),
  constraint sms_account_refused_check check ((signature_status = 3) = (refuse_reason <> '')),
  constraint sms_account_approved_check check (signature_status <> 2 or approved_signature = signature)
);
select app.clinic_table('sms_account');
alter table sms_account add constraint sms_account_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);

-- How many messages a clinic may still send: the sum of its ledger. warned: below the threshold, and said so once.
create table sms_balance (
  tenant_id uuid not null,
  clinic_id uuid not null,
  balance int not null check (balance >= 0),
  seq int not null check (seq >= 0),
  warned boolean not null default false,
  primary key (tenant_id, clinic_id)
);
select app.clinic_table('sms_balance');
alter table sms_balance add constraint sms_balance_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);

create table sms_template (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  name text not null check (char_length(name) between 1 and 20),
  -- 1 notice, 2 marketing, 3 code
  type int not null check (type in (1, 2, 3)),
  content text not null check (char_length(content) between 1 and 500),
  -- 1 in review, 2 approved, 3 refused
  audit_status int not null check (audit_status in (1, 2, 3)),
  refuse_reason text not null default '',
  -- what is sent: the text approved last; empty: none yet
  approved_content text not null default '',
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint sms_template_name_key unique (tenant_id, clinic_id, name),
  constraint sms_template_refused_check check ((audit_status = 3) = (refuse_reason <> '')),
  constraint sms_template_approved_check check (audit_status <> 2 or approved_content = content)
);
select app.clinic_table('sms_template');
alter table sms_template add constraint sms_template_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);
create index sms_template_list_idx on sms_template (tenant_id, clinic_id, created_at desc, id desc);

-- A scene that sends by itself. send_min: minute of the day for scenes that go by the day. audience: all, first, return
create table sms_scene (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  scene text not null,
  enabled boolean not null,
  template_id uuid,
  send_min int check (send_min between 0 and 1439),
  audience text not null default 'all' check (audience in ('all', 'first', 'return')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint sms_scene_key unique (tenant_id, clinic_id, scene),
  constraint sms_scene_template_check check (not enabled or template_id is not null)
);
select app.clinic_table('sms_scene');
alter table sms_scene
  add constraint sms_scene_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint sms_scene_template_fk foreign key (tenant_id, template_id) references sms_template (tenant_id, id);
create index sms_scene_template_idx on sms_scene (tenant_id, template_id);

-- The outbox is the record of what was sent. 0 waiting, 1 handed over, 2 delivered, 3 failed, 4 withdrawn
alter table sms_outbox
  add column batch_no text not null default '',
  add column name text not null default '',
  add column sign text not null default '',
  add column type int not null default 1 check (type in (1, 2, 3)),
  add column template_id uuid,
  -- billed messages
  add column count int not null default 1 check (count between 1 and 20),
  -- not before
  add column due_at timestamptz,
  -- the same thing is told once
  add column biz_key text,
  -- stands in the ledger as paid for
  add column charged boolean not null default false,
  add column resend_of uuid,
  add column operator_id uuid,
  add column operator_name text not null default '',
  add column delivered_at timestamptz;
update sms_outbox set due_at = created_at;
alter table sms_outbox alter column due_at set not null;
drop index sms_outbox_pending_idx;
create index sms_outbox_pending_idx on sms_outbox (tenant_id, clinic_id, due_at) where status = 0;
create index sms_outbox_list_idx on sms_outbox (tenant_id, clinic_id, created_at desc, id desc);
create index sms_outbox_status_idx on sms_outbox (tenant_id, clinic_id, status, created_at desc, id desc);
create index sms_outbox_patient_idx on sms_outbox (tenant_id, patient_id, created_at desc) where patient_id is not null;
create index sms_outbox_mobile_idx on sms_outbox (tenant_id, mobile, created_at desc);
create unique index sms_outbox_biz_key on sms_outbox (tenant_id, biz_key) where biz_key is not null;
create unique index sms_outbox_resend_key on sms_outbox (tenant_id, resend_of) where resend_of is not null;
alter table sms_outbox
  add constraint sms_outbox_failed_check check (status <> 3 or fail_reason is not null),
  add constraint sms_outbox_charged_check check (not charged or status in (1, 2)),
  add constraint sms_outbox_delivered_check check ((status = 2) = (delivered_at is not null)),
  add constraint sms_outbox_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint sms_outbox_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint sms_outbox_resend_fk foreign key (tenant_id, resend_of) references sms_outbox (tenant_id, id);

create table sms_order (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  order_no text not null,
  package_id uuid not null,
  count int not null check (count > 0),
  title text not null,
  -- taken from the package when the order was made; never changed
  total_amount numeric(14, 2) not null check (total_amount > 0),
  -- 0 Alipay, 1 WeChat
  pay_type int not null check (pay_type in (0, 1)),
  -- 0 to be paid, 1 paid, 2 cancelled, 3 timed out
  status int not null check (status between 0 and 3),
  closes_at timestamptz not null,
  paid_at timestamptz,
  trade_id text,
  buyer_id uuid,
  buyer_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint sms_order_no_key unique (tenant_id, order_no),
  constraint sms_order_paid_check check ((status = 1) = (paid_at is not null) and (paid_at is null) = (trade_id is null))
);
select app.clinic_table('sms_order');
create unique index sms_order_open_key on sms_order (tenant_id, clinic_id) where status = 0;
create index sms_order_list_idx on sms_order (tenant_id, clinic_id, created_at desc, id desc);

-- The ledger: every change of a balance, never changed.
create table sms_ledger (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  -- place in the ledger of the clinic
  seq int not null check (seq >= 1),
  kind text not null check (kind in ('recharge', 'charge', 'refund')),
  change int not null check (change <> 0),
  balance_after int not null check (balance_after >= 0),
  sms_id uuid,
  order_id uuid,
  actor_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint sms_ledger_seq_key unique (tenant_id, clinic_id, seq),
  constraint sms_ledger_cause_check check ((kind = 'recharge') = (order_id is not null) and (kind = 'recharge') = (sms_id is null)),
  constraint sms_ledger_sign_check check ((kind = 'charge') = (change < 0))
);
select app.clinic_table('sms_ledger', true);
-- A message is paid for once and given back once; an order is credited once.
create unique index sms_ledger_sms_key on sms_ledger (tenant_id, sms_id, kind) where sms_id is not null;
create unique index sms_ledger_order_key on sms_ledger (tenant_id, order_id) where order_id is not null;
alter table sms_ledger
  add constraint sms_ledger_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint sms_ledger_sms_fk foreign key (tenant_id, sms_id) references sms_outbox (tenant_id, id),
  add constraint sms_ledger_order_fk foreign key (tenant_id, order_id) references sms_order (tenant_id, id);

-- What may be bought.
create table sms_package (
  id uuid primary key,
  count int not null check (count > 0),
  price numeric(14, 2) not null check (price > 0),
  tip text not null default '' check (length(tip) <= 20),
  sort_no int not null default 0,
  enabled boolean not null default true,
  version int not null default 1,
  updated_at timestamptz not null
);
select app.shared_table('sms_package');
insert into sms_package (id, count, price, tip, sort_no, updated_at) values
  ('01980027-0000-7000-8000-000000000001', 1000, 80.00, '', 10, '2026-01-01T00:00:00+08:00'),
  ('01980027-0000-7000-8000-000000000002', 5000, 375.00, '推荐', 20, '2026-01-01T00:00:00+08:00'),
  ('01980027-0000-7000-8000-000000000003', 10000, 700.00, '', 30, '2026-01-01T00:00:00+08:00'),
  ('01980027-0000-7000-8000-000000000004', 50000, 3250.00, '', 40, '2026-01-01T00:00:00+08:00');
alter table sms_order
  add constraint sms_order_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint sms_order_package_fk foreign key (package_id) references sms_package (id),
  add constraint sms_order_buyer_fk foreign key (tenant_id, buyer_id) references employee (tenant_id, id);

-- Whose message it was: a receipt or an answer knows the provider's number and the mobile only.
create table sms_dispatch (
  sms_id uuid primary key,
  tenant_id uuid not null,
  clinic_id uuid not null,
  mobile text not null,
  sign text not null,
  provider_id text,
  sent_at timestamptz not null
);
create index sms_dispatch_provider_idx on sms_dispatch (provider_id) where provider_id is not null;
create index sms_dispatch_mobile_idx on sms_dispatch (mobile, sent_at desc);
create index sms_dispatch_sent_idx on sms_dispatch (sent_at);
select app.plain_table('sms_dispatch');

-- The provider's desk: signatures and templates handed in, over all tenants, in the transaction of what they repeat.
create table sms_review (
  id uuid primary key,
  kind text not null check (kind in ('signature', 'template')),
  tenant_id uuid not null,
  clinic_id uuid not null,
  -- the account or the template
  subject_id uuid not null,
  name text not null default '',
  template_type int,
  content text not null,
  -- 1 waiting, 2 approved, 3 refused, 4 withdrawn: handed in anew or removed meanwhile
  status int not null check (status between 1 and 4),
  refuse_reason text not null default '',
  submitted_by text not null,
  submitted_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  constraint sms_review_decided_check check ((status in (2, 3)) = (decided_at is not null) and (decided_at is null) = (decided_by is null)),
  constraint sms_review_refused_check check ((status = 3) = (refuse_reason <> ''))
);
select app.plain_table('sms_review');
create unique index sms_review_waiting_key on sms_review (subject_id) where status = 1;
create index sms_review_status_idx on sms_review (status, submitted_at);

-- Whoever answers for the house, its money or its front desk.
insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, '/SMSmanagement:' || x.code, case when p.code = 'headquarters' then 5 else 3 end
from post p
join (values ('view', 'admin director finance headquarters reception service'), ('send', 'admin director reception service'),
  ('edit', 'admin director headquarters'), ('recharge', 'admin finance headquarters')) x(code, posts)
  on p.code = any(string_to_array(x.posts, ' ')) or p.is_admin
on conflict do nothing;
