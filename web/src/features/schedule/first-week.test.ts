import { addDays } from '@dentin/kit/datetime'
import { expect, it } from 'vitest'
import { firstWeekOf, turned } from './first-week.ts'

const days = Array.from({ length: 7 }, (_, n) => addDays('2026-11-22', n))

it('one doctor rests on Sunday and works the other days', () => {
  expect(firstWeekOf('whole', 1, days)).toEqual([['off', 'whole', 'whole', 'whole', 'whole', 'whole', 'whole']])
})

it('several doctors never rest on the same day, and in two shifts both are held when all are there', () => {
  for (const count of [2, 3, 7]) {
    const week = firstWeekOf('halves', count, days)
    for (const n of days.keys()) expect(week.filter((row) => row[n] === 'off').length).toBeLessThan(2)
  }
  const pair = firstWeekOf('halves', 2, days)
  expect([pair[0]?.[1], pair[1]?.[1], pair[0]?.[4], pair[1]?.[4]]).toEqual(['early', 'late', 'late', 'early'])
})

it('a cell turns through what the pattern has', () => {
  expect(turned('whole', 'whole')).toBe('off')
  expect(turned('halves', 'late')).toBe('off')
  expect(turned('halves', 'off')).toBe('early')
})
