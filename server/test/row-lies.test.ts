import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { statementLog } from '../src/platform/database/connection.ts'
import { fixture } from './fixture.ts'
import { testPlatform } from './platform.ts'
import { lieOf, RowWatch } from './row-lies.ts'
import type { Shape } from './row-shapes.ts'

const app = await testPlatform({ looseSql: true })

const row: Shape = {
  fields: {
    id: 'string',
    price: 'number',
    note: { oneOf: ['string', 'null'] },
    state: { oneOf: [{ is: 0 }, { is: 1 }] },
    openedAt: 'Date',
    lines: { list: { fields: { qty: 'number' } } },
  },
}
const truth = { id: 'a', price: 1, note: null, state: 1, openedAt: new Date(0), lines: [{ qty: 1 }] }

describe('a row is held against its type', () => {
  it('and passes when it says the truth', () => {
    expect(lieOf(truth, row, 'row')).toBeNull()
  })

  it.each([
    ['a number that comes as text', { price: '2600.00' }, 'row.price should be number, is string "2600.00"'],
    ['a key that is called otherwise in the statement', { id: undefined }, 'row.id should be string, is undefined'],
    ['nothing where something is promised', { price: null }, 'row.price should be number, is null'],
    ['a state that there is not', { state: 7 }, 'row.state should be 0, is number 7'],
    ['a moment that comes as text', { openedAt: '2026-11-23' }, 'row.openedAt should be Date, is string "2026-11-23"'],
    [
      'a wrong value inside of JSON',
      { lines: [{ qty: 1 }, { qty: '2' }] },
      'row.lines[1].qty should be number, is string "2"',
    ],
  ])('and is caught with %s', (_what, lie, words) => {
    expect(lieOf({ ...truth, ...lie }, row, 'row')).toBe(words)
  })
})

describe('a place in the source', () => {
  it('is found again when its statement runs', async () => {
    const source = readFileSync(fileURLToPath(import.meta.url), 'utf8').split('\n')
    const line = source.findLastIndex((text) => text.includes('tx.need<')) + 1
    const watch = new RowWatch({ [`../test/row-lies.test.ts:${line}`]: { fields: { three: 'string' } } })
    statementLog.asked = watch.asked
    await app.database.withTenant(fixture.tenants.a, 'all', (tx) => tx.need<{ three: string }>(sql`select 3 as three`))
    expect([...watch.lies]).toEqual([`../test/row-lies.test.ts:${line}: row.three should be string, is number 3`])
  })
})
