-- In what the age was told from which a birthday is estimated: 1 years, 2 months, 3 days.
alter table patient add column age_unit int check (age_unit in (1, 2, 3));
