-- The one line of a record's diagnoses says which are not certain, and of several which is the main one.
with said as (
  select r.tenant_id, r.id,
    left(string_agg(
      d.row ->> 'icdName' || case
        when d.row ->> 'kind' = '3' then case when d.row ->> 'icdName' ~ '待查|待排|印象' then '' else '（待查）' end
        when d.row ->> 'kind' = '1' then case when d.of > 1 then '（主）' else '' end
        else case when d.of > 1 then '' else '（次）' end end,
      '、' order by d.place), 500) as words
  from medical_record r,
    lateral (
      select x.row, x.place, count(*) over () as of
      from jsonb_array_elements(r.content -> 'diagnoses') with ordinality x(row, place)
      where coalesce(x.row ->> 'icdName', '') <> ''
    ) d
  group by r.tenant_id, r.id
)
update medical_record r set diagnosis_text = said.words
from said
where said.tenant_id = r.tenant_id and said.id = r.id and said.words <> r.diagnosis_text
  and exists (
    select 1 from jsonb_array_elements(r.content -> 'diagnoses') x
    where x ->> 'kind' = '3' or jsonb_array_length(r.content -> 'diagnoses') > 1 or x ->> 'kind' = '2');
