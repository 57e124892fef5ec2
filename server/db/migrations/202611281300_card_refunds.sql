-- What is given back of a member card, from asking to paying out: one paper each, also where one person may do all of it. It keeps
-- what was asked for until it is paid, and from then on what was paid.
create table card_refund (
  tenant_id uuid not null,
  id uuid not null,
  -- The clinic that sold the card and owes what it holds.
  clinic_id uuid not null,
  refund_no text not null,
  card_id uuid not null,
  patient_id uuid not null,
  -- 0 asked, 1 agreed, 2 paid out, 3 refused, 5 withdrawn: as refunds of bills say it
  status int not null check (status in (0, 1, 2, 3, 5)),
  -- All that the card is worth, after which it is closed.
  whole boolean not null,
  -- What leaves the card: principal, or what the uses of a times card that are left were sold for.
  principal numeric(14, 2) not null check (principal >= 0),
  -- What of it the patient gets, and what stays with the house.
  amount numeric(14, 2) not null check (amount >= 0),
  kept_amount numeric(14, 2) not null,
  bonus_taken numeric(14, 2) not null check (bonus_taken >= 0),
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
  constraint card_refund_no_key unique (tenant_id, clinic_id, refund_no),
  constraint card_refund_paid_check check ((status = 2) = (paid_at is not null)),
  constraint card_refund_self_check check (approver_id <> applicant_id),
  constraint card_refund_sum_check check (principal = amount + kept_amount)
);
select app.clinic_table('card_refund');
alter table card_refund
  add constraint card_refund_card_fk foreign key (tenant_id, card_id) references member_card (tenant_id, id),
  add constraint card_refund_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id);
create unique index card_refund_open_key on card_refund (tenant_id, card_id) where status in (0, 1);
create index card_refund_card_idx on card_refund (tenant_id, card_id, applied_at desc);
create index card_refund_patient_idx on card_refund (tenant_id, patient_id, applied_at desc);
create index card_refund_clinic_idx on card_refund (tenant_id, clinic_id, applied_at desc);

-- What was given back until now was paid at once by one person: its paper has the number of its movement.
with found as (
  insert into card_refund (tenant_id, id, clinic_id, refund_no, card_id, patient_id, status, whole, principal, amount, kept_amount, bonus_taken,
      ways, reason, applicant_id, applicant_name, applied_at, payer_id, payer_name, paid_at, created_at, updated_at)
    select l.tenant_id, e.document_id, l.moved_clinic_id, l.log_no, l.card_id, c.patient_id, 2,
      c.status = 5 and not exists (select 1 from card_log x where x.tenant_id = l.tenant_id and x.card_id = l.card_id and x.type = 5 and x.seq > l.seq),
      x.principal, x.paid, x.principal - x.paid, -l.bonus_delta, l.ways, coalesce(nullif(l.remark, ''), '退卡'),
      l.operator_id, l.operator_name, l.created_at, l.operator_id, l.operator_name, l.created_at, l.created_at, l.created_at
    from card_log l
    join ledger_entry e on e.tenant_id = l.tenant_id and e.id = l.entry_id and e.kind = 9
    join member_card c on c.tenant_id = l.tenant_id and c.id = l.card_id
    cross join lateral (
      select coalesce(sum(p.amount) filter (where p.account in ('principal', 'times') and p.unit = 0), 0) as principal,
        coalesce(-sum(p.amount) filter (where p.account = 'cash'), 0) as paid
      from ledger_posting p where p.tenant_id = e.tenant_id and p.entry_id = e.id) x
    where l.type = 5
    returning tenant_id, id, patient_id, refund_no, amount
)
insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version, patient_id, after)
select tenant_id, gen_random_uuid(), now(), '系统', 'create', 'card_refund', id, 1, patient_id,
  jsonb_build_object('refund_no', refund_no, 'amount', amount)
from found;

-- Its slip is given out with a code, as other papers of money are.
alter table issued_document drop constraint issued_document_kind_check;
alter table issued_document add constraint issued_document_kind_check
  check (kind in ('record', 'prescription', 'plan', 'consent', 'seal', 'ortho', 'orthoWear',
    'receipt', 'refundSlip', 'prepayReceipt', 'prepayReturn', 'cardRefund', 'agreement'));
