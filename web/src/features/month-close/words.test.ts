import { describe, expect, it } from 'vitest'
import { monthAfter, monthDays, monthName } from './words.ts'

describe('months', () => {
  it('are named, counted and have their days', () => {
    expect(monthName('2026-01')).toBe('2026年1月')
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-06', -18)]).toEqual([
      '2027-01',
      '2025-12',
      '2024-12',
    ])
    expect([monthDays('2028-02'), monthDays('2026-12')]).toEqual(['2月1日 – 2月29日', '12月1日 – 12月31日'])
  })
})
