-- Finance sees the cockpit of its clinics: in companies that had been offered it before, its posts get it now. A post that has other
-- grants of the cockpit is left as it was set.
with given as (
  insert into post_resource (tenant_id, post_id, resource, data_scope)
  select p.tenant_id, p.id, '/homeCockpit:view', 3
  from post p
  where p.code = 'finance' and exists (select 1 from known_resource k where k.resource = '/homeCockpit:view')
    and not exists (
      select 1 from post_resource r where r.tenant_id = p.tenant_id and r.post_id = p.id and r.resource like '/homeCockpit:%')
  returning tenant_id, post_id, resource, data_scope
), changed as (
  update post p set version = p.version + 1, updated_at = now()
  from given g where g.tenant_id = p.tenant_id and g.post_id = p.id
  returning p.tenant_id, p.id, p.version
)
insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version, after)
select c.tenant_id, gen_random_uuid(), now(), '系统', 'grant-detail', 'post', c.id, c.version,
  jsonb_build_object('added', jsonb_build_array(jsonb_build_object('resource', '/homeCockpit:view', 'scope', 3)))
from changed c;
