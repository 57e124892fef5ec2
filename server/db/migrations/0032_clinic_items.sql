-- What a clinic does otherwise than its company with a kind of appointment. Null: as the company has it.
create table clinic_appoint_item (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  item_id uuid not null,
  -- patients are booked for it here
  offered boolean not null,
  duration_min int constraint clinic_item_duration_check check (duration_min between 5 and 600 and duration_min % 5 = 0),
  allow_online boolean,
  -- what it is called on the booking page; empty: as the company calls it
  online_name text not null default '' constraint clinic_item_name_check check (char_length(online_name) <= 20),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint clinic_item_key unique (tenant_id, clinic_id, item_id)
);
select app.clinic_table('clinic_appoint_item');
alter table clinic_appoint_item
  add constraint clinic_item_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint clinic_item_item_fk foreign key (tenant_id, item_id) references appoint_item (tenant_id, id);
create index clinic_item_item_idx on clinic_appoint_item (tenant_id, item_id);

insert into post_resource (tenant_id, post_id, resource, data_scope)
select p.tenant_id, p.id, '/appointItem:' || x.code, case when p.code = 'headquarters' then 5 else 3 end
from post p cross join (values ('view'), ('edit')) x(code)
where p.is_admin or p.code in ('admin', 'director', 'headquarters')
on conflict do nothing;
