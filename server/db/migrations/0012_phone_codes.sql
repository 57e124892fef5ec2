-- Codes that are sent to a phone: to register, to sign in, to set a new password. The newest one of a phone and purpose
-- counts. No hash: nothing that could be guessed was sent (there is no account, or there is one already); from outside
-- both look alike.
create table phone_code (
  id uuid primary key,
  phone text not null,
  purpose text not null check (purpose in ('register', 'login', 'reset')),
  code_hash text,
  tries int not null default 0,
  expires_at timestamptz not null,
  spent_at timestamptz,
  created_at timestamptz not null
);
create index phone_code_phone_idx on phone_code (phone, created_at desc);
create index phone_code_expires_idx on phone_code (expires_at);
select app.plain_table('phone_code');

-- Messages of the platform itself: they belong to no clinic. Where a provider sends them, the code in them is covered.
create table platform_sms (
  id uuid primary key,
  mobile text not null,
  scene text not null,
  content text not null,
  -- 1 handed over, 3 failed
  status int not null check (status in (1, 3)),
  fail_reason text,
  provider_id text,
  created_at timestamptz not null
);
create index platform_sms_created_idx on platform_sms (created_at desc);
select app.plain_table('platform_sms');
