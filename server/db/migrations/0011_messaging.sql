-- Messages to people: of their clinic, of their own account, of the provider; and where a clinic has its parcels sent.

-- To a member of staff. clinic_id null: concerns the whole company, is seen in each of its clinics.
create table message (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid,
  recipient_id uuid not null,
  category text not null constraint message_category_check check (category ~ '^[a-z][A-Za-z]{2,19}$'),
  title text not null constraint message_title_check check (char_length(title) between 1 and 80),
  body text not null default '' constraint message_body_check check (char_length(body) <= 2000),
  -- a path of the web app
  link text constraint message_link_check check (link like '/%' and link not like '//%'),
  -- the same key reaches the same person once
  key text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (tenant_id, id),
  constraint message_recipient_key unique (tenant_id, recipient_id, key),
  constraint message_read_check check (read_at >= created_at)
);
select app.tenant_table('message');
alter table message
  add constraint message_recipient_fk foreign key (tenant_id, recipient_id) references employee (tenant_id, id),
  add constraint message_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);
create index message_recipient_idx on message (tenant_id, recipient_id, created_at desc);
create index message_unread_idx on message (tenant_id, recipient_id) where read_at is null;

-- To somebody who need not belong to a clinic: an application was decided, a review has passed.
create table account_message (
  id uuid primary key,
  account_id uuid not null constraint account_message_account_fk references account (id),
  category text not null constraint account_message_category_check check (category ~ '^[a-z][A-Za-z]{2,19}$'),
  title text not null constraint account_message_title_check check (char_length(title) between 1 and 80),
  body text not null default '' constraint account_message_body_check check (char_length(body) <= 2000),
  link text constraint account_message_link_check check (link like '/%' and link not like '//%'),
  key text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint account_message_key unique (account_id, key),
  constraint account_message_read_check check (read_at >= created_at)
);
select app.plain_table('account_message');
create index account_message_time_idx on account_message (account_id, created_at desc);

-- From the provider to all clinics, or to those in platform_message_clinic.
create table platform_message (
  id uuid primary key,
  title text not null constraint platform_message_title_check check (char_length(title) between 1 and 80),
  body text not null constraint platform_message_body_check check (char_length(body) between 1 and 5000),
  audience text not null constraint platform_message_audience_check check (audience in ('all', 'clinics')),
  published_by text not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz
);
select app.shared_table('platform_message');
create index platform_message_time_idx on platform_message (created_at desc);

create table platform_message_clinic (
  message_id uuid not null constraint platform_message_clinic_fk references platform_message (id),
  clinic_id uuid not null,
  primary key (message_id, clinic_id)
);
select app.shared_table('platform_message_clinic');

create table platform_message_read (
  message_id uuid not null constraint platform_message_read_fk references platform_message (id),
  account_id uuid not null constraint platform_message_read_account_fk references account (id),
  read_at timestamptz not null,
  primary key (account_id, message_id)
);
select app.plain_table('platform_message_read');

-- Categories that a person does not want to be counted on the bell.
create table message_preference (
  account_id uuid primary key constraint message_preference_account_fk references account (id),
  muted text[] not null default '{}'
);
select app.plain_table('message_preference');

create table clinic_delivery_address (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  receiver text not null,
  phone text not null,
  province text not null default '',
  city text not null default '',
  district text not null default '',
  address text not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint clinic_delivery_address_key unique (tenant_id, clinic_id)
);
select app.clinic_table('clinic_delivery_address');
alter table clinic_delivery_address
  add constraint clinic_delivery_address_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);
