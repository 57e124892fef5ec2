-- Exports that take long: made by a job, kept for some days, fetched by whoever asked.

create table export_task (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  -- Who asked, and from where: the audit says so of the file as if it had been answered at once.
  employee_id uuid not null,
  account_id uuid not null,
  session_id uuid,
  asker_name text not null,
  ip text,
  request_id text,
  -- The address of the call, what it was asked, and the hash of both.
  path text not null,
  input jsonb not null,
  input_hash text not null,
  title text not null,
  file_name text,
  status smallint not null constraint export_task_status_check check (status between 0 and 5),
  rows_done int not null default 0,
  rows_expected int,
  bytes bigint,
  -- Where the file is to lie, from the beginning of a run on: what a killed one has left there goes with the next.
  storage_key text,
  file_id uuid,
  -- The rights with which it was made.
  rights jsonb,
  problem text not null default '',
  -- Runs since somebody asked; which one is at it, and when that was heard of last by the world's clock.
  attempts int not null default 0,
  run_id uuid,
  heard_at timestamptz,
  created_at timestamptz not null,
  queued_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id),
  constraint export_task_run_check check ((status = 1) = (run_id is not null)),
  constraint export_task_file_check check (status <> 2 or (file_id is not null and expires_at is not null and bytes is not null))
);
select app.clinic_table('export_task');
alter table export_task
  add constraint export_task_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint export_task_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id),
  add constraint export_task_file_fk foreign key (tenant_id, file_id) references file_object (tenant_id, id);
-- The same export asked for twice while it is made is one.
create unique index export_task_active_key on export_task (tenant_id, clinic_id, employee_id, input_hash) where status in (0, 1);
create index export_task_queue_idx on export_task (tenant_id, clinic_id, queued_at) where status in (0, 1);
create index export_task_own_idx on export_task (tenant_id, employee_id, created_at);
create index export_task_expiry_idx on export_task (tenant_id, expires_at) where status = 2;
create index export_task_file_idx on export_task (tenant_id, file_id);

-- As app.open_session, for somebody who asked before and waits elsewhere: whether the person still works there, and what
-- of the resources the posts grant now.
create function app.open_person(p_account uuid, p_clinic uuid, p_resources text[], p_scope text)
returns table (tenant_id uuid, clinic_id uuid, employee_id uuid, granted jsonb)
language plpgsql as $$
#variable_conflict use_column
declare
  v_set text;
begin
  select m.tenant_id, m.clinic_id, m.employee_id, '{}'
    into tenant_id, clinic_id, employee_id, granted
    from public.account_clinic m
    join public.account a on a.id = m.account_id and a.status = 0
    where m.account_id = p_account and m.clinic_id = p_clinic and m.active;
  if not found then
    return;
  end if;
  v_set := set_config('app.tenant_id', open_person.tenant_id::text, true);
  v_set := set_config('app.clinic', case when p_scope = 'all' then 'all' else open_person.clinic_id::text end, true);
  select coalesce(jsonb_object_agg(r.resource, r.data_scope), '{}') into granted from (
    select pr.resource, max(pr.data_scope) as data_scope
    from public.employee_post ep
    join public.post_resource pr on pr.tenant_id = open_person.tenant_id and pr.post_id = ep.post_id
    where ep.tenant_id = open_person.tenant_id and ep.clinic_id = open_person.clinic_id
      and ep.employee_id = open_person.employee_id and pr.resource = any(p_resources)
    group by pr.resource
  ) r;
  return next;
end $$;
grant execute on function app.open_person(uuid, uuid, text[], text) to dentin_app;
