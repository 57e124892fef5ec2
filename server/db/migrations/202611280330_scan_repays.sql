-- A code may also pay what a bill still owes; the bill does not wait for it.
-- 1 a charge, 2 arrears
alter table scan_payment add column purpose int not null default 1 check (purpose in (1, 2));
