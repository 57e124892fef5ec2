import { registrationStates } from '@dentin/contract/core/status'
import { fen } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { alertsOf, durations, feeOf, isLate, mean, waitingOrder, type AlertFacts, type Waiting } from './rules.ts'

const at = (time: string) => new Date(`2026-11-20T${time}:00+08:00`)

describe('the status machine of a registration', () => {
  const allowed = new Set([
    '1>2',
    '1>3',
    '1>7',
    '1>8',
    '1>9',
    '2>1',
    '2>3',
    '2>7',
    '2>8',
    '2>9',
    '3>1',
    '3>4',
    '3>8',
    '4>5',
    '4>6',
    '5>4',
    '5>6',
  ])
  const all = Array.from({ length: 11 }, (_, n) => n)
  it.each(all.flatMap((from) => all.map((to) => ({ from, to }))))('$from → $to', ({ from, to }) => {
    expect(registrationStates.mayBecome(from, to)).toBe(allowed.has(`${from}>${to}`))
  })
})

describe('the waiting list', () => {
  const one = (name: string, over: Partial<Waiting> = {}) => ({
    name,
    regType: 1,
    appointTime: null,
    regTime: at('09:00'),
    isLate: false,
    pinnedReason: null,
    ...over,
  })
  const names = (list: { name: string }[]) => list.map((each) => each.name)

  it('has the emergency first, then the punctual by appointed time, then the late, then walk-ins by arrival', () => {
    const list = [
      one('现场早', { regTime: at('08:40') }),
      one('迟到', { appointTime: at('09:00'), regTime: at('09:16'), isLate: true }),
      one('准时后', { appointTime: at('10:00'), regTime: at('08:30') }),
      one('现场晚', { regTime: at('09:20') }),
      one('急诊', { regType: 3, regTime: at('09:30') }),
      one('准时先', { appointTime: at('09:30'), regTime: at('09:25') }),
    ]
    expect(names(waitingOrder(list))).toEqual(['急诊', '准时先', '准时后', '迟到', '现场早', '现场晚'])
  })

  it('puts on top who was put there by hand, and does not touch the list it was given', () => {
    const list = [one('急诊', { regType: 3 }), one('置顶', { pinnedReason: '老人，久站不便' })]
    expect(names(waitingOrder(list))).toEqual(['置顶', '急诊'])
    expect(names(list)).toEqual(['急诊', '置顶'])
  })

  it('counts as late only beyond the limit: 15 minutes are punctual, 16 are not', () => {
    const visit = (regTime: string) => ({ appointTime: at('09:00'), regTime: at(regTime) })
    expect(isLate(visit('09:15'), 15)).toBe(false)
    expect(isLate(visit('09:16'), 15)).toBe(true)
    expect(isLate({ appointTime: null, regTime: at('18:00') }, 15)).toBe(false)
  })
})

it('measures the three stretches of a visit and leaves open what has no end yet', () => {
  const stamps = { regTime: at('09:00'), startTime: at('09:12'), endTime: at('09:52'), chargeTime: null }
  expect(durations(stamps)).toEqual({ waitMinutes: 12, treatMinutes: 40, chargeMinutes: null })
  expect(mean([11, 47, 29, 22, 12, 5])).toBe(21)
  expect(mean([])).toBe(0)
})

it('takes no fee from free and charity registrations, else what the desk says or the standard one', () => {
  expect([1, 2, 3, 4, 5].map((type) => feeOf(type, null, fen(2000)))).toEqual([2000, 2000, 2000, 0, 0])
  expect(feeOf(2, fen(5000), fen(2000))).toBe(5000)
})

describe('what has to be known before a treatment', () => {
  const nothing: AlertFacts = {
    allergyFlag: 0,
    allergyHistory: '',
    systemicDiseases: [],
    alertNote: '',
    patientType: 1,
    arrears: fen(0),
    lastPlan: '',
    unsigned: null,
  }
  const texts = (over: Partial<AlertFacts>) => alertsOf({ ...nothing, ...over }).map((each) => [each.level, each.text])

  it('is nothing for a healthy patient who owes nothing', () => expect(alertsOf(nothing)).toEqual([]))

  it('has what is dangerous in red, what is owed in orange, what is to be known in blue', () => {
    expect(
      texts({
        allergyFlag: 1,
        allergyHistory: '青霉素',
        systemicDiseases: ['高血压', '肝炎', '妊娠', '抗凝药'],
        arrears: fen(40000),
        lastPlan: '7 天后换药',
        unsigned: { date: '2026-11-13', doctorName: '许明哲' },
      }),
    ).toEqual([
      ['red', '青霉素过敏'],
      ['red', '传染病：肝炎'],
      ['red', '妊娠期，用药和拍片前请确认'],
      ['red', '系统病史：高血压、抗凝药'],
      ['orange', '欠费 400.00'],
      ['blue', '上次医嘱：7 天后换药'],
      ['blue', '2026-11-13 的病历未完成（许明哲）'],
    ])
  })

  it('asks when the allergies are not known', () =>
    expect(texts({ allergyFlag: 2 })).toEqual([['blue', '过敏史不详，请询问']]))
})
