-- What each step of the ladder takes off a line of a bill, kept with the line: whose card and which coupons gave it.
alter table bill_item
  add column member_price_off numeric(14, 2) not null default 0 check (member_price_off >= 0),
  add column member_discount_off numeric(14, 2) not null default 0 check (member_discount_off >= 0),
  add column coupon_off numeric(14, 2) not null default 0 check (coupon_off >= 0),
  add column line_percent_off numeric(14, 2) not null default 0 check (line_percent_off >= 0),
  add column order_percent_off numeric(14, 2) not null default 0 check (order_percent_off >= 0),
  add column reduction_off numeric(14, 2) not null default 0 check (reduction_off >= 0),
  add column rounding_off numeric(14, 2) not null default 0 check (rounding_off >= 0);
alter table bill
  -- Which card gives member prices: 0 the best that the patient has, 1 the one that was chosen, 2 none.
  add column card_choice int not null default 2 check (card_choice between 0 and 2),
  add column discount_card_id uuid,
  add constraint bill_discount_card_fk foreign key (tenant_id, discount_card_id) references member_card (tenant_id, id);
create index bill_discount_card_idx on bill (tenant_id, discount_card_id) where discount_card_id is not null;

-- Bills that stand: percentages, reduction and rounding as they were worked out, line by line; what is not explained so by what a
-- bill says counts as its percentage.
do $$
declare
  v_bill record;
  v_amounts bigint[];
  v_line bigint[];
  v_order bigint[];
  v_reduction bigint[];
  v_rounding bigint[];
  v_weights bigint[];
  v_ids uuid[];
  v_can boolean[];
  v_next bigint;
begin
  for v_bill in
    select b.tenant_id, b.id, b.discount_percent, (b.reduction_amount * 100)::bigint as reduction, (b.rounding_amount * 100)::bigint as rounding,
      array_agg(i.id order by i.line_no) as ids, array_agg(i.can_discount order by i.line_no) as can,
      array_agg((i.original_amount * 100)::bigint order by i.line_no) as originals, array_agg(i.discount_percent order by i.line_no) as percents,
      array_agg((i.discount_amount * 100)::bigint order by i.line_no) as discounts
    from bill b join bill_item i on i.tenant_id = b.tenant_id and i.bill_id = b.id
    where b.discount_amount <> 0 group by b.tenant_id, b.id
  loop
    v_ids := v_bill.ids; v_can := v_bill.can; v_amounts := v_bill.originals;
    v_line := '{}'; v_order := '{}';
    for n in 1 .. array_length(v_ids, 1) loop
      v_next := case when v_can[n] then round(v_amounts[n] * v_bill.percents[n] / 100.0)::bigint else v_amounts[n] end;
      v_line := v_line || (v_amounts[n] - v_next);
      v_amounts[n] := v_next;
      v_next := case when v_can[n] then round(v_amounts[n] * v_bill.discount_percent / 100.0)::bigint else v_amounts[n] end;
      v_order := v_order || (v_amounts[n] - v_next);
      v_amounts[n] := v_next;
    end loop;
    v_weights := '{}';
    for n in 1 .. array_length(v_ids, 1) loop
      v_weights := v_weights || case when v_can[n] then v_amounts[n] else 0::bigint end;
    end loop;
    v_reduction := app.split_by_weight(least(v_bill.reduction, (select sum(w) from unnest(v_weights) w)::bigint), v_weights);
    for n in 1 .. array_length(v_ids, 1) loop
      v_amounts[n] := v_amounts[n] - v_reduction[n];
      v_weights[n] := v_weights[n] - v_reduction[n];
    end loop;
    if (select sum(w) from unnest(v_weights) w) < v_bill.rounding then
      v_weights := v_amounts;
    end if;
    v_rounding := app.split_by_weight(least(v_bill.rounding, (select sum(w) from unnest(v_weights) w)::bigint), v_weights);
    for n in 1 .. array_length(v_ids, 1) loop
      if v_line[n] + v_order[n] + v_reduction[n] + v_rounding[n] = v_bill.discounts[n] then
        update bill_item set line_percent_off = v_line[n] / 100.0, order_percent_off = v_order[n] / 100.0, reduction_off = v_reduction[n] / 100.0,
          rounding_off = v_rounding[n] / 100.0 where tenant_id = v_bill.tenant_id and id = v_ids[n];
      else
        update bill_item set order_percent_off = v_bill.discounts[n] / 100.0 where tenant_id = v_bill.tenant_id and id = v_ids[n];
      end if;
    end loop;
  end loop;
end $$;
-- Lines whose bill says nothing of a discount.
update bill_item set order_percent_off = discount_amount
  where discount_amount <> line_percent_off + order_percent_off + reduction_off + rounding_off;
alter table bill_item add constraint bill_item_steps_check check (discount_amount = member_price_off + member_discount_off + coupon_off
  + line_percent_off + order_percent_off + reduction_off + rounding_off);
select app.grant_columns_but('bill', array['paid_amount', 'arrears_amount', 'refunded_amount', 'returned_amount', 'written_off_amount']);
select app.grant_columns_but('bill_item', array['returned_amount', 'written_off_amount', 'settled_amount']);

-- Coupons: what the house gives, and each one that was given. A coupon keeps the terms with which it was given.
create table coupon_type (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  -- 1 from a sum on, 2 a sum, 3 a percentage, 4 one unit of an item
  kind int not null check (kind between 1 and 4),
  value numeric(14, 2) check (value > 0),
  percent int check (percent between 1 and 99),
  most numeric(14, 2) check (most > 0),
  threshold numeric(14, 2) not null default 0 check (threshold >= 0),
  category_ids jsonb not null default '[]',
  tariff_ids jsonb not null default '[]',
  -- Where it may be used; empty: everywhere.
  clinic_ids jsonb not null default '[]',
  -- 1 until a day, 2 so many days from when it is given
  valid_type int not null default 2 check (valid_type in (1, 2)),
  valid_until date,
  valid_days int check (valid_days between 1 and 3650),
  stackable boolean not null default false,
  -- How many there are in all; null: as many as are wanted.
  total_qty int check (total_qty between 1 and 1000000),
  enabled boolean not null default true,
  sort_no int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint coupon_type_kind_values_check check ((kind in (1, 2)) = (value is not null) and (kind = 3) = (percent is not null)),
  constraint coupon_type_until_check check ((valid_type = 1) = (valid_until is not null) and (valid_type = 2) = (valid_days is not null))
);
select app.tenant_table('coupon_type');
create unique index coupon_type_name_key on coupon_type (tenant_id, name);

create table coupon (
  tenant_id uuid not null,
  id uuid not null,
  code text not null,
  type_id uuid not null,
  name text not null,
  -- Its terms when it was given.
  rules jsonb not null,
  patient_id uuid not null,
  -- 1 to be used, 2 used, 3 run out, 4 void
  status int not null default 1 check (status between 1 and 4),
  -- 1 by hand, 2 to many, 3 with a recharge, 4 by a right
  source int not null default 1 check (source between 1 and 4),
  issued_clinic_id uuid not null,
  issued_at timestamptz not null,
  issuer_id uuid,
  issuer_name text not null,
  remark text not null default '',
  valid_until date not null,
  -- The bill on which it lies, before and after it is charged, and what it took off.
  bill_id uuid,
  bill_no text not null default '',
  -- Its place among those of the bill.
  bill_place int,
  used_amount numeric(14, 2) not null default 0 check (used_amount >= 0),
  -- The numbers of the lines that it took something off.
  used_lines jsonb not null default '[]',
  used_at timestamptz,
  void_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint coupon_code_key unique (tenant_id, code),
  constraint coupon_used_check check ((status = 2) = (used_at is not null) and (status <> 2 or bill_id is not null) and (status in (1, 2) or bill_id is null)),
  constraint coupon_void_check check ((status = 4) = (void_reason is not null))
);
select app.tenant_table('coupon');
alter table coupon
  add constraint coupon_type_fk foreign key (tenant_id, type_id) references coupon_type (tenant_id, id),
  add constraint coupon_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint coupon_clinic_fk foreign key (tenant_id, issued_clinic_id) references clinic (tenant_id, id),
  add constraint coupon_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id);
create index coupon_patient_idx on coupon (tenant_id, patient_id, issued_at desc);
create index coupon_type_idx on coupon (tenant_id, type_id);
create index coupon_bill_idx on coupon (tenant_id, bill_id) where bill_id is not null;
create index coupon_moment_idx on coupon (tenant_id, issued_at desc, id);
create index coupon_expiry_idx on coupon (tenant_id, valid_until) where status = 1;

-- What the prices and percentages of cards took off bills that stand, in every clinic: a card that is shared gives them anywhere,
-- and whoever pays it back sees one clinic alone. Bills: 2 paid in part, 3 paid, 4 refunded in part.
create function app.card_discounts_given(p_tenant uuid, p_cards uuid[]) returns numeric language plpgsql set search_path = public, pg_temp as $$
declare
  v_scope text := current_setting('app.clinic', true);
  v_given numeric;
begin
  perform set_config('app.clinic', 'all', true);
  select coalesce(sum(round((i.member_price_off + i.member_discount_off) * (i.qty - i.returned_qty) / i.qty, 2)), 0) into v_given
    from bill b join bill_item i on i.tenant_id = b.tenant_id and i.bill_id = b.id
    where b.tenant_id = p_tenant and b.discount_card_id = any(p_cards) and b.status in (2, 3, 4);
  perform set_config('app.clinic', coalesce(v_scope, ''), true);
  return v_given;
end $$;
