-- The dictionaries become what the screens choose from. Their new words reach every company that exists, and the numbers of
-- reasons for archiving and of relations are the company's to add to.

alter table patient
  drop constraint patient_archive_reason_check,
  -- the number of an entry of the dictionary archive-reason
  add constraint patient_archive_reason_check check (archive_reason between 1 and 999999);
alter table patient_kin
  drop constraint patient_kin_relation_check,
  -- the number of an entry of the dictionary relation; 1 to 9 as ever
  add constraint patient_kin_relation_check check (relation between 1 and 999999);

-- Files say 9 for 其他; the dictionary said 6.
with changed as (
  update dict_item set item_code = '9', version = version + 1, updated_at = now()
  where type_code = 'archive-reason' and item_code = '6' and item = '其他'
  returning tenant_id, id, version, updated_at
)
insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version, before, after)
select tenant_id, gen_random_uuid(), updated_at, '系统', 'update', 'dict_item', id, version,
  '{"item_code": "6"}', '{"item_code": "9"}'
from changed;

with added as (
  insert into dict_item (tenant_id, id, type_code, item_code, item, sort_no, created_at, updated_at)
  select c.tenant_id, gen_random_uuid(), x.type_code, (x.first + w.n - 1)::text, w.item, x.first + w.n - 2, now(), now()
  from company c
  cross join (values
    ('transfer_reason', 6, array['专科治疗', '就近就诊', '设备条件', '超出诊疗范围', '需住院手术', '系统疾病']),
    ('refuse_referral_reason', 1, array['号已满', '医生不在', '无相应设备']),
    ('pin_reason', 1, array['年老体弱', '孕妇', '儿童', '疼痛剧烈']),
    ('void_visit_reason', 1, array['误点签到', '患者改期', '医生停诊']),
    ('walk_out_reason', 1, array['等候太久', '临时有事', '改日再来']),
    ('return_bill_reason', 1, array['牙位不对', '项目不对', '数量不对', '患者改主意']),
    ('void_bill_reason', 1, array['开错患者', '重复开单', '患者放弃治疗']),
    ('revoke_reason', 1, array['收款方式选错', '金额收错', '收错患者']),
    ('cancel_follow_reason', 1, array['已到店复诊', '重复', '患者不需要', '联系不上'])) x(type_code, first, words)
  cross join lateral unnest(x.words) with ordinality w(item, n)
  on conflict do nothing
  returning tenant_id, id, type_code, item_code, item, sort_no, created_at
)
insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version, after)
select tenant_id, gen_random_uuid(), created_at, '系统', 'create', 'dict_item', id, 1,
  jsonb_build_object('type_code', type_code, 'item_code', item_code, 'item', item, 'sort_no', sort_no, 'enabled', true)
from added;
