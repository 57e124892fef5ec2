-- What a diagnosis calls for: by it the list of what was found and not done is made. A company without any row goes by the
-- product's own list.

create table expected_care (
  tenant_id uuid not null,
  id uuid not null,
  -- The code, or the beginning of codes: K02 stands for K02.1 too.
  icd_code text not null check (icd_code ~ '^[A-Z][0-9]{2}(\.[0-9])?$'),
  -- What is expected, in words: 充填, 种植或修复.
  name text not null,
  -- Names of categories and of items of the price list: any of them will do.
  items text[] not null check (cardinality(items) > 0),
  sort_no int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id)
);
select app.tenant_table('expected_care');
create unique index expected_care_key on expected_care (tenant_id, icd_code, name);

-- The teeth that a kept text names ('16:MO;Q3'), regions tooth by tooth, milk teeth in their quadrant: two texts meet where they share one.
create function app.teeth_in(p_text text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct t.tooth), '{}')
  from unnest(string_to_array(p_text, ';')) as entry
  cross join lateral (select upper(split_part(trim(entry), ':', 1)) as code) c
  join (select q::text || n as tooth, (q - 1) % 4 + 1 as quadrant, n
      from generate_series(1, 8) q cross join generate_series(1, 8) n where q <= 4 or n <= 5) t
    on t.tooth = right(c.code, 2) or c.code = 'FM' or c.code = 'Q' || t.quadrant
      or (c.code = 'UA' and t.quadrant <= 2) or (c.code = 'LA' and t.quadrant >= 3)
      or (c.code = 'AU' and t.quadrant <= 2 and t.n <= 3) or (c.code = 'AL' and t.quadrant >= 3 and t.n <= 3)
$$;
