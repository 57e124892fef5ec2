-- A bill that is entered late counts in the figures of bills and visits for an earlier day, its 归属日. Its money moves on the day
-- it moves.
alter table bill
  add column belong_date date;
select app.grant_columns_but('bill', array['paid_amount', 'arrears_amount', 'refunded_amount', 'returned_amount', 'written_off_amount']);
create index bill_belong_idx on bill (tenant_id, clinic_id, belong_date) where belong_date is not null;
