-- Referrals: within the clinic, to another clinic of the company, to a hospital outside. A referral lies between two clinics,
-- so it belongs to the company; what the receiving desk has to know stands in it, for it reads nothing of the other clinic.
create table referral (
  tenant_id uuid not null,
  id uuid not null,
  referral_no text not null,
  -- 1 within the clinic, 2 to another clinic, 3 outside
  kind int not null constraint referral_kind_check check (kind in (1, 2, 3)),
  patient_id uuid not null,
  from_clinic_id uuid not null,
  from_doctor_id uuid not null,
  from_registration_id uuid not null,
  to_clinic_id uuid,
  to_doctor_id uuid,
  to_hospital text not null default '' constraint referral_hospital_check check (char_length(to_hospital) <= 60),
  reason text not null constraint referral_reason_check check (char_length(reason) between 1 and 100),
  summary text not null default '' constraint referral_summary_check check (char_length(summary) <= 1000),
  title text not null default '',
  teeth text not null default '',
  chief_complaint text not null default '',
  reg_type int not null constraint referral_reg_type_check check (reg_type between 1 and 5),
  waiting_since timestamptz not null,
  -- 0 to be received, 1 received, 2 refused, 3 finished
  status int not null default 0 constraint referral_status_check check (status between 0 and 3),
  answer text not null default '' constraint referral_answer_check check (char_length(answer) <= 200),
  answered_name text,
  answered_at timestamptz,
  finished_at timestamptz,
  -- the new number: with the receiving doctor, or after a refusal back with the first one
  to_registration_id uuid,
  back_registration_id uuid,
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint referral_no_key unique (tenant_id, from_clinic_id, referral_no),
  constraint referral_target_check check (
    (kind = 3) = (to_clinic_id is null) and (kind = 3) = (to_hospital <> '') and (kind = 1) = (to_clinic_id is not distinct from from_clinic_id)),
  constraint referral_received_check check (kind = 3 or (status in (1, 3)) = (to_registration_id is not null)),
  constraint referral_refused_check check (status <> 2 or answer <> ''),
  constraint referral_answered_check check ((status = 0) = (answered_at is null)),
  constraint referral_back_check check (back_registration_id is null or status = 2)
);
select app.tenant_table('referral');
alter table referral
  add constraint referral_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint referral_from_clinic_fk foreign key (tenant_id, from_clinic_id) references clinic (tenant_id, id),
  add constraint referral_to_clinic_fk foreign key (tenant_id, to_clinic_id) references clinic (tenant_id, id),
  add constraint referral_from_doctor_fk foreign key (tenant_id, from_doctor_id) references employee (tenant_id, id),
  add constraint referral_to_doctor_fk foreign key (tenant_id, to_doctor_id) references employee (tenant_id, id),
  add constraint referral_from_fk foreign key (tenant_id, from_registration_id) references registration (tenant_id, id),
  add constraint referral_to_fk foreign key (tenant_id, to_registration_id) references registration (tenant_id, id),
  add constraint referral_back_fk foreign key (tenant_id, back_registration_id) references registration (tenant_id, id);
-- A number is handed over once; a letter to a hospital may be written again.
create unique index referral_from_key on referral (tenant_id, from_registration_id) where kind <> 3;
create index referral_from_registration_idx on referral (tenant_id, from_registration_id);
create index referral_to_registration_idx on referral (tenant_id, to_registration_id) where to_registration_id is not null;
create index referral_back_idx on referral (tenant_id, back_registration_id) where back_registration_id is not null;
create index referral_in_idx on referral (tenant_id, to_clinic_id, created_at desc, id desc);
create index referral_out_idx on referral (tenant_id, from_clinic_id, created_at desc, id desc);
create index referral_open_idx on referral (tenant_id, to_clinic_id) where status = 0;
create index referral_refused_idx on referral (tenant_id, from_clinic_id) where status = 2 and back_registration_id is null;
create index referral_patient_idx on referral (tenant_id, patient_id);
create index referral_from_doctor_idx on referral (tenant_id, from_doctor_id);
create index referral_to_doctor_idx on referral (tenant_id, to_doctor_id) where to_doctor_id is not null;

insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, '/referralRecord:view', s.scope
from post p
join (values ('admin', 3), ('director', 3), ('doctor', 1), ('nurse', 2), ('reception', 3)) s(code, scope) on s.code = p.code
on conflict do nothing;
insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, '/referralRecord:view', 3 from post p where p.is_admin
on conflict do nothing;
