-- Each attempt to issue an invoice, as the platform was or would be told of it: with its number, app, seller, buyer and tax. One that
-- is issued after all brings these back onto the invoice.
create table invoice_attempt (
  tenant_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  attempt_no text not null,
  app_id uuid not null,
  seller_tax_no text not null,
  seller_name text not null,
  title_type int not null check (title_type in (0, 1)),
  title text not null,
  tax_no text not null default '',
  mail text not null default '',
  phone text not null default '',
  tax_rate int not null,
  tax numeric(14, 2) not null,
  sent_at timestamptz,
  -- The platform has said that it does not issue it.
  is_refused boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint invoice_attempt_no_key unique (tenant_id, attempt_no)
);
select app.tenant_table('invoice_attempt');
alter table invoice_attempt
  add constraint invoice_attempt_invoice_fk foreign key (tenant_id, invoice_id) references invoice (tenant_id, id),
  add constraint invoice_attempt_app_fk foreign key (tenant_id, app_id) references invoice_app (tenant_id, id);
create index invoice_attempt_invoice_idx on invoice_attempt (tenant_id, invoice_id, created_at desc);
create index invoice_attempt_app_idx on invoice_attempt (tenant_id, app_id);

insert into invoice_attempt (tenant_id, id, invoice_id, attempt_no, app_id, seller_tax_no, seller_name, title_type, title, tax_no, mail,
    phone, tax_rate, tax, sent_at, created_at, updated_at)
select i.tenant_id, gen_random_uuid(), i.id, x.no, x.app, coalesce(a.tax_no, ''), coalesce(a.seller_name, ''), i.title_type, i.title,
    i.tax_no, i.mail, i.phone, i.tax_rate, i.tax, x.sent, i.created_at, i.created_at
  from invoice i
  left join invoice_account a on a.tenant_id = i.tenant_id and a.clinic_id = i.issuer_clinic_id
  cross join lateral (
    select i.attempt_no as no, i.app_id as app, i.sent_at as sent
    union all
    select i.former_attempt_no, coalesce(i.former_app_id, i.app_id), i.created_at where i.former_attempt_no is not null) x;

alter table invoice drop column former_attempt_no, drop column former_app_id;
alter table invoice_red
  add column busy_until timestamptz,
  -- Numbers under which it was sent before and of which nobody knows that the platform did not issue them, the newest first.
  add column former_nos text[] not null default '{}',
  -- The platform has said that it does not issue it.
  add column is_refused boolean not null default false;
update invoice_red set former_nos = array[former_attempt_no] where former_attempt_no is not null;
alter table invoice_red drop column former_attempt_no;
-- A refund looks for what is linked to a prepayment.
create index prepay_from_idx on prepay (tenant_id, from_id) where from_id is not null;
