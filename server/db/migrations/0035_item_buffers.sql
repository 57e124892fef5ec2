-- Minutes that a kind of appointment needs free before and after it: the room is made ready and cleaned up. A clinic may say
-- otherwise than its company; null: as the company has it.
alter table appoint_item
  add column buffer_before_min int not null default 0,
  add column buffer_after_min int not null default 0,
  add constraint appoint_item_buffer_check check (
    buffer_before_min between 0 and 120 and buffer_before_min % 5 = 0 and buffer_after_min between 0 and 120 and buffer_after_min % 5 = 0);
alter table clinic_appoint_item
  add column buffer_before_min int,
  add column buffer_after_min int,
  add constraint clinic_item_buffer_check check (
    buffer_before_min between 0 and 120 and buffer_before_min % 5 = 0 and buffer_after_min between 0 and 120 and buffer_after_min % 5 = 0);

-- As they were when it was booked: what is booked stays as it is when the item changes.
alter table appointment
  add column buffer_before_min int not null default 0,
  add column buffer_after_min int not null default 0;
alter table appointment
  add constraint appointment_buffer_check check (buffer_before_min between 0 and 120 and buffer_after_min between 0 and 120) not valid;
alter table appointment validate constraint appointment_buffer_check;
