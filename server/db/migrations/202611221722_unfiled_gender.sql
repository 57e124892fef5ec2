-- Whoever is booked by telephone without a file is asked name, sex and number. 0 male, 1 female, 2 not said.
alter table appointment add column temp_gender int constraint appointment_temp_gender_check check (temp_gender in (0, 1, 2));
