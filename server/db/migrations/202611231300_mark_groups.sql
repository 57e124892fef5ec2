-- What is one piece over several teeth (a bridge) shares its group.
alter table tooth_condition add column group_id text check (group_id ~ '^[A-Za-z0-9_-]{1,64}$');
