-- Patients book 洗牙; 洁治 is the dentists' word. A company that has named it otherwise keeps its name.
with changed as (
  update appoint_item set online_name = '洗牙', version = version + 1, updated_at = now()
  where name = '洁治' and online_name = ''
  returning tenant_id, id, version, updated_at
)
insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version, before, after)
select tenant_id, gen_random_uuid(), updated_at, '系统', 'update', 'appoint_item', id, version,
  '{"online_name": ""}', '{"online_name": "洗牙"}'
from changed;
