-- Patients belong to the tenant; home_clinic_id says who opened the file.

create table patient (
  tenant_id uuid not null,
  id uuid not null,
  home_clinic_id uuid not null,
  medical_number text not null,
  name text not null check (length(name) between 1 and 30),
  search text not null,
  gender int not null check (gender in (0, 1, 2)),
  birth_day date,
  birth_year_estimated boolean not null default false,
  mobile text,
  no_mobile_reason text,
  mobile_owner int,
  mobile2 text,
  wechat text,
  email text,
  id_type int,
  id_no text,
  medicare_type int,
  medicare_no text,
  ethnicity text,
  marital int,
  occupation text,
  work_unit text,
  province text,
  city text,
  district text,
  address text,
  patient_type int not null default 1 check (patient_type between 1 and 6),
  source_id uuid,
  referrer_remark text,
  resp_doctor_id uuid,
  consultant_id uuid,
  -- 0 denied, 1 has, 2 not known
  allergy_flag int not null default 2 check (allergy_flag in (0, 1, 2)),
  allergy_history text not null default '',
  systemic_diseases text[] not null default '{}',
  past_history text not null default '',
  family_history text not null default '',
  medication_history text not null default '',
  tags text[] not null default '{}',
  remark text not null default '',
  alert_note text not null default '',
  -- 0 normal, 1 archived, 2 merged, 3 deleted
  status int not null default 0 check (status in (0, 1, 2, 3)),
  merged_into_id uuid,
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint patient_medical_number_key unique (tenant_id, medical_number),
  constraint patient_allergy_check check (allergy_flag <> 1 or allergy_history <> ''),
  constraint patient_mobile_check check (mobile is not null or no_mobile_reason is not null)
);
select app.tenant_table('patient');
alter table patient
  add constraint patient_home_clinic_fk foreign key (tenant_id, home_clinic_id) references clinic (tenant_id, id),
  add constraint patient_source_fk foreign key (tenant_id, source_id) references patient_source (tenant_id, id),
  add constraint patient_resp_doctor_fk foreign key (tenant_id, resp_doctor_id) references employee (tenant_id, id),
  add constraint patient_consultant_fk foreign key (tenant_id, consultant_id) references employee (tenant_id, id),
  add constraint patient_merged_into_fk foreign key (tenant_id, merged_into_id) references patient (tenant_id, id);
create unique index patient_id_no_key on patient (tenant_id, id_type, id_no) where id_no is not null and status in (0, 1);
create index patient_mobile_idx on patient (tenant_id, mobile);
create index patient_created_idx on patient (tenant_id, created_at desc, id desc);
create index patient_search_idx on patient using gin (tenant_id, search gin_trgm_ops);
create index patient_name_idx on patient (tenant_id, name collate "zh-x-icu", id);

-- Running figures of a patient, kept in the same transaction as what they sum up.
create table patient_stat (
  tenant_id uuid not null,
  patient_id uuid not null,
  first_visit_at timestamptz,
  first_doctor_id uuid,
  first_clinic_id uuid,
  last_visit_at timestamptz,
  visit_count int not null default 0,
  arrears_amount numeric(14, 2) not null default 0,
  consume_total numeric(14, 2) not null default 0,
  primary key (tenant_id, patient_id),
  constraint patient_stat_arrears_check check (arrears_amount >= 0)
);
select app.tenant_table('patient_stat');
alter table patient_stat
  add constraint patient_stat_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id) on delete cascade,
  add constraint patient_stat_doctor_fk foreign key (tenant_id, first_doctor_id) references employee (tenant_id, id);
create index patient_stat_last_visit_idx on patient_stat (tenant_id, last_visit_at desc nulls last, patient_id desc);
create index patient_stat_arrears_idx on patient_stat (tenant_id, arrears_amount desc) where arrears_amount > 0;

-- Substring search under row security needs an operator that is not leakproof, so it stands here, checks its tenant
-- against the one that was set, and gives back ids only. p_text is escaped for LIKE by the caller of this function's body.
create function app.search_patient_ids(p_tenant uuid, p_text text, p_limit int)
returns table (id uuid) language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'tenant mismatch' using errcode = '42501';
  end if;
  return query
    select p.id from public.patient p
    where p.tenant_id = p_tenant
      and p.search like '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%'
      and p.status in (0, 1)
    order by p.created_at desc
    limit p_limit;
end $$;
revoke execute on function app.search_patient_ids(uuid, text, int) from public;
grant execute on function app.search_patient_ids(uuid, text, int) to dentin_app;

create table tooth_condition (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  patient_id uuid not null,
  record_id uuid,
  tooth text not null,
  surfaces text not null default '',
  condition text not null,
  layer text not null check (layer in ('finding', 'existing', 'plan')),
  noted_on date not null,
  doctor_id uuid,
  ended_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('tooth_condition');
alter table tooth_condition
  add constraint tooth_condition_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id),
  add constraint tooth_condition_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint tooth_condition_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id);
create index tooth_condition_patient_idx on tooth_condition (tenant_id, patient_id, noted_on);
