-- How somebody goes through a mouth when a periodontal chart is recorded: the same at every computer.
create table perio_way (
  tenant_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  path text not null constraint perio_way_path_check check (path in ('snake', 'jaw', 'sextant')),
  pass text not null constraint perio_way_pass_check check (pass in ('pd', 'both')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint perio_way_employee_key unique (tenant_id, employee_id)
);
select app.tenant_table('perio_way');
alter table perio_way add constraint perio_way_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id);
