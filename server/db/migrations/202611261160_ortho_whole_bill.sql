-- The bill of an orthodontic case may be the whole fee: the rest after the down payment is agreed on as instalments.
alter table ortho_case
  add column first_bill_is_whole boolean not null default false,
  add constraint ortho_case_whole_bill_check check (first_bill_id is not null or not first_bill_is_whole);
