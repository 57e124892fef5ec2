-- The platform's own ground: helpers that make tables, the tenant and session gate, and the tables no tenant owns.
-- Rules: a tenant table is created without foreign keys, then app.tenant_table() or app.clinic_table(), then its keys.

create extension if not exists btree_gist;
create extension if not exists btree_gin;
create extension if not exists pg_trgm;

create schema app;
grant usage on schema app to dentin_app;
grant usage on schema public to dentin_app;

-- The tenant is set here and nowhere else. SET LOCAL inside a function reaches every node; set_config would not.
create function app.set_tenant(p_tenant uuid) returns void language plpgsql as $$
begin
  execute format('set local app.tenant_id = %L', p_tenant);
end $$;

-- p_clinic: one clinic's id, or 'all' for work over the whole tenant (chain reads, jobs).
create function app.set_scope(p_tenant uuid, p_clinic text) returns void language plpgsql as $$
begin
  execute format('set local app.tenant_id = %L', p_tenant);
  execute format('set local app.clinic = %L', p_clinic);
end $$;

create function app.tenant_table(p_table text, p_append_only boolean default false) returns void language plpgsql as $$
begin
  execute format('alter table public.%I enable row level security', p_table);
  execute format('alter table public.%I force row level security', p_table);
  execute format($f$create policy tenant on public.%I
    using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$f$, p_table);
  if p_append_only then
    execute format('grant select, insert on public.%I to dentin_app', p_table);
  else
    execute format('grant select, insert, update, delete on public.%I to dentin_app', p_table);
  end if;
  if exists (select 1 from pg_extension where extname = 'citus') then
    execute format($f$select create_distributed_table('public.%I', 'tenant_id', colocate_with => 'company')$f$, p_table);
  end if;
end $$;

-- As tenant_table, and a row is only seen or written from its own clinic, unless the scope is 'all'.
create function app.clinic_table(p_table text, p_append_only boolean default false) returns void language plpgsql as $$
begin
  perform app.tenant_table(p_table, p_append_only);
  execute format($f$create policy clinic on public.%I as restrictive
    using (current_setting('app.clinic', true) = 'all'
      or clinic_id = nullif(nullif(current_setting('app.clinic', true), ''), 'all')::uuid)
    with check (current_setting('app.clinic', true) = 'all'
      or clinic_id = nullif(nullif(current_setting('app.clinic', true), ''), 'all')::uuid)$f$, p_table);
end $$;

-- Shared: rarely written, read everywhere, belongs to no tenant.
create function app.shared_table(p_table text) returns void language plpgsql as $$
begin
  execute format('grant select, insert, update on public.%I to dentin_app', p_table);
  if exists (select 1 from pg_extension where extname = 'citus') then
    execute format($f$select create_reference_table('public.%I')$f$, p_table);
  end if;
end $$;

-- Plain: hot tables of the platform on the node the app talks to.
create function app.plain_table(p_table text) returns void language plpgsql as $$
begin
  execute format('grant select, insert, update, delete on public.%I to dentin_app', p_table);
end $$;

create table account (
  id uuid primary key,
  phone text not null constraint account_phone_key unique,
  login_name text constraint account_login_name_key unique,
  password_hash text not null,
  nick_name text not null default '',
  avatar_path text,
  birth_day date,
  gender int check (gender in (0, 1, 2)),
  status int not null default 0 check (status in (0, 1, 2)),
  user_auth int not null default 0 check (user_auth in (0, 1, 2, 3)),
  last_login_at timestamptz,
  last_clinic_id uuid,
  password_changed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now()
);
select app.shared_table('account');

-- Which clinics an account may enter; found without a tenant at sign-in.
create table account_clinic (
  account_id uuid not null,
  tenant_id uuid not null,
  clinic_id uuid not null,
  employee_id uuid not null,
  active boolean not null default true,
  sort_no int not null default 0,
  primary key (account_id, clinic_id)
);
select app.shared_table('account_clinic');

create table session (
  token_hash text primary key,
  id uuid not null constraint session_id_key unique,
  account_id uuid not null,
  account_name text not null default '',
  tenant_id uuid,
  clinic_id uuid,
  employee_id uuid,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  ip text,
  user_agent text
);
create index session_account_idx on session (account_id) where revoked_at is null;
create index session_expires_idx on session (expires_at);
select app.plain_table('session');

create table captcha (
  id uuid primary key,
  purpose text not null,
  subject text not null default '',
  answer_hash text not null,
  tries int not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index captcha_expires_idx on captcha (expires_at);
select app.plain_table('captcha');

create table rate_limit (
  key text primary key,
  count int not null,
  window_ends_at timestamptz not null
);
create index rate_limit_ends_idx on rate_limit (window_ends_at);
select app.plain_table('rate_limit');

-- Failed sign-ins by the text typed as the account, so that a missing account behaves like a present one.
create table login_lock (
  account_key text primary key,
  fail_count int not null,
  locked_until timestamptz,
  updated_at timestamptz not null
);
select app.plain_table('login_lock');

create table icd_diagnosis (
  code text primary key,
  name text not null,
  category text not null,
  level text not null,
  search text not null,
  common boolean not null default false,
  sort_no int not null default 0,
  enabled boolean not null default true
);
select app.shared_table('icd_diagnosis');

create table holiday (
  date date primary key,
  name text not null,
  is_workday boolean not null default false
);
select app.shared_table('holiday');
