-- The ledger: every movement of yuan, times and points is one entry whose postings sum to nothing. Entries are only added;
-- what was wrong is set right by an entry of its own. What bills, their lines and patients owe follows from postings: the
-- function that posts changes those figures, and nobody else may.

create table ledger_entry (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  -- 1 charge, 2 repayment, 3 revoke, 4 refund, 5 way of payment corrected, 6 write-off; 7 to 12 cards, 13 to 16 prepayments, 17 till
  kind int not null check (kind between 1 and 40),
  -- Which paper it comes from.
  document text not null check (document in ('bill', 'refund', 'card', 'prepay', 'shift')),
  document_id uuid not null,
  document_no text not null,
  -- The day it counts on, and the moment it was written.
  business_date date not null,
  moment timestamptz not null,
  actor_id uuid,
  actor_name text not null default '',
  shift_id uuid,
  reverses_id uuid,
  -- Written by the migration from what stood before there was a ledger.
  is_carried boolean not null default false,
  primary key (tenant_id, id),
  constraint ledger_entry_reverses_key unique (tenant_id, reverses_id)
);
select app.clinic_table('ledger_entry', true);
create index ledger_entry_document_idx on ledger_entry (tenant_id, document_id);
create index ledger_entry_shift_idx on ledger_entry (tenant_id, shift_id) where shift_id is not null;
create index ledger_entry_day_idx on ledger_entry (tenant_id, clinic_id, business_date);

create table ledger_posting (
  tenant_id uuid not null,
  entry_id uuid not null,
  no int not null,
  clinic_id uuid not null,
  -- Of its entry, so that sums need no join.
  kind int not null,
  business_date date not null,
  account text not null check (account in ('cash', 'clearing', 'receivable', 'unitReceivable', 'principal', 'bonus', 'deposit', 'times',
    'points', 'billed', 'bonusGiven', 'pointsGiven', 'writtenOff', 'overShort', 'otherIncome', 'interClinic', 'suspense')),
  -- 0 yuan, 1 times, 2 points
  unit int not null default 0 check (unit in (0, 1, 2)),
  -- Debit above zero, credit below.
  amount numeric(14, 2) not null check (amount <> 0),
  bill_id uuid,
  item_id uuid,
  payment_id uuid,
  -- Of which part of the payment: bonus, principal, deposit, times, points, unit, cash.
  part text check (part in ('bonus', 'principal', 'deposit', 'times', 'points', 'unit', 'cash')),
  pay_method_id uuid,
  card_id uuid,
  prepay_id uuid,
  primary key (tenant_id, entry_id, no),
  constraint ledger_posting_line_check check (item_id is null or bill_id is not null),
  constraint ledger_posting_payment_check check ((payment_id is null) = (part is null)),
  constraint ledger_posting_receivable_check check (account not in ('receivable', 'billed') or bill_id is not null),
  constraint ledger_posting_cash_check check (account <> 'cash' or pay_method_id is not null)
);
select app.clinic_table('ledger_posting', true);
create index ledger_posting_bill_idx on ledger_posting (tenant_id, bill_id) where bill_id is not null;
create index ledger_posting_card_idx on ledger_posting (tenant_id, card_id) where card_id is not null;
create index ledger_posting_day_idx on ledger_posting (tenant_id, clinic_id, business_date, account);

-- The till of one cashier: from the first movement until it is handed over.
create table cash_shift (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  shift_no text not null,
  cashier_id uuid not null,
  cashier_name text not null,
  -- 0 open, 1 handed over, 2 reviewed
  status int not null default 0 check (status in (0, 1, 2)),
  started_at timestamptz not null,
  ended_at timestamptz,
  -- What should be there, what was counted (by notes and coins), what lacks; the float is apart.
  expected_cash numeric(14, 2),
  counted_cash numeric(14, 2),
  difference_amount numeric(14, 2),
  difference_reason text,
  notes jsonb,
  float_amount numeric(14, 2) not null default 0 check (float_amount >= 0),
  remark text not null default '',
  reviewer_id uuid,
  reviewer_name text,
  reviewed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint cash_shift_no_key unique (tenant_id, clinic_id, shift_no),
  constraint cash_shift_count_check check ((counted_cash is null) = (expected_cash is null)
    and difference_amount is not distinct from counted_cash - expected_cash
    and (difference_amount = 0 or difference_amount is null or coalesce(difference_reason, '') <> ''))
);
select app.clinic_table('cash_shift');
alter table cash_shift
  add constraint cash_shift_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint cash_shift_cashier_fk foreign key (tenant_id, cashier_id) references employee (tenant_id, id);
create unique index cash_shift_open_key on cash_shift (tenant_id, clinic_id, cashier_id) where status = 0;
create index cash_shift_day_idx on cash_shift (tenant_id, clinic_id, started_at);

-- A refund: what is taken off the lines of a bill, asked for, agreed to and paid back.
create table refund (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  refund_no text not null,
  bill_id uuid not null,
  patient_id uuid not null,
  -- 1 items, 2 difference of a price, 3 everything, 4 charged by mistake
  type int not null check (type between 1 and 4),
  -- 1 the last payment first, 2 in proportion to what was paid
  mode int not null check (mode in (1, 2)),
  -- 0 asked, 1 agreed, 2 paid back, 3 refused, 4 failed, 5 withdrawn
  status int not null check (status in (0, 1, 2, 3, 4, 5)),
  -- Taken off the lines, off what was owed, and given back.
  item_amount numeric(14, 2) not null check (item_amount > 0),
  arrears_amount numeric(14, 2) not null check (arrears_amount >= 0),
  refund_amount numeric(14, 2) not null check (refund_amount >= 0),
  reason text not null,
  remark text not null default '',
  return_stock boolean not null default true,
  roll_back_performance boolean not null default true,
  applicant_id uuid,
  applicant_name text not null,
  applied_at timestamptz not null,
  approver_id uuid,
  approver_name text,
  decided_at timestamptz,
  decision_reason text,
  payer_id uuid,
  payer_name text,
  refunded_at timestamptz,
  refund_date date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint refund_no_key unique (tenant_id, clinic_id, refund_no),
  constraint refund_sum_check check (item_amount = arrears_amount + refund_amount),
  constraint refund_paid_check check ((refunded_at is null or status = 2) and (refunded_at is null) = (refund_date is null))
);
select app.clinic_table('refund');
alter table refund
  add constraint refund_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  add constraint refund_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id);
create index refund_patient_idx on refund (tenant_id, patient_id, applied_at desc);
create index refund_day_idx on refund (tenant_id, clinic_id, applied_at desc);
-- One at a time: a second could give back what the first already does.
create unique index refund_open_key on refund (tenant_id, bill_id) where status in (0, 1, 4);
create index refund_bill_idx on refund (tenant_id, bill_id);

create table refund_item (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  refund_id uuid not null,
  bill_item_id uuid not null,
  -- 0: the price alone goes down.
  qty int not null check (qty >= 0),
  amount numeric(14, 2) not null check (amount > 0),
  primary key (tenant_id, id),
  constraint refund_item_line_key unique (tenant_id, refund_id, bill_item_id)
);
select app.clinic_table('refund_item', true);
alter table refund_item
  add constraint refund_item_refund_fk foreign key (tenant_id, refund_id) references refund (tenant_id, id),
  add constraint refund_item_line_fk foreign key (tenant_id, bill_item_id) references bill_item (tenant_id, id);
create index refund_item_line_idx on refund_item (tenant_id, bill_item_id);

-- What bills and lines say of it.
alter table bill
  add column returned_amount numeric(14, 2) not null default 0,
  add column written_off_amount numeric(14, 2) not null default 0;
alter table bill_item
  -- May bonus of a member card pay it?
  add column can_bonus boolean not null default true,
  add column returned_qty int not null default 0,
  add column returned_amount numeric(14, 2) not null default 0,
  add column written_off_amount numeric(14, 2) not null default 0,
  -- Payments as they are laid on lines, less what went back.
  add column settled_amount numeric(14, 2) not null default 0,
  add constraint bill_item_settled_check check (returned_qty between 0 and qty and returned_amount >= 0 and written_off_amount >= 0 and settled_amount >= 0
    and returned_amount + written_off_amount + settled_amount <= amount);
alter table bill
  drop constraint bill_paid_check,
  drop constraint bill_arrears_check,
  add constraint bill_paid_check check (paid_amount >= 0 and refunded_amount between 0 and paid_amount and returned_amount >= 0
    and written_off_amount >= 0 and returned_amount + written_off_amount <= receivable_amount and arrears_amount >= 0),
  -- Not charged: nothing of it. Charged: what is left of the claim is what was paid and kept, and what is owing.
  add constraint bill_owed_check check (
    (paid_amount = 0 and refunded_amount = 0 and returned_amount = 0 and written_off_amount = 0 and arrears_amount = 0)
    or receivable_amount - returned_amount - written_off_amount = paid_amount - refunded_amount + arrears_amount);

-- A payment that goes back: the whole of it the same day (3), or some of it by a refund (4); the way it was made set right (5).
alter table bill_payment
  add column refund_id uuid,
  add column returns_id uuid,
  add column principal_part numeric(14, 2) not null default 0 check (principal_part >= 0),
  add column bonus_part numeric(14, 2) not null default 0 check (bonus_part >= 0),
  drop constraint bill_payment_kind_check,
  drop constraint bill_payment_sign_check,
  add constraint bill_payment_kind_check check (kind between 1 and 6),
  add constraint bill_payment_sign_check check (
    (kind in (1, 2, 6)) = (amount > 0) and (kind = 3) = (revokes_id is not null)
    and (kind = 4) = (refund_id is not null) and (kind in (4, 5)) = (returns_id is not null)),
  add constraint bill_payment_refund_fk foreign key (tenant_id, refund_id) references refund (tenant_id, id),
  add constraint bill_payment_returns_fk foreign key (tenant_id, returns_id) references bill_payment (tenant_id, id);
create index bill_payment_returns_idx on bill_payment (tenant_id, returns_id) where returns_id is not null;
create index bill_payment_refund_idx on bill_payment (tenant_id, refund_id) where refund_id is not null;

-- May something be posted into a clinic on a day? Asked before each entry.
create function app.ledger_may_post(p_tenant uuid, p_clinic uuid, p_date date) returns void language plpgsql set search_path = public, pg_temp as $$
begin
end $$;
revoke execute on function app.ledger_may_post(uuid, uuid, date) from public;

-- What member cards hold, as the postings of an entry say.
create function app.ledger_apply_cards(p_tenant uuid, p_entry uuid) returns void language plpgsql set search_path = public, pg_temp as $$
begin
end $$;
revoke execute on function app.ledger_apply_cards(uuid, uuid) from public;

-- What agreed instalments were paid, as the postings of an entry say.
create function app.ledger_apply_plans(p_tenant uuid, p_entry uuid) returns void language plpgsql set search_path = public, pg_temp as $$
begin
end $$;
revoke execute on function app.ledger_apply_plans(uuid, uuid) from public;

-- What prepayments hold, as the postings of an entry say.
create function app.ledger_apply_prepays(p_tenant uuid, p_entry uuid) returns void language plpgsql set search_path = public, pg_temp as $$
begin
end $$;
revoke execute on function app.ledger_apply_prepays(uuid, uuid) from public;

-- Posts one entry: the only way into the ledger. What sums to something is refused; bills, lines and patients follow in the same
-- call, and nobody else may change those figures.
-- p_entry: id, clinic_id, kind, document, document_id, document_no, business_date, moment, actor_id, actor_name, shift_id, reverses_id
-- p_postings: [{no, account, unit, amount, bill_id, item_id, payment_id, part, pay_method_id, card_id, prepay_id}]
create function app.post_entry(p_tenant uuid, p_entry jsonb, p_postings jsonb) returns uuid
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
      pay_method_id, card_id, prepay_id)
    select p_tenant, v_id, x.no, v_clinic, v_kind, v_date, x.account, coalesce(x.unit, 0), x.amount, x.bill_id, x.item_id, x.payment_id, x.part,
      x.pay_method_id, x.card_id, x.prepay_id
    from jsonb_to_recordset(p_postings) as x(no int, account text, unit int, amount numeric, bill_id uuid, item_id uuid, payment_id uuid, part text,
      pay_method_id uuid, card_id uuid, prepay_id uuid);
  update bill b set
      returned_amount = b.returned_amount + x.returned,
      written_off_amount = b.written_off_amount + x.written_off,
      paid_amount = b.paid_amount + x.paid,
      refunded_amount = b.refunded_amount + x.refunded,
      arrears_amount = b.arrears_amount + x.owed
    from (select bill_id,
        coalesce(sum(amount) filter (where account = 'billed' and kind = 4), 0) as returned,
        coalesce(sum(amount) filter (where account = 'writtenOff'), 0) as written_off,
        coalesce(-sum(amount) filter (where account = 'receivable' and payment_id is not null and kind <> 4), 0) as paid,
        coalesce(sum(amount) filter (where account = 'receivable' and payment_id is not null and kind = 4), 0) as refunded,
        coalesce(sum(amount) filter (where account = 'receivable'), 0) as owed
      from ledger_posting where tenant_id = p_tenant and entry_id = v_id and bill_id is not null group by bill_id) x
    where b.tenant_id = p_tenant and b.id = x.bill_id and b.clinic_id = v_clinic;
  update bill_item i set
      returned_amount = i.returned_amount + x.returned,
      written_off_amount = i.written_off_amount + x.written_off,
      settled_amount = i.settled_amount + x.settled
    from (select item_id,
        coalesce(sum(amount) filter (where account = 'billed' and kind = 4), 0) as returned,
        coalesce(sum(amount) filter (where account = 'writtenOff'), 0) as written_off,
        coalesce(-sum(amount) filter (where account = 'receivable' and payment_id is not null), 0) as settled
      from ledger_posting where tenant_id = p_tenant and entry_id = v_id and item_id is not null group by item_id) x
    where i.tenant_id = p_tenant and i.id = x.item_id and (x.returned <> 0 or x.written_off <> 0 or x.settled <> 0);
  with moved as (
    select b.patient_id, min(b.open_time) as since, sum(p.amount) as owed,
      coalesce(-sum(p.amount) filter (where p.payment_id is not null), 0) as paid
    from ledger_posting p join bill b on b.tenant_id = p_tenant and b.id = p.bill_id
    where p.tenant_id = p_tenant and p.entry_id = v_id and p.account = 'receivable' group by b.patient_id
  ), total as (
    update patient_stat s set arrears_amount = s.arrears_amount + x.owed, consume_total = s.consume_total + x.paid
      from moved x where s.tenant_id = p_tenant and s.patient_id = x.patient_id returning s.patient_id
  )
  insert into patient_clinic as k (tenant_id, patient_id, reached_clinic_id, since, arrears_amount, consume_total)
    select p_tenant, x.patient_id, v_clinic, x.since, x.owed, x.paid from moved x
    on conflict (tenant_id, patient_id, reached_clinic_id) do update set
      arrears_amount = k.arrears_amount + excluded.arrears_amount, consume_total = k.consume_total + excluded.consume_total;
  perform app.ledger_apply_cards(p_tenant, v_id);
  perform app.ledger_apply_prepays(p_tenant, v_id);
  perform app.ledger_apply_plans(p_tenant, v_id);
  return v_id;
end $$;
revoke execute on function app.post_entry(uuid, jsonb, jsonb) from public;
grant execute on function app.post_entry(uuid, jsonb, jsonb) to dentin_app;
revoke insert on ledger_entry, ledger_posting from dentin_app;

-- A total shared in proportion to weights, in fen: each share half-up, the remainder on the last, no share above its weight.
create function app.split_by_weight(p_total bigint, p_weights bigint[]) returns bigint[] language plpgsql immutable as $$
declare
  v_whole bigint := (select coalesce(sum(w), 0) from unnest(p_weights) w);
  v_left bigint := p_total;
  v_shares bigint[] := '{}';
  v_share bigint;
begin
  for n in 1 .. coalesce(array_length(p_weights, 1), 0) loop
    v_share := case when p_weights[n] = 0 then 0
      else least(div(2::numeric * p_total * p_weights[n] + v_whole, 2::numeric * v_whole)::bigint, v_left) end;
    v_shares := v_shares || v_share;
    v_left := v_left - v_share;
  end loop;
  for n in reverse coalesce(array_length(p_weights, 1), 0) .. 1 loop
    exit when v_left = 0;
    continue when p_weights[n] = 0;
    v_share := case when p_total > v_whole then v_left else least(v_left, p_weights[n] - v_shares[n]) end;
    v_shares[n] := v_shares[n] + v_share;
    v_left := v_left - v_share;
  end loop;
  return v_shares;
end $$;

-- Bills that were charged before there was a ledger, or written past it (demo data): their charges, repayments and revokes as
-- entries, each payment laid on the lines as they stand. What the bills say stays as it is.
create function app.carry_bills(p_today date) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  v_bill record;
  v_group record;
  v_payment record;
  v_entry uuid;
  v_ids uuid[];
  v_wants bigint[];
  v_shares bigint[];
  v_taken record;
  v_accounts text[];
  v_amounts bigint[];
  v_items uuid[];
  v_payments uuid[];
  v_methods uuid[];
begin
  for v_bill in
    select b.tenant_id, b.id, b.clinic_id, b.bill_no, b.status, b.open_time, b.pay_time, (b.receivable_amount * 100)::bigint as due, b.cashier_id,
      coalesce(i.ids, '{}') as ids, coalesce(i.amounts, '{}') as amounts
    from bill b
    left join lateral (select array_agg(i.id order by i.line_no) as ids, array_agg((i.amount * 100)::bigint order by i.line_no) as amounts
      from bill_item i where i.tenant_id = b.tenant_id and i.bill_id = b.id) i on true
    where (b.status in (2, 3) or exists (select 1 from bill_payment p where p.tenant_id = b.tenant_id and p.bill_id = b.id))
      and not exists (select 1 from ledger_entry e where e.tenant_id = b.tenant_id and e.document_id = b.id)
  loop
    v_ids := v_bill.ids;
    v_wants := v_bill.amounts;
    -- What was taken and given back the same day: as it came in, and its opposite. Which lines the bill had then nobody kept.
    for v_group in
      select p.pay_time, p.pay_date, p.cashier_id, p.cashier_name, sum((p.amount * 100)::bigint)::bigint as paid, array_agg(p.id order by p.id) as ids
      from bill_payment p where p.tenant_id = v_bill.tenant_id and p.bill_id = v_bill.id and p.kind in (1, 2)
        and exists (select 1 from bill_payment r where r.tenant_id = p.tenant_id and r.revokes_id = p.id)
      group by p.pay_time, p.pay_date, p.cashier_id, p.cashier_name
    loop
      v_entry := gen_random_uuid();
      insert into ledger_entry (tenant_id, id, clinic_id, kind, document, document_id, document_no, business_date, moment, actor_id, actor_name, is_carried)
        values (v_bill.tenant_id, v_entry, v_bill.clinic_id, 1, 'bill', v_bill.id, v_bill.bill_no, v_group.pay_date, v_group.pay_time,
          v_group.cashier_id, v_group.cashier_name, true);
      insert into ledger_posting (tenant_id, entry_id, no, clinic_id, kind, business_date, account, amount, bill_id, payment_id, part, pay_method_id)
        select v_bill.tenant_id, v_entry, row_number() over (), v_bill.clinic_id, 1, v_group.pay_date, x.account, x.amount, v_bill.id,
          x.payment_id, x.part, x.pay_method_id
        from (select 'receivable' as account, v_group.paid / 100.0 as amount, null::uuid as payment_id, null as part, null::uuid as pay_method_id
          union all select 'billed', -v_group.paid / 100.0, null, null, null
          union all select 'receivable', -p.amount, p.id, 'cash', p.pay_method_id from bill_payment p
            where p.tenant_id = v_bill.tenant_id and p.id = any(v_group.ids)
          union all select 'cash', p.amount, p.id, 'cash', p.pay_method_id from bill_payment p
            where p.tenant_id = v_bill.tenant_id and p.id = any(v_group.ids)) x;
      select r.pay_time, r.pay_date, r.cashier_id, r.cashier_name into v_taken from bill_payment r
        where r.tenant_id = v_bill.tenant_id and r.revokes_id = v_group.ids[1];
      insert into ledger_entry (tenant_id, id, clinic_id, kind, document, document_id, document_no, business_date, moment, actor_id, actor_name, reverses_id, is_carried)
        values (v_bill.tenant_id, gen_random_uuid(), v_bill.clinic_id, 3, 'bill', v_bill.id, v_bill.bill_no, v_taken.pay_date, v_taken.pay_time,
          v_taken.cashier_id, v_taken.cashier_name, v_entry, true);
      insert into ledger_posting (tenant_id, entry_id, no, clinic_id, kind, business_date, account, amount, bill_id, payment_id, part, pay_method_id)
        select p.tenant_id, e.id, p.no, p.clinic_id, 3, e.business_date, p.account, -p.amount, p.bill_id, p.payment_id, p.part, p.pay_method_id
        from ledger_posting p join ledger_entry e on e.tenant_id = p.tenant_id and e.reverses_id = p.entry_id
        where p.tenant_id = v_bill.tenant_id and p.entry_id = v_entry;
    end loop;
    -- The charge that stands, and what was repaid since.
    if v_bill.status in (2, 3) then
      for v_group in
        select 1 as kind, coalesce(v_bill.pay_time, v_bill.open_time) as pay_time,
          (coalesce(v_bill.pay_time, v_bill.open_time) at time zone 'Asia/Shanghai')::date as pay_date,
          v_bill.cashier_id, coalesce(max(p.cashier_name), '') as cashier_name, coalesce(array_agg(p.id order by p.id) filter (where p.id is not null), '{}') as ids
        from (select 1) one left join bill_payment p on p.tenant_id = v_bill.tenant_id and p.bill_id = v_bill.id and p.kind = 1
          and not exists (select 1 from bill_payment r where r.tenant_id = p.tenant_id and r.revokes_id = p.id)
        union all
        select * from (select 2, p.pay_time, p.pay_date, p.cashier_id, p.cashier_name, array_agg(p.id order by p.id) from bill_payment p
          where p.tenant_id = v_bill.tenant_id and p.bill_id = v_bill.id and p.kind = 2
            and not exists (select 1 from bill_payment r where r.tenant_id = p.tenant_id and r.revokes_id = p.id)
          group by p.pay_time, p.pay_date, p.cashier_id, p.cashier_name order by p.pay_time) later
      loop
        v_entry := gen_random_uuid();
        insert into ledger_entry (tenant_id, id, clinic_id, kind, document, document_id, document_no, business_date, moment, actor_id, actor_name, is_carried)
          values (v_bill.tenant_id, v_entry, v_bill.clinic_id, v_group.kind, 'bill', v_bill.id, v_bill.bill_no, v_group.pay_date, v_group.pay_time,
            v_group.cashier_id, v_group.cashier_name, true);
        v_accounts := '{}'; v_amounts := '{}'; v_items := '{}'; v_payments := '{}'; v_methods := '{}';
        if v_group.kind = 1 and v_bill.due > 0 then
          v_accounts := array['receivable'];
          v_amounts := array[v_bill.due];
          v_items := array[null::uuid]; v_payments := array[null::uuid]; v_methods := array[null::uuid];
          for n in 1 .. coalesce(array_length(v_ids, 1), 0) loop
            continue when v_wants[n] = 0;
            v_accounts := v_accounts || 'billed'::text; v_amounts := v_amounts || -v_wants[n]; v_items := v_items || v_ids[n];
            v_payments := v_payments || null::uuid; v_methods := v_methods || null::uuid;
          end loop;
        end if;
        for v_payment in select p.id, (p.amount * 100)::bigint as amount, p.pay_method_id from bill_payment p
          where p.tenant_id = v_bill.tenant_id and p.id = any(v_group.ids) order by p.id
        loop
          v_shares := app.split_by_weight(v_payment.amount, v_wants);
          v_accounts := v_accounts || 'cash'::text; v_amounts := v_amounts || v_payment.amount; v_items := v_items || null::uuid;
          v_payments := v_payments || v_payment.id; v_methods := v_methods || v_payment.pay_method_id;
          for n in 1 .. coalesce(array_length(v_ids, 1), 0) loop
            continue when v_shares[n] = 0;
            v_accounts := v_accounts || 'receivable'::text; v_amounts := v_amounts || -v_shares[n]; v_items := v_items || v_ids[n];
            v_payments := v_payments || v_payment.id; v_methods := v_methods || v_payment.pay_method_id;
            v_wants[n] := v_wants[n] - v_shares[n];
          end loop;
        end loop;
        insert into ledger_posting (tenant_id, entry_id, no, clinic_id, kind, business_date, account, amount, bill_id, item_id, payment_id, part, pay_method_id)
          select v_bill.tenant_id, v_entry, c.no, v_bill.clinic_id, v_group.kind, v_group.pay_date, c.account, c.amount / 100.0, v_bill.id, c.item_id,
            c.payment_id, case when c.payment_id is not null then 'cash' end, c.pay_method_id
          from unnest(v_accounts, v_amounts, v_items, v_payments, v_methods) with ordinality as c(account, amount, item_id, payment_id, pay_method_id, no);
      end loop;
    end if;
  end loop;
  -- Each day of a cashier in a clinic was a shift; today's is still open. A reversal is out of the till that took the money.
  with day as (
    select e.tenant_id, e.clinic_id, e.actor_id, max(e.actor_name) as cashier_name, e.business_date, min(e.moment) as started_at, max(e.moment) as ended_at,
      gen_random_uuid() as id, row_number() over (partition by e.tenant_id, e.clinic_id, e.business_date order by min(e.moment), e.actor_id) as n
    from ledger_entry e where e.is_carried and e.shift_id is null and e.actor_id is not null and e.reverses_id is null
    group by e.tenant_id, e.clinic_id, e.actor_id, e.business_date
  ), made as (
    insert into cash_shift (tenant_id, id, clinic_id, shift_no, cashier_id, cashier_name, status, started_at, ended_at, remark, created_at, updated_at)
    select d.tenant_id, d.id, d.clinic_id, 'JB' || to_char(d.business_date, 'YYMMDD') || '-' || lpad((d.n + coalesce(k.last_no, 0))::text, 4, '0'),
      d.actor_id, d.cashier_name, case when d.business_date = p_today then 0 else 1 end, d.started_at,
      case when d.business_date <> p_today then d.ended_at end, '', d.started_at, d.started_at
    from day d left join document_counter k on k.tenant_id = d.tenant_id and k.clinic_id = d.clinic_id and k.prefix = 'JB' and k.date = d.business_date
    returning tenant_id, id, clinic_id, cashier_name
  ), noted as (
    insert into audit (tenant_id, id, created_at, clinic_id, actor_name, action, entity, entity_id, entity_version, after)
    select m.tenant_id, gen_random_uuid(), now(), m.clinic_id, m.cashier_name, 'create', 'cash_shift', m.id, 1, '{}' from made m
    returning id
  ), counted as (
    insert into document_counter as c (tenant_id, clinic_id, prefix, date, last_no)
    select d.tenant_id, d.clinic_id, 'JB', d.business_date, max(d.n) from day d group by 1, 2, 4
    on conflict (tenant_id, clinic_id, prefix, date) do update set last_no = c.last_no + excluded.last_no
    returning last_no
  )
  update ledger_entry e set shift_id = d.id from day d
    where e.is_carried and e.shift_id is null and e.reverses_id is null and e.tenant_id = d.tenant_id and e.clinic_id = d.clinic_id
      and e.actor_id = d.actor_id and e.business_date = d.business_date;
  update ledger_entry e set shift_id = x.shift_id from ledger_entry x
    where e.is_carried and e.shift_id is null and x.tenant_id = e.tenant_id and x.id = e.reverses_id and x.shift_id is not null;
  -- They were counted as they should be.
  update cash_shift s set expected_cash = x.cash, counted_cash = x.cash, difference_amount = 0
    from (select e.tenant_id, e.shift_id, coalesce(sum(p.amount) filter (where m.code = 'cash'), 0) as cash
      from ledger_entry e join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id and p.account = 'cash'
      join pay_method m on m.tenant_id = p.tenant_id and m.id = p.pay_method_id where e.shift_id is not null group by 1, 2) x
    where s.tenant_id = x.tenant_id and s.id = x.shift_id and s.status = 1 and s.expected_cash is null;
  update bill_item i set settled_amount = x.settled
    from (select tenant_id, item_id, -sum(amount) as settled from ledger_posting where item_id is not null and account = 'receivable' group by 1, 2) x
    where i.tenant_id = x.tenant_id and i.id = x.item_id and i.settled_amount <> x.settled;
end $$;
revoke execute on function app.carry_bills(date) from public;

select app.carry_bills((now() at time zone 'Asia/Shanghai')::date);

-- The app writes the columns of a table but those that are kept for it. Called again by a migration that adds a column.
create function app.grant_columns_but(p_table text, p_kept text[]) returns void language plpgsql as $$
declare v_list text := (select string_agg(quote_ident(column_name), ', ' order by ordinal_position) from information_schema.columns
  where table_schema = 'public' and table_name = p_table and column_name <> all(p_kept));
begin
  execute format('revoke insert, update on public.%I from dentin_app', p_table);
  execute format('grant insert (%s), update (%s) on public.%I to dentin_app', v_list, v_list, p_table);
end $$;
revoke execute on function app.grant_columns_but(text, text[]) from public;
select app.grant_columns_but('bill', array['paid_amount', 'arrears_amount', 'refunded_amount', 'returned_amount', 'written_off_amount']);
select app.grant_columns_but('bill_item', array['returned_amount', 'written_off_amount', 'settled_amount']);
