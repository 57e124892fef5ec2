-- How somebody looks at a report again and again: the question under a name of one's own.

create table report_view (
  tenant_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  -- The path of the screen.
  door text not null,
  name text not null constraint report_view_name_check check (char_length(name) between 1 and 12),
  question jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint report_view_name_key unique (tenant_id, employee_id, door, name)
);
select app.tenant_table('report_view');
alter table report_view
  add constraint report_view_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id);
