-- The bill of a prescription's drugs, made when it is audited; null: not audited, or nothing to pay.
alter table prescription add column bill_id uuid;
alter table prescription
  add constraint prescription_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id);
create unique index prescription_bill_key on prescription (tenant_id, bill_id) where bill_id is not null;
