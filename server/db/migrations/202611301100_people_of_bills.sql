-- Beside its doctor a bill says who assisted, who advised and who sold. What it is opened for says who; the desk changes it until
-- it is charged. What is reported and paid by nurse and consultant stands on the bill from then on, whatever becomes of the visit.
alter table bill
  add column nurse_id uuid,
  add column consultant_id uuid,
  add column sales_id uuid,
  add constraint bill_nurse_fk foreign key (tenant_id, nurse_id) references employee (tenant_id, id),
  add constraint bill_consultant_fk foreign key (tenant_id, consultant_id) references employee (tenant_id, id),
  add constraint bill_sales_fk foreign key (tenant_id, sales_id) references employee (tenant_id, id);

update bill b set consultant_id = r.consultant_id, nurse_id = a.nurse_id
from registration r left join appointment a on a.tenant_id = r.tenant_id and a.id = r.appointment_id
where r.tenant_id = b.tenant_id and r.id = b.registration_id and (r.consultant_id is not null or a.nurse_id is not null);

select app.grant_columns_but('bill', array['paid_amount', 'arrears_amount', 'refunded_amount', 'returned_amount', 'written_off_amount']);
