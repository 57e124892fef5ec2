-- Which tier of antibiotics somebody may prescribe, and since when: 0 none, 1 unrestricted, 2 restricted, 3 special.
alter table employee
  add column antibiotic_tier int not null default 1 constraint employee_antibiotic_tier_check check (antibiotic_tier between 0 and 3),
  add column antibiotic_since date;
