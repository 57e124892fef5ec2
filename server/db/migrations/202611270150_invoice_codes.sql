-- Where a buyer asks for an invoice: from the code on a receipt to the paper it is for. Who asks has no company. Of the code only its
-- hash is kept.
create table invoice_code (
  code_hash text primary key,
  tenant_id uuid not null,
  clinic_id uuid not null,
  paper text not null check (paper in ('bill', 'recharge', 'prepay')),
  paper_id uuid not null,
  created_at timestamptz not null
);
select app.shared_table('invoice_code');
revoke update on invoice_code from dentin_app;

-- Of an invoice that its buyer asked for: what proves to the page that it is theirs.
alter table invoice add column key_hash text;
