-- The department of a record: that of the registration, else of the doctor in the clinic. It is kept in words when the record is
-- first signed, so that a doctor who changes departments, or a department that is renamed, changes no paper of before. Records
-- that were signed before keep what is known of it today; of one that was never signed it is asked each time.
alter table medical_record add column dept_name text;
update medical_record r set dept_name = coalesce((select d.name from dept d where d.tenant_id = r.tenant_id and d.id = coalesce(
    (select g.dept_id from registration g where g.tenant_id = r.tenant_id and g.id = r.registration_id),
    (select e.dept_id from employee_clinic e where e.tenant_id = r.tenant_id and e.clinic_id = r.clinic_id and e.employee_id = r.doctor_id))), '')
  where exists (select 1 from medical_record_version v where v.tenant_id = r.tenant_id and v.record_id = r.id);
