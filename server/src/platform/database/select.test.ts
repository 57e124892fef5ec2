import { sql } from 'kysely'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Fen } from '@dentin/kit'
import { fixture } from '../../../test/fixture.ts'
import { testPlatform } from '../../../test/platform.ts'
import { db } from './builder.ts'
import { columnsBy } from './declared.ts'
import { isKept } from './plans.ts'
import { amounts, columns, counted, fenIf, named, perhaps, select } from './select.ts'

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

  it('gives a sum to whoever may see it, and nothing to anybody else', async () => {
    const sums = (sees: boolean) => select({ sum: fenIf(sees, sql`12.5::numeric`) }).keptAlone
    const [seen, hidden] = await app.database.withTenant(tenant, 'all', (tx) =>
      Promise.all([tx.need(sums(true)), tx.need(sums(false))]),
    )
    expectTypeOf(seen).toEqualTypeOf<{ sum: Fen | null }>()
    expect([seen, hidden]).toEqual([{ sum: 1250 }, { sum: null }])
    expect(isKept(sums(true).compile(db).sql)).toBe(true)
  })

  it('takes fields of a declaration by their keys', async () => {
    const fields = { called: { column: 'name' }, place: { column: 'sort_no' }, age: { column: null } } as const
    const list = select(named('dept', 'd', columnsBy(fields, ['place', 'called'])))
    const row = await app.database.withTenant(tenant, 'all', (tx) =>
      tx.need(list.from`dept d where ${tx.own('d')} limit 1`),
    )
    expectTypeOf(row).toEqualTypeOf<{ place: number; called: string }>()
    expect(Object.keys(row)).toEqual(['place', 'called'])
    // @ts-expect-error what has no column is not asked for
    columnsBy(fields, ['age'])
  })

  it('stands inside another statement', async () => {
    const { total } = await app.database.withTenant(tenant, 'all', (tx) =>
      tx.need(
        counted.from`(${depts.from`dept d left join employee e on ${tx.own('e')} and e.id = d.leader_id where ${tx.own('d')}`}) x`,
      ),
    )
    const [count] = await app.sql<{ n: number }>('select count(*)::int as n from dept where tenant_id = $1', [tenant])
    expect(total).toBe(count?.n)
  })

  it('refuses a column that the table does not have, and money that is none', () => {
    // @ts-expect-error a department has no price
    columns('dept', 'd', 'price')
    // @ts-expect-error the name of a tariff is no money
    amounts('tariff', 't', 'name')
    expect(depts.from`dept d`.compile(db).sql).toContain('d.sort_no as "sortNo"')
  })
})
