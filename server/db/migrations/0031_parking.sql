-- What is put aside on the board keeps its patient and its old time for the eye, and holds nobody's time any more: the place
-- is free for others until it is placed anew.
alter table appointment drop constraint appointment_doctor_excl, drop constraint appointment_chair_excl;
alter table appointment
  add constraint appointment_doctor_excl exclude using gist (tenant_id with =, doctor_id with =, during with &&)
    where (status in (0, 1, 2, 3, 4, 5) and not is_overbook and parked_at is null),
  add constraint appointment_chair_excl exclude using gist (tenant_id with =, chair_id with =, during with &&)
    where (status in (0, 1, 2, 3, 4, 5) and not is_overbook and chair_id is not null and parked_at is null),
  -- Only what is still to come lies there, and nothing that is held for the waiting list.
  add constraint appointment_parked_status_check check (parked_at is null or (status in (0, 1, 2, 6, 8) and held_until is null)) not valid;
alter table appointment validate constraint appointment_parked_status_check;
