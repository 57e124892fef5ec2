-- Whoever probes with an assistant writes the margins first: they are a way to begin an examination like the depths.
alter table perio_way drop constraint perio_way_pass_check;
alter table perio_way add constraint perio_way_pass_check check (pass in ('pd', 'gm', 'both'));
