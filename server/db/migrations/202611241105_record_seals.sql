-- Records sealed in a dispute: a package of what they said at that moment, kept as bytes. Nobody changes or deletes a seal.
create table record_seal (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  seal_no text not null,
  -- whose file it was; the records themselves follow the person when files are merged
  patient_id uuid not null,
  reason text not null constraint record_seal_reason_check check (reason <> ''),
  -- [{name, relation, idTail}]: who was present of the patient's side, and others
  witnesses jsonb not null constraint record_seal_witness_check check (jsonb_array_length(witnesses) > 0),
  file_id uuid not null,
  -- SHA-256 of the package, hex
  package_hash text not null constraint record_seal_hash_check check (package_hash ~ '^[0-9a-f]{64}$'),
  -- [{name, bytes, sha256}]: what lies in the package
  files jsonb not null,
  request_id text not null,
  sealed_by uuid not null,
  sealed_name text not null,
  sealed_at timestamptz not null,
  primary key (tenant_id, id),
  constraint record_seal_no_key unique (tenant_id, clinic_id, seal_no),
  constraint record_seal_request_key unique (tenant_id, sealed_by, request_id)
);
select app.clinic_table('record_seal', true);
alter table record_seal
  add constraint record_seal_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint record_seal_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id),
  add constraint record_seal_file_fk foreign key (tenant_id, file_id) references file_object (tenant_id, id),
  add constraint record_seal_employee_fk foreign key (tenant_id, sealed_by) references employee (tenant_id, id);
create index record_seal_patient_idx on record_seal (tenant_id, patient_id, sealed_at);
create index record_seal_file_idx on record_seal (tenant_id, file_id);
select app.sealed_table('record_seal');

create table record_seal_item (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  seal_id uuid not null,
  record_id uuid not null,
  -- the newest signed version at that moment; 0 none
  version_no int not null,
  -- false: sealed as far as it was finished
  finished boolean not null,
  sealed_at timestamptz not null,
  primary key (tenant_id, id),
  constraint record_seal_item_key unique (tenant_id, seal_id, record_id)
);
select app.clinic_table('record_seal_item', true);
alter table record_seal_item
  add constraint record_seal_item_seal_fk foreign key (tenant_id, seal_id) references record_seal (tenant_id, id),
  add constraint record_seal_item_record_fk foreign key (tenant_id, record_id) references medical_record (tenant_id, id);
create index record_seal_item_record_idx on record_seal_item (tenant_id, record_id, sealed_at);
select app.sealed_table('record_seal_item');

alter table issued_document drop constraint issued_document_kind_check;
alter table issued_document add constraint issued_document_kind_check
  check (kind in ('record', 'prescription', 'plan', 'consent', 'seal'));
