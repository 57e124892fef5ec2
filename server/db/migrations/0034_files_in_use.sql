-- Lists of very many files: pages far back and totals that do not grow with the number of files.

alter table patient
  -- columns of their own, because row security lets no expression use an index
  add column mobile_tail text generated always as (right(mobile, 4)) stored,
  add column medical_number_length int generated always as (length(medical_number)) stored;
-- The last number of a length; by the last digits of the phone; the files of a doctor, newest first.
create index patient_number_idx on patient (tenant_id, medical_number_length, medical_number);
create index patient_mobile_tail_idx on patient (tenant_id, mobile_tail) where mobile_tail is not null;
drop index patient_resp_doctor_idx;
create index patient_resp_doctor_idx on patient (tenant_id, resp_doctor_id, created_at desc, id desc) include (status)
  where resp_doctor_id is not null;

-- The figures of a file know its state, so that a list ordered by a figure is read out of one index. The data gate writes it
-- in the statement that archives, merges or deletes the file.
alter table patient_stat add column status int not null default 0;

drop index patient_stat_last_visit_idx;
create index patient_stat_last_visit_idx on patient_stat (tenant_id, last_visit_at desc nulls last, patient_id desc)
  include (status) where status in (0, 1);
create index patient_stat_longest_away_idx on patient_stat (tenant_id, last_visit_at, patient_id)
  include (status) where status in (0, 1);
drop index patient_stat_arrears_idx;
create index patient_stat_arrears_idx on patient_stat (tenant_id, arrears_amount desc, patient_id desc)
  include (status) where status in (0, 1);
-- The few who owe: under row security no index is searched for an amount, so that the condition stands in the index.
create index patient_stat_owing_idx on patient_stat (tenant_id, arrears_amount desc) include (status)
  where arrears_amount > 0;
drop index patient_name_idx;
create index patient_name_idx on patient (tenant_id, name collate "zh-x-icu", id) include (status) where status in (0, 1);
drop index patient_listed_created_idx;
create index patient_listed_created_idx on patient (tenant_id, created_at desc, id desc) include (status)
  where status in (0, 1);

-- How many files a company has in each state. The data gate counts along with every change of a file (KEPT in tx.ts).
create table patient_tally (
  tenant_id uuid not null,
  status int not null,
  files int not null,
  primary key (tenant_id, status)
);
select app.tenant_table('patient_tally');
alter table patient_tally add constraint patient_tally_company_fk foreign key (tenant_id) references company (tenant_id);

-- Notes the state of all files beside their figures and counts them anew, for those that came past the gate: demo data, a
-- restored copy.
create function app.recount_patients() returns void language sql as $$
  update public.patient_stat s set status = p.status from public.patient p
    where p.tenant_id = s.tenant_id and p.id = s.patient_id and p.status <> s.status;
  delete from public.patient_tally;
  insert into public.patient_tally (tenant_id, status, files)
    select p.tenant_id, p.status, count(*)::int from public.patient p group by p.tenant_id, p.status;
$$;
revoke execute on function app.recount_patients() from public;
select app.recount_patients();

-- Four digits are the end of a phone to whoever asks at a desk: in a large chain they stand somewhere in a thousand files,
-- and at the end of the phone in twenty. Where ten phones end so, nothing else is looked for.
create or replace function app.search_patient_ids(p_tenant uuid, p_text text, p_limit int)
returns table (id uuid) language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_text text := lower(p_text);
  v_like text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'tenant mismatch' using errcode = '42501';
  end if;
  if v_text ~ '^[0-9]{4}$' and p_limit <= 1000 then
    if (select count(*) from (select 1 from public.patient p
        where p.tenant_id = p_tenant and p.mobile_tail = v_text and p.status = 0 limit 10) x) >= 10 then
      return query
        select found.id from (
          select coalesce(p.merged_into_id, p.id) as id, max(p.created_at) as at from public.patient p
          where p.tenant_id = p_tenant and p.mobile_tail = v_text
            and (p.status in (0, 1) or (p.status = 2 and exists (
              select 1 from public.patient k where k.tenant_id = p_tenant and k.id = p.merged_into_id and k.status in (0, 1))))
          group by 1) found
        order by found.at desc
        limit p_limit;
      return;
    end if;
  end if;
  if v_text ~ '^[^\x01-\x7f]{1,2}$' then
    return query
      select found.id from (
        select coalesce(p.merged_into_id, p.id) as id, max(p.created_at) as at from public.patient p
        where p.tenant_id = p_tenant and app.search_pairs(p.search) @> array[v_text]
          and (p.status in (0, 1) or (p.status = 2 and exists (
            select 1 from public.patient k where k.tenant_id = p_tenant and k.id = p.merged_into_id and k.status in (0, 1))))
        group by 1) found
      order by found.at desc
      limit p_limit;
  elsif length(v_text) <= 2 and p_limit <= 1000 then
    return query
      select found.id from (
        select coalesce(p.merged_into_id, p.id) as id, max(p.created_at) as at from (
          select x.id, x.merged_into_id, x.created_at from public.patient x
          where x.tenant_id = p_tenant and x.search like v_like
            and (x.status in (0, 1) or (x.status = 2 and exists (
              select 1 from public.patient k where k.tenant_id = p_tenant and k.id = x.merged_into_id and k.status in (0, 1))))
          order by x.created_at desc, x.id desc limit p_limit) p
        group by 1) found
      order by found.at desc;
  else
    return query
      select found.id from (
        select coalesce(p.merged_into_id, p.id) as id, max(p.created_at) as at from public.patient p
        where p.tenant_id = p_tenant and p.search like v_like
          and (p.status in (0, 1) or (p.status = 2 and exists (
            select 1 from public.patient k where k.tenant_id = p_tenant and k.id = p.merged_into_id and k.status in (0, 1))))
        group by 1) found
      order by found.at desc
      limit p_limit;
  end if;
end $$;
analyze patient, patient_stat, patient_tally;
