-- A clinic has its parcels sent to up to 20 places; as soon as it has one, exactly one of them is the default.
alter table clinic_delivery_address drop constraint clinic_delivery_address_key;
alter table clinic_delivery_address rename column phone to mobile;
alter table clinic_delivery_address rename column address to detail;
alter table clinic_delivery_address
  add column slot int not null default 1 constraint delivery_address_slot_check check (slot between 1 and 20),
  add column is_default boolean not null default true,
  add column postcode text not null default '' constraint delivery_address_postcode_check check (postcode ~ '^([0-9]{6})?$'),
  add column tag text not null default '',
  add column remark text not null default '',
  -- the clinic whose default this is
  add column default_of uuid generated always as (case when is_default then clinic_id end) stored;
alter table clinic_delivery_address alter column slot drop default, alter column is_default drop default;
alter table clinic_delivery_address
  add constraint delivery_address_slot_key unique (tenant_id, clinic_id, slot),
  -- never two defaults
  add constraint delivery_address_default_key unique (tenant_id, default_of),
  -- never none: each address points at the default of its clinic
  add constraint delivery_address_default_fk foreign key (tenant_id, clinic_id)
    references clinic_delivery_address (tenant_id, default_of) deferrable initially deferred;

insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, '/address:' || x.code, case when p.code = 'headquarters' then 5 else 3 end
from post p cross join (values ('view'), ('edit')) x(code)
where p.is_admin or p.code in ('admin', 'director', 'headquarters')
on conflict do nothing;
