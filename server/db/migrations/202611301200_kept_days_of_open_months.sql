-- Money is always of the day on which it moves, so the days of an open month that are over stay as they are too. What they came to is kept up
-- to the day `until`; null: the month is closed and kept as a whole.
alter table kept_sum add column until date;
alter table kept_sum
  add constraint kept_sum_until_check check (until >= month and until < month + interval '1 month');
