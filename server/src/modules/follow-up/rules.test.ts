import { formatDateTime, parseDateTime } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import {
  afterMiss,
  filled,
  matchingDiagnosis,
  matchingItem,
  nextOccurrence,
  nextStepOf,
  plannedDays,
  type FollowRule,
} from './rules.ts'

const at = parseDateTime
const text = formatDateTime
const rule = (more: Partial<FollowRule>): FollowRule => ({
  id: 'r',
  triggers: [2, 3],
  words: [],
  exceptWords: [],
  tariffIds: [],
  icdCodes: [],
  delayDays: [1],
  graceDays: 1,
  ...more,
})
const item = (name: string, categoryName = '', tariffId: string | null = null) => ({
  tariffId,
  name,
  categoryName,
  teeth: '36',
})

describe('what a rule is about', () => {
  it('words in the name or the category, not those it leaves out', () => {
    const extraction = rule({ words: ['拔牙', '拔除'], exceptWords: ['器械'] })
    expect(matchingItem(extraction, [item('口腔诊查', '诊查')])).toBeNull()
    expect(matchingItem(extraction, [item('阻生牙拔除', '拔牙')])?.name).toBe('阻生牙拔除')
    expect(matchingItem(extraction, [item('微创拔牙器械使用', '拔牙')])).toBeNull()
    expect(matchingItem(extraction, [item('特殊处理', '拔牙')])?.name).toBe('特殊处理')
  })
  it('items that are named, and diagnoses by the beginning of their code', () => {
    expect(matchingItem(rule({ tariffIds: ['t1'] }), [item('甲', '', 't2'), item('乙', '', 't1')])?.name).toBe('乙')
    const k04 = rule({ triggers: [1], icdCodes: ['K04'] })
    expect(matchingDiagnosis(k04, [{ code: 'K02.1', name: '牙本质龋', teeth: '' }])).toBeNull()
    expect(matchingDiagnosis(k04, [{ code: 'K04.0', name: '牙髓炎', teeth: '36' }])?.teeth).toBe('36')
  })
  it('an item without any words of the rule matches nothing', () => {
    expect(matchingItem(rule({}), [item('拔牙')])).toBeNull()
  })
})

describe('when somebody is asked', () => {
  const planned = (delays: number[], visit: string, today: string) =>
    plannedDays({ delayDays: delays, graceDays: 2 }, visit, today).map((each) => [
      text(each.planAt),
      text(each.deadlineAt),
    ])
  it('so many days after the visit at ten, in time until the end of the grace', () => {
    expect(planned([1, 7], '2026-11-20', '2026-11-20')).toEqual([
      ['2026-11-21 10:00:00', '2026-11-23 23:59:59'],
      ['2026-11-27 10:00:00', '2026-11-29 23:59:59'],
    ])
  })
  it('today when the record was written late, no more when it is two weeks ago', () => {
    expect(planned([3], '2026-11-10', '2026-11-20')).toEqual([['2026-11-20 10:00:00', '2026-11-22 23:59:59']])
    expect(planned([1], '2026-11-05', '2026-11-20')).toHaveLength(1)
    expect(planned([1], '2026-11-04', '2026-11-20')).toEqual([])
  })
  it('the words say who, what, where and when; an empty bracket goes', () => {
    const facts = { name: '张三', gender: 0, item: '拔牙', teeth: '', doctor: '许明哲', date: '2026-11-08' }
    expect(filled('{称呼}（{牙位}）{日期}{项目}，{医生}医生；{其他}', facts)).toBe(
      '张先生11月8日拔牙，许明哲医生；{其他}',
    )
    expect(filled('{称呼}', { ...facts, gender: 1 })).toBe('张女士')
    expect(filled('{称呼}', { ...facts, gender: 2 })).toBe('张三')
  })
})

describe('a try that reached nobody', () => {
  const fresh = {
    attempts: 0,
    handedOver: false,
    planAt: at('2026-11-21 10:00:00'),
    deadlineAt: at('2026-11-22 23:59:59'),
  }
  it('twice the next day at the same time, the third time to the front desk until the end of the next day', () => {
    const one = afterMiss(fresh, at('2026-11-21 15:20:00'))
    expect([one.attempts, text(one.planAt), text(one.deadlineAt), one.handsOver]).toEqual([
      1,
      '2026-11-22 10:00:00',
      '2026-11-22 23:59:59',
      false,
    ])
    const two = afterMiss(one, at('2026-11-22 11:00:00'))
    expect([two.attempts, text(two.planAt), text(two.deadlineAt), two.handsOver]).toEqual([
      2,
      '2026-11-23 10:00:00',
      '2026-11-23 23:59:59',
      false,
    ])
    const three = afterMiss(two, at('2026-11-23 10:05:00'))
    expect([three.attempts, text(three.planAt), text(three.deadlineAt), three.handsOver, three.handedOver]).toEqual([
      3,
      '2026-11-23 10:00:00',
      '2026-11-24 23:59:59',
      true,
      true,
    ])
    const four = afterMiss(three, at('2026-11-24 10:05:00'))
    expect([four.attempts, text(four.planAt), four.handsOver]).toEqual([4, '2026-11-23 10:00:00', false])
  })
  it('a deadline further ahead stays: a try in vain never takes time away, at no try', () => {
    const patient = { ...fresh, deadlineAt: at('2026-11-26 23:59:59') }
    const one = afterMiss(patient, at('2026-11-21 15:20:00'))
    expect([text(one.planAt), text(one.deadlineAt)]).toEqual(['2026-11-22 10:00:00', '2026-11-26 23:59:59'])
    const three = afterMiss({ ...patient, attempts: 2 }, at('2026-11-23 10:05:00'))
    expect([three.handsOver, text(three.deadlineAt)]).toEqual([true, '2026-11-26 23:59:59'])
  })
  it('an overdue one is planned for tomorrow, not for the day after its old plan', () => {
    expect(text(afterMiss(fresh, at('2026-11-30 09:00:00')).planAt)).toBe('2026-12-01 10:00:00')
  })
  it('what a result asks for: pain a visit, a wrong number the file', () => {
    expect(['1', '2', '3', '4', '5', '6', '7', '8'].map(nextStepOf)).toEqual([
      'none',
      'none',
      'book',
      'none',
      'none',
      'phone',
      'none',
      'book',
    ])
  })
})

describe('when a reminder rings again', () => {
  const rings = (first: string, repeat: number, after: string) => {
    const next = nextOccurrence(at(first), repeat, at(after))
    return next && text(next)
  }
  it('once, daily, weekly', () => {
    expect(rings('2026-11-20 09:30:00', 0, '2026-11-20 09:29:59')).toBe('2026-11-20 09:30:00')
    expect(rings('2026-11-20 09:30:00', 0, '2026-11-20 09:30:00')).toBeNull()
    expect(rings('2026-11-20 09:30:00', 1, '2026-11-20 09:30:00')).toBe('2026-11-21 09:30:00')
    expect(rings('2026-11-20 09:30:15', 1, '2026-12-24 10:00:00')).toBe('2026-12-25 09:30:15')
    expect(rings('2026-11-20 09:30:00', 2, '2026-12-04 09:30:00')).toBe('2026-12-11 09:30:00')
  })
  it('monthly: the 31st is the last of a shorter month and comes back', () => {
    expect(rings('2026-12-31 08:00:00', 3, '2026-12-31 08:00:00')).toBe('2027-01-31 08:00:00')
    expect(rings('2026-12-31 08:00:00', 3, '2027-01-31 08:00:00')).toBe('2027-02-28 08:00:00')
    expect(rings('2026-12-31 08:00:00', 3, '2027-02-28 08:00:00')).toBe('2027-03-31 08:00:00')
    expect(rings('2026-12-31 08:00:00', 3, '2027-03-31 08:00:00')).toBe('2027-04-30 08:00:00')
  })
  it('yearly: 29 February is the 28th in common years and comes back', () => {
    expect(rings('2028-02-29 08:00:00', 4, '2028-02-29 08:00:00')).toBe('2029-02-28 08:00:00')
    expect(rings('2028-02-29 08:00:00', 4, '2031-02-28 08:00:00')).toBe('2032-02-29 08:00:00')
  })
  it('after an outage it rings once, and then at its next time', () => {
    expect(rings('2020-01-31 08:00:00', 3, '2026-11-20 12:00:00')).toBe('2026-11-30 08:00:00')
    expect(rings('2020-03-01 08:00:00', 4, '2026-11-20 12:00:00')).toBe('2027-03-01 08:00:00')
  })
})
