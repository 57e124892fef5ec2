-- Pictures that hang on a treatment plan, until the patient has answered.
create table plan_image (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  plan_id uuid not null,
  image_id uuid not null,
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint plan_image_key unique (tenant_id, plan_id, image_id)
);
select app.clinic_table('plan_image');
alter table plan_image
  add constraint plan_image_plan_fk foreign key (tenant_id, plan_id) references treatment_plan (tenant_id, id),
  add constraint plan_image_image_fk foreign key (tenant_id, image_id) references clinic_image (tenant_id, id);
create index plan_image_image_idx on plan_image (tenant_id, image_id);
