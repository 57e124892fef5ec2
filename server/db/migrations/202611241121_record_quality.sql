-- What the quality list said of a text when it was signed, by the rules of that day.
alter table medical_record_version
  add column quality_score int check (quality_score between 0 and 100),
  add column quality_items jsonb,
  add constraint medical_record_version_quality_check check ((quality_score is null) = (quality_items is null));
-- Figures by doctor and month count a record by its first signature.
create index medical_record_version_first_idx on medical_record_version (tenant_id, clinic_id, signed_at) where version_no = 1;

-- Records that were drawn to be looked through by somebody else than their author.
create table record_spot_check (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  record_id uuid not null,
  -- the version that was drawn
  version_no int not null,
  -- the month of its first signature, YYYY-MM
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  doctor_id uuid not null,
  -- 0 drawn, 1 reviewed, 2 answered
  status int not null check (status between 0 and 2),
  drawn_by uuid not null,
  drawn_at timestamptz not null,
  score int check (score between 0 and 100),
  -- numbers of the rules that the reviewer ticked
  defects text[] not null default '{}',
  remark text not null default '',
  reviewer_id uuid,
  reviewer_name text,
  reviewed_at timestamptz,
  reply text not null default '',
  replied_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint record_spot_check_record_key unique (tenant_id, record_id),
  constraint record_spot_check_reviewed_check check (
    (status = 0) = (reviewed_at is null) and (status = 0) = (score is null) and (status = 2) = (replied_at is not null)
    and reviewer_id is distinct from doctor_id)
);
select app.clinic_table('record_spot_check');
alter table record_spot_check
  add constraint record_spot_check_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint record_spot_check_record_fk foreign key (tenant_id, record_id) references medical_record (tenant_id, id),
  add constraint record_spot_check_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id),
  add constraint record_spot_check_drawer_fk foreign key (tenant_id, drawn_by) references employee (tenant_id, id),
  add constraint record_spot_check_reviewer_fk foreign key (tenant_id, reviewer_id) references employee (tenant_id, id);
create index record_spot_check_month_idx on record_spot_check (tenant_id, clinic_id, month, doctor_id);
