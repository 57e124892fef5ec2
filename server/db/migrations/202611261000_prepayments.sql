-- Prepayments: money that a patient hands over before there is a bill for it. What one holds follows from the ledger's postings,
-- and each movement of it is written beside the postings that moved it, in the same call; nobody else writes either.

create table prepay (
  tenant_id uuid not null,
  id uuid not null,
  prepay_no text not null,
  patient_id uuid not null,
  -- The clinic that took it and owes it.
  open_clinic_id uuid not null,
  -- What it is for: a word of the dictionary prepay_purpose as it was then, or one of their own.
  purpose text not null check (purpose <> ''),
  -- Agreed when it was taken: may it be given back as money?
  refundable boolean not null default true,
  amount numeric(14, 2) not null check (amount > 0),
  remark text not null default '',
  -- Of which prepayment of somebody else it was handed over.
  from_id uuid,
  -- How it came in: [{payMethodId, name, amount, tradeNo}]; of one that was handed over nothing.
  ways jsonb not null default '[]',
  receiver_id uuid,
  receiver_name text not null,
  received_at timestamptz not null,
  -- What it holds, and whether that is for use (1), used up (2), was given back (3) or never was (4): of the ledger alone.
  balance_amount numeric(14, 2) not null default 0,
  status int not null default 2 check (status in (1, 2, 3, 4)),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint prepay_no_key unique (tenant_id, open_clinic_id, prepay_no),
  constraint prepay_balance_check check (balance_amount between 0 and amount and (status = 1) = (balance_amount > 0))
);
select app.tenant_table('prepay');
alter table prepay
  add constraint prepay_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint prepay_clinic_fk foreign key (tenant_id, open_clinic_id) references clinic (tenant_id, id),
  add constraint prepay_from_fk foreign key (tenant_id, from_id) references prepay (tenant_id, id);
create index prepay_patient_idx on prepay (tenant_id, patient_id, received_at desc);
create index prepay_clinic_idx on prepay (tenant_id, open_clinic_id, received_at desc, id);
select app.grant_columns_but('prepay', array['balance_amount', 'status']);

-- Each movement of a prepayment, in its order, and what it held then.
create table prepay_log (
  tenant_id uuid not null,
  id uuid not null,
  prepay_id uuid not null,
  seq int not null,
  -- 1 received, 2 paid with, 3 came back of a bill, 4 given back, 5 handed to somebody else, 6 received from somebody else
  type int not null check (type between 1 and 6),
  moved_clinic_id uuid not null,
  entry_id uuid not null,
  amount_delta numeric(14, 2) not null check (amount_delta <> 0),
  balance_after numeric(14, 2) not null check (balance_after >= 0),
  -- The bill, refund or other paper that moved it.
  biz_no text not null,
  bill_id uuid,
  operator_id uuid,
  operator_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint prepay_log_seq_key unique (tenant_id, prepay_id, seq),
  constraint prepay_log_entry_key unique (tenant_id, entry_id, prepay_id)
);
select app.tenant_table('prepay_log', true);
alter table prepay_log add constraint prepay_log_prepay_fk foreign key (tenant_id, prepay_id) references prepay (tenant_id, id);
revoke insert on prepay_log from dentin_app;

-- What is given back of a prepayment: asked for, agreed to and paid out.
create table prepay_return (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  return_no text not null,
  prepay_id uuid not null,
  patient_id uuid not null,
  -- 0 asked, 1 agreed, 2 paid out, 3 refused, 5 withdrawn: as refunds of bills say it
  status int not null check (status in (0, 1, 2, 3, 5)),
  amount numeric(14, 2) not null check (amount > 0),
  -- How it goes out: [{payMethodId, name, amount, tradeNo}].
  ways jsonb not null,
  reason text not null check (reason <> ''),
  applicant_id uuid,
  applicant_name text not null,
  applied_at timestamptz not null,
  approver_id uuid,
  approver_name text,
  decided_at timestamptz,
  decision_reason text,
  payer_id uuid,
  payer_name text,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint prepay_return_no_key unique (tenant_id, clinic_id, return_no),
  constraint prepay_return_paid_check check ((status = 2) = (paid_at is not null)),
  constraint prepay_return_self_check check (approver_id <> applicant_id)
);
select app.clinic_table('prepay_return');
alter table prepay_return
  add constraint prepay_return_prepay_fk foreign key (tenant_id, prepay_id) references prepay (tenant_id, id),
  add constraint prepay_return_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id);
create unique index prepay_return_open_key on prepay_return (tenant_id, prepay_id) where status in (0, 1);
create index prepay_return_patient_idx on prepay_return (tenant_id, patient_id, applied_at desc);
create index prepay_return_clinic_idx on prepay_return (tenant_id, clinic_id, applied_at desc);
create index prepay_return_prepay_idx on prepay_return (tenant_id, prepay_id);

alter table ledger_posting
  add constraint ledger_posting_prepay_check check (account <> 'deposit' or prepay_id is not null);
create index ledger_posting_prepay_idx on ledger_posting (tenant_id, prepay_id) where prepay_id is not null;

alter table bill_payment
  add column prepay_id uuid,
  add constraint bill_payment_prepay_fk foreign key (tenant_id, prepay_id) references prepay (tenant_id, id),
  add constraint bill_payment_purse_check check (card_id is null or prepay_id is null);
create index bill_payment_prepay_idx on bill_payment (tenant_id, prepay_id) where prepay_id is not null;

-- What prepayments hold, as the postings of an entry say, with a line in the log of each. One that was given back takes nothing
-- any more. Where one pays (or is paid back) in another clinic than that which took it, two entries follow: that clinic hands the
-- liability over, and the two owe each other for it.
create or replace function app.ledger_apply_prepays(p_tenant uuid, p_entry uuid) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  v_move record;
  v_home uuid;
  v_balance numeric;
  v_was int;
  v_scope text := current_setting('app.clinic', true);
  v_here_entry uuid;
  v_home_entry uuid;
begin
  for v_move in
    select p.prepay_id, -sum(p.amount) as amount, (array_agg(p.bill_id))[1] as bill_id, p.clinic_id, p.kind,
        p.kind = 3 and not coalesce(bool_or(p.bill_id is not null), false) as is_undone
      from ledger_posting p where p.tenant_id = p_tenant and p.entry_id = p_entry and p.account = 'deposit'
      group by p.prepay_id, p.clinic_id, p.kind having sum(p.amount) <> 0 order by p.prepay_id
  loop
    select q.status into v_was from prepay q where q.tenant_id = p_tenant and q.id = v_move.prepay_id for no key update;
    if not found then
      raise exception 'a prepayment of somebody else' using errcode = 'insufficient_privilege';
    end if;
    if v_was in (3, 4) then
      raise exception 'the prepayment was given back' using errcode = 'check_violation', constraint = 'prepay_given_back';
    end if;
    update prepay q set balance_amount = q.balance_amount + v_move.amount,
        status = case when q.balance_amount + v_move.amount > 0 then 1 when v_move.is_undone then 4 when v_move.kind = 14 then 3 else 2 end
      where q.tenant_id = p_tenant and q.id = v_move.prepay_id returning q.balance_amount, q.open_clinic_id into v_balance, v_home;
    insert into prepay_log (tenant_id, id, prepay_id, seq, type, moved_clinic_id, entry_id, amount_delta, balance_after, biz_no, bill_id,
        operator_id, operator_name, created_at)
      select p_tenant, gen_random_uuid(), v_move.prepay_id,
        coalesce((select max(l.seq) from prepay_log l where l.tenant_id = p_tenant and l.prepay_id = v_move.prepay_id), 0) + 1,
        case when e.kind = 13 then 1 when e.kind = 14 or v_move.is_undone then 4 when e.kind = 15 and v_move.amount < 0 then 5
          when e.kind = 15 then 6 when v_move.amount < 0 then 2 else 3 end,
        e.clinic_id, e.id, v_move.amount, v_balance, e.document_no, v_move.bill_id, e.actor_id, e.actor_name, e.moment
      from ledger_entry e where e.tenant_id = p_tenant and e.id = p_entry;
    continue when v_home = v_move.clinic_id;
    v_here_entry := gen_random_uuid();
    v_home_entry := gen_random_uuid();
    perform app.ledger_may_post(p_tenant, v_home, e.business_date) from ledger_entry e where e.tenant_id = p_tenant and e.id = p_entry;
    perform set_config('app.clinic', 'all', true);
    insert into ledger_entry (tenant_id, id, clinic_id, kind, document, document_id, document_no, business_date, moment, actor_name)
      select e.tenant_id, x.id, x.clinic_id, 16, 'prepay', e.id, e.document_no, e.business_date, e.moment, e.actor_name
      from ledger_entry e cross join (values (v_here_entry, v_move.clinic_id), (v_home_entry, v_home)) as x(id, clinic_id)
      where e.tenant_id = p_tenant and e.id = p_entry;
    insert into ledger_posting (tenant_id, entry_id, no, clinic_id, kind, business_date, account, unit, amount, prepay_id)
      select e.tenant_id, e.id, x.no, e.clinic_id, e.kind, e.business_date, x.account, 0,
          case when e.id = v_home_entry then x.amount else -x.amount end, v_move.prepay_id
      from ledger_entry e cross join (values (1, 'deposit', -v_move.amount), (2, 'interClinic', v_move.amount)) as x(no, account, amount)
      where e.tenant_id = p_tenant and e.id in (v_here_entry, v_home_entry);
    perform set_config('app.clinic', coalesce(v_scope, ''), true);
  end loop;
end $$;

-- The book of a month says apart what of prepayments went to other patients or was used in other clinics. No book that was kept
-- before has any.
do $$
declare v_body text := pg_get_functiondef('app.month_book(uuid, uuid, date)'::regprocedure);
begin
  if position($s$of_kind not in (1, 2, 3, 4, 5, 6, 13)$s$ in v_body) = 0 then
    raise exception 'app.month_book is not what this migration expects';
  end if;
  execute replace(v_body, $s$union all select 'depositOut', -sum(amount) from moved where account = 'deposit' and of_kind not in (1, 2, 3, 4, 5, 6, 13)$s$,
    $s$union all select 'depositOut', -sum(amount) from moved where account = 'deposit' and of_kind = 14
    union all select 'depositMoved', -sum(amount) from moved where account = 'deposit' and of_kind in (15, 16)$s$);
end $$;
update month_close set book = book || '{"depositMoved": "0.00"}';

-- A code that goes to the phone of whoever hands a prepayment over or takes it.
alter table phone_code drop constraint phone_code_purpose_check;
alter table phone_code add constraint phone_code_purpose_check check (purpose in ('register', 'login', 'reset', 'booking', 'card', 'prepay'));

-- The way to pay that stands for prepayments, and what they are for.
update pay_method set enabled = true where code = 'prepayment' and type = 2;
with added as (
  insert into dict_item (tenant_id, id, type_code, item_code, item, sort_no, created_at, updated_at)
  select c.tenant_id, gen_random_uuid(), 'prepay_purpose', w.n::text, w.item, w.n - 1, now(), now()
  from company c cross join lateral unnest(array['种植', '正畸', '其他']) with ordinality w(item, n)
  on conflict do nothing
  returning tenant_id, id, type_code, item_code, item, sort_no, created_at
)
insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version, after)
select tenant_id, gen_random_uuid(), created_at, '系统', 'create', 'dict_item', id, 1,
  jsonb_build_object('type_code', type_code, 'item_code', item_code, 'item', item, 'sort_no', sort_no, 'enabled', true)
from added;
