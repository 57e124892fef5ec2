-- What was charged is done, line by line and piece by piece: by whom, with whose help, on which day. A piece that was noted by
-- mistake, or refunded, is taken off by a row of its own.
create table bill_item_execution (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  bill_id uuid not null,
  bill_item_id uuid not null,
  -- Above zero: done. Below: taken off.
  qty int not null check (qty <> 0),
  doctor_id uuid,
  assistant_id uuid,
  done_on date not null,
  reason text not null default '',
  operator_id uuid,
  operator_name text not null,
  noted_at timestamptz not null,
  primary key (tenant_id, id),
  constraint bill_item_execution_reason_check check (qty > 0 or reason <> '')
);
select app.clinic_table('bill_item_execution', true);
alter table bill_item_execution
  add constraint bill_item_execution_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  -- A bill that was taken back to the desk gets its lines anew.
  add constraint bill_item_execution_line_fk foreign key (tenant_id, bill_item_id) references bill_item (tenant_id, id) on delete cascade,
  add constraint bill_item_execution_doctor_fk foreign key (tenant_id, doctor_id) references employee (tenant_id, id),
  add constraint bill_item_execution_assistant_fk foreign key (tenant_id, assistant_id) references employee (tenant_id, id);
create index bill_item_execution_bill_idx on bill_item_execution (tenant_id, bill_id, noted_at);
create index bill_item_execution_line_idx on bill_item_execution (tenant_id, bill_item_id);
create index bill_item_execution_day_idx on bill_item_execution (tenant_id, clinic_id, done_on);

alter table bill_item
  add column executed_qty int not null default 0,
  add constraint bill_item_executed_check check (executed_qty between 0 and qty - returned_qty);
select app.grant_columns_but('bill_item', array['returned_amount', 'written_off_amount', 'settled_amount']);
