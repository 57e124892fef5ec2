-- A code may also be paid to recharge a member card, or as a prepayment, before there is a bill.
-- 1 a charge, 2 arrears, 3 a recharge, 4 a prepayment
alter table scan_payment
  alter column bill_id drop not null,
  -- The card that is recharged.
  add column card_id uuid,
  -- Who pays a prepayment.
  add column patient_id uuid,
  -- The prepayment that the money has become.
  add column prepay_id uuid,
  drop constraint scan_payment_purpose_check,
  add constraint scan_payment_purpose_check check (purpose in (1, 2, 3, 4)),
  add constraint scan_payment_of_check check (
    (bill_id is not null) = (purpose in (1, 2)) and (card_id is not null) = (purpose = 3) and (patient_id is not null) = (purpose = 4)
      and (prepay_id is null or purpose = 4)),
  add constraint scan_payment_card_fk foreign key (tenant_id, card_id) references member_card (tenant_id, id),
  add constraint scan_payment_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint scan_payment_prepay_fk foreign key (tenant_id, prepay_id) references prepay (tenant_id, id);
create index scan_payment_card_idx on scan_payment (tenant_id, card_id, created_at) where card_id is not null;
create index scan_payment_patient_idx on scan_payment (tenant_id, patient_id, created_at) where patient_id is not null;
create index scan_payment_prepay_idx on scan_payment (tenant_id, prepay_id) where prepay_id is not null;
-- One code at a time for a card, and for a patient's prepayments in a clinic.
create unique index scan_payment_running_card_key on scan_payment (tenant_id, card_id) where status = 0;
create unique index scan_payment_running_patient_key on scan_payment (tenant_id, clinic_id, patient_id) where status = 0;

-- Money that waited on the suspense account and is then recharged, or kept as a prepayment, is stored like any other. No book that was
-- kept before has any.
do $$
declare
  v_body text := pg_get_functiondef('app.month_book(uuid, uuid, date)'::regprocedure);
  v_was constant text := $s$select 'stored', sum(amount) from moved where account in ('cash', 'clearing') and of_kind between 7 and 16$s$;
begin
  if position(v_was in v_body) = 0 then
    raise exception 'app.month_book is not what this migration expects';
  end if;
  execute replace(v_body, v_was,
    $s$select 'stored', sum(amount) from moved where account in ('cash', 'clearing', 'suspense') and of_kind between 7 and 16$s$);
end $$;
