import { defaultScopes, grantable } from '@dentin/contract/resources'
import pg from 'pg'
import { expect, it } from 'vitest'
import { fixture, testApp } from '../../../../test/harness.ts'
import { offerResources } from './offer-resources.ts'

const app = await testApp()
const NEW = '/shelf:view'
const COMPANIES = 2
const later = new Map<string, Record<string, number>>([
  ...[...defaultScopes].map(([resource, posts]): [string, Record<string, number>] => [resource, { ...posts }]),
  [NEW, { director: 3, doctor: 1, headquarters: 5 }],
])
const offer = () => offerResources(app.owner, later)
const grants = () =>
  app.sql<{ id: string; resource: string; scope: number }>(
    'select post_id as id, resource, data_scope as scope from post_resource order by post_id, resource',
  )
const holders = () =>
  app.sql<{ code: string; scope: number }>(
    `select p.code, r.data_scope as scope from post_resource r join post p on p.tenant_id = r.tenant_id and p.id = r.post_id
     where r.resource = $1 order by p.code, p.tenant_id`,
    [NEW],
  )

it('companies that began with everything are given nothing, and everything is known afterwards', async () => {
  const before = await grants()
  await offerResources(app.owner)
  expect(await grants()).toEqual(before)
  const known = await app.sql<{ resource: string }>('select resource from known_resource')
  expect(known.map(({ resource }) => resource).sort()).toEqual([...grantable].sort())
})

it('a resource that comes later reaches the posts that every company begins with, over their data, and no other', async () => {
  await app.sql(
    `insert into post (tenant_id, id, code, name, remark, is_admin, sort_no, created_at, updated_at)
     values ($1, gen_random_uuid(), 'own-x', '自建', '', false, 90, now(), now())`,
    [fixture.tenants.a],
  )
  const before = await grants()
  const [director] = await app.sql<{ version: number }>('select version from post where id = $1', [
    fixture.posts.a.director,
  ])
  await offer()
  expect(await holders()).toEqual(
    (
      [
        ['director', 3],
        ['doctor', 1],
        ['headquarters', 5],
      ] as const
    ).flatMap(([code, scope]) => Array.from({ length: COMPANIES }, () => ({ code, scope }))),
  )
  expect((await grants()).filter(({ resource }) => resource !== NEW)).toEqual(before)
  // Whoever has the post's page open is told that it has changed, and its log says what it was given.
  expect(await app.sql('select version from post where id = $1', [fixture.posts.a.director])).toEqual([
    { version: Number(director?.version) + 1 },
  ])
  expect(
    await app.sql(`select actor_name, after from audit where entity_id = $1 and action = 'grant-detail'`, [
      fixture.posts.a.director,
    ]),
  ).toEqual([{ actor_name: '系统', after: { added: [{ resource: NEW, scope: 3 }] } }])
})

it('is given once: who takes it away has taken it away', async () => {
  await app.sql('delete from post_resource where resource = $1 and tenant_id = $2', [NEW, fixture.tenants.a])
  const before = await grants()
  await offer()
  expect(await grants()).toEqual(before)
})

it('two servers that start together give it once', async () => {
  const both = new Map([...later, ['/shelf:edit', { director: 3 }]])
  const other = new pg.Client({ connectionString: app.ownerUrl })
  await other.connect()
  try {
    await Promise.all([offerResources(app.owner, both), offerResources(other, both)])
  } finally {
    await other.end()
  }
  const logged = await app.sql(`select 1 from audit where action = 'grant-detail' and after::text like '%/shelf:edit%'`)
  expect(logged).toHaveLength(COMPANIES)
})
