-- What is said of a picture beside its kind: a remark, words to find it by, and that it is not for the wall.
alter table clinic_image
  add column remark text not null default '' constraint clinic_image_remark_check check (length(remark) <= 200),
  add column tags text[] not null default '{}' constraint clinic_image_tags_check check (cardinality(tags) <= 8),
  add column hidden boolean not null default false;
