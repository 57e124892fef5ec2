-- avatar is the specification's one word for every upload: what came in under it may be shown by a clinic as well.
-- Papers that came in as papers still may not.
alter table picture
  drop constraint picture_shown_check,
  add constraint picture_shown_check check (clinic_id is null or paper_type in ('avatar', 'clinicLogo', 'premises'));
