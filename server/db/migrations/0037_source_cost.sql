-- What a source of patients costs, and the entry of a dictionary that a form begins with.

alter table patient_source
  add column cost numeric(14, 2) constraint patient_source_cost_check check (cost >= 0),
  -- 1 a year, 2 a campaign
  add column cost_per int constraint patient_source_per_check check (cost_per in (1, 2)),
  add constraint patient_source_cost_per_check check ((cost is null) = (cost_per is null));

alter table dict_item
  add column is_default boolean not null default false,
  -- what can't be chosen is no beginning
  add constraint dict_item_default_check check (enabled or not is_default);
create unique index dict_item_default_key on dict_item (tenant_id, type_code) where is_default;
