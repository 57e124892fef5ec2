import { describe, expect, it } from 'vitest'
import {
  chairChoices,
  gapsOf,
  chairsOf,
  hoursOf,
  crowdsOf,
  laneOf,
  lengthText,
  offStretches,
  refusalOf,
  spanOf,
  wireTime,
  withMoved,
  type Card,
  type Week,
} from './model.ts'

const now = new Date('2026-11-20T09:00:00+08:00')
const card = (id: string, from: string, to: string, over: Partial<Card> = {}): Card => ({
  id,
  version: 1,
  doctorId: 'd1',
  chairId: null,
  patientId: null,
  name: '郑博文',
  gender: 0,
  birthDay: null,
  medicalNumber: null,
  startTime: `2026-11-20 ${from}:00`,
  endTime: `2026-11-20 ${to}:00`,
  title: '',
  teeth: '',
  visitStatus: null,
  treatType: 1,
  status: 1,
  confirmStatus: 0,
  isOverbook: false,
  isUrgent: false,
  isBackfilled: false,
  offShift: false,
  hasAllergy: false,
  patientType: 1,
  arrears: '0.00',
  remark: '',
  heldUntil: null,
  parkedTime: null,
  bufferBefore: 0,
  bufferAfter: 0,
  ...over,
})
const doctor = (doctorId: string, appointments: Card[], over = {}) => ({
  doctorId,
  doctorName: doctorId,
  deptName: '',
  room: '',
  chairId: null,
  colour: '',
  shifts: [
    { shiftName: '', start: '08:30', end: '12:00' },
    { shiftName: '', start: '13:30', end: '18:00' },
  ],
  blocks: [],
  restFlag: false,
  stopFlag: false,
  bookedMinutes: 0,
  availableMinutes: 480,
  appointments,
  ...over,
})
const week = (...doctors: ReturnType<typeof doctor>[]): Week => ({
  opensAt: '08:30',
  closesAt: '18:30',
  days: [
    {
      date: '2026-11-20',
      isClosed: false,
      holidayName: null,
      isWorkday: false,
      lunar: '十月十二',
      isPlanned: true,
      doctors,
    },
  ],
})
const at = (start: number, end: number, doctorId = 'd1') => ({ date: '2026-11-20', doctorId, start, end })

describe('geometry', () => {
  it('puts overlapping cards beside each other and leaves the others whole', () => {
    const lanes = laneOf([
      card('a', '09:00', '10:00'),
      card('b', '09:30', '10:30'),
      card('c', '10:00', '10:30'),
      card('d', '10:30', '11:00'),
    ])
    expect(lanes.get('a')).toEqual({ lane: 0, lanes: 2 })
    expect(lanes.get('b')).toEqual({ lane: 1, lanes: 2 })
    expect(lanes.get('c')).toEqual({ lane: 0, lanes: 2 })
    expect(lanes.get('d')).toEqual({ lane: 0, lanes: 1 })
  })
  it('draws two beside each other where there is no room for more, and counts the others', () => {
    const cards = [
      card('a', '09:00', '10:00'),
      card('b', '09:10', '10:00'),
      card('c', '09:20', '09:40'),
      card('d', '09:30', '10:00'),
      card('e', '10:00', '10:30'),
    ]
    const lanes = laneOf(cards, 2)
    expect(['a', 'b', 'c', 'd', 'e'].map((id) => [lanes.get(id)?.lanes, lanes.get(id)?.over ?? false])).toEqual([
      [2, false],
      [2, false],
      [2, true],
      [2, true],
      [1, false],
    ])
    expect(crowdsOf(cards, lanes)).toEqual([{ start: 560, end: 600, count: 2 }])
    expect(crowdsOf(cards, laneOf(cards))).toEqual([])
  })
  it('leaves the column to whoever has the time of somebody who did not come', () => {
    const lanes = laneOf([card('gone', '09:00', '10:00', { status: 9 }), card('now', '09:15', '10:00')])
    expect(lanes.get('gone')).toEqual({ lane: 0, lanes: 1, aside: true })
    expect(lanes.get('now')).toEqual({ lane: 0, lanes: 1, narrowed: true })
    expect(laneOf([card('gone', '09:00', '10:00', { status: 9 })]).get('gone')).toEqual({ lane: 0, lanes: 1 })
  })
  it('knows what of a day is free: shifts less blocks, appointments and their buffers', () => {
    const cards = [card('a', '09:00', '10:00', { bufferAfter: 10 }), card('x', '11:00', '11:30', { status: 9 })]
    const day = doctor('d1', cards, { blocks: [{ kind: 5, title: '科室会议', start: '16:00', end: '17:00' }] })
    expect(gapsOf(day)).toEqual([
      { start: 510, end: 540 },
      { start: 610, end: 720 },
      { start: 810, end: 960 },
      { start: 1020, end: 1080 },
    ])
    expect(gapsOf(day, 640)[0]).toEqual({ start: 640, end: 720 })
    expect(gapsOf({ ...day, stopFlag: true })).toEqual([])
  })
  it('finds the noon break', () => {
    expect(
      offStretches(
        [
          { start: '08:30', end: '12:00' },
          { start: '13:30', end: '18:00' },
        ],
        480,
        1110,
      ),
    ).toEqual([
      { start: 480, end: 510, between: false },
      { start: 720, end: 810, between: true },
      { start: 1080, end: 1110, between: false },
    ])
  })
  it('shows the clinic hours and whatever stands outside them', () => {
    expect(hoursOf(week(doctor('d1', [card('a', '07:50', '08:10')])))).toEqual({ from: 450, to: 1110 })
  })
  it('writes midnight as the next day', () => {
    expect(wireTime('2026-11-20', 1440)).toBe('2026-11-21 00:00:00')
    expect(spanOf({ startTime: '2026-11-20 23:00:00', endTime: '2026-11-21 00:00:00' })).toEqual({
      start: 1380,
      end: 1440,
    })
    expect(lengthText(980)).toBe('16 小时 20 分')
  })
})

describe('what a drag is told', () => {
  const board = week(
    doctor('d1', [card('a', '10:15', '11:15'), card('x', '09:30', '10:00', { status: 9 })]),
    doctor('d2', [], { blocks: [{ kind: 5, title: '科室会议', start: '16:00', end: '17:00' }] }),
    doctor('d3', [], { restFlag: true, shifts: [] }),
  )
  it('names the appointment in the way', () =>
    expect(refusalOf(board, at(600, 630), null, now)).toEqual({ reason: '与 10:15 郑博文冲突', overridable: true }))
  it('passes by no-shows and by itself', () => {
    expect(refusalOf(board, at(570, 600), null, now)).toBeNull()
    expect(refusalOf(board, at(620, 680), card('a', '10:15', '11:15'), now)).toBeNull()
  })
  it('knows meetings, days off, breaks and the past', () => {
    expect(refusalOf(board, at(960, 990, 'd2'), null, now)?.reason).toBe('医生科室会议')
    expect(refusalOf(board, at(960, 990, 'd3'), null, now)?.reason).toBe('医生当天休息')
    expect(refusalOf(board, at(700, 730), null, now)?.reason).toBe('不在医生的班次内')
    const closed = { ...board, days: board.days.map((day) => ({ ...day, isClosed: true })) }
    expect(refusalOf(closed, at(960, 990, 'd3'), null, now)?.reason).toBe('门诊当天不营业')
    expect(refusalOf(closed, at(700, 730), null, now)?.reason).toBe('不在医生的班次内')
    expect(refusalOf(board, at(535, 600), null, now)).toEqual({ reason: '时间已过', overridable: false })
  })
  it('asks before it books somebody for a doctor who has stopped receiving that day, and lets own cards move', () => {
    const stopped = week(doctor('d1', [card('a', '10:15', '11:15')], { stopFlag: true }))
    expect(refusalOf(stopped, at(960, 990), null, now)).toEqual({ reason: '医生当天已停止接诊', overridable: true })
    expect(refusalOf(stopped, at(960, 990), card('a', '10:15', '11:15'), now)).toBeNull()
  })
  it('moves the card before the answer', () => {
    const moved = withMoved(board, 'a', at(840, 900, 'd2'))
    expect(moved.days[0]?.doctors[0]?.appointments.map((each) => each.id)).toEqual(['x'])
    expect(moved.days[0]?.doctors[1]?.appointments[0]).toMatchObject({
      id: 'a',
      doctorId: 'd2',
      startTime: '2026-11-20 14:00:00',
    })
  })
  it('shows a confirmed one as booked once its time is another: the patient confirmed the old one', () => {
    const confirmed = week(doctor('d1', [card('a', '10:15', '11:15', { status: 2 })]))
    const status = (target: ReturnType<typeof at>) =>
      withMoved(confirmed, 'a', target).days[0]?.doctors[0]?.appointments[0]?.status
    expect(status(at(840, 900))).toBe(1)
    expect(status(at(615, 660))).toBe(2)
  })
})

describe('by chair', () => {
  it('offers those of the kind that is needed first', () => {
    const item = { duration: 30, colour: '', price: null, deptName: null, search: '' }
    const options = {
      chairs: [
        { id: 'c1', name: '1诊室', type: 1 },
        { id: 'c2', name: '手术室', type: 2 },
        { id: 'c3', name: '3诊室', type: 3 },
      ],
      items: [
        { ...item, id: 'check', name: '检查', needChairType: null },
        { ...item, id: 'implant', name: '种植手术', needChairType: 2 },
      ],
    }
    const names = (ids: string[]) => chairChoices(options, ids).map(({ label }) => label)
    expect(names([])).toEqual(['1诊室', '手术室', '3诊室'])
    expect(names(['check'])).toEqual(['1诊室', '手术室', '3诊室'])
    expect(names(['check', 'implant'])).toEqual(['手术室', '1诊室', '3诊室'])
    expect(chairChoices(options, []).map(({ hint }) => hint)).toEqual([undefined, '手术诊椅', '正畸诊椅'])
    expect(chairChoices(undefined, ['implant'])).toEqual([])
  })
  it('puts cards where they stand, with the doctors of the chair, and those without apart', () => {
    const cards = [
      card('a', '09:00', '09:30', { chairId: 'c1' }),
      card('b', '10:00', '10:30'),
      card('c', '11:00', '11:30', { chairId: 'old' }),
    ]
    const [day] = week(doctor('d1', cards, { chairId: 'c1' })).days
    const chairs = [
      { id: 'c1', name: '1诊室' },
      { id: 'c2', name: '2诊室' },
    ]
    const found = chairsOf(day as Week['days'][number], chairs, [])
    expect(found.map((each) => [each.name, each.cards.map((one) => one.id)])).toEqual([
      ['1诊室', ['a']],
      ['已停用的诊椅', ['c']],
      ['未指定诊椅', ['b']],
    ])
    expect(found[0]).toMatchObject({ bookedMinutes: 30, availableMinutes: 480 })
    expect(chairsOf(day as Week['days'][number], chairs, ['nobody'])).toEqual([])
  })
  it('a card that is dropped on a chair keeps its doctor and takes the chair', () => {
    const now = week(doctor('d1', [card('a', '09:00', '09:30', { chairId: 'c1' })]))
    const target = { ...at(600, 630), chairId: 'c9' }
    expect(withMoved(now, 'a', target).days[0]?.doctors[0]?.appointments).toMatchObject([
      { doctorId: 'd1', chairId: 'c9', startTime: '2026-11-20 10:00:00' },
    ])
    expect(withMoved(now, 'a', { ...target, chairId: null }).days[0]?.doctors[0]?.appointments[0]?.chairId).toBeNull()
  })
})
