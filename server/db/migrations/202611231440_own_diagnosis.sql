-- Diagnoses that a company adds to the standard list.
create table own_diagnosis (
  tenant_id uuid not null,
  id uuid not null,
  code text not null,
  name text not null,
  -- the category of the standard list in which it stands: K04
  category text not null,
  tooth_required boolean not null default false,
  common boolean not null default false,
  search text not null,
  sort_no int not null default 0,
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('own_diagnosis');
create unique index own_diagnosis_code_key on own_diagnosis (tenant_id, upper(code));
create unique index own_diagnosis_name_key on own_diagnosis (tenant_id, name);
