-- Who is a patient of which clinic: of the one that opened the file, of each in which he was booked or seen, and of each to
-- which the home clinic has opened the file. Read for every list with the reach of a clinic.
create table patient_clinic (
  tenant_id uuid not null,
  patient_id uuid not null,
  reached_clinic_id uuid not null,
  -- Opened by the home clinic: the history of the other clinics is part of it.
  is_opened boolean not null default false,
  -- What the patient owes this clinic and has paid to it: sums stay with the clinic that billed.
  arrears_amount numeric(14, 2) not null default 0,
  consume_total numeric(14, 2) not null default 0,
  since timestamptz not null,
  primary key (tenant_id, patient_id, reached_clinic_id)
);
select app.tenant_table('patient_clinic');
alter table patient_clinic
  add constraint patient_clinic_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id) on delete cascade,
  add constraint patient_clinic_clinic_fk foreign key (tenant_id, reached_clinic_id) references clinic (tenant_id, id);
create index patient_clinic_clinic_idx on patient_clinic (tenant_id, reached_clinic_id, patient_id);

-- The patients of clinics. A function, asked with `is true`: then a list is held against them by hash however few rows the table
-- had when it was last looked at. After an import the planner would take it for empty, and go through it for each row.
create function app.clinic_patient_ids(p_tenant uuid, p_clinics uuid[])
returns table (id uuid) language plpgsql stable rows 10000 set search_path = public, pg_temp as $$
begin
  return query select k.patient_id from public.patient_clinic k
    where k.tenant_id = p_tenant and k.reached_clinic_id = any(p_clinics);
end $$;
revoke execute on function app.clinic_patient_ids(uuid, uuid[]) from public;
grant execute on function app.clinic_patient_ids(uuid, uuid[]) to dentin_app;

-- Do the branches of a company share their files? Off: a branch finds its own patients only, and asks for another's.
alter table company add column shares_patients boolean not null default true;

-- A branch asks another for the file of somebody who stands at its desk with this phone number.
create table file_request (
  tenant_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  asking_clinic_id uuid not null,
  home_clinic_id uuid not null,
  reason text not null constraint file_request_reason_check check (char_length(reason) between 1 and 200),
  status int not null default 0 constraint file_request_status_check check (status in (0, 1, 2)),
  asked_by uuid not null,
  asked_name text not null,
  answered_by uuid,
  answered_name text not null default '',
  answered_at timestamptz,
  answer text not null default '' constraint file_request_answer_check check (char_length(answer) <= 200),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('file_request');
alter table file_request
  add constraint file_request_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id) on delete cascade,
  add constraint file_request_asking_fk foreign key (tenant_id, asking_clinic_id) references clinic (tenant_id, id),
  add constraint file_request_home_fk foreign key (tenant_id, home_clinic_id) references clinic (tenant_id, id);
create index file_request_patient_idx on file_request (tenant_id, patient_id);
create index file_request_home_idx on file_request (tenant_id, home_clinic_id, status, created_at);

-- The patients whom people treat or treated, had booked with them or follow up, in every clinic of the company. It says who
-- may look, and shows nothing of the rows: these stay with their clinic. p_roles: posts of somebody at work in p_clinic, whose
-- open follow-ups are anybody's of the post.
create function app.staff_patient_ids(p_tenant uuid, p_people uuid[], p_roles text[], p_clinic uuid)
returns table (id uuid) language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_clinic text := coalesce(current_setting('app.clinic', true), '');
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'tenant mismatch' using errcode = '42501';
  end if;
  perform set_config('app.clinic', 'all', true);
  return query
    select r.patient_id from public.registration r where r.tenant_id = p_tenant and r.doctor_id = any(p_people)
    union select t.patient_id from public.treatment t where t.tenant_id = p_tenant and t.doctor_id = any(p_people)
    union select a.patient_id from public.appointment a
      where a.tenant_id = p_tenant and a.doctor_id = any(p_people) and a.patient_id is not null and a.status in (1, 2, 3, 4, 5)
    union select a.patient_id from public.appointment a
      where a.tenant_id = p_tenant and a.nurse_id = any(p_people) and a.patient_id is not null and a.status in (1, 2, 3, 4, 5)
    union select a.patient_id from public.appointment a
      where a.tenant_id = p_tenant and a.consultant_id = any(p_people) and a.patient_id is not null and a.status in (1, 2, 3, 4, 5)
    union select f.patient_id from public.follow_up f where f.tenant_id = p_tenant and f.owner_id = any(p_people)
    union select f.patient_id from public.follow_up f
      where f.tenant_id = p_tenant and f.clinic_id = p_clinic and f.owner_id is null and f.owner_role = any(p_roles) and f.status in (0, 2, 3);
  perform set_config('app.clinic', v_clinic, true);
end $$;
revoke execute on function app.staff_patient_ids(uuid, uuid[], text[], uuid) from public;
grant execute on function app.staff_patient_ids(uuid, uuid[], text[], uuid) to dentin_app;

-- The search of somebody who does not see whole phone numbers: digits find a number by its last four or whole, never by parts,
-- so that nobody asks for it digit by digit. Names and medical numbers are found as ever.
create function app.search_covered_patient_ids(p_tenant uuid, p_text text, p_limit int)
returns table (id uuid) language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_text text := lower(p_text);
  v_like text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'tenant mismatch' using errcode = '42501';
  end if;
  return query
    select found.id from (
      select coalesce(p.merged_into_id, p.id) as id, max(p.created_at) as at from public.patient p
      where p.tenant_id = p_tenant and p.search like v_like
        and (strpos(replace(p.search, coalesce(nullif(p.mobile, ''), chr(1)), chr(1)), v_text) > 0
          or p.mobile = v_text or p.mobile_tail = v_text)
        and (p.status in (0, 1) or (p.status = 2 and exists (
          select 1 from public.patient k where k.tenant_id = p_tenant and k.id = p.merged_into_id and k.status in (0, 1))))
      group by 1) found
    order by found.at desc
    limit p_limit;
end $$;
revoke execute on function app.search_covered_patient_ids(uuid, text, int) from public;
grant execute on function app.search_covered_patient_ids(uuid, text, int) to dentin_app;

-- What came past the gate (demo data, a restored copy) is counted and put with its clinics.
create or replace function app.recount_patients() returns void language sql as $$
  update public.patient_stat s set status = p.status from public.patient p
    where p.tenant_id = s.tenant_id and p.id = s.patient_id and p.status <> s.status;
  delete from public.patient_tally;
  insert into public.patient_tally (tenant_id, status, files)
    select p.tenant_id, p.status, count(*)::int from public.patient p group by p.tenant_id, p.status;
  insert into public.patient_clinic (tenant_id, patient_id, reached_clinic_id, since)
    select x.tenant_id, x.patient_id, x.clinic_id, min(x.at) from (
      select p.tenant_id, p.id as patient_id, p.home_clinic_id as clinic_id, p.created_at as at from public.patient p
      union all select r.tenant_id, r.patient_id, r.clinic_id, r.reg_time from public.registration r
      union all select a.tenant_id, a.patient_id, a.clinic_id, a.created_at from public.appointment a where a.patient_id is not null
      union all select b.tenant_id, b.patient_id, b.clinic_id, b.open_time from public.bill b) x
    join public.patient k on k.tenant_id = x.tenant_id and k.live_id = x.patient_id
    group by x.tenant_id, x.patient_id, x.clinic_id
    on conflict do nothing;
  update public.patient_clinic k set
    arrears_amount = coalesce((select sum(b.arrears_amount) from public.bill b
      where b.tenant_id = k.tenant_id and b.patient_id = k.patient_id and b.clinic_id = k.reached_clinic_id), 0),
    consume_total = coalesce((select sum(y.amount) from public.bill_payment y
      where y.tenant_id = k.tenant_id and y.patient_id = k.patient_id and y.clinic_id = k.reached_clinic_id), 0)
  where exists (select 1 from public.bill b
    where b.tenant_id = k.tenant_id and b.patient_id = k.patient_id and b.clinic_id = k.reached_clinic_id);
$$;
select app.recount_patients();
