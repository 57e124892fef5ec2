import { describe, expect, it } from 'vitest'
import { dayWord, lunarText } from './calendar.ts'
import { addDays } from './datetime.ts'

describe('lunarText', () => {
  it.each([
    ['2026-11-20', '十月十二'],
    ['2026-11-09', '十月'],
    ['2024-02-10', '正月'],
    ['2024-02-09', '十二月三十'],
    ['2025-07-25', '闰六月'],
    ['2025-08-01', '闰六月初八'],
    ['2026-09-25', '八月十五'],
    ['1900-01-31', '正月'],
    ['2100-12-31', '十二月'],
  ])('%s is %s', (date, text) => {
    expect(lunarText(date)).toBe(text)
  })
  it.each(['1954-02-03', '1999-02-16', '2027-02-06', '2030-02-03'])(
    '%s is the new year, though the new moon is within minutes of midnight',
    (date) => {
      expect(lunarText(date)).toBe('正月')
    },
  )
  it('begins months after 29 or 30 days, year on year', () => {
    let length = 0
    const lengths = new Set<number>()
    for (let date = '2020-01-25'; date <= '2040-12-31'; date = addDays(date, 1)) {
      if (lunarText(date).endsWith('月')) {
        lengths.add(length)
        length = 0
      }
      length += 1
    }
    expect([...lengths].toSorted((a, b) => a - b)).toEqual([0, 29, 30])
  })
  it('date-picker-lunar: from 1900 to 2100; refuses other years and days that do not exist', () => {
    for (const bad of ['1899-12-31', '2101-01-01', '2026-02-30', '']) expect(() => lunarText(bad)).toThrow(RangeError)
  })
})

describe('dayWord', () => {
  it.each([
    ['2026-11-20', '十二'],
    ['2026-11-09', '十月'],
    ['2026-11-07', '立冬'],
    ['2026-02-16', '除夕'],
    ['2026-02-17', '春节'],
    ['2026-04-05', '清明'],
    ['2026-06-19', '端午'],
    ['2026-09-25', '中秋'],
    ['2026-10-18', '重阳'],
    ['2026-12-22', '冬至'],
    ['2025-07-25', '闰六月'],
    ['1900-01-31', '春节'],
    ['2100-12-31', '十二月'],
  ])('under %s stands %s', (date, word) => {
    expect(dayWord(date)).toBe(word)
  })
  it('fits under a day, whichever it is', () => {
    for (let date = '2026-01-01'; date <= '2026-12-31'; date = addDays(date, 1))
      expect(dayWord(date).length, date).toBeLessThanOrEqual(3)
  })
  it.each(['1899-12-31', '2101-01-01', '2026-02-30'])('refuses %s', (date) => {
    expect(() => dayWord(date)).toThrow(RangeError)
  })
})
