-- A discount or a price beyond what a person may give: what was typed, why, and what somebody who may said to it.
create table discount_approval (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  approval_no text not null,
  bill_id uuid not null,
  -- As the bill stood when it was asked; a bill that has moved since is not changed any more.
  bill_version int not null,
  patient_id uuid not null,
  -- 0 asked, 1 agreed, 2 refused, 3 withdrawn
  status int not null check (status between 0 and 3),
  original_amount numeric(14, 2) not null,
  discount_amount numeric(14, 2) not null,
  receivable_amount numeric(14, 2) not null,
  -- Items and terms as they were typed.
  content jsonb not null,
  reason text not null check (reason <> ''),
  applicant_id uuid,
  applicant_name text not null,
  applied_at timestamptz not null,
  approver_id uuid,
  approver_name text,
  decided_at timestamptz,
  decision_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint discount_approval_no_key unique (tenant_id, clinic_id, approval_no),
  constraint discount_approval_second_check check (status not in (1, 2) or approver_id is distinct from applicant_id),
  constraint discount_approval_refused_check check (status <> 2 or coalesce(decision_reason, '') <> '')
);
select app.clinic_table('discount_approval');
alter table discount_approval
  add constraint discount_approval_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  add constraint discount_approval_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id);
create unique index discount_approval_open_key on discount_approval (tenant_id, bill_id) where status = 0;
create index discount_approval_bill_idx on discount_approval (tenant_id, bill_id, applied_at);
create index discount_approval_patient_idx on discount_approval (tenant_id, patient_id);
create index discount_approval_waiting_idx on discount_approval (tenant_id, clinic_id) where status = 0;
