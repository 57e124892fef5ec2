-- Payments through gateways. A notification knows nothing but the number of its trade, so these tables belong to the
-- platform; the row says whose order it is.

create table gateway_trade (
  id uuid primary key,
  -- ours, told to the gateway; hard to guess
  out_trade_no text not null constraint gateway_trade_out_key unique
    constraint gateway_trade_out_check check (out_trade_no ~ '^[0-9A-Za-z]{16,32}$'),
  gateway text not null constraint gateway_trade_gateway_check check (gateway in ('alipay', 'wechat')),
  -- app or merchant number at the gateway where the money arrives
  merchant text not null,
  tenant_id uuid not null,
  clinic_id uuid not null,
  kind text not null,
  order_id uuid not null,
  order_no text not null,
  title text not null,
  amount numeric(14,2) not null constraint gateway_trade_amount_check check (amount > 0),
  -- open: may be paid. closed: was not paid in time. received: the money is there, the order does not know it yet.
  -- applied: the order knows. strayed: the money is there and fits no order (strayed_payment).
  status text not null default 'open'
    constraint gateway_trade_status_check check (status in ('open', 'closed', 'received', 'applied', 'strayed')),
  -- WeChat: what its QR code says
  code_url text,
  gateway_trade_no text,
  paid_amount numeric(14,2),
  paid_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  asked_at timestamptz,
  ended_at timestamptz,
  -- one success per number of the gateway
  constraint gateway_trade_number_key unique (gateway, gateway_trade_no),
  constraint gateway_trade_paid_check check (
    (status in ('open', 'closed') and gateway_trade_no is null and paid_amount is null and paid_at is null)
    or (status in ('received', 'applied') and gateway_trade_no is not null and paid_amount = amount and paid_at is not null)
    or (status = 'strayed' and gateway_trade_no is not null and paid_amount is not null and paid_at is not null)),
  constraint gateway_trade_ended_check check ((status in ('open', 'received')) = (ended_at is null))
);
select app.plain_table('gateway_trade');
-- one way to pay an order at a time, one success per order
create unique index gateway_trade_open_key on gateway_trade (tenant_id, kind, order_id) where status = 'open';
create unique index gateway_trade_applied_key on gateway_trade (tenant_id, kind, order_id) where status = 'applied';
create index gateway_trade_order_idx on gateway_trade (tenant_id, kind, order_no, created_at);
create index gateway_trade_unended_idx on gateway_trade (status, asked_at) where status in ('open', 'received');

-- What gateways told us: the hash of the bytes and what we made of it, never the bytes. The same bytes again are counted.
create table payment_notice (
  id uuid primary key,
  gateway text not null constraint payment_notice_gateway_check check (gateway in ('alipay', 'wechat')),
  body_hash text not null constraint payment_notice_hash_check check (body_hash ~ '^[0-9a-f]{64}$'),
  verdict text not null,
  last_verdict text not null,
  out_trade_no text,
  gateway_trade_no text,
  times int not null default 1,
  ip text,
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint payment_notice_body_key unique (gateway, body_hash)
);
select app.plain_table('payment_notice');
create index payment_notice_trade_idx on payment_notice (out_trade_no, first_at);
create index payment_notice_last_idx on payment_notice (last_at);

-- Money that arrived and fits no order: paid after the order was cancelled, paid twice, another amount, an unknown trade.
-- The provider settles each by hand; a row stays.
create table strayed_payment (
  id uuid primary key,
  gateway text not null constraint strayed_payment_gateway_check check (gateway in ('alipay', 'wechat')),
  gateway_trade_no text not null,
  out_trade_no text not null,
  merchant text not null,
  amount numeric(14,2) not null,
  currency text not null,
  paid_at timestamptz not null,
  reason text not null
    constraint strayed_payment_reason_check check (reason in ('closed', 'double', 'amount', 'currency', 'unknown', 'no-order')),
  trade_id uuid constraint strayed_payment_trade_fk references gateway_trade (id),
  tenant_id uuid,
  clinic_id uuid,
  kind text,
  order_no text,
  title text,
  expected numeric(14,2),
  found_at timestamptz not null,
  settled_as text constraint strayed_payment_settled_check check (settled_as in ('refunded', 'credited', 'other')),
  settled_by text,
  settled_at timestamptz,
  note text not null default '' constraint strayed_payment_note_check check (char_length(note) <= 500),
  constraint strayed_payment_number_key unique (gateway, gateway_trade_no),
  constraint strayed_payment_whole_check check (
    (settled_as is null) = (settled_at is null) and (settled_as is null) = (settled_by is null))
);
grant select, insert, update on strayed_payment to dentin_app;
create index strayed_payment_found_idx on strayed_payment (found_at desc);
create index strayed_payment_open_idx on strayed_payment (found_at) where settled_at is null;

-- Lets whoever holds the link pay one order, once exchanged for a key that belongs to one page.
create table pay_ticket (
  ticket_hash text primary key,
  key_hash text constraint pay_ticket_key_key unique,
  tenant_id uuid not null,
  clinic_id uuid not null,
  order_no text not null,
  made_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint pay_ticket_used_check check ((key_hash is null) = (used_at is null))
);
select app.plain_table('pay_ticket');
create index pay_ticket_expires_idx on pay_ticket (expires_at);

-- The sandbox gateway's own keys and books. Stays empty where real gateways are configured.
create table sandbox_key (
  name text primary key,
  private_key text not null,
  public_key text not null,
  created_at timestamptz not null
);
select app.plain_table('sandbox_key');

create table sandbox_trade (
  gateway text not null constraint sandbox_trade_gateway_check check (gateway in ('alipay', 'wechat')),
  out_trade_no text not null,
  code text not null constraint sandbox_trade_code_key unique,
  trade_no text not null,
  app_id text not null,
  title text not null,
  amount numeric(14,2) not null,
  status text not null constraint sandbox_trade_status_check check (status in ('open', 'paid', 'closed')),
  notify_url text not null,
  return_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  primary key (gateway, out_trade_no)
);
select app.plain_table('sandbox_trade');
