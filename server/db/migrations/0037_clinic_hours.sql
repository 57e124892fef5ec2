-- Opening hours by weekday: seven entries, Sunday first; null: closed on that day.
alter table clinic add column hours jsonb not null default '[{"opensMin":510,"closesMin":1110},{"opensMin":510,"closesMin":1110},{"opensMin":510,"closesMin":1110},{"opensMin":510,"closesMin":1110},{"opensMin":510,"closesMin":1110},{"opensMin":510,"closesMin":1110},{"opensMin":510,"closesMin":1110}]';
update clinic c set hours = (
  select jsonb_build_array(d, d, d, d, d, d, d) from (select jsonb_build_object('opensMin', c.opens_min, 'closesMin', c.closes_min) as d) x)
where c.opens_min between 0 and c.closes_min - 1 and c.closes_min <= 1440;
alter table clinic
  drop column opens_min,
  drop column closes_min,
  add constraint clinic_hours_check check (
    jsonb_typeof(hours) = 'array' and jsonb_array_length(hours) = 7 and jsonb_array_length(jsonb_path_query_array(hours,
      '$[*] ? (@ == null || (@.opensMin >= 0 && @.opensMin < @.closesMin && @.closesMin <= 1440))')) = 7);
