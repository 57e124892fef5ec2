-- Records that no visit leads to: one written up for a day gone by (late), advice by telephone (phone).
alter table medical_record
  add column origin text not null default 'visit' check (origin in ('visit', 'late', 'phone')),
  add column origin_reason text not null default '',
  add constraint medical_record_apart_check check (origin = 'visit' or (treatment_id is null and registration_id is null));
