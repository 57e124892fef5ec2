-- Rules of the company that figures go by, each with the day from which it holds: what was before stays as it was counted.

create table company_rule (
  tenant_id uuid not null,
  id uuid not null,
  rule text not null,
  -- The rule holds from this day on, until the day of the next of its rows.
  from_day date not null check (from_day = date_trunc('month', from_day)::date),
  value jsonb not null,
  reason text not null default '',
  setter_id uuid,
  setter_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('company_rule');
create unique index company_rule_day_key on company_rule (tenant_id, rule, from_day);

-- A month that a clinic has closed is counted by the rules with which it was closed.
create function app.company_rule_open() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_tenant uuid := coalesce(new.tenant_id, old.tenant_id);
  v_day date := least(new.from_day, old.from_day);
begin
  if exists (select 1 from month_close m where m.tenant_id = v_tenant and m.status = 1 and m.month >= v_day) then
    raise exception 'a month of that day is closed' using errcode = 'check_violation', constraint = 'company_rule_closed_month';
  end if;
  return coalesce(new, old);
end $$;
revoke execute on function app.company_rule_open() from public;
create trigger company_rule_open before insert or update or delete on company_rule
  for each row execute function app.company_rule_open();
