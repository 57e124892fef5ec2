-- The waiting list: who would come earlier, what fell free, who is offered it and until when; and booking by patients
-- themselves over a clinic's public page.

-- A place held for somebody of the waiting list is an appointment to be confirmed until this moment: it stands in the same
-- exclusion constraints as every other, so nobody else can take it.
alter table appointment
  add column held_until timestamptz,
  -- put aside on the board to be placed anew; the old place stays until then
  add column parked_at timestamptz,
  add column parked_name text,
  -- the appointment in another clinic from which this one was moved
  add column origin_id uuid;
alter table appointment
  add constraint appointment_held_check check (held_until is null or status = 0) not valid,
  add constraint appointment_parked_check check ((parked_at is null) = (parked_name is null)) not valid,
  add constraint appointment_origin_fk foreign key (tenant_id, origin_id) references appointment (tenant_id, id) not valid;
alter table appointment validate constraint appointment_held_check;
alter table appointment validate constraint appointment_parked_check;
alter table appointment validate constraint appointment_origin_fk;
-- 9: booked by the patient on the clinic's page
alter table appointment drop constraint appointment_source_check;
alter table appointment add constraint appointment_source_check check (source between 1 and 9) not valid;
alter table appointment validate constraint appointment_source_check;
create index appointment_parked_idx on appointment (tenant_id, clinic_id, parked_at) where parked_at is not null;
create index appointment_pending_idx on appointment (tenant_id, clinic_id, starts_at) where status = 0;

create table waitlist (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  patient_id uuid not null,
  -- empty: any doctor
  doctor_ids uuid[] not null default '{}',
  item_ids uuid[] not null default '{}',
  title text not null default '',
  duration_min int not null constraint waitlist_duration_check check (duration_min between 5 and 600 and duration_min % 5 = 0),
  date_from date,
  date_to date,
  -- 0 Sunday … 6; empty: any
  weekdays int[] not null default '{}' constraint waitlist_weekdays_check check (weekdays <@ array[0, 1, 2, 3, 4, 5, 6]),
  -- 1 morning, 2 afternoon, 3 evening; empty: any
  bands int[] not null default '{}' constraint waitlist_bands_check check (bands <@ array[1, 2, 3]),
  -- a stretch of the day of their own, in minutes since midnight
  from_min int,
  to_min int,
  -- 1 ordinary, 2 preferred, 3 urgent
  priority int not null default 1 constraint waitlist_priority_check check (priority between 1 and 3),
  reason text not null default '' constraint waitlist_reason_check check (char_length(reason) <= 200),
  -- 0 waiting, 1 notified (a place is held), 2 accepted, 3 given up, 4 expired
  status int not null default 0 constraint waitlist_status_check check (status between 0 and 4),
  notified_at timestamptz,
  hold_until timestamptz,
  -- the appointment the patient has and would give up for an earlier one
  current_appointment_id uuid,
  made_appointment_id uuid,
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint waitlist_dates_check check (date_from <= date_to),
  constraint waitlist_minutes_check check ((from_min is null) = (to_min is null) and from_min >= 0 and from_min < to_min and to_min <= 1440),
  constraint waitlist_made_check check ((status = 2) = (made_appointment_id is not null)),
  constraint waitlist_hold_check check ((status = 1) = (hold_until is not null))
);
select app.clinic_table('waitlist');
alter table waitlist
  add constraint waitlist_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint waitlist_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint waitlist_current_fk foreign key (tenant_id, current_appointment_id) references appointment (tenant_id, id),
  add constraint waitlist_made_fk foreign key (tenant_id, made_appointment_id) references appointment (tenant_id, id);
create index waitlist_open_idx on waitlist (tenant_id, clinic_id, priority desc, created_at, id) where status in (0, 1);
create index waitlist_time_idx on waitlist (tenant_id, clinic_id, created_at desc, id desc);
create index waitlist_patient_idx on waitlist (tenant_id, patient_id);
create index waitlist_current_idx on waitlist (tenant_id, current_appointment_id) where current_appointment_id is not null;
create index waitlist_made_idx on waitlist (tenant_id, made_appointment_id) where made_appointment_id is not null;

-- A stretch of a doctor's time that fell free. What of it is still free is found out when it is asked for.
create table slot_opening (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  doctor_id uuid not null,
  chair_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- 1 cancelled, 2 moved, 3 no-show, 4 refused
  cause int not null constraint slot_opening_cause_check check (cause between 1 and 4),
  appointment_id uuid not null,
  dismissed_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint slot_opening_time_check check (starts_at < ends_at)
);
select app.clinic_table('slot_opening');
alter table slot_opening
  add constraint slot_opening_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id),
  add constraint slot_opening_chair_fk foreign key (tenant_id, chair_id) references chair (tenant_id, id),
  add constraint slot_opening_appointment_fk foreign key (tenant_id, appointment_id) references appointment (tenant_id, id);
create index slot_opening_time_idx on slot_opening (tenant_id, clinic_id, ends_at) where dismissed_at is null;
create index slot_opening_appointment_idx on slot_opening (tenant_id, appointment_id);

-- A place offered to one of the list: each opening once to each, one at a time.
create table waitlist_offer (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  opening_id uuid not null,
  waitlist_id uuid not null,
  -- the held appointment, while it is held or was accepted
  appointment_id uuid,
  doctor_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  hold_until timestamptz not null,
  -- 0 held, 1 accepted, 2 declined, 3 lapsed, 4 withdrawn
  outcome int not null default 0 constraint waitlist_offer_outcome_check check (outcome between 0 and 4),
  offered_by uuid,
  offered_name text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (tenant_id, id),
  constraint waitlist_offer_once_key unique (tenant_id, opening_id, waitlist_id),
  constraint waitlist_offer_settled_check check ((outcome = 0) = (settled_at is null)),
  constraint waitlist_offer_held_check check (appointment_id is not null or outcome not in (0, 1))
);
select app.clinic_table('waitlist_offer');
alter table waitlist_offer
  add constraint waitlist_offer_opening_fk foreign key (tenant_id, opening_id) references slot_opening (tenant_id, id),
  add constraint waitlist_offer_waitlist_fk foreign key (tenant_id, waitlist_id) references waitlist (tenant_id, id),
  add constraint waitlist_offer_appointment_fk foreign key (tenant_id, appointment_id) references appointment (tenant_id, id),
  add constraint waitlist_offer_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id);
create unique index waitlist_offer_open_key on waitlist_offer (tenant_id, opening_id) where outcome = 0;
create unique index waitlist_offer_entry_key on waitlist_offer (tenant_id, waitlist_id) where outcome = 0;
create index waitlist_offer_due_idx on waitlist_offer (tenant_id, clinic_id, hold_until) where outcome = 0;
create index waitlist_offer_waitlist_idx on waitlist_offer (tenant_id, waitlist_id, created_at desc);
create index waitlist_offer_appointment_idx on waitlist_offer (tenant_id, appointment_id) where appointment_id is not null;

-- What patients may book over the net is called as they would call it.
alter table appoint_item add column if not exists online_name text not null default '';

-- The address of a clinic's public page: the code says nothing about the company, and finds it before anybody is known.
create table booking_page (
  code text primary key constraint booking_page_code_check check (code ~ '^[a-z2-9]{10}$'),
  tenant_id uuid not null,
  clinic_id uuid not null constraint booking_page_clinic_key unique,
  created_at timestamptz not null
);
select app.shared_table('booking_page');

-- Somebody who has shown the code sent to a phone may book under it and see what was booked under it, for half an hour.
create table booking_pass (
  id uuid primary key,
  token_hash text not null constraint booking_pass_token_key unique,
  clinic_id uuid not null,
  phone text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index booking_pass_expires_idx on booking_pass (expires_at);
select app.plain_table('booking_pass');
alter table phone_code drop constraint phone_code_purpose_check;
alter table phone_code add constraint phone_code_purpose_check check (purpose in ('register', 'login', 'reset', 'booking'));

-- What a patient asked for over the page, beside the appointment that came of it.
create table online_request (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  appointment_id uuid not null,
  mobile text not null,
  name text not null,
  note text not null default '' constraint online_request_note_check check (char_length(note) <= 200),
  -- the clinic proposed another time and waits for the patient's word; what was asked for at first
  proposed_at timestamptz,
  proposed_name text,
  asked_starts_at timestamptz not null,
  asked_doctor_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint online_request_appointment_key unique (tenant_id, appointment_id),
  constraint online_request_proposed_check check ((proposed_at is null) = (proposed_name is null))
);
select app.clinic_table('online_request');
alter table online_request
  add constraint online_request_appointment_fk foreign key (tenant_id, appointment_id) references appointment (tenant_id, id),
  add constraint online_request_doctor_fk foreign key (tenant_id, asked_doctor_id) references employee (tenant_id, id);
create index online_request_mobile_idx on online_request (tenant_id, clinic_id, mobile, created_at desc);
create index online_request_time_idx on online_request (tenant_id, clinic_id, created_at desc, id desc);
create index online_request_doctor_idx on online_request (tenant_id, asked_doctor_id);

insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, r, case when p.code = 'headquarters' then 5 else 3 end
from post p, unnest(array['/myAppointmentNetwork:view', '/myAppointmentNetwork:set']) r
where p.code in ('admin', 'director', 'headquarters') or p.is_admin or (p.code in ('reception', 'consultant', 'service') and r not like '%:set')
on conflict do nothing;
