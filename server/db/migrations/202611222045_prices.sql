-- The price list is kept on its own page: how far a clinic may go with its own price, and who keeps which.
alter table tariff add column max_price numeric(14, 2) check (max_price >= 0);
create unique index tariff_category_name_key on tariff_category (tenant_id, parent_id, name) nulls not distinct;
create index tariff_category_idx on tariff (tenant_id, category_id);

-- What a clinic says of an item is changed like every other setting: with a version, and what it was before is kept.
alter table tariff_clinic
  add column id uuid not null default gen_random_uuid(),
  add column version int not null default 1,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  alter column price drop not null,
  drop constraint tariff_clinic_pkey;
alter table tariff_clinic
  alter column id drop default,
  alter column created_at drop default,
  alter column updated_at drop default,
  add primary key (tenant_id, id),
  add constraint tariff_clinic_key unique (tenant_id, clinic_id, tariff_id);
create index tariff_clinic_tariff_idx on tariff_clinic (tenant_id, tariff_id);

insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, r.resource, case when p.code = 'headquarters' then 5 else 3 end
from post p
cross join (values ('/baseTariffSet:view', true), ('/baseTariffSet:edit', false), ('/tariffsClinic:view', true),
  ('/tariffsClinic:edit', true)) r(resource, of_the_clinic)
where p.is_admin or p.code in ('admin', 'headquarters') or (p.code = 'director' and r.of_the_clinic)
on conflict do nothing;
