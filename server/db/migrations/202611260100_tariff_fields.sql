-- What an item of the price list says beside its price; between which prices a clinic sets its own; prices that count from a day.
alter table tariff rename column max_price to price_max;
alter table tariff
  add column short_name text not null default '',
  add column pinyin text not null default '',
  add column price_min numeric(14, 2) constraint tariff_price_min_check check (price_min >= 0),
  add column member_price numeric(14, 2) constraint tariff_member_price_check check (member_price >= 0),
  add column lab_cost numeric(14, 2) constraint tariff_lab_cost_check check (lab_cost >= 0),
  add column can_bonus boolean not null default true,
  add column medicare_code text not null default '',
  add column national_code text not null default '',
  -- What it is called on a medical invoice; 1 examination … 9 other.
  add column invoice_item int constraint tariff_invoice_item_check check (invoice_item between 1 and 9),
  -- 1 when it is charged, 2 when somebody says that it was done, 3 in several visits
  add column execute_rule int not null default 1 constraint tariff_execute_rule_check check (execute_rule between 1 and 3),
  -- Whose performance it is: 0 nobody's, 1 who ordered it, 2 who did it, 3 half each
  add column performance_rule int not null default 1 constraint tariff_performance_rule_check check (performance_rule between 0 and 3);
-- The lowest price of a bill was the lowest of a clinic too.
update tariff set price_min = min_price, pinyin = coalesce(substring(search from '[^ ]*$'), '');
alter table tariff_clinic
  add column price_min numeric(14, 2) constraint tariff_clinic_price_min_check check (price_min >= 0),
  add column price_max numeric(14, 2) constraint tariff_clinic_price_max_check check (price_max >= 0);

-- A price that counts from a day on: the company's or, with a clinic, this clinic's (null: again as the company). The price of
-- a day is the newest row that counts by then; without one it is the price with which the item, or the clinic's own price, began.
create table tariff_price (
  tenant_id uuid not null,
  id uuid not null,
  tariff_id uuid not null,
  clinic_id uuid,
  price numeric(14, 2) constraint tariff_price_price_check check (price >= 0),
  counts_from date not null,
  by_name text not null,
  -- Taken back before its day.
  cancelled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint tariff_price_company_check check (clinic_id is not null or price is not null)
);
select app.tenant_table('tariff_price');
create policy clinic on tariff_price as restrictive
  using (clinic_id is null or current_setting('app.clinic', true) = 'all'
    or clinic_id = nullif(nullif(current_setting('app.clinic', true), ''), 'all')::uuid)
  with check (clinic_id is null or current_setting('app.clinic', true) = 'all'
    or clinic_id = nullif(nullif(current_setting('app.clinic', true), ''), 'all')::uuid);
alter table tariff_price
  add constraint tariff_price_tariff_fk foreign key (tenant_id, tariff_id) references tariff (tenant_id, id),
  add constraint tariff_price_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);
create index tariff_price_day_idx on tariff_price (tenant_id, tariff_id, clinic_id, counts_from desc, id desc) where not cancelled;
create index tariff_price_clinic_idx on tariff_price (tenant_id, clinic_id);
