-- Planning of shifts: colours, shifts that take no bookings, drafts that are published, one person in two clinics at once
-- refused, and a company's own changes to the public holidays.

alter table shift
  add column colour text not null default '',
  -- Work during which patients may be booked. What is not work never takes bookings.
  add column bookable boolean not null default true;
update shift set bookable = false where type <> 1;
alter table shift
  add constraint shift_colour_check check (colour in ('', 'teal', 'blue', 'purple', 'green', 'gold', 'grey')),
  add constraint shift_bookable_check check (type = 1 or not bookable),
  add constraint shift_short_check check (char_length(short_name) between 1 and 3);

alter table schedule
  add column bookable boolean not null default true,
  add column remark text not null default '',
  add column published_at timestamptz;
update schedule set published_at = updated_at where status = 1;

-- A stretch of a person's day stands once in a clinic. Somebody who rests here may well work there, so the clinic counts.
alter table schedule drop constraint schedule_stretch_key;
alter table schedule
  add constraint schedule_stretch_key unique (tenant_id, employee_id, date, clinic_id, kind, starts_min),
  add constraint schedule_two_clinics_excl exclude using gist (
    tenant_id with =, employee_id with =, date with =, clinic_id with <>, int4range(starts_min, ends_min) with &&)
    where (kind <> 2);

-- What a company says otherwise than the public calendar. kind: 0 an ordinary day, 1 a day off, 2 a day that is worked.
create table company_holiday (
  tenant_id uuid not null,
  id uuid not null,
  date date not null constraint company_holiday_date_check check (date between '1900-01-01' and '2100-12-31'),
  name text not null constraint company_holiday_name_check check (char_length(name) between 1 and 20),
  kind int not null constraint company_holiday_kind_check check (kind in (0, 1, 2)),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint company_holiday_date_key unique (tenant_id, date)
);
select app.tenant_table('company_holiday');

-- The patient was told that the doctor's shifts changed and the appointment needs another time.
alter table appointment add column told_at timestamptz;

insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, r.resource, case when p.code = 'headquarters' then 5 else 3 end
from post p
cross join unnest(array['/clinicSchedule:view', '/clinicSchedule:edit', '/clinicSchedule:publish', '/baseScheduleSet:view',
  '/baseScheduleSet:edit']) r(resource)
where p.code in ('admin', 'director', 'headquarters') or p.is_admin
on conflict do nothing;
insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, r.resource, case when p.code = 'headquarters' then 5 else 3 end
from post p
cross join unnest(array['/orgSchedule:view', '/mySchedule:view']) r(resource)
on conflict do nothing;
