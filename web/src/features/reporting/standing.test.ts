import { describe, expect, it } from 'vitest'
import { currentOf, headStepOf, inOrderOfDay, lateness, stepOf, type TodayEntry } from './standing.ts'

const entry = (own: Partial<TodayEntry>): TodayEntry => ({
  appointmentId: 'a',
  registrationId: null,
  treatmentId: null,
  clinicName: '望湖路门诊',
  within: true,
  doctorId: 'd',
  doctorName: '韩朗',
  room: '手术室',
  title: '拔牙',
  teeth: '',
  startTime: '2026-11-20 10:20:00',
  endTime: '2026-11-20 11:00:00',
  regTime: null,
  beganAt: null,
  endedAt: null,
  queueNo: 0,
  status: 2,
  due: null,
  ...own,
})
const all = () => true
const step = (today: TodayEntry[], may: (resource: string) => boolean = all, status = 0) =>
  stepOf({ today, status }, may)?.label ?? null

describe('the next step of somebody at the desk', () => {
  it('follows the visit: 挂号, 签到, 叫号, 收费, 离开, 约下次', () => {
    expect(step([])).toBe('挂号')
    expect(step([entry({})])).toBe('签到')
    expect(step([entry({ status: 9 })])).toBe('签到')
    expect(step([entry({ registrationId: 'r', status: 1 })])).toBe('叫号')
    expect(step([entry({ registrationId: 'r', status: 3 })])).toBeNull()
    expect(step([entry({ registrationId: 'r', status: 4, due: '380.00' })])).toBe('收费')
    expect(step([entry({ registrationId: 'r', status: 4, due: '0.00' })])).toBe('离开')
    expect(step([entry({ registrationId: 'r', status: 6 })])).toBe('约下次')
  })
  it('offers nothing that is not granted, nor for what waits to be accepted, nor in a file put away', () => {
    expect(step([entry({})], (resource) => resource !== '/inTreatment:register')).toBeNull()
    expect(step([], (resource) => resource !== '/inTreatment:register')).toBe('预约')
    expect(step([], () => false)).toBeNull()
    expect(step([entry({ status: 0 })])).toBeNull()
    expect(step([], all, 1)).toBeNull()
  })
  it('takes the earlier of two appointments, and no step with another clinic', () => {
    const elsewhere = entry({ within: false, clinicName: '滨江门诊', startTime: '2026-11-20 09:00:00' })
    expect(currentOf({ today: [elsewhere, entry({})] })?.clinicName).toBe('望湖路门诊')
    expect(step([elsewhere, entry({})])).toBe('签到')
    expect(step([elsewhere])).toBe('挂号')
    const done = entry({ registrationId: 'r', status: 6, startTime: '2026-11-20 08:30:00' })
    expect(stepOf({ today: [done, entry({ appointmentId: 'b' })], status: 0 }, all)?.entry?.appointmentId).toBe('b')
  })
  it('in the head of a file: the doctor begins and ends the own visit, who has paid is booked again', () => {
    const head = (own: Partial<TodayEntry>, me: string | null, may: (resource: string) => boolean = all) =>
      headStepOf({ today: [entry(own)], status: 0 }, may, me)?.label ?? null
    expect(head({ registrationId: 'r', status: 1 }, 'd')).toBe('开始就诊')
    expect(head({ registrationId: 'r', status: 1 }, 'another')).toBe('叫号')
    expect(head({ registrationId: 'r', status: 3 }, 'd')).toBe('诊毕')
    expect(head({ registrationId: 'r', status: 3 }, 'another')).toBeNull()
    expect(head({ registrationId: 'r', status: 5 }, null)).toBe('约下次')
    expect(head({}, null)).toBe('签到')
    expect(head({}, null, (resource) => resource !== '/inTreatment:register')).toBe('预约')
  })
  it('puts those of today first, in the order of the day, and who has left behind them', () => {
    const found = [
      { id: 'nothing', today: [] },
      { id: 'gone', today: [entry({ registrationId: 'r', status: 6, startTime: '2026-11-20 08:00:00' })] },
      { id: 'late', today: [entry({ startTime: '2026-11-20 14:30:00' })] },
      { id: 'early', today: [entry({})] },
      { id: 'none either', today: [] },
    ]
    expect(inOrderOfDay(found).map((each) => each.id)).toEqual(['early', 'late', 'gone', 'nothing', 'none either'])
  })
  it('counts minutes past the time of who is not here yet', () => {
    const now = new Date('2026-11-20T10:42:00+08:00').getTime()
    expect(lateness(entry({}), now)).toBe(22)
    expect(lateness(entry({ registrationId: 'r', status: 1 }), now)).toBe(0)
  })
})
