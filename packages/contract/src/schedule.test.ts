import { z } from 'zod'
import { expect, it } from 'vitest'
import { schedule } from './schedule.ts'

it('date-range-compare: a period of times begins before it ends', () => {
  const periods = z.object({ periods: schedule.saveShift.body.periods })
  const refused = (start: string, end: string) => {
    const read = periods.safeParse({ periods: [{ start, end }] })
    return read.success ? null : read.error.issues[0]?.message
  }
  expect(refused('08:30', '12:00')).toBeNull()
  for (const [start, end] of [
    ['12:00', '12:00'],
    ['12:00', '08:30'],
    ['24:00', '00:00'],
  ] as const)
    expect(refused(start, end)).toBe('结束时间应晚于开始时间')
})
