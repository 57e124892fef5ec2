-- Member cards: their types, the cards that were sold, and each movement of a card. What a card holds follows from the
-- ledger's postings and is written by nobody else.

-- What the house sells. A card keeps the rules with which it was sold (member_card.rules): a change alters no card.
create table card_type (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  -- 1 stored value, 2 discount, 3 times, 4 rights
  kind int not null check (kind between 1 and 4),
  sale_price numeric(14, 2) not null default 0 check (sale_price >= 0),
  -- 1 for good, 2 until a day, 3 so many days
  valid_type int not null default 1 check (valid_type between 1 and 3),
  valid_until date,
  valid_days int check (valid_days between 1 and 36500),
  -- Of a times card: how often, and the price of one when it is given back.
  times int check (times between 1 and 999),
  single_price numeric(14, 2) check (single_price >= 0),
  -- 1 principal first, 2 bonus first, 3 in proportion
  use_order int not null default 3 check (use_order between 1 and 3),
  max_bonus_ratio int not null default 100 check (max_bonus_ratio between 0 and 100),
  -- Above this sum the card asks for its password; null: never.
  password_above numeric(14, 2) check (password_above >= 0),
  -- Points for a yuan, in hundredths.
  points_rate int not null default 0 check (points_rate between 0 and 10000),
  bonus_days int check (bonus_days between 1 and 36500),
  share_kin boolean not null default false,
  -- Where else it pays: 1 where it was opened, 2 in these clinics too, 3 everywhere.
  share_clinics int not null default 1 check (share_clinics between 1 and 3),
  shared_clinics jsonb not null default '[]',
  -- Whoever has recharged (1) or used (2) this much may have a card of that type; 0 never.
  upgrade_by int not null default 0 check (upgrade_by between 0 and 2),
  upgrade_amount numeric(14, 2) check (upgrade_amount > 0),
  upgrade_type_id uuid,
  excluded_categories jsonb not null default '[]',
  steps jsonb not null default '[]',
  discount_rules jsonb not null default '[]',
  member_prices jsonb not null default '[]',
  rights jsonb not null default '[]',
  enabled boolean not null default true,
  sort_no int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint card_type_valid_check check ((valid_type = 2) = (valid_until is not null) and (valid_type = 3) = (valid_days is not null)),
  constraint card_type_upgrade_check check ((upgrade_by > 0) = (upgrade_amount is not null) and (upgrade_by > 0) = (upgrade_type_id is not null)),
  constraint card_type_upgrade_fk foreign key (tenant_id, upgrade_type_id) references card_type (tenant_id, id),
  constraint card_type_uses_check check ((kind = 3) = (times is not null) and (kind = 3) = (single_price is not null))
);
select app.tenant_table('card_type');
create unique index card_type_name_key on card_type (tenant_id, name);

create table member_card (
  tenant_id uuid not null,
  id uuid not null,
  card_no text not null,
  patient_id uuid not null,
  type_id uuid not null,
  type_name text not null,
  kind int not null check (kind between 1 and 4),
  -- The rules of its type when it was sold or changed.
  rules jsonb not null,
  -- 1 in use, 2 frozen, 3 lost, 5 given back, 6 cancelled; 4, run out, follows from the day
  status int not null default 1 check (status in (1, 2, 3, 4, 5, 6)),
  open_clinic_id uuid not null,
  opened_at timestamptz not null,
  expire_date date,
  sales_id uuid,
  sales_name text not null default '',
  -- What was paid for it.
  sale_amount numeric(14, 2) not null default 0 check (sale_amount >= 0),
  times_sold int not null default 0 check (times_sold >= 0),
  -- A card of the family: it holds nothing and pays from the main card, up to a sum a day.
  main_card_id uuid,
  day_limit numeric(14, 2) check (day_limit > 0),
  remark text not null default '',
  -- What it holds: of the ledger alone.
  principal_amount numeric(14, 2) not null default 0 check (principal_amount >= 0),
  bonus_amount numeric(14, 2) not null default 0 check (bonus_amount >= 0),
  points int not null default 0,
  times_left int not null default 0 check (times_left >= 0),
  times_amount numeric(14, 2) not null default 0 check (times_amount >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint member_card_no_key unique (tenant_id, card_no),
  constraint member_card_family_check check (main_card_id is null
    or (principal_amount = 0 and bonus_amount = 0 and points = 0 and times_left = 0 and times_amount = 0))
);
select app.tenant_table('member_card');
alter table member_card
  add constraint member_card_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint member_card_type_fk foreign key (tenant_id, type_id) references card_type (tenant_id, id),
  add constraint member_card_clinic_fk foreign key (tenant_id, open_clinic_id) references clinic (tenant_id, id),
  add constraint member_card_main_fk foreign key (tenant_id, main_card_id) references member_card (tenant_id, id);
create index member_card_patient_idx on member_card (tenant_id, patient_id, opened_at);
create index member_card_opened_idx on member_card (tenant_id, opened_at desc, id);
create index member_card_main_idx on member_card (tenant_id, main_card_id) where main_card_id is not null;
create index member_card_type_idx on member_card (tenant_id, type_id);
select app.grant_columns_but('member_card', array['principal_amount', 'bonus_amount', 'points', 'times_left', 'times_amount']);

-- The password of a card, apart from it: no audit row repeats it. Wrong ones one after another lock the card for a while.
create table card_password (
  tenant_id uuid not null,
  card_id uuid not null,
  hash text not null,
  fail_count int not null default 0 check (fail_count >= 0),
  locked_until timestamptz,
  primary key (tenant_id, card_id)
);
select app.tenant_table('card_password');
alter table card_password add constraint card_password_card_fk foreign key (tenant_id, card_id) references member_card (tenant_id, id);

-- Each movement of a card, in its order: what changed by which entry, and what it held then.
create table card_log (
  tenant_id uuid not null,
  id uuid not null,
  card_id uuid not null,
  seq int not null,
  log_no text not null,
  -- 1 opened, 2 recharged, 3 paid with, 4 given back to it, 5 given back, 6 sent, 7 received, 8 set right, 9 gift,
  -- 10 run out, 11 another type, 12 a use of a times card
  type int not null check (type between 1 and 12),
  moved_clinic_id uuid not null,
  entry_id uuid,
  principal_delta numeric(14, 2) not null default 0,
  bonus_delta numeric(14, 2) not null default 0,
  points_delta int not null default 0,
  times_delta int not null default 0,
  times_amount_delta numeric(14, 2) not null default 0,
  principal_after numeric(14, 2) not null,
  bonus_after numeric(14, 2) not null,
  points_after int not null,
  times_after int not null,
  -- The bill or other paper that moved it, and the family's card with which it was paid.
  biz_no text not null default '',
  bill_id uuid,
  sub_card_id uuid,
  -- The movement that it takes back.
  reverses_id uuid,
  -- How money came in or went out: [{payMethodId, name, amount, tradeNo}].
  ways jsonb not null default '[]',
  operator_id uuid,
  operator_name text not null,
  remark text not null default '',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint card_log_seq_key unique (tenant_id, card_id, seq),
  constraint card_log_reverses_key unique (tenant_id, reverses_id)
);
select app.tenant_table('card_log', true);
alter table card_log
  add constraint card_log_card_fk foreign key (tenant_id, card_id) references member_card (tenant_id, id),
  add constraint card_log_sub_fk foreign key (tenant_id, sub_card_id) references member_card (tenant_id, id);
create index card_log_bill_idx on card_log (tenant_id, bill_id) where bill_id is not null;
create index card_log_sub_idx on card_log (tenant_id, sub_card_id, created_at) where sub_card_id is not null;
create index card_log_moment_idx on card_log (tenant_id, created_at desc, id);

-- What became of a card beside its balance: another type, number, state, day of its end, family.
create table card_change (
  tenant_id uuid not null,
  id uuid not null,
  card_id uuid not null,
  -- type, number, status, expiry, relation, password
  what text not null,
  before_text text not null default '',
  after_text text not null default '',
  price_diff numeric(14, 2) not null default 0,
  reason text not null default '',
  operator_id uuid,
  operator_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.tenant_table('card_change', true);
alter table card_change add constraint card_change_card_fk foreign key (tenant_id, card_id) references member_card (tenant_id, id);
create index card_change_card_idx on card_change (tenant_id, card_id, created_at desc);

-- Uses of times cards and points are counted in units of their own, against what was given out.
alter table ledger_posting
  drop constraint ledger_posting_account_check,
  add constraint ledger_posting_account_check check (account in ('cash', 'clearing', 'receivable', 'unitReceivable', 'principal', 'bonus', 'deposit',
    'times', 'points', 'billed', 'bonusGiven', 'pointsGiven', 'timesGiven', 'writtenOff', 'overShort', 'otherIncome', 'interClinic', 'suspense')),
  add constraint ledger_posting_card_check check (account not in ('principal', 'bonus', 'times', 'points') or card_id is not null);

-- What cards hold, as the postings of an entry say.
create or replace function app.ledger_apply_cards(p_tenant uuid, p_entry uuid) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  v_named int;
  v_changed int;
  v_scope text := current_setting('app.clinic', true);
  v_abroad record;
  v_here uuid;
  v_home uuid;
begin
  select count(distinct card_id) into v_named from ledger_posting where tenant_id = p_tenant and entry_id = p_entry and card_id is not null;
  if v_named = 0 then
    return;
  end if;
  update member_card c set
      principal_amount = c.principal_amount + x.principal,
      bonus_amount = c.bonus_amount + x.bonus,
      points = c.points + x.points,
      times_left = c.times_left + x.times,
      times_amount = c.times_amount + x.times_amount
    from (select card_id,
        coalesce(-sum(amount) filter (where account = 'principal'), 0) as principal,
        coalesce(-sum(amount) filter (where account = 'bonus'), 0) as bonus,
        coalesce(-sum(amount) filter (where account = 'points'), 0)::int as points,
        coalesce(-sum(amount) filter (where account = 'times' and unit = 1), 0)::int as times,
        coalesce(-sum(amount) filter (where account = 'times' and unit = 0), 0) as times_amount
      from ledger_posting where tenant_id = p_tenant and entry_id = p_entry and card_id is not null group by card_id) x
    where c.tenant_id = p_tenant and c.id = x.card_id;
  get diagnostics v_changed = row_count;
  if v_changed <> v_named then
    raise exception 'a card of somebody else' using errcode = 'insufficient_privilege';
  end if;
  -- What a card holds is owed by the clinic that opened it. Where it pays (or is paid back) elsewhere, two entries follow: that clinic
  -- hands the liability over, and the two owe each other for it. Bonus is the gift of the clinic where it was used.
  for v_abroad in
    select c.id as card_id, c.open_clinic_id, sum(p.amount) filter (where p.account = 'principal') as principal,
        sum(p.amount) filter (where p.account = 'times') as times, sum(p.amount) filter (where p.account = 'bonus') as bonus
      from ledger_posting p join member_card c on c.tenant_id = p.tenant_id and c.id = p.card_id
      where p.tenant_id = p_tenant and p.entry_id = p_entry and p.unit = 0 and p.account in ('principal', 'times', 'bonus')
        and c.open_clinic_id <> p.clinic_id
      group by c.id, c.open_clinic_id
  loop
    v_here := gen_random_uuid();
    v_home := gen_random_uuid();
    perform app.ledger_may_post(p_tenant, v_abroad.open_clinic_id, e.business_date) from ledger_entry e
      where e.tenant_id = p_tenant and e.id = p_entry;
    perform set_config('app.clinic', 'all', true);
    insert into ledger_entry (tenant_id, id, clinic_id, kind, document, document_id, document_no, business_date, moment, actor_name)
      select e.tenant_id, x.id, x.clinic_id, 12, 'card', e.id, e.document_no, e.business_date, e.moment, e.actor_name
      from ledger_entry e cross join (values (v_here, null::uuid), (v_home, v_abroad.open_clinic_id)) as y(id, home)
        cross join lateral (select y.id, coalesce(y.home, e.clinic_id) as clinic_id) x
      where e.tenant_id = p_tenant and e.id = p_entry;
    insert into ledger_posting (tenant_id, entry_id, no, clinic_id, kind, business_date, account, unit, amount, card_id)
      select e.tenant_id, e.id, row_number() over (partition by e.id order by x.account), e.clinic_id, e.kind, e.business_date, x.account, 0,
          case when e.id = v_home then x.amount else -x.amount end, v_abroad.card_id
      from ledger_entry e cross join (values
        ('principal', coalesce(v_abroad.principal, 0)), ('times', coalesce(v_abroad.times, 0)), ('bonus', coalesce(v_abroad.bonus, 0)),
        ('interClinic', -coalesce(v_abroad.principal, 0) - coalesce(v_abroad.times, 0)), ('bonusGiven', -coalesce(v_abroad.bonus, 0))
      ) as x(account, amount)
      where e.tenant_id = p_tenant and e.id in (v_here, v_home) and x.amount <> 0;
    perform set_config('app.clinic', coalesce(v_scope, ''), true);
  end loop;
end $$;

-- A code that goes to the phone of whoever owns a card.
alter table phone_code drop constraint phone_code_purpose_check;
alter table phone_code add constraint phone_code_purpose_check check (purpose in ('register', 'login', 'reset', 'booking', 'card'));

-- One payment with a card is one row, in principal and bonus or in uses.
alter table bill_payment
  add column card_id uuid,
  add constraint bill_payment_card_fk foreign key (tenant_id, card_id) references member_card (tenant_id, id);
create index bill_payment_card_idx on bill_payment (tenant_id, card_id) where card_id is not null;
update pay_method set enabled = true where code = 'card_principal' and type = 2;
