-- Where the ledger and the papers of a clinic do not agree, as the last check found it; what agrees again leaves.
create table ledger_mismatch (
  tenant_id uuid not null,
  clinic_id uuid not null,
  code text not null,
  row_count int not null check (row_count > 0),
  since timestamptz not null,
  checked_at timestamptz not null,
  primary key (tenant_id, clinic_id, code)
);
select app.clinic_table('ledger_mismatch');
alter table ledger_mismatch
  add constraint ledger_mismatch_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);
