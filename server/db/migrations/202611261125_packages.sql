-- Packages: several items of the price list for one price. What a package takes off stands on each of its lines as the first step
-- of the ladder; a line keeps the name and the price with which it was sold.

create table tariff_package (
  tenant_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  price numeric(14, 2) not null check (price > 0),
  -- [{tariffId, qty}]
  items jsonb not null check (jsonb_array_length(items) between 1 and 20),
  remark text not null default '',
  enabled boolean not null default true,
  sort_no int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('tariff_package');
create unique index tariff_package_name_key on tariff_package (tenant_id, name);

alter table bill_item
  add column package_id uuid,
  -- Which of the packages of the bill: the same one may be on it twice.
  add column package_no int check (package_no between 1 and 20),
  add column package_name text,
  add column package_price numeric(14, 2),
  add column package_off numeric(14, 2) not null default 0 check (package_off >= 0),
  add constraint bill_item_package_fk foreign key (tenant_id, package_id) references tariff_package (tenant_id, id),
  add constraint bill_item_package_check check ((package_id is null) = (package_no is null) and (package_id is null) = (package_name is null)
    and (package_id is null) = (package_price is null) and (package_id is not null or package_off = 0)),
  drop constraint bill_item_steps_check,
  add constraint bill_item_steps_check check (discount_amount = package_off + member_price_off + member_discount_off + coupon_off
    + line_percent_off + order_percent_off + reduction_off + rounding_off);
create index bill_item_package_idx on bill_item (tenant_id, package_id) where package_id is not null;
select app.grant_columns_but('bill_item', array['returned_amount', 'written_off_amount', 'settled_amount']);
