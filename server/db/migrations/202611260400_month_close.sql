-- The end of a clinic's month: what was moved in it is put down as a book, and nothing is posted into it any more.

create table month_close (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  close_no text not null,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  -- 1 closed, 2 opened again
  status int not null default 1 check (status in (1, 2)),
  -- The figures as they stood: what app.month_book() said.
  book jsonb not null,
  closed_at timestamptz not null,
  closer_id uuid,
  closer_name text not null,
  reopened_at timestamptz,
  reopener_id uuid,
  reopener_name text,
  reopen_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint month_close_no_key unique (tenant_id, clinic_id, close_no),
  constraint month_close_reopened_check check ((status = 2) = (reopened_at is not null) and (status = 2) = (coalesce(reopen_reason, '') <> ''))
);
select app.clinic_table('month_close');
alter table month_close
  add constraint month_close_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);
create unique index month_close_closed_key on month_close (tenant_id, clinic_id, month) where status = 1;
create index month_close_month_idx on month_close (tenant_id, clinic_id, month, closed_at);

-- Whoever posts holds this lock together with others; whoever closes a month or opens one again holds it alone.
create function app.month_lock_key(p_tenant uuid, p_clinic uuid) returns bigint language sql immutable as $$
  select hashtextextended('month ' || p_tenant::text || p_clinic::text, 0)
$$;

create or replace function app.ledger_may_post(p_tenant uuid, p_clinic uuid, p_date date) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(app.month_lock_key(p_tenant, p_clinic));
  if exists (select 1 from month_close m where m.tenant_id = p_tenant and m.clinic_id = p_clinic
      and m.month = date_trunc('month', p_date)::date and m.status = 1) then
    raise exception 'the month was closed' using errcode = 'check_violation', constraint = 'ledger_month_open';
  end if;
end $$;

-- The figures of a clinic's month out of its postings: takings and revenue, what patients owe, what cards and prepayments hold,
-- revenue by category, takings by way to pay. Amounts as text with two places. A month begins with what the closed month before it
-- ended with.
create function app.month_book(p_tenant uuid, p_clinic uuid, p_month date) returns jsonb language sql stable set search_path = public, pg_temp as $$
  with before as (
    select m.book from month_close m
    where m.tenant_id = p_tenant and m.clinic_id = p_clinic and m.month = (p_month - interval '1 month')::date and m.status = 1
  ), earlier as (
    select account, sum(amount) as amount from ledger_posting
    where not exists (select 1 from before) and tenant_id = p_tenant and clinic_id = p_clinic and business_date < p_month and unit = 0
      and account in ('receivable', 'principal', 'bonus', 'deposit', 'times')
    group by account
  ), moved as materialized (
    select p.entry_id, p.kind, coalesce(r.kind, p.kind) as of_kind, p.account, p.part, p.pay_method_id, p.item_id, p.payment_id, p.amount,
      e.reverses_id is not null or exists (select 1 from ledger_entry t where t.tenant_id = p_tenant and t.reverses_id = e.id) as is_undone
    from ledger_posting p
    join ledger_entry e on e.tenant_id = p_tenant and e.id = p.entry_id
    left join ledger_entry r on r.tenant_id = p_tenant and r.id = e.reverses_id
    where p.tenant_id = p_tenant and p.clinic_id = p_clinic and p.business_date >= p_month
      and p.business_date < (p_month + interval '1 month')::date and p.unit = 0
  ), cash as (
    select entry_id, sum(amount) as amount from moved
    where account in ('cash', 'clearing') and kind <> 17 and not is_undone group by entry_id
  ), figure(name, amount) as (
    select 'received', sum(amount) from cash where amount > 0
    union all select 'returned', -sum(amount) from cash where amount < 0
    union all select 'stored', sum(amount) from moved where account in ('cash', 'clearing') and of_kind between 7 and 16
    union all select 'used', sum(amount) from moved where account in ('principal', 'deposit', 'times') and of_kind between 1 and 6
    union all select 'otherIncome', -sum(amount) from moved where account = 'otherIncome'
    union all select 'revenueOfBills', -sum(amount) from moved where account = 'receivable' and part in ('cash', 'principal', 'deposit', 'times')
    union all select 'overShort', -sum(amount) from moved where account = 'overShort'
    union all select 'added', sum(amount) from moved where account = 'receivable' and of_kind = 1
    union all select 'repaid', sum(amount) from moved where account = 'receivable' and of_kind = 2
    union all select 'returnedItems', sum(amount) from moved where account = 'receivable' and of_kind = 4
    union all select 'writtenOff', sum(amount) from moved where account = 'receivable' and of_kind = 6
    union all select 'receivable', sum(amount) from moved where account = 'receivable'
    union all select 'recharged', -sum(amount) from moved where account = 'principal' and of_kind in (7, 8)
    union all select 'cardUsed', -sum(amount) from moved where account = 'principal' and of_kind in (1, 2, 5)
    union all select 'cardBack', -sum(amount) from moved where account = 'principal' and of_kind = 4
    union all select 'cardRefunded', -sum(amount) from moved where account = 'principal' and of_kind = 9
    union all select 'cardMoved', -sum(amount) from moved where account = 'principal' and of_kind not in (1, 2, 4, 5, 7, 8, 9)
    union all select 'principal', -sum(amount) from moved where account = 'principal'
    union all select 'depositIn', -sum(amount) from moved where account = 'deposit' and of_kind = 13
    union all select 'depositUsed', -sum(amount) from moved where account = 'deposit' and of_kind between 1 and 6
    union all select 'depositOut', -sum(amount) from moved where account = 'deposit' and of_kind not in (1, 2, 3, 4, 5, 6, 13)
    union all select 'deposit', -sum(amount) from moved where account = 'deposit'
    union all select 'balance', sum(amount) from moved
  ), sums as (
    select jsonb_object_agg(name, round(coalesce(amount, 0), 2)::text) as of from figure
  ), opening as (
    select name, round(coalesce((select (b.book -> 'closing' ->> o.name)::numeric from before b),
      (select case o.name when 'receivable' then x.amount else -x.amount end from earlier x where x.account = o.name), 0), 2) as amount
    from unnest(array['receivable', 'principal', 'deposit']) as o(name)
  )
  select s.of
    || jsonb_build_object(
      'receivedCount', (select count(*) from cash where amount > 0),
      'returnedCount', (select count(*) from cash where amount < 0),
      'takings', round(coalesce((select sum(amount) from cash), 0), 2)::text,
      'revenue', round((s.of ->> 'revenueOfBills')::numeric + (s.of ->> 'otherIncome')::numeric, 2)::text,
      'opening', (select jsonb_object_agg(o.name, o.amount::text) from opening o),
      'closing', (select jsonb_object_agg(o.name, round(o.amount + (s.of ->> o.name)::numeric, 2)::text) from opening o),
      'categories', coalesce((select jsonb_agg(jsonb_build_object('name', c.name, 'amount', c.amount::text) order by c.amount desc, c.name)
        from (select coalesce(i.category_name, '其他') as name, -sum(m.amount) as amount from moved m
          left join bill_item i on i.tenant_id = p_tenant and i.id = m.item_id
          where m.account = 'receivable' and m.part in ('cash', 'principal', 'deposit', 'times')
          group by 1 having sum(m.amount) <> 0) c), '[]'),
      'methods', coalesce((select jsonb_agg(jsonb_build_object('name', w.name, 'amount', w.amount::text) order by w.sort_no, w.name)
        from (select y.name, y.sort_no, sum(m.amount) as amount from moved m join pay_method y on y.tenant_id = p_tenant and y.id = m.pay_method_id
          where m.account in ('cash', 'clearing') and m.kind <> 17 group by y.id, y.name, y.sort_no having sum(m.amount) <> 0) w), '[]'))
  from sums s
$$;
