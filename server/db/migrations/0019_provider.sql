-- The provider's own staff: accounts, sessions and one-time links of their own kind, apart from those of the clinics, and
-- an audit that can only grow. Plain tables: they belong to no tenant.

create table provider_account (
  id uuid primary key,
  login_name text not null constraint provider_account_login_key unique,
  name text not null,
  role text not null check (role in ('administrator', 'reviewer', 'finance', 'support')),
  -- 0 at work, 1 frozen, 2 invited: no password yet
  status int not null check (status in (0, 1, 2)),
  password_hash text,
  -- The secret of the authenticator app, sealed with the server's key; the newest time step that was used.
  totp_sealed text,
  totp_step bigint not null default 0,
  last_login_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Whoever is at work has both.
  constraint provider_account_ready check (status <> 0 or (password_hash is not null and totp_sealed is not null))
);

create table provider_session (
  token_hash text primary key,
  id uuid not null constraint provider_session_id_key unique,
  account_id uuid not null references provider_account (id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  ip text,
  user_agent text
);
create index provider_session_account_idx on provider_session (account_id) where revoked_at is null;

-- What is good once: the first administrator's link, an invitation or reset (link), the pass between password and code.
create table provider_ticket (
  token_hash text primary key,
  purpose text not null check (purpose in ('first', 'enrol', 'sign-in')),
  account_id uuid references provider_account (id),
  -- The authenticator secret shown on the set-up page, until it is taken over.
  totp_sealed text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint provider_ticket_account check ((purpose = 'first') = (account_id is null))
);
create index provider_ticket_account_idx on provider_ticket (account_id);

create table provider_recovery_code (
  account_id uuid not null references provider_account (id),
  code_hash text not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table provider_request (
  account_id uuid not null,
  request_id text not null,
  call text not null,
  input_hash text not null,
  response jsonb,
  created_at timestamptz not null,
  primary key (account_id, request_id)
);
create index provider_request_created_idx on provider_request (created_at);

create table provider_audit (
  id uuid primary key,
  created_at timestamptz not null,
  -- Null: the server itself, or somebody who is not signed in.
  account_id uuid,
  account_name text not null,
  role text,
  action text not null,
  target_kind text not null,
  target_id text,
  target_name text not null default '',
  -- The company it happened to, where there is one.
  company_id uuid,
  before jsonb,
  after jsonb,
  reason text,
  ip text,
  request_id text
);
create index provider_audit_time_idx on provider_audit (created_at desc, id desc);
create index provider_audit_account_idx on provider_audit (account_id, created_at desc);
create index provider_audit_target_idx on provider_audit (target_kind, created_at desc);

select app.plain_table('provider_session'), app.plain_table('provider_ticket'), app.plain_table('provider_recovery_code'),
  app.plain_table('provider_request');
-- An account is frozen, never deleted; the audit is neither changed nor emptied.
grant select, insert, update on provider_account to dentin_app;
grant select, insert on provider_audit to dentin_app;
