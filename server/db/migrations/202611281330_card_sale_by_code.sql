-- A code may also be paid for a card that is sold: 5. There is no card until the money is there; what was typed is kept with the
-- code, and who buys it stands where a prepayment names its patient.
alter table scan_payment
  -- The movement of a card that the money has become: of a recharge, or of the sale of a new card.
  add column card_log_id uuid,
  drop constraint scan_payment_purpose_check,
  add constraint scan_payment_purpose_check check (purpose between 1 and 5),
  drop constraint scan_payment_of_check,
  add constraint scan_payment_of_check check (
    (bill_id is not null) = (purpose in (1, 2)) and (card_id is not null) = (purpose = 3) and (patient_id is not null) = (purpose in (4, 5))
      and (prepay_id is null or purpose = 4) and (card_log_id is null or purpose in (3, 5))),
  add constraint scan_payment_card_log_fk foreign key (tenant_id, card_log_id) references card_log (tenant_id, id);
create index scan_payment_card_log_idx on scan_payment (tenant_id, card_log_id) where card_log_id is not null;
-- One code at a time for a patient's prepayments in a clinic, and one for a card.
drop index scan_payment_running_patient_key;
create unique index scan_payment_running_patient_key on scan_payment (tenant_id, clinic_id, patient_id, purpose) where status = 0;
update scan_payment s set card_log_id = l.id
from card_log l
where s.purpose = 3 and s.status = 1 and l.tenant_id = s.tenant_id and l.card_id = s.card_id
  and exists (select 1 from jsonb_array_elements(l.ways) w
    join gateway_trade g on g.tenant_id = s.tenant_id and g.order_id = s.id and g.kind = 'desk' and (w ->> 'gatewayTradeId')::uuid = g.id);
