-- Units (companies, schools) that pay for their people: what is charged to a unit is a claim against it, cleared by settlements.
-- What a unit owes, and what of each claim went back or was settled, follows from the ledger's postings alone.

create table pay_unit (
  tenant_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  contact text not null default '',
  phone text not null default '',
  -- How much may be owed at once, in the whole company.
  credit_limit numeric(14, 2) not null check (credit_limit >= 0),
  -- A claim is due so many days after it was charged.
  term_days int not null default 30 check (term_days between 0 and 365),
  -- The unit wants to know for whom it pays: a staff number or a remark with every claim.
  needs_reference boolean not null default false,
  remark text not null default '',
  -- What it owes in all clinics; below zero it has something left with us. Of the ledger alone.
  balance_amount numeric(14, 2) not null default 0,
  enabled boolean not null default true,
  sort_no int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('pay_unit');
create unique index pay_unit_name_key on pay_unit (tenant_id, name);
select app.grant_columns_but('pay_unit', array['balance_amount']);

alter table bill_payment
  add column pay_unit_id uuid,
  -- The staff number or remark that the unit wants.
  add column unit_reference text not null default '',
  add constraint bill_payment_unit_fk foreign key (tenant_id, pay_unit_id) references pay_unit (tenant_id, id),
  add constraint bill_payment_unit_check check (pay_unit_id is null or (card_id is null and prepay_id is null and gateway_trade_id is null)),
  add constraint bill_payment_reference_check check (unit_reference = '' or pay_unit_id is not null);
create index bill_payment_unit_idx on bill_payment (tenant_id, pay_unit_id) where pay_unit_id is not null;

-- A claim against a unit: one payment by 单位记账. Its id is that of the payment.
create table unit_claim (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  pay_unit_id uuid not null,
  bill_id uuid not null,
  charged_on date not null,
  due_on date not null,
  amount numeric(14, 2) not null check (amount > 0),
  -- Went back by refunds, and was settled. Both may overlap: what was settled and then refunded is the unit's, and lowers the next
  -- settlement.
  back_amount numeric(14, 2) not null default 0 check (back_amount between 0 and amount),
  settled_amount numeric(14, 2) not null default 0 check (settled_amount between 0 and amount),
  reference text not null default '',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint unit_claim_due_check check (due_on >= charged_on)
);
select app.clinic_table('unit_claim', true);
alter table unit_claim
  add constraint unit_claim_unit_fk foreign key (tenant_id, pay_unit_id) references pay_unit (tenant_id, id),
  add constraint unit_claim_payment_fk foreign key (tenant_id, id) references bill_payment (tenant_id, id),
  add constraint unit_claim_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id);
create index unit_claim_unit_idx on unit_claim (tenant_id, pay_unit_id, charged_on);
create index unit_claim_clinic_idx on unit_claim (tenant_id, clinic_id, charged_on);
create index unit_claim_bill_idx on unit_claim (tenant_id, bill_id);
revoke insert on unit_claim from dentin_app;

-- What a unit paid, and which claims it cleared.
create table unit_settlement (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  settlement_no text not null,
  pay_unit_id uuid not null,
  amount numeric(14, 2) not null check (amount > 0),
  -- 1 settled, 2 taken back
  status int not null default 1 check (status in (1, 2)),
  pay_method_id uuid not null,
  trade_no text not null default '',
  remark text not null default '',
  settled_at timestamptz not null,
  settler_id uuid,
  settler_name text not null,
  undone_at timestamptz,
  undoer_id uuid,
  undoer_name text,
  undo_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint unit_settlement_no_key unique (tenant_id, clinic_id, settlement_no),
  constraint unit_settlement_undone_check check ((status = 2) = (undone_at is not null) and (status = 2) = (coalesce(undo_reason, '') <> ''))
);
select app.clinic_table('unit_settlement');
alter table unit_settlement
  add constraint unit_settlement_unit_fk foreign key (tenant_id, pay_unit_id) references pay_unit (tenant_id, id),
  add constraint unit_settlement_method_fk foreign key (tenant_id, pay_method_id) references pay_method (tenant_id, id);
create index unit_settlement_unit_idx on unit_settlement (tenant_id, pay_unit_id, settled_at desc);

-- How much of a settlement clears which claim; below zero: what the unit had left with us on it is used up.
create table unit_settlement_line (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  settlement_id uuid not null,
  claim_id uuid not null,
  amount numeric(14, 2) not null check (amount <> 0),
  primary key (tenant_id, id),
  constraint unit_settlement_line_key unique (tenant_id, settlement_id, claim_id)
);
select app.clinic_table('unit_settlement_line', true);
alter table unit_settlement_line
  add constraint unit_settlement_line_settlement_fk foreign key (tenant_id, settlement_id) references unit_settlement (tenant_id, id),
  -- The payment, whose id the claim has.
  add constraint unit_settlement_line_claim_fk foreign key (tenant_id, claim_id) references bill_payment (tenant_id, id);
create index unit_settlement_line_claim_idx on unit_settlement_line (tenant_id, claim_id);

-- The ledger knows of whom it is owed, and settlements as papers.
alter table ledger_posting
  add column pay_unit_id uuid,
  add constraint ledger_posting_pay_unit_check check ((account = 'unitReceivable') = (pay_unit_id is not null));
create index ledger_posting_unit_idx on ledger_posting (tenant_id, pay_unit_id) where pay_unit_id is not null;
do $$
declare
  v_paper text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'ledger_entry'::regclass and conname = 'ledger_entry_document_check');
begin
  if position('''settlement''::text' in v_paper) = 0 then
    raise exception 'ledger_entry_document_check is not what this migration expects';
  end if;
  execute 'alter table ledger_entry drop constraint ledger_entry_document_check';
  execute 'alter table ledger_entry add constraint ledger_entry_document_check '
    || replace(v_paper, '''settlement''::text', '''settlement''::text, ''unitSettlement''::text');
end $$;

-- What units owe, as the postings of an entry say: a payment is a claim, what goes back of it lowers it, a settlement clears the
-- claims of its lines, and its reversal opens them again.
create function app.ledger_apply_units(p_tenant uuid, p_entry uuid) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  v_entry record;
  v_move record;
  v_sum numeric;
begin
  select e.kind, e.document, e.document_id, e.clinic_id, e.business_date, e.moment into v_entry
    from ledger_entry e where e.tenant_id = p_tenant and e.id = p_entry;
  for v_move in
    select p.pay_unit_id, p.payment_id, (array_agg(p.bill_id))[1] as bill_id, sum(p.amount) as amount
    from ledger_posting p where p.tenant_id = p_tenant and p.entry_id = p_entry and p.account = 'unitReceivable'
    group by p.pay_unit_id, p.payment_id having sum(p.amount) <> 0 order by p.pay_unit_id, p.payment_id
  loop
    update pay_unit u set balance_amount = u.balance_amount + v_move.amount where u.tenant_id = p_tenant and u.id = v_move.pay_unit_id;
    if not found then
      raise exception 'a unit of somebody else' using errcode = 'insufficient_privilege';
    end if;
    if v_move.payment_id is not null then
      if v_move.amount > 0 then
        insert into unit_claim (tenant_id, id, clinic_id, pay_unit_id, bill_id, charged_on, due_on, amount, reference, created_at)
          select p_tenant, y.id, v_entry.clinic_id, y.pay_unit_id, y.bill_id, v_entry.business_date, v_entry.business_date + u.term_days,
            v_move.amount, y.unit_reference, v_entry.moment
          from bill_payment y join pay_unit u on u.tenant_id = p_tenant and u.id = y.pay_unit_id
          where y.tenant_id = p_tenant and y.id = v_move.payment_id and y.pay_unit_id = v_move.pay_unit_id;
      else
        update unit_claim c set back_amount = c.back_amount - v_move.amount
          where c.tenant_id = p_tenant and c.id = v_move.payment_id and c.pay_unit_id = v_move.pay_unit_id;
      end if;
      if not found then
        raise exception 'a claim without its payment' using errcode = 'check_violation', constraint = 'unit_claim_payment';
      end if;
    else
      with cleared as (
        update unit_claim c set settled_amount = c.settled_amount + case when v_entry.kind = 19 then l.amount else -l.amount end
        from unit_settlement_line l
        where l.tenant_id = p_tenant and l.settlement_id = v_entry.document_id and c.tenant_id = p_tenant and c.id = l.claim_id
          and c.pay_unit_id = v_move.pay_unit_id and c.clinic_id = v_entry.clinic_id
        returning case when v_entry.kind = 19 then l.amount else -l.amount end as amount
      ) select coalesce(sum(x.amount), 0) into v_sum from cleared x;
      if v_sum <> -v_move.amount then
        raise exception 'a settlement is not the sum of its lines' using errcode = 'check_violation', constraint = 'unit_settlement_lines';
      end if;
    end if;
  end loop;
end $$;
revoke execute on function app.ledger_apply_units(uuid, uuid) from public;

-- Postings say of which unit they are, and what units owe follows with them.
do $$
declare v_body text := pg_get_functiondef('app.post_entry(uuid, jsonb, jsonb)'::regprocedure);
begin
  if position('pay_method_id, card_id, prepay_id)' in v_body) = 0 or position('x.card_id, x.prepay_id' in v_body) = 0
    or position('card_id uuid, prepay_id uuid)' in v_body) = 0 or position('perform app.ledger_apply_prepays(p_tenant, v_id);' in v_body) = 0 then
    raise exception 'app.post_entry is not what this migration expects';
  end if;
  v_body := replace(v_body, 'pay_method_id, card_id, prepay_id)', 'pay_method_id, card_id, prepay_id, pay_unit_id)');
  v_body := replace(v_body, 'x.card_id, x.prepay_id', 'x.card_id, x.prepay_id, x.pay_unit_id');
  v_body := replace(v_body, 'card_id uuid, prepay_id uuid)', 'card_id uuid, prepay_id uuid, pay_unit_id uuid)');
  v_body := replace(v_body, 'perform app.ledger_apply_prepays(p_tenant, v_id);',
    'perform app.ledger_apply_prepays(p_tenant, v_id);' || chr(10) || '  perform app.ledger_apply_units(p_tenant, v_id);');
  execute v_body;
end $$;

-- The book of a month: what units owe at its ends, what was charged to them, went back and was settled. What they pay is revenue
-- when they pay it. No book that was kept before has any.
do $$
declare v_body text := pg_get_functiondef('app.month_book(uuid, uuid, date)'::regprocedure);
declare v_was text := v_body;
begin
  v_body := replace(v_body, $s$('receivable', 'principal', 'bonus', 'deposit', 'times')
    group by account$s$, $s$('receivable', 'principal', 'bonus', 'deposit', 'times', 'unitReceivable')
    group by account$s$);
  v_body := replace(v_body, $s$    union all select 'balance', sum(amount) from moved$s$,
    $s$    union all select 'unitCharged', sum(amount) from moved where account = 'unitReceivable' and of_kind in (1, 2, 5)
    union all select 'unitBack', sum(amount) from moved where account = 'unitReceivable' and of_kind = 4
    union all select 'unitSettled', sum(amount) from moved where account = 'unitReceivable' and of_kind = 19
    union all select 'unitReceivable', sum(amount) from moved where account = 'unitReceivable'
    union all select 'balance', sum(amount) from moved$s$);
  v_body := replace(v_body, $s$case o.name when 'receivable' then x.amount else -x.amount end$s$,
    $s$case when o.name in ('receivable', 'unitReceivable') then x.amount else -x.amount end$s$);
  v_body := replace(v_body, $s$array['receivable', 'principal', 'deposit']$s$, $s$array['receivable', 'principal', 'deposit', 'unitReceivable']$s$);
  v_body := replace(v_body, $s$+ (s.of ->> 'otherIncome')::numeric, 2)$s$, $s$+ (s.of ->> 'otherIncome')::numeric - (s.of ->> 'unitSettled')::numeric, 2)$s$);
  if (select count(*) from regexp_matches(v_body, 'unitReceivable', 'g')) <> 8 or v_body not like '%- (s.of ->> ''unitSettled'')::numeric, 2)%' then
    raise exception 'app.month_book is not what this migration expects: %', (select count(*) from regexp_matches(v_body, 'unitReceivable', 'g'));
  end if;
  execute v_body;
end $$;
update month_close set book = book || '{"unitCharged": "0.00", "unitBack": "0.00", "unitSettled": "0.00", "unitReceivable": "0.00"}'
  || jsonb_build_object('opening', (book -> 'opening') || '{"unitReceivable": "0.00"}', 'closing', (book -> 'closing') || '{"unitReceivable": "0.00"}')
  where book ? 'opening';

-- What was written past the product (demo data): payments to units are claims, and settlements clear them, in the order of time.
create function app.carry_units() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  v_entry record;
begin
  update ledger_posting p set part = 'unit', account = case p.account when 'cash' then 'unitReceivable' else p.account end,
      pay_unit_id = case p.account when 'cash' then y.pay_unit_id end
    from bill_payment y where y.tenant_id = p.tenant_id and y.id = p.payment_id and y.pay_unit_id is not null and p.part = 'cash';
  for v_entry in
    select e.tenant_id, e.id from ledger_entry e
    where e.is_carried and exists (select 1 from ledger_posting p where p.tenant_id = e.tenant_id and p.entry_id = e.id and p.account = 'unitReceivable')
      and not exists (select 1 from unit_claim c join ledger_posting p on p.tenant_id = c.tenant_id and p.payment_id = c.id
        where p.tenant_id = e.tenant_id and p.entry_id = e.id)
    order by e.tenant_id, e.moment, e.id
  loop
    perform app.ledger_apply_units(v_entry.tenant_id, v_entry.id);
  end loop;
end $$;
revoke execute on function app.carry_units() from public;

-- The way to pay that stands for units.
with added as (
  insert into pay_method (tenant_id, id, code, name, type, need_trade_no, built_in, icon, count_performance, sort_no, enabled, created_at, updated_at)
  select c.id, gen_random_uuid(), 'unit', '单位记账', 5, false, true, 'receipt', true,
    coalesce((select max(m.sort_no) from pay_method m where m.tenant_id = c.id), 0) + 1, true, now(), now()
  from company c
  where exists (select 1 from pay_method m where m.tenant_id = c.id)
    and not exists (select 1 from pay_method m where m.tenant_id = c.id and (m.code = 'unit' or m.name = '单位记账'))
  returning tenant_id, id, name, created_at
)
insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version, after)
select tenant_id, gen_random_uuid(), created_at, '系统', 'create', 'pay_method', id, 1, jsonb_build_object('code', 'unit', 'name', name)
from added;
