-- Why a first visit came to nothing, and when somebody asks again: written on the list of first visits.

create table first_visit_note (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  registration_id uuid not null,
  -- A word of the dictionary lost-reason, kept as it was chosen; '' while nobody knows.
  reason text not null default '',
  remark text not null default '',
  -- When somebody asks again: there is a follow-up for that day.
  next_contact_on date,
  noted_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.clinic_table('first_visit_note');
create unique index first_visit_note_registration_key on first_visit_note (tenant_id, registration_id);
create index first_visit_note_clinic_idx on first_visit_note (tenant_id, clinic_id);
alter table first_visit_note
  add constraint first_visit_note_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint first_visit_note_registration_fk foreign key (tenant_id, registration_id) references registration (tenant_id, id);
