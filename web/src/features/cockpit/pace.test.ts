import { expect, it } from 'vitest'
import { attainment, expectedOf, ranked, spanAt, together, type Standing } from './pace.ts'

const clinic = (name: string, soFar: number, target: number | null, openDaysGone = 20, openDays = 30): Standing => ({
  id: name,
  name,
  soFar,
  target,
  openDays,
  openDaysGone,
})

it('a span begins with its month, quarter or year and knows the day that has come', () => {
  expect(spanAt('month', '2026-11-20')).toEqual({ from: '2026-11-01', to: '2026-11-30', until: '2026-11-20' })
  expect(spanAt('quarter', '2026-11-20')).toEqual({ from: '2026-10-01', to: '2026-12-31', until: '2026-11-20' })
  expect(spanAt('year', '2026-02-28')).toEqual({ from: '2026-01-01', to: '2026-12-31', until: '2026-02-28' })
})

it('what is expected is so far ÷ open days gone × open days; nothing before the first', () => {
  expect(expectedOf({ soFar: 143, openDaysGone: 20, openDays: 30 })).toBe(214.5)
  expect(expectedOf({ soFar: 0, openDaysGone: 0, openDays: 30 })).toBeNull()
  expect(attainment(clinic('a', 143, 220))).toBeCloseTo(97.5)
  expect(attainment(clinic('a', 143, null))).toBeNull()
})

it('clinics stand by what is expected of their target, those without one last', () => {
  const list = [clinic('大', 50, 100), clinic('无', 90, null), clinic('小', 12, 10), clinic('无二', 95, null)]
  expect(ranked(list).map(({ name }) => name)).toEqual(['小', '大', '无二', '无'])
})

it('together: sums of what each is expected to take, and what each day that is left has to bring', () => {
  const all = together([clinic('a', 100, 150), clinic('b', 40, 60, 10, 15)])
  expect(all).toMatchObject({ soFar: 140, expected: 210, target: 210, neededADay: 7, daysLeft: 10 })
  expect(all.timeGone).toBeCloseTo((30 / 45) * 100)
  expect(together([clinic('a', 100, null)])).toMatchObject({ target: null, neededADay: null })
  expect(together([clinic('a', 100, 150, 30, 30)])).toMatchObject({ neededADay: null })
})
