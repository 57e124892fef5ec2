-- Who else belongs to an appointment, and what a registration knows of the day it was given: whose advice brought the
-- patient, where the number came from, under which department, and whether the visit goes over the medical insurance.
alter table appointment
  add column nurse_id uuid,
  add column consultant_id uuid,
  add constraint appointment_nurse_fk foreign key (tenant_id, nurse_id) references employee (tenant_id, id),
  add constraint appointment_consultant_fk foreign key (tenant_id, consultant_id) references employee (tenant_id, id);
create index appointment_nurse_idx on appointment (tenant_id, nurse_id, starts_at) where nurse_id is not null;
create index appointment_consultant_idx on appointment (tenant_id, consultant_id, starts_at) where consultant_id is not null;

alter table registration
  add column consultant_id uuid,
  -- the doctor's in the clinic, on that day
  add column dept_id uuid,
  -- 0 without an appointment, else the appointment's
  add column source int not null default 0 constraint registration_source_check check (source between 0 and 9),
  add column is_medicare boolean not null default false,
  add column medicare_no text not null default ''
    constraint registration_medicare_no_check check (char_length(medicare_no) <= 40 and (is_medicare or medicare_no = '')),
  add constraint registration_consultant_fk foreign key (tenant_id, consultant_id) references employee (tenant_id, id),
  add constraint registration_dept_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index registration_consultant_idx on registration (tenant_id, consultant_id) where consultant_id is not null;
create index registration_dept_idx on registration (tenant_id, dept_id) where dept_id is not null;
update registration r set source = a.source from appointment a
  where a.tenant_id = r.tenant_id and a.id = r.appointment_id;
