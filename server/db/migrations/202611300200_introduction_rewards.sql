-- What introducing somebody earns by the rule of the company: one row for a bill and a level (1 who introduced, 2 who introduced
-- that one). Points, coupons and yuan are all kept in the same two columns; `way` says which of them a row counts.
create table introduction_reward (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  reward_no text not null,
  bill_id uuid not null,
  -- Who was introduced, and who gets it.
  patient_id uuid not null,
  referrer_patient_id uuid not null,
  level int not null check (level in (1, 2)),
  -- The rule as it was on the day of the charge.
  way text not null check (way in ('points', 'coupon', 'cash')),
  basis text not null check (basis in ('fixed', 'percent')),
  rate_amount numeric(14, 2) not null check (rate_amount > 0),
  from_amount numeric(14, 2) not null check (from_amount >= 0),
  coupon_type_id uuid,
  -- What the bill earns as it is paid now, and what was given of it.
  earned_amount numeric(14, 2) not null check (earned_amount >= 0),
  given_amount numeric(14, 2) not null default 0 check (given_amount >= 0),
  -- Why nobody asks for what was given too much; '' while somebody does.
  forgone_reason text not null default '' check (char_length(forgone_reason) <= 50),
  arisen_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint introduction_reward_no_key unique (tenant_id, clinic_id, reward_no),
  constraint introduction_reward_bill_key unique (tenant_id, bill_id, level),
  constraint introduction_reward_coupon_check check ((way = 'coupon') = (coupon_type_id is not null))
);
select app.clinic_table('introduction_reward');
alter table introduction_reward
  add constraint introduction_reward_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  add constraint introduction_reward_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint introduction_reward_referrer_fk foreign key (tenant_id, referrer_patient_id) references patient (tenant_id, live_id),
  add constraint introduction_reward_coupon_fk foreign key (tenant_id, coupon_type_id) references coupon_type (tenant_id, id);
create index introduction_reward_patient_idx on introduction_reward (tenant_id, patient_id, arisen_at);
create index introduction_reward_referrer_idx on introduction_reward (tenant_id, referrer_patient_id, arisen_at);
create index introduction_reward_coupon_idx on introduction_reward (tenant_id, coupon_type_id) where coupon_type_id is not null;

-- Each time something of a reward was given (above zero) or taken back (below).
create table introduction_reward_move (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  reward_id uuid not null,
  amount numeric(14, 2) not null check (amount <> 0),
  pay_method_id uuid,
  card_id uuid,
  -- Of points and yuan; a coupon moves no account.
  entry_id uuid,
  reason text not null default '',
  business_date date not null,
  moved_at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  primary key (tenant_id, id)
);
select app.clinic_table('introduction_reward_move', true);
alter table introduction_reward_move
  add constraint introduction_reward_move_reward_fk foreign key (tenant_id, reward_id) references introduction_reward (tenant_id, id),
  add constraint introduction_reward_move_method_fk foreign key (tenant_id, pay_method_id) references pay_method (tenant_id, id),
  add constraint introduction_reward_move_card_fk foreign key (tenant_id, card_id) references member_card (tenant_id, id),
  add constraint introduction_reward_move_entry_fk foreign key (tenant_id, entry_id) references ledger_entry (tenant_id, id);
create index introduction_reward_move_reward_idx on introduction_reward_move (tenant_id, reward_id, moved_at);
create index introduction_reward_move_card_idx on introduction_reward_move (tenant_id, card_id) where card_id is not null;
create index introduction_reward_move_entry_idx on introduction_reward_move (tenant_id, entry_id) where entry_id is not null;
create index introduction_reward_move_method_idx on introduction_reward_move (tenant_id, pay_method_id) where pay_method_id is not null;

-- The ledger knows rewards as papers.
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
    || replace(v_paper, '''settlement''::text', '''settlement''::text, ''reward''::text');
end $$;
