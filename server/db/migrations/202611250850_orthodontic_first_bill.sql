-- The bill of the down payment, and in which months after debonding the patient is asked to come.
alter table ortho_case
  add column first_bill_id uuid,
  add column recall_months int[] not null default '{1,3,6,12}'
    constraint ortho_case_recall_check check (cardinality(recall_months) <= 12 and 1 <= all (recall_months) and 120 >= all (recall_months)),
  add constraint ortho_case_bill_fk foreign key (tenant_id, first_bill_id) references bill (tenant_id, id);
create index ortho_case_bill_idx on ortho_case (tenant_id, first_bill_id);
