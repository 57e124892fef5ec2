import { describe, expect, it } from 'vitest'
import { dayText, shortDayText, weekdayLetters, weekdayName } from './date-text.ts'
import { weekdayNames } from './hours.ts'

describe('weekdayName', () => {
  it('names the days', () => {
    expect(weekdayName('2026-11-20')).toBe('周五')
    expect(weekdayName('2026-11-15')).toBe('周日')
  })
  it('has the same order as the heads of a calendar', () => {
    expect(weekdayNames).toEqual(weekdayLetters.map((letter) => `周${letter}`))
  })
})

describe('a day in words', () => {
  it('is said of a day and of a moment', () => {
    expect(dayText('2026-11-20')).toBe('11月20日 周五')
    expect(dayText('2026-01-04 09:30:00')).toBe('1月4日 周日')
    expect(shortDayText('2026-01-04 09:30:00')).toBe('1月4日')
  })
})
