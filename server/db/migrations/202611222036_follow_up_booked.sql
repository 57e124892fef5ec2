-- 已约 (booked) joins the results of a follow-up in every company, with its row in the log.
with added as (
  insert into dict_item (tenant_id, id, type_code, item_code, item, sort_no, created_at, updated_at)
  select c.tenant_id, gen_random_uuid(), 'follow_up_result', '8', '已约', 7, now(), now() from company c
  on conflict do nothing
  returning tenant_id, id, type_code, item_code, item, sort_no, created_at
)
insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version, after)
select tenant_id, gen_random_uuid(), created_at, '系统', 'create', 'dict_item', id, 1,
  jsonb_build_object('type_code', type_code, 'item_code', item_code, 'item', item, 'sort_no', sort_no, 'enabled', true)
from added;
