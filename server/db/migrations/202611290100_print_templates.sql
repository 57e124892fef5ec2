-- Templates of the papers that are printed: of the chain (no clinic) and of a clinic. What each version said stays.

create table print_template (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  -- Null: of the chain, for the clinics that have none of their own.
  clinic_id uuid,
  -- Null: it was put back; what is under it holds again.
  content jsonb,
  version_no int not null default 1,
  note text not null default '',
  setter_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('print_template');
alter table print_template add constraint print_template_clinic_fk
  foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);
create policy clinic on print_template as restrictive
  using (clinic_id is null or current_setting('app.clinic', true) = 'all'
    or clinic_id = nullif(nullif(current_setting('app.clinic', true), ''), 'all')::uuid)
  with check (clinic_id is null or current_setting('app.clinic', true) = 'all'
    or clinic_id = nullif(nullif(current_setting('app.clinic', true), ''), 'all')::uuid);
create unique index print_template_owner_key on print_template (tenant_id, kind, clinic_id) nulls not distinct;

create table print_template_version (
  tenant_id uuid not null,
  id uuid not null,
  template_id uuid not null,
  version_no int not null,
  content jsonb,
  note text not null default '',
  setter_id uuid,
  setter_name text not null,
  set_at timestamptz not null,
  primary key (tenant_id, id),
  constraint print_template_version_key unique (tenant_id, template_id, version_no)
);
select app.tenant_table('print_template_version', true);
alter table print_template_version add constraint print_template_version_fk
  foreign key (tenant_id, template_id) references print_template (tenant_id, id);
