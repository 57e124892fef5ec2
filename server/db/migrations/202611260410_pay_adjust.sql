-- A payment whose way was taken down wrong: what it was, what it is, who asked and who agreed.
create table pay_adjust (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  adjust_no text not null,
  bill_id uuid not null,
  patient_id uuid not null,
  payment_id uuid not null,
  -- 0 asked, 1 done, 2 refused, 3 withdrawn
  status int not null check (status between 0 and 3),
  amount numeric(14, 2) not null check (amount > 0),
  old_method_id uuid not null,
  -- [{payMethodId, amount, tradeNo}]
  ways jsonb not null,
  reason text not null check (reason <> ''),
  -- After the hand-over: taken out and put in on the day it is agreed to.
  is_paired boolean not null,
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
  constraint pay_adjust_no_key unique (tenant_id, clinic_id, adjust_no),
  constraint pay_adjust_second_check check (not is_paired or status <> 1 or (approver_id is not null and approver_id <> applicant_id))
);
select app.clinic_table('pay_adjust');
alter table pay_adjust
  add constraint pay_adjust_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  add constraint pay_adjust_payment_fk foreign key (tenant_id, payment_id) references bill_payment (tenant_id, id),
  add constraint pay_adjust_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint pay_adjust_method_fk foreign key (tenant_id, old_method_id) references pay_method (tenant_id, id);
create unique index pay_adjust_open_key on pay_adjust (tenant_id, payment_id) where status = 0;
create index pay_adjust_bill_idx on pay_adjust (tenant_id, bill_id, applied_at);
create index pay_adjust_patient_idx on pay_adjust (tenant_id, patient_id);
create index pay_adjust_waiting_idx on pay_adjust (tenant_id, clinic_id) where status = 0;
