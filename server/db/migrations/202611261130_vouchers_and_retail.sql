-- Vouchers that a platform sold (美团、抖音): a cash-like way to pay whose code is good once in the whole company. And retail: goods
-- of the price list that are sold without a visit.

alter table pay_method
  drop constraint pay_method_type_check,
  add constraint pay_method_type_check check (type between 1 and 6);

-- The codes that pay for something now. A row goes when everything that its code paid was taken back; what was paid with it, and
-- when, stands with the payments.
create table voucher_use (
  tenant_id uuid not null,
  code text not null check (code ~ '^[0-9A-Z]{4,32}$'),
  pay_method_id uuid not null,
  bill_id uuid not null,
  -- For whoever types it again, in whatever clinic.
  bill_no text not null,
  clinic_name text not null,
  user_name text not null,
  used_at timestamptz not null,
  primary key (tenant_id, code)
);
select app.tenant_table('voucher_use');
alter table voucher_use
  add constraint voucher_use_method_fk foreign key (tenant_id, pay_method_id) references pay_method (tenant_id, id),
  add constraint voucher_use_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id);
create index voucher_use_method_idx on voucher_use (tenant_id, pay_method_id);
create index voucher_use_bill_idx on voucher_use (tenant_id, bill_id);
create index bill_payment_trade_idx on bill_payment (tenant_id, trade_no) where trade_no is not null;

alter table tariff
  -- Something that is sold, not done.
  add column is_goods boolean not null default false;

-- Retail has no visit, no record and no doctor.
alter table bill
  add constraint bill_retail_check check (bill_type <> 2 or (registration_id is null and treatment_id is null and record_id is null and doctor_id is null));

-- The ways to pay of the two platforms, where the company has none of that name.
with platform (code, name, no) as (values ('meituan', '美团团购券', 1), ('douyin', '抖音团购券', 2)),
added as (
  insert into pay_method (tenant_id, id, code, name, type, need_trade_no, built_in, icon, count_performance, sort_no, enabled, created_at, updated_at)
  select c.id, gen_random_uuid(), p.code, p.name, 6, true, true, 'ticket', true,
    coalesce((select max(m.sort_no) from pay_method m where m.tenant_id = c.id), 0) + p.no, true, now(), now()
  from company c cross join platform p
  where exists (select 1 from pay_method m where m.tenant_id = c.id)
    and not exists (select 1 from pay_method m where m.tenant_id = c.id and (m.code = p.code or m.name = p.name))
  returning tenant_id, id, code, name, created_at
)
insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version, after)
select tenant_id, gen_random_uuid(), created_at, '系统', 'create', 'pay_method', id, 1, jsonb_build_object('code', code, 'name', name)
from added;
