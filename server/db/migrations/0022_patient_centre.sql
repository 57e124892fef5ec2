-- The patient centre: groups, saved filters, archive and recycle bin, birthdays and kin.

alter table patient
  -- month and day of the birthday, 229 for 29 February: a column of its own, because row security lets no expression use an index
  add column birth_md int generated always as ((extract(month from birth_day) * 100 + extract(day from birth_day))::int) stored,
  -- 1 treatment ended, 2 out of reach, 3 moved away, 4 died, 5 ended by a complaint, 9 other
  add column archive_reason int constraint patient_archive_reason_check check (archive_reason in (1, 2, 3, 4, 5, 9)),
  add column archive_remark text not null default '',
  add column archived_at timestamptz,
  add column archived_by text not null default '',
  add column deleted_at timestamptz,
  add column deleted_by text not null default '',
  -- the state to which it is restored
  add column deleted_from int constraint patient_deleted_from_check check (deleted_from in (0, 1)),
  add constraint patient_archived_check check (archived_at is null or (status in (1, 3) and archive_reason is not null)),
  add constraint patient_deleted_check check ((deleted_at is null) = (deleted_from is null) and (deleted_at is null or status = 3));
create index patient_birth_md_idx on patient (tenant_id, birth_md) where status = 0;
create index patient_archived_idx on patient (tenant_id, archived_at desc, id desc) where status = 1;
create index patient_deleted_idx on patient (tenant_id, deleted_at desc, id desc) where status = 3;
create index patient_resp_doctor_idx on patient (tenant_id, resp_doctor_id) where resp_doctor_id is not null;
create index patient_source_idx on patient (tenant_id, source_id) where source_id is not null;
create index patient_tags_idx on patient using gin (tenant_id, tags) where tags <> '{}';
create index patient_stat_first_visit_idx on patient_stat (tenant_id, first_visit_at);
create index medical_record_diagnosis_idx on medical_record using gin (tenant_id, diagnosis_text gin_trgm_ops) where status <> 9;
create index bill_item_tariff_idx on bill_item (tenant_id, tariff_id, bill_id) where tariff_id is not null;

-- As app.search_patient_ids: operators that are no use to an index under row security stand behind a check of the tenant.
create function app.tagged_patient_ids(p_tenant uuid, p_tags text[])
returns table (id uuid) language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'tenant mismatch' using errcode = '42501';
  end if;
  return query select p.id from public.patient p where p.tenant_id = p_tenant and p.tags <> '{}' and p.tags && p_tags;
end $$;
revoke execute on function app.tagged_patient_ids(uuid, text[]) from public;
grant execute on function app.tagged_patient_ids(uuid, text[]) to dentin_app;

create function app.patient_tags(p_tenant uuid)
returns table (tag text, used bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'tenant mismatch' using errcode = '42501';
  end if;
  return query
    select t.tag, count(*) from public.patient p, unnest(p.tags) as t(tag)
    where p.tenant_id = p_tenant and p.tags <> '{}' and p.status = 0
    group by t.tag order by count(*) desc, t.tag limit 200;
end $$;
revoke execute on function app.patient_tags(uuid) from public;
grant execute on function app.patient_tags(uuid) to dentin_app;

create function app.diagnosed_patient_ids(p_tenant uuid, p_text text)
returns table (id uuid) language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'tenant mismatch' using errcode = '42501';
  end if;
  return query
    select distinct m.patient_id from public.medical_record m
    where m.tenant_id = p_tenant and m.status <> 9
      and m.diagnosis_text ilike '%' || replace(replace(replace(p_text, '\', '\\'), '%', '\%'), '_', '\_') || '%';
end $$;
revoke execute on function app.diagnosed_patient_ids(uuid, text) from public;
grant execute on function app.diagnosed_patient_ids(uuid, text) to dentin_app;

create table patient_group (
  tenant_id uuid not null,
  id uuid not null,
  -- the clinic in which it was made; a shared group's name is taken only once there
  home_clinic_id uuid not null,
  owner_id uuid not null,
  owner_name text not null default '',
  name text not null constraint patient_group_name_check check (char_length(name) between 1 and 12),
  colour text not null constraint patient_group_colour_check
    check (colour in ('teal', 'blue', 'violet', 'rose', 'amber', 'green', 'slate')),
  -- 1 by hand, 2 by a rule
  type int not null constraint patient_group_type_check check (type in (1, 2)),
  rule jsonb,
  -- 1 personal, 2 clinic, 3 chain
  share_level int not null constraint patient_group_share_check check (share_level in (1, 2, 3)),
  sort_no int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint patient_group_rule_check check ((type = 2) = (rule is not null))
);
select app.tenant_table('patient_group');
alter table patient_group
  add constraint patient_group_clinic_fk foreign key (tenant_id, home_clinic_id) references clinic (tenant_id, id),
  add constraint patient_group_owner_fk foreign key (tenant_id, owner_id) references employee (tenant_id, id);
create unique index patient_group_shared_key on patient_group (tenant_id, home_clinic_id, name) where share_level <> 1;
create unique index patient_group_own_key on patient_group (tenant_id, owner_id, name) where share_level = 1;

create table patient_group_member (
  tenant_id uuid not null,
  group_id uuid not null,
  patient_id uuid not null,
  added_by uuid,
  added_at timestamptz not null,
  primary key (tenant_id, group_id, patient_id)
);
select app.tenant_table('patient_group_member');
alter table patient_group_member
  add constraint patient_group_member_group_fk foreign key (tenant_id, group_id) references patient_group (tenant_id, id) on delete cascade,
  add constraint patient_group_member_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id) on delete cascade;
create index patient_group_member_patient_idx on patient_group_member (tenant_id, patient_id);

-- What one person looks for again and again.
create table patient_filter (
  tenant_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  name text not null constraint patient_filter_name_check check (char_length(name) between 1 and 12),
  conditions jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint patient_filter_name_key unique (tenant_id, employee_id, name)
);
select app.tenant_table('patient_filter');
alter table patient_filter
  add constraint patient_filter_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id);

-- Who was congratulated in which year.
create table patient_greeting (
  tenant_id uuid not null,
  patient_id uuid not null,
  year int not null constraint patient_greeting_year_check check (year between 2000 and 2100),
  greeted_by text not null,
  greeted_at timestamptz not null,
  primary key (tenant_id, patient_id, year)
);
select app.tenant_table('patient_greeting');
alter table patient_greeting
  add constraint patient_greeting_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id) on delete cascade;

-- Family and contacts. Where the other one is a patient too, the same tie stands in their file the other way round.
create table patient_kin (
  tenant_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  related_patient_id uuid,
  name text not null constraint patient_kin_name_check check (char_length(name) between 1 and 30),
  -- 1 father, 2 mother, 3 spouse, 4 son, 5 daughter, 6 grandparent, 7 sibling, 8 guardian, 9 other
  relation int not null constraint patient_kin_relation_check check (relation between 1 and 9),
  mobile text,
  is_guardian boolean not null default false,
  is_emergency boolean not null default false,
  remark text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint patient_kin_other_check check (related_patient_id is distinct from patient_id)
);
select app.tenant_table('patient_kin');
alter table patient_kin
  add constraint patient_kin_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id) on delete cascade,
  add constraint patient_kin_related_fk foreign key (tenant_id, related_patient_id) references patient (tenant_id, id) on delete cascade;
create unique index patient_kin_pair_key on patient_kin (tenant_id, patient_id, related_patient_id) where related_patient_id is not null;
create index patient_kin_patient_idx on patient_kin (tenant_id, patient_id, created_at);
create index patient_kin_related_idx on patient_kin (tenant_id, related_patient_id) where related_patient_id is not null;

-- Who may do it at first: groups for whoever keeps files, archive for the desk and customer service, deletion and the bin
-- for whoever answers for the house.
insert into post_resource (tenant_id, post_id, resource, data_scope)
select held.tenant_id, held.post_id, n.resource, case when p.code = 'headquarters' then 5 else held.data_scope end
from post_resource held
join post p on p.tenant_id = held.tenant_id and p.id = held.post_id
cross join (values
  ('/allTimePatients:group', array['admin', 'director', 'doctor', 'nurse', 'reception', 'consultant', 'service']),
  ('/allTimePatients:share', array['admin', 'director', 'reception', 'service']),
  ('/allTimePatients:archive', array['admin', 'director', 'reception', 'service', 'headquarters']),
  ('/allTimePatients:delete', array['admin', 'director', 'headquarters']),
  ('/archived:view', array['admin', 'director', 'reception', 'service', 'headquarters'])) n(resource, codes)
where held.resource = '/allTimePatients:view' and (p.code = any(n.codes) or p.is_admin)
on conflict do nothing;
