-- Who is changing a bill at the desk. It holds for a minute from the last word of that screen, and changes no version of the bill.
create table bill_lock (
  tenant_id uuid not null,
  clinic_id uuid not null,
  bill_id uuid not null,
  holder_id uuid not null,
  holder_name text not null,
  -- By the world's clock, as sessions are.
  expires_at timestamptz not null,
  primary key (tenant_id, bill_id)
);
select app.clinic_table('bill_lock');
alter table bill_lock
  add constraint bill_lock_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id);
