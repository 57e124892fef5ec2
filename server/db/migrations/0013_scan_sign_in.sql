-- Signing in on one screen by confirming on a phone. The screen holds the ticket, the code in the picture is another
-- secret: whoever sees the picture can't sign in with it.
create table scan_login (
  id uuid primary key,
  ticket_hash text not null constraint scan_login_ticket_key unique,
  code_hash text not null constraint scan_login_code_key unique,
  -- 0 waiting, 1 scanned, 2 confirmed, 3 cancelled; past its time it is expired, whatever stands here
  status int not null default 0 check (status between 0 and 3),
  account_id uuid,
  ip text,
  user_agent text not null default '',
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index scan_login_expires_idx on scan_login (expires_at);
select app.plain_table('scan_login');

-- A person of WeChat, as one public account of ours knows them, and the account that is theirs.
create table wechat_identity (
  open_id text primary key,
  account_id uuid not null,
  bound_at timestamptz not null
);
create index wechat_identity_account_idx on wechat_identity (account_id);
select app.plain_table('wechat_identity');
