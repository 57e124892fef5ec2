-- What a clinic shows of itself: logo, pictures of the premises, its place on the map, whether medical insurance is taken, and
-- who is in charge.

alter table picture
  drop constraint picture_type_check,
  add constraint picture_type_check check (
    paper_type in ('avatar', 'idCard', 'cert', 'businessLicense', 'permitLicense', 'clinicLogo', 'premises')),
  -- the clinic that shows it to everybody, noted with the clinic's own row; null: it belongs to whoever sent it in
  add column clinic_id uuid,
  add constraint picture_shown_check check (clinic_id is null or paper_type in ('clinicLogo', 'premises'));
create index picture_clinic_idx on picture (clinic_id) where clinic_id is not null;

alter table clinic
  drop column logo_url,
  add column logo_id uuid constraint clinic_logo_fk references picture (id),
  add column picture_ids uuid[] not null default '{}',
  -- in hundred-thousandths of a degree, about a metre
  add column longitude int,
  add column latitude int,
  add column is_medicare boolean not null default false,
  add column leader text not null default '',
  add constraint clinic_pictures_check check (cardinality(picture_ids) <= 8),
  add constraint clinic_place_check check (
    (longitude is null) = (latitude is null) and longitude between 7300000 and 13600000
    and latitude between 300000 and 5400000),
  add constraint clinic_leader_check check (char_length(leader) <= 20);
alter table clinic add column logo_url text generated always as ('/sms-api/picture/' || logo_id::text) stored;
create index clinic_logo_idx on clinic (logo_id) where logo_id is not null;
