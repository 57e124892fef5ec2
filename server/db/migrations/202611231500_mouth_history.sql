-- An entry of a chart is never deleted: an amendment or a deletion of its record takes it back, and it stays for the
-- question what was known on a day.
alter table tooth_condition
  add column known_from timestamptz,
  add column known_to timestamptz;
update tooth_condition set known_from = created_at;
alter table tooth_condition
  alter column known_from set not null,
  add constraint tooth_condition_known_check check (known_to >= known_from);
