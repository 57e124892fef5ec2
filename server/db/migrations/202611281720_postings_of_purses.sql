-- Cards, prepayments, units and plans are gone through for an entry that names one of them or may change them: a charge waits for
-- nothing else while its card is locked.
create or replace function app.post_entry(p_tenant uuid, p_entry jsonb, p_postings jsonb) returns uuid
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_id uuid := (p_entry ->> 'id')::uuid;
  v_clinic uuid := (p_entry ->> 'clinic_id')::uuid;
  v_kind int := (p_entry ->> 'kind')::int;
  v_date date := (p_entry ->> 'business_date')::date;
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid
    or coalesce(current_setting('app.clinic', true), '') not in ('all', v_clinic::text) then
    raise exception 'a ledger entry of somebody else' using errcode = 'insufficient_privilege';
  end if;
  perform app.ledger_may_post(p_tenant, v_clinic, v_date);
  -- What was handed over stays as it was handed over, and nobody hands over meanwhile.
  perform 1 from cash_shift s
    where s.tenant_id = p_tenant and s.id = (p_entry ->> 'shift_id')::uuid and s.clinic_id = v_clinic and s.status = 0 for share;
  if not found and p_entry ->> 'shift_id' is not null then
    raise exception 'the shift was handed over' using errcode = 'check_violation', constraint = 'ledger_shift_open';
  end if;
  if not coalesce((select bool_and(u.total = 0) from (select sum((x ->> 'amount')::numeric) as total from jsonb_array_elements(p_postings) x
      group by x ->> 'unit') u), false) then
    raise exception 'a ledger entry does not balance' using errcode = 'check_violation', constraint = 'ledger_posting_balance';
  end if;
  insert into ledger_entry (tenant_id, id, clinic_id, kind, document, document_id, document_no, business_date, moment, actor_id, actor_name,
      shift_id, reverses_id)
    select p_tenant, v_id, v_clinic, v_kind, e.document, e.document_id, e.document_no, v_date, e.moment, e.actor_id, e.actor_name, e.shift_id, e.reverses_id
    from jsonb_to_record(p_entry) as e(document text, document_id uuid, document_no text, moment timestamptz, actor_id uuid, actor_name text,
      shift_id uuid, reverses_id uuid);
  insert into ledger_posting (tenant_id, entry_id, no, clinic_id, kind, business_date, account, unit, amount, bill_id, item_id, payment_id, part,
      pay_method_id, card_id, prepay_id, pay_unit_id)
    select p_tenant, v_id, x.no, v_clinic, v_kind, v_date, x.account, coalesce(x.unit, 0), x.amount, x.bill_id, x.item_id, x.payment_id, x.part,
      x.pay_method_id, x.card_id, x.prepay_id, x.pay_unit_id
    from jsonb_to_recordset(p_postings) as x(no int, account text, unit int, amount numeric, bill_id uuid, item_id uuid, payment_id uuid, part text,
      pay_method_id uuid, card_id uuid, prepay_id uuid, pay_unit_id uuid);
  update bill b set
      returned_amount = b.returned_amount + x.returned,
      written_off_amount = b.written_off_amount + x.written_off,
      paid_amount = b.paid_amount + x.paid,
      refunded_amount = b.refunded_amount + x.refunded,
      arrears_amount = b.arrears_amount + x.owed
    from (select bill_id,
        coalesce(sum(amount) filter (where account = 'billed' and v_kind = 4), 0) as returned,
        coalesce(sum(amount) filter (where account = 'writtenOff'), 0) as written_off,
        coalesce(-sum(amount) filter (where account = 'receivable' and payment_id is not null and v_kind <> 4), 0) as paid,
        coalesce(sum(amount) filter (where account = 'receivable' and payment_id is not null and v_kind = 4), 0) as refunded,
        coalesce(sum(amount) filter (where account = 'receivable'), 0) as owed
      from jsonb_to_recordset(p_postings) as p(account text, amount numeric, bill_id uuid, item_id uuid, payment_id uuid)
      where bill_id is not null group by bill_id) x
    where b.tenant_id = p_tenant and b.id = x.bill_id and b.clinic_id = v_clinic;
  update bill_item i set
      returned_amount = i.returned_amount + x.returned,
      written_off_amount = i.written_off_amount + x.written_off,
      settled_amount = i.settled_amount + x.settled
    from (select item_id,
        coalesce(sum(amount) filter (where account = 'billed' and v_kind = 4), 0) as returned,
        coalesce(sum(amount) filter (where account = 'writtenOff'), 0) as written_off,
        coalesce(-sum(amount) filter (where account = 'receivable' and payment_id is not null), 0) as settled
      from jsonb_to_recordset(p_postings) as p(account text, amount numeric, bill_id uuid, item_id uuid, payment_id uuid)
      where item_id is not null group by item_id) x
    where i.tenant_id = p_tenant and i.id = x.item_id and (x.returned <> 0 or x.written_off <> 0 or x.settled <> 0);
  with moved as (
    select b.patient_id, min(b.open_time) as since, sum(x.owed) as owed, sum(x.paid) as paid
    from (select bill_id, sum(amount) as owed, coalesce(-sum(amount) filter (where payment_id is not null), 0) as paid
      from jsonb_to_recordset(p_postings) as p(account text, amount numeric, bill_id uuid, item_id uuid, payment_id uuid)
      where account = 'receivable' and bill_id is not null group by bill_id) x
    -- One bill by its key, whatever the planner knows of the table.
    cross join lateral (select b.patient_id, b.open_time from bill b where b.tenant_id = p_tenant and b.id = x.bill_id offset 0) b
    group by b.patient_id
  ), total as (
    update patient_stat s set arrears_amount = s.arrears_amount + x.owed, consume_total = s.consume_total + x.paid
      from moved x where s.tenant_id = p_tenant and s.patient_id = x.patient_id returning s.patient_id
  )
  insert into patient_clinic as k (tenant_id, patient_id, reached_clinic_id, since, arrears_amount, consume_total)
    select p_tenant, x.patient_id, v_clinic, x.since, x.owed, x.paid from moved x
    on conflict (tenant_id, patient_id, reached_clinic_id) do update set
      arrears_amount = k.arrears_amount + excluded.arrears_amount, consume_total = k.consume_total + excluded.consume_total;
  if jsonb_path_exists(p_postings, '$[*] ? (exists (@.card_id))') then
    perform app.ledger_apply_cards(p_tenant, v_id);
  end if;
  if jsonb_path_exists(p_postings, '$[*] ? (@.account == "deposit" || exists (@.prepay_id))') then
    perform app.ledger_apply_prepays(p_tenant, v_id);
  end if;
  if jsonb_path_exists(p_postings, '$[*] ? (@.account == "unitReceivable" || exists (@.pay_unit_id))') then
    perform app.ledger_apply_units(p_tenant, v_id);
  end if;
  -- Repayments, what is taken back, refunds and write-offs.
  if v_kind in (2, 3, 4, 6) then
    perform app.ledger_apply_plans(p_tenant, v_id);
  end if;
  return v_id;
end $$;
