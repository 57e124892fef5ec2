-- A doctor stops receiving for the day on which it was said; the next morning the doctor receives again.
alter table employee_clinic add column stopped_on date;
update employee_clinic set stopped_on = (updated_at at time zone 'Asia/Shanghai')::date where registration_status = 1;
alter table employee_clinic
  add constraint employee_clinic_stopped_on_check check (registration_status <> 1 or stopped_on is not null);
