-- Tables whose rows nobody changes, the owner of the tables included. Row security does not bind the owner and triggers have no
-- place on a distributed table; a rule is rewritten into the statement, whoever sends it.
create function app.refuse_change(p_table text) returns void language plpgsql as $$
begin
  raise exception 'rows of % are never changed', p_table using errcode = 'restrict_violation';
end $$;

create function app.sealed_table(p_table text) returns void language plpgsql as $$
begin
  execute format('create rule %I as on update to public.%I do instead select app.refuse_change(%L)', p_table || '_no_update', p_table, p_table);
  execute format('create rule %I as on delete to public.%I do instead select app.refuse_change(%L)', p_table || '_no_delete', p_table, p_table);
end $$;

-- The PDF of a consent as it was made at the last signature: where its bytes lie, and their SHA-256, which the seal covers.
create table consent_sheet (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  consent_id uuid not null,
  file_id uuid not null,
  content_hash text not null constraint consent_sheet_hash_check check (content_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null,
  primary key (tenant_id, id),
  constraint consent_sheet_key unique (tenant_id, consent_id)
);
select app.clinic_table('consent_sheet', true);
alter table consent_sheet
  add constraint consent_sheet_consent_fk foreign key (tenant_id, consent_id) references consent (tenant_id, id),
  add constraint consent_sheet_file_fk foreign key (tenant_id, file_id) references file_object (tenant_id, id);
create index consent_sheet_file_idx on consent_sheet (tenant_id, file_id);
select app.sealed_table('consent_sheet');
