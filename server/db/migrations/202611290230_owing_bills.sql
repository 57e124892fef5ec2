-- Bills on which something is owed: few among many.
create index bill_owing_idx on bill (tenant_id, clinic_id) where arrears_amount > 0;
