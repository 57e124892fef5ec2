-- Pictures of the signatures of members of staff. Append-only: a paper shows the one that stood when it was signed.

create table employee_signature (
  tenant_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  -- Where it lies in the file store; null: the person took it back. The row names the object itself, since every clinic of the
  -- company prints it and a row of file_object belongs to one clinic.
  storage_key text,
  media_type text,
  sha256 text,
  since timestamptz not null,
  primary key (tenant_id, id),
  constraint employee_signature_whole_check check ((storage_key is null) = (media_type is null) and (storage_key is null) = (sha256 is null))
);
select app.tenant_table('employee_signature', true);
alter table employee_signature add constraint employee_signature_employee_fk
  foreign key (tenant_id, employee_id) references employee (tenant_id, id);
create index employee_signature_since_idx on employee_signature (tenant_id, employee_id, since desc);
