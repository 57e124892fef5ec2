import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  ageOn,
  atMinutes,
  dayRange,
  daysBetween,
  formatDate,
  formatDateTime,
  formatTime,
  minutesOfDay,
  monthOf,
  parseDate,
  parseDateTime,
  today,
  weekOf,
  weekday,
} from './datetime.ts'

const anyDay = fc.integer({ min: -25_567, max: 47_846 }).map((n) => addDays('1970-01-01', n)) // 1900 to 2100

describe('instants', () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  it.each(['UTC', 'Asia/Shanghai', 'America/New_York'])(
    'are read and written in Shanghai when the process is in %s',
    (tz) => {
      process.env.TZ = tz
      const d = new Date('2026-11-20T16:05:09.999Z')
      expect(formatDateTime(d)).toBe('2026-11-21 00:05:09')
      expect(formatDate(d)).toBe('2026-11-21')
      expect(today(d)).toBe('2026-11-21')
      expect(formatTime(d)).toBe('00:05')
      expect(minutesOfDay(d)).toBe(5)
      expect(parseDateTime('2026-11-21 00:05:09').toISOString()).toBe('2026-11-20T16:05:09.000Z')
      expect(parseDate('2026-11-21').toISOString()).toBe('2026-11-20T16:00:00.000Z')
    },
  )
  it('agrees with the time zone database from 1992 on', () => {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Shanghai',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    fc.assert(
      fc.property(fc.date({ min: new Date('1992-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (d) => {
        expect(formatDateTime(d)).toBe(clock.format(d))
      }),
    )
  })
  it('round-trip', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 1439 }), (date, minutes) => {
        const d = atMinutes(date, minutes)
        expect(formatDate(d)).toBe(date)
        expect(minutesOfDay(d)).toBe(minutes)
        expect(parseDateTime(formatDateTime(d))).toEqual(d)
      }),
    )
  })
  it('are read strictly', () => {
    for (const bad of ['2026-02-29 00:00:00', '2026-1-1 00:00:00', '2026-01-01T00:00:00', '2026-01-01 24:00:00', '']) {
      expect(() => parseDateTime(bad), bad).toThrow(RangeError)
    }
    for (const bad of [
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '20260101',
      '2026-01-01 ',
    ]) {
      expect(() => parseDate(bad), bad).toThrow(RangeError)
    }
    expect(() => formatDateTime(new Date(Number.NaN))).toThrow(RangeError)
  })
  it('date-range-compare: bound a day half-open, so that its last second, 23:59:59, is inside', () => {
    const { from, to } = dayRange('2026-11-20')
    const last = parseDateTime('2026-11-20 23:59:59')
    expect(last >= from && last < to).toBe(true)
    expect([from, to].map(formatDateTime)).toEqual(['2026-11-20 00:00:00', '2026-11-21 00:00:00'])
    expect(atMinutes('2026-11-20', 1440)).toEqual(to)
    for (const bad of [-1, 1441, 0.5]) expect(() => atMinutes('2026-11-20', bad)).toThrow(RangeError)
  })
})

describe('calendar days', () => {
  it('count through summer time and leap days', () => {
    expect(formatDate(parseDate('1988-06-01'))).toBe('1988-06-01')
    expect(formatDate(parseDate('1900-01-01'))).toBe('1900-01-01')
    expect(addDays('1988-04-09', 2)).toBe('1988-04-11')
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('1900-02-28', 1)).toBe('1900-03-01')
    expect(daysBetween('2026-11-20', '2026-11-19')).toBe(-1)
    expect(() => addDays('2026-11-20', 0.5)).toThrow(RangeError)
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
  })
  it('add and subtract alike', () => {
    fc.assert(fc.property(anyDay, fc.integer({ min: -9999, max: 9999 }), (d, n) => daysBetween(d, addDays(d, n)) === n))
  })
  it('know their week and month', () => {
    expect(weekday('2026-11-20')).toBe(5)
    expect(weekday('1900-01-01')).toBe(1)
    expect(weekOf('2026-11-20')).toEqual(Array.from({ length: 7 }, (_, i) => `2026-11-${15 + i}`))
    expect(weekOf('2026-11-15')[0]).toBe('2026-11-15')
    expect(monthOf('2024-02-10')).toHaveLength(29)
    expect([monthOf('2026-12-31')[0], monthOf('2026-12-31').at(-1)]).toEqual(['2026-12-01', '2026-12-31'])
  })
})

describe('ageOn', () => {
  it.each([
    ['1992-11-20', '2026-11-20', 34, 0, '34岁'],
    ['1992-11-21', '2026-11-20', 33, 11, '33岁'],
    ['2026-03-20', '2026-11-20', 0, 8, '8个月'],
    ['2026-11-17', '2026-11-20', 0, 0, '3天'],
    ['2026-11-20', '2026-11-20', 0, 0, '0天'],
    ['2025-11-21', '2026-11-20', 0, 11, '11个月'],
    ['2024-02-29', '2025-02-28', 0, 11, '11个月'],
    ['2024-02-29', '2025-03-01', 1, 0, '1岁'],
    ['2026-01-31', '2026-02-28', 0, 0, '28天'],
    ['1900-01-01', '2026-11-20', 126, 10, '126岁'],
  ])('born %s on %s', (birth, on, years, months, text) => {
    expect(ageOn(birth, on)).toEqual({ years, months, text })
  })
  it('refuses a birth to come', () => {
    expect(() => ageOn('2026-11-21', '2026-11-20')).toThrow(RangeError)
  })
})

describe('addMonths', () => {
  it('the 31st becomes the last of a shorter month, backwards too', () => {
    expect(addMonths('2027-10-31', 16)).toBe('2029-02-28')
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2026-01-15', -13)).toBe('2024-12-15')
  })
})
