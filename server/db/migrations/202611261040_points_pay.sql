-- Points as a way of paying: so many for a yuan, up to a share of a bill, as the card's type says. What points pay is a gift, like
-- bonus: in yuan it stands against what was given (pointsGiven), and the points themselves leave the card in their own unit.
alter table card_type
  add column points_per_yuan int not null default 0 check (points_per_yuan between 0 and 100000),
  add column max_points_ratio int not null default 100 check (max_points_ratio between 0 and 100);
alter table bill_payment
  -- How many points left the card, or came back to it.
  add column points int not null default 0 check (points >= 0),
  add constraint bill_payment_points_card_check check (points = 0 or card_id is not null);
with added as (
  insert into pay_method (tenant_id, id, code, name, type, need_trade_no, built_in, icon, count_performance, sort_no, enabled, created_at, updated_at)
  select c.id, gen_random_uuid(), 'points', '积分', 2, false, true, 'ticket', false,
    coalesce((select max(m.sort_no) from pay_method m where m.tenant_id = c.id), 0) + 1, true, now(), now()
  from company c
  where exists (select 1 from pay_method m where m.tenant_id = c.id)
    and not exists (select 1 from pay_method m where m.tenant_id = c.id and (m.code = 'points' or m.name = '积分'))
  returning tenant_id, id, name, created_at
)
insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version, after)
select tenant_id, gen_random_uuid(), created_at, '系统', 'create', 'pay_method', id, 1, jsonb_build_object('code', 'points', 'name', name)
from added;

-- A right of a card that was used, and one that was given back: only added.
create table card_right_use (
  tenant_id uuid not null,
  id uuid not null,
  card_id uuid not null,
  name text not null,
  -- 1 used, -1 given back
  qty int not null check (qty in (1, -1)),
  used_clinic_id uuid not null,
  -- The day on which it counts: that of the use, also of what is given back.
  used_on date not null,
  bill_id uuid,
  bill_no text not null default '',
  reverses_id uuid,
  operator_id uuid,
  operator_name text not null,
  remark text not null default '',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint card_right_use_reverses_key unique (tenant_id, reverses_id),
  constraint card_right_use_sign_check check ((qty = -1) = (reverses_id is not null))
);
select app.tenant_table('card_right_use', true);
alter table card_right_use
  add constraint card_right_use_card_fk foreign key (tenant_id, card_id) references member_card (tenant_id, id),
  add constraint card_right_use_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id);
create index card_right_use_card_idx on card_right_use (tenant_id, card_id, created_at desc);
create index card_right_use_bill_idx on card_right_use (tenant_id, bill_id) where bill_id is not null;
-- What gave a coupon: a movement of a card, or a right that was used.
alter table coupon add column source_id uuid;
create index coupon_source_idx on coupon (tenant_id, source_id) where source_id is not null;
