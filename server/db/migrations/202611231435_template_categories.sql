-- Templates (kind 1) and phrases (kind 2) stand in a tree of the company's categories, which was a word in each of them.
create table record_template_category (
  tenant_id uuid not null,
  id uuid not null,
  kind int not null constraint record_template_category_kind_check check (kind in (1, 2)),
  parent_id uuid,
  name text not null,
  sort_no int not null default 0,
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('record_template_category');
alter table record_template_category
  add constraint record_template_category_parent_fk foreign key (tenant_id, parent_id) references record_template_category (tenant_id, id);
create unique index record_template_category_name_key
  on record_template_category (tenant_id, kind, parent_id, name) nulls not distinct;

alter table record_template
  add column kind int not null default 1 constraint record_template_kind_check check (kind in (1, 2)),
  add column category_id uuid,
  add column tags text[] not null default '{}' constraint record_template_tags_check check (cardinality(tags) <= 10),
  -- its rows keep the teeth that they name when it is put in
  add column teeth_bound boolean not null default false,
  -- what is searched: name and tags with their pinyin and initials; empty: written before there was one
  add column search text not null default '';

update record_template set kind = 2, category = substr(category, 4) where category like '词条/%';
with added as (
  insert into record_template_category (tenant_id, id, kind, name, sort_no, created_at, updated_at)
  select tenant_id, gen_random_uuid(), kind, category, row_number() over (partition by tenant_id, kind order by min(sort_no), category), now(), now()
  from record_template where enabled group by tenant_id, kind, category
  returning tenant_id, id, kind, name, sort_no, created_at
)
insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version, after)
select tenant_id, gen_random_uuid(), created_at, '系统', 'create', 'record_template_category', id, 1,
  jsonb_build_object('kind', kind, 'name', name, 'sort_no', sort_no, 'enabled', true)
from added;
update record_template t set category_id = c.id
from record_template_category c where c.tenant_id = t.tenant_id and c.kind = t.kind and c.name = t.category;

drop index record_template_clinic_name_key;
drop index record_template_chain_name_key;
alter table record_template
  drop column category,
  alter column kind drop default,
  add constraint record_template_category_fk foreign key (tenant_id, category_id) references record_template_category (tenant_id, id);
create index record_template_category_idx on record_template (tenant_id, category_id);
create unique index record_template_clinic_name_key on record_template (tenant_id, clinic_id, kind, category_id, name) nulls not distinct
  where scope = 2 and enabled;
create unique index record_template_chain_name_key on record_template (tenant_id, kind, category_id, name) nulls not distinct
  where scope = 3 and enabled;

-- What a person makes of a template: at hand or not (null: as the template says), and how often it was put in.
create table record_template_use (
  tenant_id uuid not null,
  employee_id uuid not null,
  template_id uuid not null,
  favourite boolean,
  used int not null default 0,
  used_at timestamptz,
  primary key (tenant_id, employee_id, template_id)
);
select app.tenant_table('record_template_use');
alter table record_template_use
  add constraint record_template_use_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id),
  add constraint record_template_use_template_fk foreign key (tenant_id, template_id) references record_template (tenant_id, id);
create index record_template_use_template_idx on record_template_use (tenant_id, template_id);
