-- Somebody's own letters of the call-out line, by condition.
create table callout_keys (
  tenant_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  keys jsonb not null constraint callout_keys_check check (jsonb_typeof(keys) = 'object'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint callout_keys_employee_key unique (tenant_id, employee_id)
);
select app.tenant_table('callout_keys');
alter table callout_keys add constraint callout_keys_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id);
