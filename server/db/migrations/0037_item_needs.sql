-- Kinds of chairs, codes of departments and the chairs of each, and what an item of an appointment costs and needs.

alter table chair
  -- 1 ordinary, 2 surgery, 3 orthodontics, 4 children, 5 implants, 6 imaging
  add column type int not null default 1 constraint chair_type_check check (type between 1 and 6),
  add constraint chair_clinic_id_key unique (tenant_id, clinic_id, id);

alter table dept
  add column code text constraint dept_code_check check (code ~ '^[A-Za-z0-9-]{1,12}$'),
  add constraint dept_code_key unique (tenant_id, clinic_id, code),
  add constraint dept_clinic_id_key unique (tenant_id, clinic_id, id);

-- A chair may stand in several departments of its clinic.
create table dept_chair (
  tenant_id uuid not null,
  clinic_id uuid not null,
  dept_id uuid not null,
  chair_id uuid not null,
  primary key (tenant_id, dept_id, chair_id)
);
select app.clinic_table('dept_chair');
alter table dept_chair
  add constraint dept_chair_dept_fk foreign key (tenant_id, clinic_id, dept_id) references dept (tenant_id, clinic_id, id),
  add constraint dept_chair_chair_fk foreign key (tenant_id, clinic_id, chair_id) references chair (tenant_id, clinic_id, id);
create index dept_chair_chair_idx on dept_chair (tenant_id, chair_id);

alter table appoint_item
  -- what patients are told it costs; null: nothing is said
  add column price numeric(14, 2) constraint appoint_item_price_check check (price >= 0),
  -- as chair.type; null: any chair will do
  add column need_chair_type int constraint appoint_item_chair_check check (need_chair_type between 1 and 6);
-- Departments are a clinic's own, so that the clinic says which of them does what.
alter table clinic_appoint_item
  add column price numeric(14, 2) constraint clinic_item_price_check check (price >= 0),
  add column dept_id uuid,
  add constraint clinic_item_dept_fk foreign key (tenant_id, clinic_id, dept_id) references dept (tenant_id, clinic_id, id);
create index clinic_item_dept_idx on clinic_appoint_item (tenant_id, clinic_id, dept_id) where dept_id is not null;
