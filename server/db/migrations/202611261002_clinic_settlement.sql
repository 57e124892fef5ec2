-- What clinics of a chain owe each other for cards and prepayments that paid in another clinic, settled by pair and month. What a
-- month comes to follows from the postings; a settlement is written when head office confirms that the money was moved.

create table clinic_settlement (
  tenant_id uuid not null,
  id uuid not null,
  settlement_no text not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  debtor_id uuid not null,
  creditor_id uuid not null,
  amount numeric(14, 2) not null check (amount > 0),
  -- 1 settled, 2 taken back
  status int not null default 1 check (status in (1, 2)),
  -- How the money was moved, and when.
  method text not null check (method <> ''),
  paid_on date not null,
  remark text not null default '',
  settled_at timestamptz not null,
  settler_id uuid,
  settler_name text not null,
  undone_at timestamptz,
  undoer_id uuid,
  undoer_name text,
  undo_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint clinic_settlement_no_key unique (tenant_id, debtor_id, settlement_no),
  constraint clinic_settlement_pair_check check (debtor_id <> creditor_id),
  constraint clinic_settlement_undone_check check ((status = 2) = (undone_at is not null) and (status = 2) = (coalesce(undo_reason, '') <> ''))
);
select app.tenant_table('clinic_settlement');
alter table clinic_settlement
  add constraint clinic_settlement_debtor_fk foreign key (tenant_id, debtor_id) references clinic (tenant_id, id),
  add constraint clinic_settlement_creditor_fk foreign key (tenant_id, creditor_id) references clinic (tenant_id, id);
create unique index clinic_settlement_pair_key
  on clinic_settlement (tenant_id, month, least(debtor_id, creditor_id), greatest(debtor_id, creditor_id)) where status = 1;

-- A settlement is a paper of the ledger; the money moves between the clinics' banks, past every till.
do $$
declare
  v_paper text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'ledger_entry'::regclass and conname = 'ledger_entry_document_check');
  v_account text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'ledger_posting'::regclass and conname = 'ledger_posting_account_check');
begin
  execute 'alter table ledger_entry drop constraint ledger_entry_document_check';
  execute 'alter table ledger_entry add constraint ledger_entry_document_check '
    || replace(v_paper, '''shift''::text', '''shift''::text, ''settlement''::text');
  execute 'alter table ledger_posting drop constraint ledger_posting_account_check';
  execute 'alter table ledger_posting add constraint ledger_posting_account_check '
    || replace(v_account, '''interClinic''::text', '''interClinic''::text, ''bank''::text');
end $$;
create index ledger_posting_between_idx on ledger_posting (tenant_id, business_date) where account = 'interClinic';
