-- How a person has arranged the menu for themselves, the same in every clinic and on every device.
create table custom_menu (
  tenant_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  -- paths of the menu in the order of the person; what is not in it stands where it always does
  sequence text[] not null constraint custom_menu_sequence_check check (cardinality(sequence) <= 200),
  -- the way back to the settings can't be hidden
  hidden text[] not null constraint custom_menu_hidden_check check (cardinality(hidden) <= 200 and not '/allSetting' = any(hidden)),
  favourites text[] not null constraint custom_menu_favourites_check check (cardinality(favourites) <= 8),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint custom_menu_employee_key unique (tenant_id, employee_id),
  constraint custom_menu_shown_check check (not hidden && favourites)
);
select app.tenant_table('custom_menu');
alter table custom_menu add constraint custom_menu_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id);
