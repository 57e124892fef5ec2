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
