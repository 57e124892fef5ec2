-- Psychotropics of the second class stand on a sheet of their own, where the clinic holds the right to prescribe them.
alter table prescription drop constraint prescription_kind_check;
alter table prescription add constraint prescription_kind_check
  check (kind in ('ordinary', 'emergency', 'pediatric', 'psychotropic'));
