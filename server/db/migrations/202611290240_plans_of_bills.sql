-- The agreements about a bill are looked for by the bill.
create index instalment_plan_bill_idx on instalment_plan (tenant_id, bill_id);
