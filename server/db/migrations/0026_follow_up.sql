-- Follow-ups: what a patient is asked after a treatment, by which rule, what came of each call; reminders about a patient.

-- What is to be asked, in words that may name the patient, the item, the tooth, the doctor and the day.
create table follow_template (
  tenant_id uuid not null,
  id uuid not null,
  name text not null constraint follow_template_name_check check (char_length(name) between 1 and 30),
  type int not null constraint follow_template_type_check check (type between 1 and 10),
  content text not null constraint follow_template_content_check check (char_length(content) between 1 and 500),
  enabled boolean not null default true,
  sort_no int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.tenant_table('follow_template');
create unique index follow_template_name_key on follow_template (tenant_id, name) where enabled;

-- When something is done to a patient, or a patient stays away, so many days later somebody asks.
create table follow_rule (
  tenant_id uuid not null,
  id uuid not null,
  -- of those a company begins with
  code text constraint follow_rule_code_check check (code ~ '^[a-z][a-z-]{2,29}$'),
  name text not null constraint follow_rule_name_check check (char_length(name) between 1 and 30),
  -- 1 diagnosis, 2 item of a signed record, 3 item of a paid bill, 4 days without a visit (alone)
  triggers int[] not null constraint follow_rule_triggers_check
    check (cardinality(triggers) between 1 and 3 and triggers <@ array[1, 2, 3, 4] and (not 4 = any(triggers) or triggers = array[4])),
  -- an item counts when its name or its category holds one of these words, or when it is one of these
  words text[] not null default '{}' constraint follow_rule_words_check check (cardinality(words) <= 20),
  -- but not when its name holds one of these
  except_words text[] not null default '{}' constraint follow_rule_except_check check (cardinality(except_words) <= 20),
  tariff_ids uuid[] not null default '{}' constraint follow_rule_tariffs_check check (cardinality(tariff_ids) <= 100),
  -- a diagnosis counts when its code begins with one of these
  icd_codes text[] not null default '{}' constraint follow_rule_icd_check check (cardinality(icd_codes) <= 50),
  absent_days int constraint follow_rule_absent_check check (absent_days between 7 and 1095),
  delay_days int[] not null constraint follow_rule_delays_check
    check (cardinality(delay_days) between 1 and 5 and 0 <= all(delay_days) and 1095 >= all(delay_days)),
  -- days after the planned one until which it is in time
  grace_days int not null default 2 constraint follow_rule_grace_check check (grace_days between 0 and 60),
  type int not null constraint follow_rule_type_check check (type between 1 and 10),
  owner_role text not null constraint follow_rule_role_check check (owner_role in ('doctor', 'nurse', 'service', 'reception', 'consultant')),
  method int not null default 1 constraint follow_rule_method_check check (method between 1 and 4),
  template_id uuid not null,
  enabled boolean not null default true,
  sort_no int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint follow_rule_name_key unique (tenant_id, name),
  constraint follow_rule_code_key unique (tenant_id, code),
  constraint follow_rule_days_check check ((triggers = array[4]) = (absent_days is not null))
);
select app.tenant_table('follow_rule');
alter table follow_rule add constraint follow_rule_template_fk
  foreign key (tenant_id, template_id) references follow_template (tenant_id, id);

create table follow_up (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  patient_id uuid not null,
  treatment_id uuid,
  record_id uuid,
  bill_id uuid,
  -- who treated: sees it, and is asked when it hurts
  doctor_id uuid,
  -- 1 after an operation, 2 in treatment, 3 check-up, 4 lost, 5 arrears, 6 satisfaction, 7 birthday, 8 no-show, 9 not agreed, 10 other
  type int not null constraint follow_up_type_check check (type between 1 and 10),
  subject text not null default '' constraint follow_up_subject_check check (char_length(subject) <= 60),
  content text not null constraint follow_up_content_check check (char_length(content) between 1 and 500),
  template_id uuid,
  -- when it is due now, and the day it was due first
  plan_at timestamptz not null,
  first_plan_on date not null,
  deadline_at timestamptz not null,
  -- a person, or (null) anybody of the role
  owner_id uuid,
  owner_role text constraint follow_up_role_check check (owner_role in ('doctor', 'nurse', 'service', 'reception', 'consultant')),
  method int not null default 1 constraint follow_up_method_check check (method between 1 and 4),
  -- 0 to do, 1 done, 2 not reached, 3 overdue, 4 cancelled
  status int not null default 0 constraint follow_up_status_check check (status between 0 and 4),
  -- tried in vain so many times; after the third the front desk has it
  attempts int not null default 0 constraint follow_up_attempts_check check (attempts between 0 and 99),
  handed_over boolean not null default false,
  -- the first try came before the deadline; null while nobody has tried
  timely boolean,
  result_code text,
  result text,
  note text not null default '' constraint follow_up_note_check check (char_length(note) <= 500),
  satisfaction int constraint follow_up_satisfaction_check check (satisfaction between 1 and 5),
  next_plan_at timestamptz,
  audio_url text constraint follow_up_audio_check check (audio_url ~ '^https?://' and char_length(audio_url) <= 300),
  done_at timestamptz,
  done_by uuid,
  done_name text,
  cancel_reason text,
  -- the visit that came of it
  appointment_id uuid,
  -- the one whose result asked for this one
  follows_id uuid,
  -- 1 by hand, 2 by a rule, 3 by something that happened (a no-show)
  created_from int not null default 1 constraint follow_up_created_from_check check (created_from between 1 and 3),
  rule_id uuid,
  -- the same thing is planned once
  source_key text,
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint follow_up_source_key unique (tenant_id, source_key),
  constraint follow_up_owner_check check (owner_id is not null or owner_role is not null),
  constraint follow_up_deadline_check check (deadline_at >= plan_at),
  constraint follow_up_done_check check ((status = 1) = (done_at is not null) and (status = 1) = (result_code is not null)),
  constraint follow_up_cancel_check check ((status = 4) = (cancel_reason is not null)),
  constraint follow_up_tried_check check (status <> 2 or attempts > 0)
);
select app.clinic_table('follow_up');
alter table follow_up
  add constraint follow_up_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint follow_up_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint follow_up_treatment_fk foreign key (tenant_id, treatment_id) references treatment (tenant_id, id),
  add constraint follow_up_record_fk foreign key (tenant_id, record_id) references medical_record (tenant_id, id),
  add constraint follow_up_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  add constraint follow_up_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id),
  add constraint follow_up_owner_fk foreign key (tenant_id, owner_id) references employee (tenant_id, id),
  add constraint follow_up_template_fk foreign key (tenant_id, template_id) references follow_template (tenant_id, id),
  add constraint follow_up_rule_fk foreign key (tenant_id, rule_id) references follow_rule (tenant_id, id),
  add constraint follow_up_appointment_fk foreign key (tenant_id, appointment_id) references appointment (tenant_id, id),
  add constraint follow_up_follows_fk foreign key (tenant_id, follows_id) references follow_up (tenant_id, id);
create index follow_up_open_idx on follow_up (tenant_id, clinic_id, plan_at, id) where status in (0, 2, 3);
create index follow_up_deadline_idx on follow_up (tenant_id, deadline_at) where status in (0, 2);
create index follow_up_patient_idx on follow_up (tenant_id, patient_id, plan_at desc, id desc);
create index follow_up_first_idx on follow_up (tenant_id, clinic_id, first_plan_on desc, id desc);
create index follow_up_done_idx on follow_up (tenant_id, clinic_id, done_at desc, id desc) where status = 1;
create index follow_up_cancelled_idx on follow_up (tenant_id, clinic_id, updated_at desc, id desc) where status = 4;
create index follow_up_record_idx on follow_up (tenant_id, record_id) where record_id is not null and status = 0;
create index follow_up_appointment_idx on follow_up (tenant_id, appointment_id) where appointment_id is not null;
create index follow_up_rule_idx on follow_up (tenant_id, rule_id, created_at) where rule_id is not null;
create index follow_up_treatment_idx on follow_up (tenant_id, treatment_id) where treatment_id is not null;

-- Every try, reached or not; never changed.
create table follow_call (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  follow_up_id uuid not null,
  called_at timestamptz not null,
  method int not null constraint follow_call_method_check check (method between 1 and 4),
  reached boolean not null,
  result text,
  satisfaction int constraint follow_call_satisfaction_check check (satisfaction between 1 and 5),
  note text not null default '' constraint follow_call_note_check check (char_length(note) <= 500),
  employee_id uuid,
  actor_name text not null,
  primary key (tenant_id, id),
  constraint follow_call_result_check check (reached = (result is not null))
);
select app.clinic_table('follow_call', true);
alter table follow_call
  add constraint follow_call_follow_up_fk foreign key (tenant_id, follow_up_id) references follow_up (tenant_id, id),
  add constraint follow_call_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id);
create index follow_call_follow_up_idx on follow_call (tenant_id, follow_up_id, called_at);

create table patient_remind (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  patient_id uuid not null,
  title text not null constraint patient_remind_title_check check (char_length(title) between 1 and 40),
  content text not null default '' constraint patient_remind_content_check check (char_length(content) <= 500),
  -- the first time as it was chosen, and the next time it rings (null: not any more)
  remind_at timestamptz not null,
  next_at timestamptz,
  remind_to uuid[] not null constraint patient_remind_to_check check (cardinality(remind_to) between 1 and 20),
  -- 0 once, 1 daily, 2 weekly, 3 monthly, 4 yearly
  repeat int not null default 0 constraint patient_remind_repeat_check check (repeat between 0 and 4),
  -- 0 not reminded yet, 1 reminded, 2 done, 3 closed
  status int not null default 0 constraint patient_remind_status_check check (status between 0 and 3),
  last_sent_at timestamptz,
  ended_at timestamptz,
  ended_name text,
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint patient_remind_ended_check check ((status in (2, 3)) = (ended_at is not null) and (status < 2 or next_at is null)),
  constraint patient_remind_sent_check check (status <> 1 or last_sent_at is not null),
  constraint patient_remind_next_check check (status <> 0 or next_at is not null)
);
select app.clinic_table('patient_remind');
alter table patient_remind
  add constraint patient_remind_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint patient_remind_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id);
create index patient_remind_due_idx on patient_remind (tenant_id, next_at) where next_at is not null;
create index patient_remind_clinic_idx on patient_remind (tenant_id, clinic_id, remind_at desc, id desc);
create index patient_remind_patient_idx on patient_remind (tenant_id, patient_id, remind_at desc, id desc);

-- Companies that are there already: their posts are given what new ones begin with.
insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, g.resource, g.scope
from post p
join (values
  ('admin', 3), ('director', 3), ('doctor', 1), ('nurse', 2), ('reception', 3), ('consultant', 1), ('service', 3)
) s(code, scope) on s.code = p.code
cross join lateral (
  select r as resource, s.scope from unnest(array['/followManagementList:view', '/followManagementList:add', '/followManagementList:edit',
    '/remindManage:view', '/remindManage:edit']) r
  union all
  select r, 3 from unnest(array['/followManagementList:assign', '/recordManage:view']) r where s.code in ('admin', 'director', 'reception', 'service')
  union all
  select '/followRule:view', 3 where s.code in ('admin', 'director', 'service')
  union all
  select '/followRule:edit', 3 where s.code in ('admin', 'director')
) g
on conflict do nothing;
insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, '/recordManage:view', 5 from post p where p.code = 'headquarters'
on conflict do nothing;
