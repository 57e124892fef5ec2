-- At what ages, in whole years, a diagnosis of the company is made (null: no limit), and its code for the medical insurance.
alter table own_diagnosis
  add column age_from int,
  add column age_to int,
  add column medicare_code text not null default '',
  add constraint own_diagnosis_ages check (age_from between 0 and 120 and age_to between 0 and 120 and age_from <= age_to);
