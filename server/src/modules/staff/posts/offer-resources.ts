import { defaultScopes } from '@dentin/contract/resources'
import type pg from 'pg'

/**
 * Gives what has come since to the companies there are: each resource that they have not been offered goes to the posts
 * that a company begins with, over the data that its area declares, and is then known. What a company has taken away stays
 * away, and its own posts are its own affair. The post's log says what it was given.
 * @param owner whoever owns the tables: this goes from company to company
 * @param declared resource → post → scope
 */
export async function offerResources(
  owner: pg.ClientBase,
  declared: ReadonlyMap<string, Readonly<Record<string, number>>> = defaultScopes,
): Promise<void> {
  const defaults = [...declared].flatMap(([resource, posts]) =>
    Object.entries(posts).map(([post, scope]) => ({ resource, post, scope })),
  )
  await owner.query(
    `with fresh as (
       insert into known_resource (resource) select unnest($1::text[]) on conflict do nothing returning resource
     ), given as (
       insert into post_resource (tenant_id, post_id, resource, data_scope)
       select p.tenant_id, p.id, d.resource, d.scope
       from fresh
       join jsonb_to_recordset($2::jsonb) as d(resource text, post text, scope int) on d.resource = fresh.resource
       join post p on p.code = d.post
       on conflict do nothing
       returning tenant_id, post_id, resource, data_scope
     ), changed as (
       update post p set version = p.version + 1, updated_at = now()
       where exists (select 1 from given g where g.tenant_id = p.tenant_id and g.post_id = p.id)
       returning p.tenant_id, p.id, p.version
     )
     insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version, after)
     select c.tenant_id, gen_random_uuid(), now(), '系统', 'grant-detail', 'post', c.id, c.version,
       jsonb_build_object('added', (
         select jsonb_agg(jsonb_build_object('resource', g.resource, 'scope', g.data_scope) order by g.resource)
         from given g where g.tenant_id = c.tenant_id and g.post_id = c.id))
     from changed c`,
    [[...declared.keys()], JSON.stringify(defaults)],
  )
}
