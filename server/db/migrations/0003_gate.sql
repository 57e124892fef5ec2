-- What the data gate writes beside every change: audit, status log, events, idempotency, document numbers, outbox, files.

create table audit (
  tenant_id uuid not null,
  id uuid not null,
  created_at timestamptz not null,
  clinic_id uuid,
  session_id uuid,
  account_id uuid,
  employee_id uuid,
  actor_name text not null,
  -- create, update, delete, view, export, print, sign, amend, login …
  action text not null,
  entity text not null,
  entity_id uuid,
  entity_version int,
  patient_id uuid,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  ip text,
  primary key (tenant_id, id, created_at)
) partition by range (created_at);
create index audit_entity_idx on audit (tenant_id, entity_id, created_at);
create index audit_time_idx on audit (tenant_id, created_at);

create function app.ensure_month_partition(p_parent text, p_month date) returns void language plpgsql as $$
declare
  v_from date := date_trunc('month', p_month)::date;
  v_name text := p_parent || '_' || to_char(v_from, 'YYYY_MM');
begin
  if to_regclass('public.' || quote_ident(v_name)) is null then
    execute format('create table public.%I partition of public.%I for values from (%L) to (%L)', v_name, p_parent,
      (v_from::timestamp at time zone 'Asia/Shanghai'), ((v_from + interval '1 month') at time zone 'Asia/Shanghai'));
  end if;
end $$;
create table audit_default partition of audit default;
select app.tenant_table('audit', true);
select app.ensure_month_partition('audit', (date '2026-01-01' + make_interval(months => m))::date) from generate_series(0, 35) m;

create table status_log (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  biz_type text not null,
  biz_id uuid not null,
  from_status int,
  to_status int not null,
  employee_id uuid,
  actor_name text not null,
  reason text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.clinic_table('status_log', true);
create index status_log_biz_idx on status_log (tenant_id, biz_id, created_at);

-- Live events: hints that a topic of a clinic changed; kept an hour so that a cut stream can resume.
create table event (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  topic text not null,
  ref_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.clinic_table('event');
create index event_clinic_idx on event (tenant_id, clinic_id, id);
create index event_created_idx on event (created_at);

create table idempotency (
  tenant_id uuid not null,
  request_id text not null,
  call text not null,
  input_hash text not null,
  response jsonb,
  created_at timestamptz not null,
  primary key (tenant_id, request_id)
);
select app.tenant_table('idempotency');
create index idempotency_created_idx on idempotency (created_at);

create table document_counter (
  tenant_id uuid not null,
  clinic_id uuid not null,
  prefix text not null,
  date date not null,
  last_no int not null,
  primary key (tenant_id, clinic_id, prefix, date)
);
select app.clinic_table('document_counter');

create table sms_outbox (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  patient_id uuid,
  mobile text not null,
  scene text not null,
  content text not null,
  status int not null default 0 check (status between 0 and 4),
  fail_reason text,
  provider_id text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (tenant_id, id)
);
select app.clinic_table('sms_outbox');
create index sms_outbox_pending_idx on sms_outbox (tenant_id, created_at) where status = 0;

create table file_object (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  storage_key text not null,
  name text not null,
  media_type text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 text not null,
  created_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint file_object_key_key unique (tenant_id, storage_key)
);
select app.clinic_table('file_object');
