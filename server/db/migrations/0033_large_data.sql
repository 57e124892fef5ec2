-- Chains of hundreds of thousands of files: what every list and search asks for is read out of an index, however deep the
-- page and however common the name.

-- The files in use, in the order of their opening: counted, and paged through, without reading the files themselves.
create index patient_listed_created_idx on patient (tenant_id, created_at desc, id desc) where status = 0;
-- Those that are not: few, and taken away from what is counted in their figures.
create index patient_unlisted_idx on patient (tenant_id, id) where status <> 0;

-- Two characters make no trigram. One or two Chinese characters are looked up by the characters and their pairs in what a
-- file is found by.
create function app.search_pairs(p_text text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  v_text text := regexp_replace(p_text, '[\x01-\x7f]+', ' ', 'g');
  v_parts text[] := '{}';
  v_former text := ' ';
  v_one text;
begin
  for n in 1..length(v_text) loop
    v_one := substr(v_text, n, 1);
    if v_one <> ' ' then
      v_parts := v_parts || v_one;
      if v_former <> ' ' then
        v_parts := v_parts || (v_former || v_one);
      end if;
    end if;
    v_former := v_one;
  end loop;
  return v_parts;
end $$;
grant execute on function app.search_pairs(text) to dentin_app;
create index patient_pairs_idx on patient using gin (tenant_id, app.search_pairs(search));

create or replace function app.search_patient_ids(p_tenant uuid, p_text text, p_limit int)
returns table (id uuid) language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_text text := lower(p_text);
  v_like text := '%' || replace(replace(replace(lower(p_text), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'tenant mismatch' using errcode = '42501';
  end if;
  if v_text ~ '^[^\x01-\x7f]{1,2}$' then
    return query
      select found.id from (
        select coalesce(p.merged_into_id, p.id) as id, max(p.created_at) as at from public.patient p
        where p.tenant_id = p_tenant and app.search_pairs(p.search) @> array[v_text]
          and (p.status in (0, 1) or (p.status = 2 and exists (
            select 1 from public.patient k where k.tenant_id = p_tenant and k.id = p.merged_into_id and k.status in (0, 1))))
        group by 1) found
      order by found.at desc
      limit p_limit;
  elsif length(v_text) <= 2 and p_limit <= 1000 then
    -- One or two digits or letters are in very many files: the newest that have them are found at once.
    return query
      select found.id from (
        select coalesce(p.merged_into_id, p.id) as id, max(p.created_at) as at from (
          select x.id, x.merged_into_id, x.created_at from public.patient x
          where x.tenant_id = p_tenant and x.search like v_like
            and (x.status in (0, 1) or (x.status = 2 and exists (
              select 1 from public.patient k where k.tenant_id = p_tenant and k.id = x.merged_into_id and k.status in (0, 1))))
          order by x.created_at desc, x.id desc limit p_limit) p
        group by 1) found
      order by found.at desc;
  else
    return query
      select found.id from (
        select coalesce(p.merged_into_id, p.id) as id, max(p.created_at) as at from public.patient p
        where p.tenant_id = p_tenant and p.search like v_like
          and (p.status in (0, 1) or (p.status = 2 and exists (
            select 1 from public.patient k where k.tenant_id = p_tenant and k.id = p.merged_into_id and k.status in (0, 1))))
        group by 1) found
      order by found.at desc
      limit p_limit;
  end if;
end $$;
