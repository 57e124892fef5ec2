import { expect, it } from 'vitest'
import { monthAfter, monthName } from './words.ts'

it('months go on over the year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthName('2026-06')]).toEqual([
    '2027-01',
    '2025-12',
    '2026年6月',
  ])
})
