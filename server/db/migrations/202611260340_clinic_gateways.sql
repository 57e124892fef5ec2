-- Patients' money through gateways: each clinic's own merchants, payments by scan code, refunds through the gateway, and what
-- went wrong. A trade of a patient is a gateway_trade like any other, of the kind 'desk'; its order is a row of scan_payment.

create table clinic_merchant (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  gateway text not null check (gateway in ('alipay', 'wechat')),
  app_id text not null,
  -- WeChat: the merchant's number; Alipay: the seller's, '' when it is not checked.
  merchant_no text not null,
  -- WeChat: the serial number of the merchant's certificate, and the id of the gateway's public key.
  serial_no text not null default '',
  public_key_id text not null default '',
  public_key text not null,
  -- Sealed with the server's key for this company, clinic and gateway; what follows are their last characters.
  sealed_private_key text not null,
  sealed_api_key text,
  private_key_tail text not null,
  api_key_tail text not null default '',
  enabled boolean not null default true,
  tested_at timestamptz,
  test_result text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint clinic_merchant_gateway_key unique (tenant_id, clinic_id, gateway)
);
select app.clinic_table('clinic_merchant');
alter table clinic_merchant add constraint clinic_merchant_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);

create table scan_payment (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  bill_id uuid not null,
  gateway text not null check (gateway in ('alipay', 'wechat')),
  -- 1 the patient scans our code, 2 we scan the patient's
  way int not null check (way in (1, 2)),
  pay_method_id uuid not null,
  amount numeric(14, 2) not null check (amount > 0),
  -- The charge as it was typed at the desk; it is posted when the money is there.
  charge jsonb not null,
  -- 0 under way, 1 charged, 2 ended without money, 3 the money came and fits nothing
  status int not null default 0 check (status in (0, 1, 2, 3)),
  message text not null default '',
  cashier_id uuid not null,
  cashier_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.clinic_table('scan_payment');
alter table scan_payment
  add constraint scan_payment_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  add constraint scan_payment_method_fk foreign key (tenant_id, pay_method_id) references pay_method (tenant_id, id);
create index scan_payment_bill_idx on scan_payment (tenant_id, bill_id, created_at);
create unique index scan_payment_running_key on scan_payment (tenant_id, bill_id) where status = 0;

-- What goes back through a gateway, one row a payment of a refund: one number however often it is tried.
create table gateway_refund (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  refund_no text not null,
  -- The refund of a bill, or what gives back the money of an exception.
  refund_id uuid,
  exception_id uuid,
  trade_id uuid not null,
  -- The payment of the bill that it gives back.
  payment_id uuid,
  pay_method_id uuid not null,
  amount numeric(14, 2) not null check (amount > 0),
  -- 0 to be sent, 1 accepted, 2 paid back, 3 failed, 4 paid in another way
  status int not null default 0 check (status in (0, 1, 2, 3, 4)),
  message text not null default '',
  -- Where the money of a refund that failed went instead.
  other_method_id uuid,
  asked_at timestamptz,
  done_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint gateway_refund_no_key unique (tenant_id, refund_no),
  constraint gateway_refund_one_check check ((refund_id is null) <> (exception_id is null))
);
select app.clinic_table('gateway_refund');
alter table gateway_refund
  add constraint gateway_refund_refund_fk foreign key (tenant_id, refund_id) references refund (tenant_id, id),
  add constraint gateway_refund_payment_fk foreign key (tenant_id, payment_id) references bill_payment (tenant_id, id),
  add constraint gateway_refund_trade_fk foreign key (trade_id) references gateway_trade (id);
create index gateway_refund_refund_idx on gateway_refund (tenant_id, refund_id);
create index gateway_refund_trade_idx on gateway_refund (trade_id);

-- What went wrong between a gateway and the books, until somebody has put it right.
create table pay_exception (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  exception_no text not null,
  -- 1 taken and not booked, 2 paid twice, 3 another sum, 4 a refund failed
  type int not null check (type in (1, 2, 3, 4)),
  -- 0 open, 1 recorded, 2 given back, 3 kept on account, 4 closed, 5 being given back
  status int not null default 0 check (status in (0, 1, 2, 3, 4, 5)),
  gateway text not null check (gateway in ('alipay', 'wechat')),
  bill_id uuid,
  trade_id uuid,
  scan_payment_id uuid,
  refund_id uuid,
  gateway_refund_id uuid,
  gateway_trade_no text not null default '',
  pay_method_id uuid not null,
  -- Above zero: money that came in. Below: money that went out once too often. Of type 4 what should have gone back.
  amount numeric(14, 2) not null check (amount <> 0),
  -- What was asked for, where that is another sum.
  expected_amount numeric(14, 2),
  reason text not null,
  note text not null default '',
  handler_id uuid,
  handler_name text not null default '',
  found_at timestamptz not null,
  handled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint pay_exception_no_key unique (tenant_id, clinic_id, exception_no)
);
select app.clinic_table('pay_exception');
alter table pay_exception
  add constraint pay_exception_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id);
alter table gateway_refund
  add constraint gateway_refund_exception_fk foreign key (tenant_id, exception_id) references pay_exception (tenant_id, id);
create index pay_exception_found_idx on pay_exception (tenant_id, clinic_id, found_at desc);
create index pay_exception_open_idx on pay_exception (tenant_id, clinic_id) where status in (0, 3, 5);
-- The same news of a gateway makes one.
create unique index pay_exception_money_key on pay_exception (tenant_id, gateway, gateway_trade_no, type) where gateway_trade_no <> '';
create unique index pay_exception_refund_key on pay_exception (tenant_id, gateway_refund_id, type) where gateway_refund_id is not null;
create index pay_exception_bill_idx on pay_exception (tenant_id, bill_id) where bill_id is not null;

-- The trade of a payment that came in through a gateway: its money goes back the same way.
alter table bill_payment add column gateway_trade_id uuid,
  add constraint bill_payment_trade_fk foreign key (gateway_trade_id) references gateway_trade (id);

-- Numbers of a gateway are unique at one merchant: one clinic's keys say nothing of another's money.
alter table gateway_trade
  add column merchant_id uuid,
  drop constraint gateway_trade_number_key;
create unique index gateway_trade_number_key
  on gateway_trade (gateway, coalesce(merchant_id, '00000000-0000-0000-0000-000000000000'), gateway_trade_no);

-- Movements told by a gateway are papers of their own. Whatever else is a paper by then stays one.
do $$
declare v_check text := (select pg_get_constraintdef(oid) from pg_constraint
  where conrelid = 'ledger_entry'::regclass and conname = 'ledger_entry_document_check');
begin
  execute 'alter table ledger_entry drop constraint ledger_entry_document_check';
  execute 'alter table ledger_entry add constraint ledger_entry_document_check '
    || replace(v_check, '''shift''::text', '''shift''::text, ''gateway''::text, ''exception''::text');
end $$;

-- A refund that the gateway has accepted: 6 until it says what became of it.
alter table refund
  drop constraint refund_status_check,
  add constraint refund_status_check check (status in (0, 1, 2, 3, 4, 5, 6));
drop index refund_open_key;
create unique index refund_open_key on refund (tenant_id, bill_id) where status in (0, 1, 4, 6);

-- The stand-in's own book of refunds, and how a trade of it was paid.
create table sandbox_refund (
  gateway text not null check (gateway in ('alipay', 'wechat')),
  refund_no text not null,
  out_trade_no text not null,
  gateway_refund_no text not null,
  amount numeric(14, 2) not null,
  status text not null check (status in ('running', 'done', 'failed')),
  notify_url text,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (gateway, refund_no)
);
select app.plain_table('sandbox_refund');
