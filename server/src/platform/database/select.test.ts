import { sql } from 'kysely'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Fen } from '@dentin/kit'
import { fixture } from '../../../test/fixture.ts'
import { testPlatform } from '../../../test/platform.ts'
import { db } from './builder.ts'
import { amounts, columns, named, perhaps, select } from './select.ts'

const app = await testPlatform()
const tenant = fixture.tenants.a

const depts = select(
  columns('dept', 'd', 'id', 'sort_no', 'enabled'),
  perhaps(named('employee', 'e', { leaderName: 'name' })),
  {
    chairCount: sql<number>`(select count(*)::int from dept_chair s where ${sql.ref('s.tenant_id')} = ${tenant} and s.dept_id = d.id)`,
  },
)

describe('a select list', () => {
  it('names each column as rows name it, and the type follows', async () => {
    const rows = await app.database.withTenant(tenant, 'all', (tx) =>
      tx.rows(
        depts.keptFrom`dept d left join employee e on ${tx.own('e')} and e.id = d.leader_id where ${tx.own('d')} order by d.id`,
      ),
    )
    expectTypeOf(rows).toEqualTypeOf<
      { id: string; sortNo: number; enabled: boolean; leaderName: string | null; chairCount: number }[]
    >()
    expect(rows.length).toBeGreaterThan(0)
    expect(Object.keys(rows[0] ?? {})).toEqual(['id', 'sortNo', 'enabled', 'leaderName', 'chairCount'])
  })

  it('gives money as fen, and nothing where there is none', async () => {
    const tariffs = select(columns('tariff', 't', 'id'), amounts('tariff', 't', 'price', 'cost_price'))
    await app.sql('update tariff set cost_price = null where tenant_id = $1', [tenant])
    const rows = await app.database.withTenant(tenant, 'all', (tx) =>
      tx.rows(tariffs.from`tariff t where ${tx.own('t')} order by t.id`),
    )
    expectTypeOf(rows).toEqualTypeOf<{ id: string; price: Fen; costPrice: Fen | null }[]>()
    const [first] = await app.sql<{ price: string }>('select price from tariff where tenant_id = $1 order by id', [
      tenant,
    ])
    expect(rows[0]).toMatchObject({ price: Math.round(Number(first?.price) * 100), costPrice: null })
  })

  it('refuses a column that the table does not have, and money that is none', () => {
    // @ts-expect-error a department has no price
    columns('dept', 'd', 'price')
    // @ts-expect-error the name of a tariff is no money
    amounts('tariff', 't', 'name')
    expect(depts.from`dept d`.compile(db).sql).toContain('d.sort_no as "sortNo"')
  })
})
