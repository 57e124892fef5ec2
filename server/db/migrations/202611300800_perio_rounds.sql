-- The rounds that somebody makes through a mouth are set by the person; until then what was recorded last stood there.
alter table perio_way rename column pass to rounds;
alter table perio_way drop constraint perio_way_pass_check;
update perio_way set rounds = case rounds when 'pd' then 'depthThenMargin' else rounds end;
alter table perio_way add constraint perio_way_rounds_check check (rounds in ('depthThenMargin', 'depth', 'margin', 'both'));
