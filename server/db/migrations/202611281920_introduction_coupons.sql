-- A coupon may be the reward for introducing somebody: its source_id is the patient who was introduced.
alter table coupon drop constraint coupon_source_check, add constraint coupon_source_check check (source between 1 and 5);
create index coupon_reward_idx on coupon (tenant_id, source_id) where source = 5;
