-- Pictures by stage. The original of a picture is kept byte for byte; what is shown of it is drawn from it, upright and without
-- what a camera wrote into it.
create table image_stage (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  patient_id uuid not null,
  name text not null,
  stage_time date not null,
  deleted_at timestamptz,
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.clinic_table('image_stage');
alter table image_stage
  add constraint image_stage_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint image_stage_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id);
create index image_stage_patient_idx on image_stage (tenant_id, patient_id, stage_time);
create index image_stage_bin_idx on image_stage (tenant_id, deleted_at) where deleted_at is not null;

create table clinic_image (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  patient_id uuid not null,
  image_stage_id uuid not null,
  -- the twenty kinds, 99 any other
  type smallint not null constraint clinic_image_type_check check (type between 1 and 20 or type = 99),
  -- the kind was guessed from name, shape and order, and nobody has looked yet
  guessed boolean not null default false,
  photo_name text not null,
  -- stored form of teeth
  tooth_no text not null default '',
  file_id uuid not null,
  sha256 text not null constraint clinic_image_hash_check check (sha256 ~ '^[0-9a-f]{64}$'),
  mime text not null,
  bytes bigint not null,
  -- of the picture as it stands upright
  width int not null check (width > 0),
  height int not null check (height > 0),
  shot_time timestamptz,
  device text not null default '',
  rotate smallint not null default 0 constraint clinic_image_rotate_check check (rotate in (0, 90, 180, 270)),
  flip boolean not null default false,
  by_phone boolean not null default false,
  user_id uuid,
  created_name text not null default '',
  deleted_at timestamptz,
  deleted_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.clinic_table('clinic_image');
alter table clinic_image
  add constraint clinic_image_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint clinic_image_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint clinic_image_stage_fk foreign key (tenant_id, image_stage_id) references image_stage (tenant_id, id),
  add constraint clinic_image_file_fk foreign key (tenant_id, file_id) references file_object (tenant_id, id);
create index clinic_image_stage_idx on clinic_image (tenant_id, image_stage_id, created_at) where deleted_at is null;
create index clinic_image_patient_idx on clinic_image (tenant_id, patient_id, created_at);
create index clinic_image_file_idx on clinic_image (tenant_id, file_id);
create index clinic_image_bin_idx on clinic_image (tenant_id, deleted_at) where deleted_at is not null;
-- Nothing is taken in twice, however often a broken upload is tried again.
create unique index clinic_image_content_key on clinic_image (tenant_id, image_stage_id, sha256) where deleted_at is null;

-- What is shown of a picture, drawn once for each size and way of turning.
create table clinic_image_copy (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  image_id uuid not null,
  size text not null constraint clinic_image_copy_size_check check (size in ('thumb', 'screen')),
  rotate smallint not null,
  flip boolean not null,
  file_id uuid not null,
  primary key (tenant_id, id),
  constraint clinic_image_copy_key unique (tenant_id, image_id, size, rotate, flip)
);
select app.clinic_table('clinic_image_copy');
alter table clinic_image_copy
  add constraint clinic_image_copy_image_fk foreign key (tenant_id, image_id) references clinic_image (tenant_id, id) on delete cascade,
  add constraint clinic_image_copy_file_fk foreign key (tenant_id, file_id) references file_object (tenant_id, id);
create index clinic_image_copy_file_idx on clinic_image_copy (tenant_id, file_id);

-- Objects that came to a signed address and that no picture has been made of yet.
create table clinic_image_object (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  grant_id uuid not null,
  file_id uuid not null,
  employee_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
select app.clinic_table('clinic_image_object');
alter table clinic_image_object
  add constraint clinic_image_object_file_fk foreign key (tenant_id, file_id) references file_object (tenant_id, id),
  add constraint clinic_image_object_employee_fk foreign key (tenant_id, employee_id) references employee (tenant_id, id);
create index clinic_image_object_file_idx on clinic_image_object (tenant_id, file_id);
create index clinic_image_object_age_idx on clinic_image_object (tenant_id, created_at);

-- Who may send in pictures without more: a signed address of somebody at work (under one prefix), or a link for a phone (into one
-- stage). Asked for before anybody is known, by the hash of what the sender shows.
create table image_grant (
  id uuid primary key,
  tenant_id uuid not null,
  clinic_id uuid not null,
  employee_id uuid not null,
  actor_name text not null,
  -- null: a signed address
  image_stage_id uuid,
  -- of the link, as long as nobody has opened it
  link_hash text,
  -- of what every upload shows
  upload_hash text,
  prefix text not null,
  taken int not null default 0,
  opened_at timestamptz,
  device text not null default '',
  address text not null default '',
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint image_grant_link_key unique (link_hash),
  constraint image_grant_upload_key unique (upload_hash)
);
select app.shared_table('image_grant');
create index image_grant_age_idx on image_grant (expires_at);
