-- What somebody may not be given, one entry each, beside its words in allergy_history; and since when somebody is pregnant.
alter table patient
  add column allergies jsonb not null default '[]'
    constraint patient_allergies_check check (jsonb_typeof(allergies) = 'array' and jsonb_array_length(allergies) <= 1000),
  add column pregnant_since date;
