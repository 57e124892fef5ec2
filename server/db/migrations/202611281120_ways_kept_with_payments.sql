-- What a way to pay costs, and whether it counts as performance, as it was when the payment was taken: a later change of the way
-- alters no payment. What goes back by the way it came takes its fee back; paid out by another way it takes none.
alter table bill_payment
  add column fee_rate int not null default 0 constraint bill_payment_fee_rate_check check (fee_rate between 0 and 1000),
  add column counts_performance boolean not null default true,
  -- Half-up to the fen, mirrored below zero.
  add column fee_amount numeric(14, 2) not null generated always as (round(amount * fee_rate / 10000, 2)) stored;
update bill_payment p set fee_rate = m.fee_rate, counts_performance = m.count_performance
from pay_method m
where m.tenant_id = p.tenant_id and m.id = p.pay_method_id and (m.fee_rate > 0 or not m.count_performance);

-- By what is paid out what can't go back by the way it came; none said: cash.
alter table refund add column other_way_id uuid;
alter table refund
  add constraint refund_other_way_fk foreign key (tenant_id, other_way_id) references pay_method (tenant_id, id);
