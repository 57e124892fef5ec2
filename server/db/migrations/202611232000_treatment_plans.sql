-- Treatment plans: options side by side, of which the patient accepts one. What became of a line (booked, done, charged)
-- is not written here: it follows from the appointments, signed records and bills that name the line.
create table treatment_plan (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  plan_no text not null,
  patient_id uuid not null,
  doctor_id uuid not null,
  consultant_id uuid,
  -- the record that it was made from
  record_id uuid,
  title text not null,
  -- 0 draft, 1 quoted, 2 accepted, 5 refused, 6 expired; 3 and 4 follow from the lines
  status int not null check (status in (0, 1, 2, 5, 6)),
  -- charged part of the price of what takes a discount: 95 = 9.5 折
  discount_percent int not null default 100 check (discount_percent between 0 and 100),
  discount_reason text not null default '',
  quoted_at timestamptz,
  valid_until date,
  chosen_option_id uuid,
  answered_at timestamptz,
  -- how the patient answered: 1 told the clinic, 2 on the clinic's tablet
  answered_how int check (answered_how in (1, 2)),
  refuse_reason text not null default '',
  refuse_remark text not null default '',
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint treatment_plan_no_key unique (tenant_id, clinic_id, plan_no),
  constraint treatment_plan_quoted_check check (status = 0 or (quoted_at is not null and valid_until is not null)),
  constraint treatment_plan_chosen_check check ((status = 2) = (chosen_option_id is not null)),
  constraint treatment_plan_answered_check check (status not in (2, 5) or answered_at is not null)
);
select app.clinic_table('treatment_plan');

create table treatment_plan_option (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  plan_id uuid not null,
  line_no int not null,
  name text not null,
  doctor_id uuid,
  -- how long it takes; null: nobody said
  months int check (months between 0 and 120),
  -- what speaks for it and against it
  pros text[] not null default '{}',
  cons text[] not null default '{}',
  -- [{name, month, visits}] in the order of treatment
  phases jsonb not null,
  primary key (tenant_id, id),
  constraint treatment_plan_option_line_key unique (tenant_id, plan_id, line_no) deferrable initially deferred
);
select app.clinic_table('treatment_plan_option');

create table treatment_plan_line (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  plan_id uuid not null,
  option_id uuid not null,
  line_no int not null,
  -- 1 is the option's first phase
  phase_no int not null check (phase_no between 1 and 20),
  tariff_id uuid not null,
  name text not null,
  unit text not null,
  teeth text not null default '',
  -- what the chart shows when it is done; null: nothing
  condition text,
  qty int not null check (qty between 1 and 999),
  price numeric(14, 2) not null check (price >= 0),
  can_discount boolean not null,
  original_amount numeric(14, 2) not null check (original_amount >= 0),
  discount_amount numeric(14, 2) not null check (discount_amount >= 0),
  amount numeric(14, 2) not null check (amount >= 0),
  primary key (tenant_id, id),
  constraint treatment_plan_line_key unique (tenant_id, option_id, line_no) deferrable initially deferred,
  constraint treatment_plan_line_sum_check check (amount = original_amount - discount_amount)
);
select app.clinic_table('treatment_plan_line');

alter table treatment_plan
  add constraint treatment_plan_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint treatment_plan_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint treatment_plan_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id),
  add constraint treatment_plan_consultant_fk foreign key (tenant_id, consultant_id) references employee (tenant_id, id),
  add constraint treatment_plan_record_fk foreign key (tenant_id, record_id) references medical_record (tenant_id, id);
alter table treatment_plan_option
  add constraint treatment_plan_option_plan_fk foreign key (tenant_id, plan_id) references treatment_plan (tenant_id, id) on delete cascade,
  add constraint treatment_plan_option_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id);
alter table treatment_plan_line
  add constraint treatment_plan_line_option_fk foreign key (tenant_id, option_id) references treatment_plan_option (tenant_id, id) on delete cascade,
  add constraint treatment_plan_line_plan_fk foreign key (tenant_id, plan_id) references treatment_plan (tenant_id, id) on delete cascade,
  add constraint treatment_plan_line_tariff_fk foreign key (tenant_id, tariff_id) references tariff (tenant_id, id);
alter table treatment_plan
  add constraint treatment_plan_chosen_fk foreign key (tenant_id, chosen_option_id) references treatment_plan_option (tenant_id, id) deferrable initially deferred;
create index treatment_plan_patient_idx on treatment_plan (tenant_id, patient_id, created_at);
create index treatment_plan_clinic_idx on treatment_plan (tenant_id, clinic_id, status, created_at);
create index treatment_plan_due_idx on treatment_plan (tenant_id, valid_until) where status = 1;
create index treatment_plan_option_plan_idx on treatment_plan_option (tenant_id, plan_id);
create index treatment_plan_line_plan_idx on treatment_plan_line (tenant_id, plan_id);
create index treatment_plan_line_tariff_idx on treatment_plan_line (tenant_id, tariff_id);

-- What the patient agreed to stays as it was: options and lines are written only while nobody has accepted the plan.
create function app.plan_is_open(p_tenant uuid, p_plan uuid) returns boolean language sql stable as $$
  select exists (select 1 from treatment_plan p where p.tenant_id = p_tenant and p.id = p_plan and p.status <> 2)
$$;
create policy open_to_insert on treatment_plan_option as restrictive for insert with check (app.plan_is_open(tenant_id, plan_id));
create policy open_to_update on treatment_plan_option as restrictive for update using (app.plan_is_open(tenant_id, plan_id));
create policy open_to_delete on treatment_plan_option as restrictive for delete using (app.plan_is_open(tenant_id, plan_id));
create policy open_to_insert on treatment_plan_line as restrictive for insert with check (app.plan_is_open(tenant_id, plan_id));
create policy open_to_update on treatment_plan_line as restrictive for update using (app.plan_is_open(tenant_id, plan_id));
create policy open_to_delete on treatment_plan_line as restrictive for delete using (app.plan_is_open(tenant_id, plan_id));

-- Lines of an accepted plan that were taken away, and taken up again: the newest row of a line counts.
create table treatment_plan_change (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  line_id uuid not null,
  cancelled boolean not null,
  reason text not null default '',
  actor_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint treatment_plan_change_reason_check check (not cancelled or reason <> '')
);
select app.clinic_table('treatment_plan_change', true);
alter table treatment_plan_change
  add constraint treatment_plan_change_line_fk foreign key (tenant_id, line_id) references treatment_plan_line (tenant_id, id);
create index treatment_plan_change_line_idx on treatment_plan_change (tenant_id, line_id, id);

-- Whoever books, writes or charges may say which lines of a plan it is for.
alter table appointment add column plan_line_ids uuid[] not null default '{}';
create index appointment_plan_idx on appointment using gin (plan_line_ids) where plan_line_ids <> '{}';
alter table bill_item add column plan_line_id uuid;
alter table bill_item
  add constraint bill_item_plan_fk foreign key (tenant_id, plan_line_id) references treatment_plan_line (tenant_id, id);
create index bill_item_plan_idx on bill_item (tenant_id, plan_line_id) where plan_line_id is not null;
-- The lines that a record's treatments do; kept in step with its text.
alter table medical_record add column plan_line_ids uuid[] not null default '{}';
create index medical_record_plan_idx on medical_record using gin (plan_line_ids) where plan_line_ids <> '{}';
