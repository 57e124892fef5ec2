-- A company's pharmacist answers for a rule of the drug checks as it reads on that day; another wording waits for a signature anew.
create table drug_rule_signature (
  tenant_id uuid not null,
  id uuid not null,
  rule_id text not null,
  wording_hash text not null constraint drug_rule_signature_hash_check check (wording_hash ~ '^[0-9a-f]{64}$'),
  signed_by uuid not null,
  signed_name text not null,
  signed_licence text not null,
  signed_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint drug_rule_signature_key unique (tenant_id, rule_id)
);
select app.tenant_table('drug_rule_signature');
alter table drug_rule_signature
  add constraint drug_rule_signature_signed_fk foreign key (tenant_id, signed_by) references employee (tenant_id, id);
create index drug_rule_signature_signed_idx on drug_rule_signature (tenant_id, signed_by);
