-- Bills, their lines, and the append-only ledger of payments.

create table bill (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  bill_no text not null,
  -- 1 treatment, 2 retail, 3 registration fee, 4 card, 5 prepayment, 6 arrears, 7 deposit
  bill_type int not null default 1 check (bill_type between 1 and 7),
  patient_id uuid not null,
  registration_id uuid,
  treatment_id uuid,
  record_id uuid,
  doctor_id uuid,
  -- 0 draft, 1 to be charged, 2 part paid, 3 paid, 4 part refunded, 5 refunded, 6 paying, 7 revoked (log only), 8 taken back, 9 voided
  status int not null check (status in (0, 1, 2, 3, 4, 5, 6, 8, 9)),
  original_amount numeric(14, 2) not null default 0,
  discount_amount numeric(14, 2) not null default 0,
  -- the part of the discount that is rounding
  rounding_amount numeric(14, 2) not null default 0,
  receivable_amount numeric(14, 2) not null default 0,
  paid_amount numeric(14, 2) not null default 0,
  arrears_amount numeric(14, 2) not null default 0,
  refunded_amount numeric(14, 2) not null default 0,
  -- order discount: percent of the price that is charged (90 = 9 折), and a fixed reduction
  discount_percent int not null default 100 check (discount_percent between 0 and 100),
  reduction_amount numeric(14, 2) not null default 0 check (reduction_amount >= 0),
  rounding_rule int not null default 0 check (rounding_rule in (0, 1, 2, 3)),
  discount_reason text not null default '',
  discount_approver_id uuid,
  remark text not null default '',
  opener_id uuid,
  opener_name text not null default '',
  cashier_id uuid,
  open_time timestamptz not null,
  submit_time timestamptz,
  pay_time timestamptz,
  -- money left owing on purpose: whoever agreed and when
  arrears_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint bill_no_key unique (tenant_id, clinic_id, bill_no),
  constraint bill_sum_check check (receivable_amount = original_amount - discount_amount and rounding_amount between 0 and discount_amount),
  constraint bill_paid_check check (paid_amount >= 0 and refunded_amount >= 0 and refunded_amount <= paid_amount and paid_amount <= receivable_amount),
  constraint bill_arrears_check check (arrears_amount >= 0 and arrears_amount <= receivable_amount - paid_amount)
);
select app.clinic_table('bill');
alter table bill
  add constraint bill_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint bill_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id),
  add constraint bill_registration_fk foreign key (tenant_id, registration_id) references registration (tenant_id, id),
  add constraint bill_treatment_fk foreign key (tenant_id, treatment_id) references treatment (tenant_id, id),
  add constraint bill_record_fk foreign key (tenant_id, record_id) references medical_record (tenant_id, id),
  add constraint bill_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id);
create index bill_patient_idx on bill (tenant_id, patient_id, open_time desc);
create index bill_queue_idx on bill (tenant_id, clinic_id, submit_time) where status in (1, 6);
create index bill_day_idx on bill (tenant_id, clinic_id, open_time);
create index bill_paid_idx on bill (tenant_id, clinic_id, pay_time);
create index bill_treatment_idx on bill (tenant_id, treatment_id);

create table bill_item (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  bill_id uuid not null,
  line_no int not null,
  item_type int not null default 1 check (item_type between 1 and 5),
  tariff_id uuid,
  name text not null,
  category_name text not null default '',
  teeth text not null default '',
  unit text not null,
  qty int not null check (qty between 1 and 9999),
  price numeric(14, 2) not null check (price >= 0),
  original_amount numeric(14, 2) not null check (original_amount >= 0),
  can_discount boolean not null default true,
  -- the line's own percent; the order's discount and reduction are split on top
  discount_percent int not null default 100 check (discount_percent between 0 and 100),
  discount_amount numeric(14, 2) not null default 0,
  discount_note text not null default '',
  amount numeric(14, 2) not null,
  doctor_id uuid,
  primary key (tenant_id, id),
  constraint bill_item_line_key unique (tenant_id, bill_id, line_no),
  constraint bill_item_amount_check check (amount = original_amount - discount_amount and amount >= 0 and discount_amount >= 0)
);
select app.clinic_table('bill_item');
alter table bill_item
  add constraint bill_item_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id) on delete cascade,
  add constraint bill_item_tariff_fk foreign key (tenant_id, tariff_id) references tariff (tenant_id, id),
  add constraint bill_item_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id);

-- The ledger: one row per movement, a revoke is an opposite row; never changed.
create table bill_payment (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  bill_id uuid not null,
  patient_id uuid not null,
  pay_no text not null,
  pay_method_id uuid not null,
  amount numeric(14, 2) not null check (amount <> 0),
  -- cash handed over and change given, for the receipt
  tendered_amount numeric(14, 2),
  change_amount numeric(14, 2) not null default 0 check (change_amount >= 0),
  trade_no text,
  -- 1 payment, 2 repayment of arrears, 3 revoke
  kind int not null check (kind in (1, 2, 3)),
  revokes_id uuid,
  pay_time timestamptz not null,
  pay_date date not null,
  cashier_id uuid,
  cashier_name text not null default '',
  primary key (tenant_id, id),
  constraint bill_payment_sign_check check ((kind = 3) = (amount < 0) and (kind = 3) = (revokes_id is not null)),
  constraint bill_payment_revokes_key unique (tenant_id, revokes_id)
);
select app.clinic_table('bill_payment', true);
alter table bill_payment
  add constraint bill_payment_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  add constraint bill_payment_method_fk foreign key (tenant_id, pay_method_id) references pay_method (tenant_id, id),
  add constraint bill_payment_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, id),
  add constraint bill_payment_revokes_fk foreign key (tenant_id, revokes_id) references bill_payment (tenant_id, id);
create index bill_payment_bill_idx on bill_payment (tenant_id, bill_id);
create index bill_payment_day_idx on bill_payment (tenant_id, clinic_id, pay_date);
