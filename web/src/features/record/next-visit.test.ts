import { describe, expect, it } from 'vitest'
import { nextInDays, nextOn } from './next-visit.ts'

describe('the day of the next visit', () => {
  it('follows the days, and the days follow it', () => {
    expect(nextOn('2026-11-20', '2026-11-27')).toEqual({ days: 7, problem: null })
    expect(nextOn('2026-11-20', '2026-12-20')).toEqual({ days: 30, problem: null })
    expect(nextInDays(7.4)).toEqual({ days: 7, problem: null })
    expect(nextInDays(null)).toEqual({ days: null, problem: null })
  })
  it('is neither that of the visit nor before it', () => {
    for (const date of ['2026-11-20', '2026-11-19'])
      expect(nextOn('2026-11-20', date)).toEqual({ days: null, problem: '复诊日期应在就诊当天（2026-11-20）之后' })
    expect(nextInDays(0).problem).toBe('复诊天数应在 1 到 730 天之间')
  })
  it('lies within two years', () => {
    expect(nextOn('2026-11-20', '2028-11-19')).toEqual({ days: 730, problem: null })
    expect(nextOn('2026-11-20', '2028-11-20')).toEqual({
      days: null,
      problem: '复诊日期最晚到 2028-11-19（730 天内）',
    })
    expect(nextInDays(731).problem).toBe('复诊天数应在 1 到 730 天之间')
  })
})
