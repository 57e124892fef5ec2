-- What a patient owes on a bill, agreed to be paid in parts; what was said on the telephone about money that is late.

create table instalment_plan (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  plan_no text not null,
  bill_id uuid not null,
  patient_id uuid not null,
  -- 1 holds, 2 replaced by a later one, 3 ended
  status int not null default 1 check (status in (1, 2, 3)),
  -- What was owed when it was agreed, and how much of that was paid and given up since: the ledger writes the two.
  total_amount numeric(14, 2) not null check (total_amount > 0),
  paid_amount numeric(14, 2) not null default 0,
  cancelled_amount numeric(14, 2) not null default 0,
  -- Paid of the bill before it.
  first_amount numeric(14, 2) not null default 0 check (first_amount >= 0),
  due_day int not null check (due_day between 1 and 31),
  in_yuan boolean not null default false,
  remark text not null default '',
  replaces_id uuid,
  reason text not null default '',
  creator_id uuid,
  creator_name text not null,
  agreed_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint instalment_plan_no_key unique (tenant_id, clinic_id, plan_no),
  constraint instalment_plan_replaces_key unique (tenant_id, replaces_id),
  constraint instalment_plan_paid_check check (paid_amount >= 0 and cancelled_amount >= 0 and paid_amount + cancelled_amount <= total_amount),
  constraint instalment_plan_ended_check check ((status = 1) = (ended_at is null))
);
select app.clinic_table('instalment_plan');
alter table instalment_plan
  add constraint instalment_plan_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  add constraint instalment_plan_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint instalment_plan_replaces_fk foreign key (tenant_id, replaces_id) references instalment_plan (tenant_id, id);
create unique index instalment_plan_bill_key on instalment_plan (tenant_id, bill_id) where status = 1;
create index instalment_plan_patient_idx on instalment_plan (tenant_id, patient_id, agreed_at);
create index instalment_plan_clinic_idx on instalment_plan (tenant_id, clinic_id) where status = 1;
select app.grant_columns_but('instalment_plan', array['paid_amount', 'cancelled_amount']);

create table instalment_period (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  plan_id uuid not null,
  no int not null check (no >= 1),
  due_date date not null,
  amount numeric(14, 2) not null check (amount > 0),
  primary key (tenant_id, id),
  constraint instalment_period_no_key unique (tenant_id, plan_id, no)
);
select app.clinic_table('instalment_period', true);
alter table instalment_period
  add constraint instalment_period_plan_fk foreign key (tenant_id, plan_id) references instalment_plan (tenant_id, id);
create index instalment_period_due_idx on instalment_period (tenant_id, clinic_id, due_date);

-- A call about what is late, and what was promised.
create table dunning_call (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  bill_id uuid not null,
  patient_id uuid not null,
  promise_date date,
  note text not null check (note <> ''),
  caller_id uuid,
  caller_name text not null,
  called_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.clinic_table('dunning_call');
alter table dunning_call
  add constraint dunning_call_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  add constraint dunning_call_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id);
create index dunning_call_bill_idx on dunning_call (tenant_id, bill_id, called_at desc);
create index dunning_call_patient_idx on dunning_call (tenant_id, patient_id);

-- Repayments fill the plan of a bill, refunds and write-offs lower it. A bill with a plan is not taken back to the desk.
create or replace function app.ledger_apply_plans(p_tenant uuid, p_entry uuid) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from ledger_posting p join instalment_plan q on q.tenant_id = p.tenant_id and q.bill_id = p.bill_id and q.status = 1
      where p.tenant_id = p_tenant and p.entry_id = p_entry and p.kind = 3) then
    raise exception 'the bill has a plan of instalments' using errcode = 'check_violation', constraint = 'instalment_bill_revoked';
  end if;
  update instalment_plan q set paid_amount = q.paid_amount + x.paid, cancelled_amount = q.cancelled_amount + x.cancelled
    from (select bill_id, coalesce(-sum(amount) filter (where kind = 2), 0) as paid,
        coalesce(-sum(amount) filter (where kind in (4, 6)), 0) as cancelled
      from ledger_posting where tenant_id = p_tenant and entry_id = p_entry and account = 'receivable' and kind in (2, 4, 6)
      group by bill_id) x
    where q.tenant_id = p_tenant and q.bill_id = x.bill_id and q.status = 1 and (x.paid, x.cancelled) <> (0, 0);
end $$;
