-- A whole refund takes back every piece, also those of a line that is worth nothing any more because its price went back before.
-- (refund.item_amount had taken the name refund_item_amount_check.)
alter table refund_item
  drop constraint refund_item_amount_check1,
  add constraint refund_item_given_check check (amount >= 0 and (amount > 0 or qty > 0));
