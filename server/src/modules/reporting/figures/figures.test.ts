import type { Comparison } from '@dentin/contract/report'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type RawBuilder,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { comparedSpanOf, spanOfKey } from '../reports/ask.ts'
import { reports } from '../reports/reports.ts'
import { timeKeys } from '../reports/run.ts'
import { countedIn, figureOf, figures } from './declared.ts'
import { countsIn, terms, valueIn, type Figure } from './figure.ts'
import { valueOf, written } from './values.ts'

/** Statements are only put together, for nobody. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
/** What is asked of a transaction while a figure is put together: no rows, only its words. */
const nobody = {
  tenantId: 'tenant',
  now: new Date(0),
  own: (alias: string) => sql.raw(`${alias}.own`),
} as unknown as TenantTx
/** What a figure counts or works out, in words that are equal where it is the same. */
function saidBy(figure: Figure): string {
  if (figure.kind === 'derived') return JSON.stringify([figure.over, figure.under])
  const text = (part: RawBuilder<unknown> | undefined) => {
    const made = part?.compile(compiler)
    return [made?.sql, made?.parameters]
  }
  const { source, at } = figure
  return JSON.stringify([source.name, source.kind, at, text(valueIn(nobody, figure)), text(countsIn(nobody, figure))])
}
/** The codes of figures that are the same. */
function twins(list: readonly Figure[]): string[] {
  const codes = new Map<string, string[]>()
  for (const figure of list) codes.set(saidBy(figure), [...(codes.get(saidBy(figure)) ?? []), figure.code])
  return [...codes.values()].flatMap((same) => (same.length > 1 ? [same.join(' ')] : []))
}

describe('figures', () => {
  it('each is declared once, and what it is worked out of is declared', () => {
    expect(new Set(figures.map(({ code }) => code)).size).toBe(figures.length)
    for (const figure of figures) expect(countedIn(figure).length).toBeGreaterThan(0)
    for (const { figures: shown } of Object.values(reports))
      expect(new Set(shown.map(({ code }) => code)).size).toBe(shown.length)
  })
  it('none says under two codes what another says already', () => {
    expect(twins(figures)).toEqual([])
    // Planted: once more the same rows and the same sum, and the same terms.
    const again = (code: string) => ({ ...figureOf(code), code: 'Z1', name: '又一个', says: '另一句话' })
    expect(twins([...figures, again('K6')])).toEqual(['K6 Z1'])
    expect(twins([...figures, again('S1')])).toEqual(['S1 Z1'])
    expect(twins([...figures, again('V5')])).toEqual(['V5 Z1'])
  })
  it('a rate is worked out of sums, half up, and is nothing where there is nothing to divide by', () => {
    // S20: 320,000.00 of 1,280 visits, 210,500.50 of 842, 98,760.25 of 395.
    const rate = (yuan: number, visits: number) =>
      written('yuan', valueOf(figureOf('R3'), new Map([['C1', yuan], ['V7', visits]]))) // prettier-ignore
    expect([rate(32_000_000, 1_280), rate(21_050_050, 842), rate(9_876_025, 395)]).toEqual([
      '250.00',
      '250.00',
      '250.03',
    ])
    expect(rate(-1_001, 2)).toBe('-5.01')
    expect(rate(100, 0)).toBeNull()
    const rates = new Map([
      ['V1', 19],
      ['V2', 1],
      ['V3', 15],
      ['V4', 1],
      ['V0', 2],
    ])
    expect(written('percent', valueOf(figureOf('V5'), rates))).toBe('93.75')
    expect(written('percent', valueOf(figureOf('V6'), rates))).toBe('6.25')
  })
  it('a share is the row against the whole, in the foot all of it', () => {
    const share = (row: number, whole: number) =>
      written('percent', valueOf(figureOf('B10'), new Map([['B4', row]]), new Map([['B4', whole]]))) // prettier-ignore
    expect([share(25_000, 100_000), share(100_000, 100_000), share(0, 100_000), share(1, 0)]).toEqual([
      '25.00',
      '100.00',
      '0.00',
      null,
    ])
  })
  it('terms are read with their signs', () => {
    expect(terms('V1 - V2 - V0')).toEqual([
      { code: 'V1', sign: 1 },
      { code: 'V2', sign: -1 },
      { code: 'V0', sign: -1 },
    ])
  })
})

describe('spans', () => {
  const against = (from: string, to: string, comparison: Comparison) => {
    const span = comparedSpanOf({ from, to }, comparison)
    return [span?.from, span?.to]
  }
  it('a year before: the same days; of February its last day', () => {
    expect(against('2026-11-01', '2026-11-20', 'year')).toEqual(['2025-11-01', '2025-11-20'])
    expect(against('2024-02-29', '2024-02-29', 'year')).toEqual(['2023-02-28', '2023-02-28'])
  })
  it('the span before: a whole month against a whole month, its first days against as many, else as many days', () => {
    expect(against('2026-10-01', '2026-10-31', 'previous')).toEqual(['2026-09-01', '2026-09-30'])
    expect(against('2026-11-01', '2026-11-20', 'previous')).toEqual(['2026-10-01', '2026-10-20'])
    expect(against('2026-07-01', '2026-09-30', 'previous')).toEqual(['2026-04-01', '2026-06-30'])
    expect(against('2026-11-15', '2026-11-20', 'previous')).toEqual(['2026-11-09', '2026-11-14'])
    // A Saturday stands beside a Saturday.
    expect(against('2026-11-21', '2026-11-22', 'yearByWeekday')).toEqual(['2025-11-22', '2025-11-23'])
    expect(against('2026-11-21', '2026-11-22', 'previousByWeekday')).toEqual(['2026-11-14', '2026-11-15'])
    expect(against('2026-10-01', '2026-10-31', 'previousByWeekday')).toEqual(['2026-08-27', '2026-09-26'])
  })
  it('weeks begin on Sunday, and every step of a span is there', () => {
    expect(timeKeys('week', { from: '2026-11-04', to: '2026-11-20' })).toEqual([
      '2026-11-01',
      '2026-11-08',
      '2026-11-15',
    ])
    expect(timeKeys('month', { from: '2025-12-15', to: '2026-02-01' })).toEqual(['2025-12', '2026-01', '2026-02'])
    expect(timeKeys('quarter', { from: '2025-12-15', to: '2026-04-01' })).toEqual(['2025-Q4', '2026-Q1', '2026-Q2'])
    expect(timeKeys('year', { from: '2025-12-15', to: '2026-02-01' })).toEqual(['2025', '2026'])
    expect(spanOfKey('quarter', '2026-Q1', { from: '2025-12-15', to: '2026-02-10' })).toEqual({
      from: '2026-01-01',
      to: '2026-02-10',
    })
    expect(timeKeys('day', { from: '2026-02-27', to: '2026-03-01' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ])
  })
})
