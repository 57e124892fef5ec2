-- Cards of a clinic whose last day comes: asked for every day to remind their owners.
create index member_card_ending_idx on member_card (tenant_id, open_clinic_id, expire_date)
  where main_card_id is null and expire_date is not null;
