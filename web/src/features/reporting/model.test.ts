import { parseDateTime } from '@dentin/kit/datetime'
import { describe, expect, it } from 'vitest'
import { briefGenderAge, isBirthday } from '../../domain/person.ts'
import { advance, mean, minutesFrom, ofDoctor, soon, sumOf, workText, type BookedCard, type Day } from './model.ts'

const at = (time: string) => `2026-11-20 ${time}:00`
const ms = (time: string) => parseDateTime(at(time)).getTime()
const booked = (id: string, time: string, doctorId = 'd1'): BookedCard => ({
  id,
  version: 1,
  patientId: `p-${id}`,
  name: id,
  gender: 1,
  birthDay: '1992-03-14',
  hasAllergy: false,
  patientType: 1,
  arrears: '0.00',
  doctorId,
  doctorName: '',
  startTime: at(time),
  endTime: at(time.replace(':00', ':30')),
  title: '补牙',
  teeth: '',
  treatType: 2,
  status: 1,
  confirmStatus: 0,
  isUrgent: false,
})
const empty: Day = {
  now: at('10:42'),
  date: '2026-11-20',
  lunar: '十月十二',
  numbers: {
    booked: 0,
    cancelled: 0,
    arrivedAppointments: 0,
    notYetDue: 0,
    noShow: 0,
    walkIns: 0,
    registrations: 0,
    today: 0,
    arrived: 0,
    averageWait: 0,
    arrivalRate: null,
    noShowRate: null,
    received: null,
  },
  doctors: [],
  toArrive: [],
  waiting: [],
  inChair: [],
  toCharge: [],
  departed: [],
  unarrived: [],
  olderUnarrived: 0,
  tasks: { unwritten: 0, unconfirmedTomorrow: 0, toAccept: 0, brokenPromises: null },
}

describe('a step shown before the server has answered', () => {
  const where = (day: Day, id: string) =>
    (['toArrive', 'waiting', 'inChair', 'toCharge', 'departed', 'unarrived'] as const).filter((lane) =>
      day[lane].some((each) => each.id === id),
    )
  const start: Day = { ...empty, toArrive: [booked('a', '10:00'), booked('b', '11:00')] }

  it('takes the card from lane to lane, from check-in to the door', () => {
    let day = advance(start, { kind: 'checkIn', appointmentId: 'a' }, ms('10:05'))
    expect(where(day, 'a')).toEqual(['waiting'])
    expect(day.waiting[0]).toMatchObject({ queueNo: 0, regTime: at('10:05'), plannedMinutes: 30, status: 1 })
    day = advance(day, { kind: 'callIn', id: 'a' }, ms('10:10'))
    expect(day.waiting[0]).toMatchObject({ status: 2, callTime: at('10:10') })
    day = advance(day, { kind: 'start', id: 'a' }, ms('10:12'))
    expect(where(day, 'a')).toEqual(['inChair'])
    day = advance(day, { kind: 'finish', id: 'a' }, ms('10:40'))
    expect(where(day, 'a')).toEqual(['toCharge'])
    day = advance(day, { kind: 'leave', id: 'a' }, ms('10:45'))
    expect(where(day, 'a')).toEqual(['departed'])
    expect(where(day, 'b')).toEqual(['toArrive'])
  })

  it('goes back where the machine has a way back, and leaves a stranger alone', () => {
    const waiting = advance(start, { kind: 'checkIn', appointmentId: 'a' }, ms('10:05'))
    const called = advance(waiting, { kind: 'callIn', id: 'a' }, ms('10:06'))
    expect(advance(called, { kind: 'requeue', id: 'a' }, ms('10:07')).waiting[0]).toMatchObject({
      status: 1,
      callTime: null,
    })
    const inChair = advance(called, { kind: 'start', id: 'a' }, ms('10:07'))
    expect(where(advance(inChair, { kind: 'requeue', id: 'a' }, ms('10:08')), 'a')).toEqual(['waiting'])
    expect(where(advance(waiting, { kind: 'cancel', id: 'a' }, ms('10:08')), 'a')).toEqual([])
    expect(advance(start, { kind: 'finish', id: 'nobody' }, ms('10:08'))).toBe(start)
  })
})

it('counts minutes by the server, never below zero', () => {
  expect(minutesFrom(at('10:00'), ms('10:47'))).toBe(47)
  expect(minutesFrom(at('11:00'), ms('10:47'))).toBe(0)
  expect(mean([11, 47, 29, 22, 12, 5])).toBe(21)
})

it('says sex and age shortly, months for infants', () => {
  expect(briefGenderAge({ gender: 1, birthDay: '1992-03-14' }, '2026-11-20')).toBe('女 34')
  expect(briefGenderAge({ gender: 0, birthDay: '2026-03-14' }, '2026-11-20')).toBe('男 8个月')
  expect(briefGenderAge({ gender: 2, birthDay: null }, '2026-11-20')).toBe('')
})

it('knows the birthday of a leap day', () => {
  expect(isBirthday('2000-02-29', '2026-02-28')).toBe(true)
  expect(isBirthday('2000-02-29', '2028-02-28')).toBe(false)
  expect(isBirthday('1992-11-20', '2026-11-20')).toBe(true)
})

it('adds money exactly and names the work with its teeth', () => {
  expect(sumOf(['1180.00', null, '380.00', '3186.00'])).toBe('4746.00')
  expect(workText({ title: '', teeth: '' })).toBe('检查')
})

it('shows those who come within the hour, six at least, and how many come later', () => {
  const list = ['11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00', '18:00'].map((time) =>
    booked(time, time),
  )
  expect(soon(list, ms('10:42'))).toMatchObject({ later: 2, after: '17:00' })
  expect(soon(list.slice(0, 3), ms('10:42'))).toMatchObject({ later: 0, after: '' })
})

it('keeps one doctor of the lanes', () => {
  const day = { ...empty, toArrive: [booked('a', '10:00', 'd1'), booked('b', '11:00', 'd2')] }
  expect(ofDoctor(day, 'd2').toArrive.map((each) => each.id)).toEqual(['b'])
  expect(ofDoctor(day, null)).toBe(day)
})
