-- Pictures that hang on a record: taken off again only as long as the record is being written.
create table record_image (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  record_id uuid not null,
  image_id uuid not null,
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint record_image_key unique (tenant_id, record_id, image_id)
);
select app.clinic_table('record_image');
alter table record_image
  add constraint record_image_record_fk foreign key (tenant_id, record_id) references medical_record (tenant_id, id),
  add constraint record_image_image_fk foreign key (tenant_id, image_id) references clinic_image (tenant_id, id);
create index record_image_image_idx on record_image (tenant_id, image_id);
