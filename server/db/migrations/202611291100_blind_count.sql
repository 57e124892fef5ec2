-- Counted blind, a till is handed over with what was counted, and the reason of a difference is written when it is known: before the
-- shift is reviewed.
alter table cash_shift drop constraint cash_shift_count_check;
alter table cash_shift
  add constraint cash_shift_count_check check ((counted_cash is null) = (expected_cash is null)
    and difference_amount is not distinct from counted_cash - expected_cash),
  add constraint cash_shift_reason_check check (difference_amount = 0 or difference_amount is null
    or (difference_reason is not null and (status <> 2 or difference_reason <> '')));
