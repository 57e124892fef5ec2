import { describe, expect, it } from 'vitest'
import { hoursOn, hoursText, weekHoursText, widestHours } from './hours.ts'

const long = { opensMin: 510, closesMin: 1110 }
const short = { opensMin: 540, closesMin: 1020 }

describe('hours of a week', () => {
  const week = [short, null, long, long, long, long, { opensMin: 510, closesMin: 1440 }]
  it('are those of the weekday, Sunday first', () => {
    expect(hoursOn(week, '2026-11-22')).toEqual(short)
    expect(hoursOn(week, '2026-11-23')).toBeNull()
    expect(hoursOn(week, '2026-11-24')).toEqual(long)
  })
  it('reach from the first opening to the last closing', () => {
    expect(widestHours(week)).toEqual({ opensMin: 510, closesMin: 1440 })
    expect(widestHours([short, null])).toEqual(short)
    expect(widestHours([null])).toBeNull()
  })
  it('read as words, equal neighbours together', () => {
    expect(hoursText(null)).toBe('休息')
    expect(weekHoursText(week)).toEqual(['周一 休息', '周二至周五 08:30–18:30', '周六 08:30–24:00', '周日 09:00–17:00'])
    expect(weekHoursText(Array.from({ length: 7 }, () => long))).toEqual(['每天 08:30–18:30'])
  })
})
