-- Import of patients: the check is a job of its own, and each row that may have a file already is decided by itself.

alter table patient_import
  drop constraint patient_import_status_check,
  drop constraint patient_import_count_check,
  -- 1 checked, 2 being written, 3 done, 4 broken off, 5 put aside, 6 being checked, 7 check broken off
  add constraint patient_import_status_check check (status between 1 and 7),
  -- how many rows the check has looked at
  add column looked int not null default 0,
  -- rows that may have a file already: to be opened all the same, and left out
  add column creating int not null default 0,
  add column skipping int not null default 0,
  -- counts the runs, so that one that comes late sees that it is no longer meant
  add column run_no int not null default 0;

alter table patient_import_row
  drop constraint patient_import_row_kind_check,
  -- 0 not looked at yet, 1 good, 2 bad, 3 may have a file already
  add constraint patient_import_row_kind_check check (kind in (0, 1, 2, 3)),
  -- 1 left out, 2 opened all the same; null: nobody has said
  add column choice int constraint patient_import_row_choice_check check (choice in (1, 2)),
  add constraint patient_import_row_doubtful_check check (choice is null or kind = 3);

-- What was decided for all of them at once is each one's choice now.
update patient_import_row r set choice = case when i.with_doubtful then 2 else 1 end
  from patient_import i
  where i.tenant_id = r.tenant_id and i.id = r.import_id and r.kind = 3 and i.status in (2, 3, 4);
update patient_import i
  set creating = case when with_doubtful then doubtful else 0 end,
    skipping = case when with_doubtful then 0 else doubtful end
  where i.status in (2, 3, 4);
alter table patient_import
  drop column with_doubtful,
  add constraint patient_import_count_check check (
    written <= row_count and looked <= row_count and creating + skipping <= doubtful
    and (status in (5, 6, 7) or row_count = good + bad + doubtful));

drop index patient_import_running_idx;
create index patient_import_running_idx on patient_import (tenant_id) where status in (2, 6);
