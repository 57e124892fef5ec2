-- Duplicate files of one person are merged. The old file keeps its row (its number and phone still lead somewhere), but
-- nothing may hang on it any more. That is a key, not a habit: what belongs to a patient refers to live_id, which a merged
-- file has not got. A row that somebody adds at the same moment is refused by it, whatever its module forgot to ask.

alter table patient add column live_id uuid generated always as (case when status <> 2 then id end) stored;
alter table patient
  add constraint patient_live_key unique (tenant_id, live_id),
  add constraint patient_merged_check check ((status = 2) = (merged_into_id is not null));

-- Every key to a patient's file now asks for a live one; the file's own figures stay with it.
do $$
declare
  k record;
begin
  for k in
    select c.conname, c.conrelid::regclass::text as child, case c.confdeltype when 'c' then ' on delete cascade' else '' end as rest,
      (select string_agg(quote_ident(a.attname), ', ' order by n.i) from unnest(c.conkey) with ordinality n(no, i)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = n.no) as columns
    from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'public.patient'::regclass and c.conparentid = 0 and c.conrelid <> 'public.patient_stat'::regclass
  loop
    execute format('alter table %s drop constraint %I', k.child, k.conname);
    execute format('alter table %s add constraint %I foreign key (%s) references patient (tenant_id, live_id)%s',
      k.child, k.conname, k.columns, k.rest);
  end loop;
end $$;

-- The ledger stays append-only but for whose it is: payments go where their bill goes.
grant update (patient_id) on bill_payment to dentin_app;
create index bill_payment_patient_idx on bill_payment (tenant_id, patient_id);

create index patient_merged_idx on patient (tenant_id, merged_into_id) where merged_into_id is not null;
-- Files that may be one person: the same document, the same phone (and name), the same name and birthday.
create index patient_twin_paper_idx on patient (tenant_id, id_no) where id_no is not null and status in (0, 1);
create index patient_twin_mobile_idx on patient (tenant_id, mobile, name) where mobile is not null and status in (0, 1);
create index patient_twin_birth_idx on patient (tenant_id, name, birth_day) where birth_day is not null and status in (0, 1);

create table patient_merge (
  tenant_id uuid not null,
  id uuid not null,
  keep_id uuid not null,
  remove_id uuid not null,
  -- 1 in force, 2 undone
  status int not null default 1 check (status in (1, 2)),
  reason text not null check (reason <> ''),
  -- both files as they were, and the kept one as the merge left it: what differs from that later was changed since
  keep_before jsonb not null,
  keep_after jsonb not null,
  remove_before jsonb not null,
  created_by uuid,
  created_name text not null,
  created_at timestamptz not null,
  undone_name text,
  undone_at timestamptz,
  undone_reason text,
  -- what the undoing could not put back, and what stayed
  undone_report jsonb,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint patient_merge_two_check check (keep_id <> remove_id),
  constraint patient_merge_undone_check check ((status = 2) = (undone_at is not null))
);
select app.tenant_table('patient_merge');
alter table patient_merge
  add constraint patient_merge_keep_fk foreign key (tenant_id, keep_id) references patient (tenant_id, id),
  add constraint patient_merge_remove_fk foreign key (tenant_id, remove_id) references patient (tenant_id, id);
create unique index patient_merge_open_key on patient_merge (tenant_id, remove_id) where status = 1;
create index patient_merge_time_idx on patient_merge (tenant_id, created_at desc, id desc);
create index patient_merge_keep_idx on patient_merge (tenant_id, keep_id);

-- What changed hands: one row for each moved one. former: a row that could not move (the other file had the same) as it was.
create table patient_merge_row (
  tenant_id uuid not null,
  merge_id uuid not null,
  table_name text not null,
  column_name text not null,
  -- what tells the row among the patient's own: its id, or for a table without one the other part of its key
  row_key text not null,
  former jsonb,
  primary key (tenant_id, merge_id, table_name, column_name, row_key)
);
select app.tenant_table('patient_merge_row', true);
alter table patient_merge_row
  add constraint patient_merge_row_merge_fk foreign key (tenant_id, merge_id) references patient_merge (tenant_id, id);

-- Two files that somebody looked at and found to be two people.
create table patient_distinct (
  tenant_id uuid not null,
  id uuid not null,
  a_id uuid not null,
  b_id uuid not null,
  created_by uuid,
  created_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint patient_distinct_pair_key unique (tenant_id, a_id, b_id),
  constraint patient_distinct_order_check check (a_id < b_id)
);
select app.tenant_table('patient_distinct');
alter table patient_distinct
  add constraint patient_distinct_a_fk foreign key (tenant_id, a_id) references patient (tenant_id, id) on delete cascade,
  add constraint patient_distinct_b_fk foreign key (tenant_id, b_id) references patient (tenant_id, id) on delete cascade;
create index patient_distinct_b_idx on patient_distinct (tenant_id, b_id);

-- What is typed may be an old number or phone of a file that was merged: the file that was kept is found by it, too.
create or replace function app.search_patient_ids(p_tenant uuid, p_text text, p_limit int)
returns table (id uuid) language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'tenant mismatch' using errcode = '42501';
  end if;
  return query
    select found.id from (
      select coalesce(p.merged_into_id, p.id) as id, max(p.created_at) as at from public.patient p
      where p.tenant_id = p_tenant
        and p.search like '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%'
        and (p.status in (0, 1) or (p.status = 2 and exists (
          select 1 from public.patient k where k.tenant_id = p_tenant and k.id = p.merged_into_id and k.status in (0, 1))))
      group by 1) found
    order by found.at desc
    limit p_limit;
end $$;

-- Merging is for whoever answers for the house, like taking the list away as a file.
insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, r.resource, case when p.code = 'headquarters' then 5 else 3 end
from post p cross join (values ('/duplicate:view'), ('/duplicate:merge')) r(resource)
where p.code in ('admin', 'director', 'headquarters') or p.is_admin
on conflict do nothing;
