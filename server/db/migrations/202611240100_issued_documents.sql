-- Papers that were given out. Each has a code, printed as a QR code, by which anybody may ask whether it still holds.
create table issued_document (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  kind text not null constraint issued_document_kind_check check (kind in ('record', 'prescription')),
  -- the record or prescription that it shows, and which version of it
  source_id uuid not null,
  version_no int not null,
  number text not null,
  -- SHA-256 of the PDF, hex
  content_hash text not null constraint issued_document_hash_check check (content_hash ~ '^[0-9a-f]{64}$'),
  issued_name text not null,
  issued_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.clinic_table('issued_document', true);
create index issued_document_source_idx on issued_document (tenant_id, source_id, id);

-- From the code to the company: who asks has no company. Of the code only its hash is kept.
create table document_code (
  code_hash text primary key,
  tenant_id uuid not null,
  clinic_id uuid not null,
  document_id uuid not null,
  created_at timestamptz not null
);
select app.shared_table('document_code');
revoke update on document_code from dentin_app;
