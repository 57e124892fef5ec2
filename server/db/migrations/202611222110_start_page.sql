-- What stands in the bar of the phone and where `/` leads, as a person has chosen; empty and null: as the post has it.
alter table custom_menu
  add column tabs text[] not null default '{}',
  add column start_page text,
  add constraint custom_menu_tabs_check check (cardinality(tabs) <= 4) not valid;
alter table custom_menu validate constraint custom_menu_tabs_check;
