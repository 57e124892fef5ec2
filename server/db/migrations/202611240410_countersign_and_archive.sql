-- Records that a superior signs too, records that are filed, and the requests to amend one that is.
alter table medical_record
  add column countersign_due boolean not null default false,
  add column countersigned_by uuid,
  add column countersigned_name text,
  add column countersigned_at timestamptz,
  -- why the superior sent it back; gone when it is signed anew
  add column sent_back_note text,
  add column sent_back_name text,
  add column archived_at timestamptz,
  add constraint medical_record_countersigner_fk foreign key (tenant_id, countersigned_by) references employee (tenant_id, id),
  add constraint medical_record_countersign_check check (
    (countersigned_by is null) = (countersigned_at is null)
    and not (countersign_due and countersigned_by is not null)
    and (countersigned_by is null or countersigned_by <> sign_doctor_id));
create index medical_record_countersign_idx on medical_record (tenant_id, clinic_id, sign_time) where countersign_due;
create index medical_record_filing_idx on medical_record (tenant_id, sign_time) where status = 2;

create table record_amend_request (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  record_id uuid not null,
  -- 0 open, 1 granted, 2 refused, 3 used: the record was opened with it
  status int not null check (status between 0 and 3),
  reason text not null,
  asked_by uuid not null,
  asked_name text not null,
  asked_at timestamptz not null,
  decided_by uuid,
  decided_name text,
  decided_at timestamptz,
  note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint record_amend_request_decided_check check ((status = 0) = (decided_at is null) and decided_by is distinct from asked_by)
);
select app.clinic_table('record_amend_request');
alter table record_amend_request
  add constraint record_amend_request_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint record_amend_request_record_fk foreign key (tenant_id, record_id) references medical_record (tenant_id, id),
  add constraint record_amend_request_asker_fk foreign key (tenant_id, asked_by) references employee (tenant_id, id),
  add constraint record_amend_request_decider_fk foreign key (tenant_id, decided_by) references employee (tenant_id, id);
-- One request at a time that is open or may still be used.
create unique index record_amend_request_live_key on record_amend_request (tenant_id, record_id) where status in (0, 1);
create index record_amend_request_open_idx on record_amend_request (tenant_id, clinic_id, asked_at) where status = 0;
