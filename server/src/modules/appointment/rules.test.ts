import { appointmentStates } from '@dentin/contract/core/status'
import { parseDateTime } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import {
  allowedActions,
  availableMinutes,
  isPast,
  isProperSpan,
  judgePlace,
  NO_BUFFERS,
  padded,
  offShiftReason,
  startsOf,
  workStretches,
  type DoctorDay,
  type Neighbour,
} from './rules.ts'

const at = (time: string) => parseDateTime(`2026-11-20 ${time}:00`)

describe('status machine', () => {
  // rows: from 0–9, columns: to 0–9
  const table = [
    '.1......1.',
    '..11..1..1',
    '...1..1..1',
    '..1.1..1..',
    '...1.1....',
    '..........',
    '..........',
    '..........',
    '..........',
    '...1......',
  ]
  for (const [from, line] of table.entries()) {
    for (const [to, mark] of [...line].entries()) {
      it(`${from} → ${to} is ${mark === '1' ? 'allowed' : 'refused'}`, () =>
        expect(appointmentStates.mayBecome(from, to)).toBe(mark === '1'))
    }
  }
})

describe('time', () => {
  it('takes only spans on the 5-minute grid within one day', () => {
    expect(isProperSpan(at('09:00'), at('09:30'))).toBe(true)
    expect(isProperSpan(at('09:02'), at('09:30'))).toBe(false)
    expect(isProperSpan(at('09:30'), at('09:30'))).toBe(false)
    expect(isProperSpan(at('09:30'), at('09:00'))).toBe(false)
    expect(isProperSpan(at('08:00'), at('18:05'))).toBe(false)
    expect(isProperSpan(at('23:30'), parseDateTime('2026-11-21 00:00:00'))).toBe(true)
    expect(isProperSpan(at('23:30'), parseDateTime('2026-11-21 00:05:00'))).toBe(false)
  })
  it('lets the running slot be booked but not the one before it', () => {
    expect(isPast(at('09:00'), parseDateTime('2026-11-20 09:04:59'))).toBe(false)
    expect(isPast(at('09:00'), parseDateTime('2026-11-20 09:05:00'))).toBe(true)
  })
})

describe('shifts', () => {
  const day: DoctorDay = {
    stretches: [
      { kind: 1, startsMin: 510, endsMin: 720, title: '' },
      { kind: 1, startsMin: 810, endsMin: 1080, title: '' },
      { kind: 5, startsMin: 990, endsMin: 1050, title: '科室会议' },
    ],
    weekPlanned: true,
    holidayName: null,
    hours: { opensMin: 510, closesMin: 1110 },
    stopped: false,
  }
  it('counts what can be booked without meetings', () => expect(availableMinutes(day)).toBe(210 + 270 - 60))
  it('says why a span is refused', () => {
    expect(offShiftReason(day, 540, 570)).toBeNull()
    expect(offShiftReason(day, 700, 730)).toBe('不在医生的班次内')
    expect(offShiftReason(day, 980, 1000)).toBe('医生科室会议，不能预约')
    expect(offShiftReason({ ...day, stretches: [] }, 540, 570)).toBe('医生当天休息')
    expect(offShiftReason({ ...day, stretches: [{ kind: 2, startsMin: 0, endsMin: 1440, title: '' }] }, 540, 570)).toBe(
      '医生休息，不能预约',
    )
  })
  it('falls back to the clinic hours while the week has no shifts, but not on a holiday', () => {
    const open = { ...day, stretches: [], weekPlanned: false }
    expect(workStretches(open)).toEqual([{ startsMin: 510, endsMin: 1110 }])
    expect(offShiftReason(open, 540, 570)).toBeNull()
    expect(offShiftReason({ ...open, holidayName: '春节' }, 540, 570)).toBe('春节休息')
  })
  it('has none on a weekday on which the clinic is closed, unless shifts say so', () => {
    const closed = { ...day, stretches: [], weekPlanned: false, hours: null }
    expect([workStretches(closed), availableMinutes(closed)]).toEqual([[], 0])
    expect(offShiftReason(closed, 540, 570)).toBe('门诊当天不营业')
    expect(startsOf(closed, [], { minutes: 30, step: 15 })).toEqual([])
    expect(offShiftReason({ ...closed, holidayName: '春节' }, 540, 570)).toBe('春节休息')
    expect(offShiftReason({ ...day, hours: null }, 540, 570)).toBeNull()
    expect(offShiftReason({ ...day, hours: null }, 700, 730)).toBe('不在医生的班次内')
  })
})

describe('free beginnings', () => {
  const shift: DoctorDay = {
    stretches: [
      { kind: 1, startsMin: 510, endsMin: 720, title: '' },
      { kind: 5, startsMin: 600, endsMin: 630, title: '晨会' },
    ],
    weekPlanned: true,
    holidayName: null,
    hours: { opensMin: 510, closesMin: 1110 },
    stopped: false,
  }
  const quarters = { minutes: 30, step: 15 }
  it('lie within the shift, beside blocks and bookings', () => {
    expect(startsOf(shift, [], quarters)).toEqual([510, 525, 540, 555, 570, 630, 645, 660, 675, 690])
    expect(startsOf(shift, [{ startsMin: 520, endsMin: 580 }], quarters)).toEqual([630, 645, 660, 675, 690])
    expect(startsOf(shift, [], { minutes: 240, step: 15 })).toEqual([])
  })
  it('go in quarters from where a gap begins, on five minutes; for patients in quarters of the clock as well', () => {
    const taken = [{ startsMin: 510, endsMin: 547 }]
    expect(startsOf(shift, taken, { ...quarters, round: true })).toEqual([550, 555, 570, 630, 645, 660, 675, 690])
    expect(startsOf(shift, taken, quarters)).toEqual([550, 565, 630, 645, 660, 675, 690])
  })
  it('are not past, and without a shift follow the clinic only while the week is not planned', () => {
    expect(startsOf(shift, [], { ...quarters, notBefore: 661, round: true })).toEqual([675, 690])
    expect(startsOf(shift, [], { ...quarters, notBefore: 661 })).toEqual([675, 690])
    const open = { ...shift, stretches: [], weekPlanned: false, hours: { opensMin: 510, closesMin: 560 } }
    expect(startsOf(open, [], quarters)).toEqual([510, 525])
    expect(startsOf({ ...open, weekPlanned: true }, [], quarters)).toEqual([])
  })

  it('keeps the buffers of what is booked free, and those of the visit itself; two buffers may lie on each other', () => {
    const booked = { startsMin: 600, endsMin: 660, bufferBefore: 10, bufferAfter: 20 }
    expect(padded([booked], NO_BUFFERS)).toEqual([{ startsMin: 590, endsMin: 680 }])
    expect(padded([booked], { bufferBefore: 15, bufferAfter: 30 })).toEqual([{ startsMin: 570, endsMin: 680 }])
    expect(padded([{ ...booked, ...NO_BUFFERS }], { bufferBefore: 15, bufferAfter: 0 })).toEqual([
      { startsMin: 600, endsMin: 675 },
    ])
  })
})

describe('places', () => {
  const neighbour = (over: Partial<Neighbour>): Neighbour => ({
    id: 'x',
    doctorId: 'd1',
    chairId: null,
    patientId: null,
    name: '郑博文',
    doctorName: '唐睿',
    startsAt: at('09:00'),
    endsAt: at('09:30'),
    isOverbook: false,
    heldUntil: null,
    isBeside: false,
    ...NO_BUFFERS,
    ...over,
  })
  const place = { doctorId: 'd1', chairId: null, patientId: null }
  const no = { overbook: false, mayOverbook: false, limit: 1 }
  const yes = { overbook: true, mayOverbook: true, limit: 1 }
  it('is free without neighbours', () => expect(judgePlace(place, [], no)).toEqual({ kind: 'free', isOverbook: false }))
  it('refuses a taken doctor without the grant, also when asked for', () => {
    expect(judgePlace(place, [neighbour({})], no)).toMatchObject({ kind: 'doctor', canOverbook: false })
    expect(judgePlace(place, [neighbour({})], { ...no, overbook: true })).toMatchObject({ kind: 'doctor' })
  })
  it('offers to overbook, marks it, and refuses the second', () => {
    expect(judgePlace(place, [neighbour({})], { ...yes, overbook: false })).toMatchObject({
      kind: 'doctor',
      canOverbook: true,
    })
    expect(judgePlace(place, [neighbour({})], yes)).toEqual({ kind: 'free', isOverbook: true })
    expect(judgePlace(place, [neighbour({}), neighbour({ id: 'y', isOverbook: true })], yes)).toMatchObject({
      kind: 'full',
    })
  })
  it('keeps a chair for the doctor who uses it', () => {
    const other = neighbour({ doctorId: 'd2', chairId: 'c1' })
    expect(judgePlace({ ...place, chairId: 'c1' }, [other], yes)).toMatchObject({ kind: 'chair' })
    expect(judgePlace({ ...place, chairId: 'c2' }, [other], no)).toMatchObject({ kind: 'free' })
  })
})

describe('actions', () => {
  const all = { edit: true, cancel: true, register: true }
  it('offers what the status allows and the post grants', () => {
    expect(allowedActions({ status: 1, patientId: 'p', noShowHandled: null, heldUntil: null }, all)).toEqual([
      'confirm',
      'move',
      'edit',
      'checkIn',
      'cancel',
      'delete',
      'park',
    ])
    // Put aside, it has to be placed before the patient can arrive.
    expect(
      allowedActions({ status: 1, patientId: 'p', noShowHandled: null, heldUntil: null, parkedTime: new Date() }, all),
    ).toEqual(['confirm', 'move', 'edit', 'cancel', 'delete'])
    expect(allowedActions({ status: 0, patientId: 'p', noShowHandled: null, heldUntil: new Date() }, all)).toEqual([])
    expect(allowedActions({ status: 5, patientId: 'p', noShowHandled: null, heldUntil: null }, all)).toEqual([])
    expect(allowedActions({ status: 9, patientId: 'p', noShowHandled: null, heldUntil: null }, all)).toEqual([
      'checkIn',
      'rebook',
      'handleMissed',
    ])
    expect(
      allowedActions(
        { status: 1, patientId: null, noShowHandled: null, heldUntil: null },
        { edit: false, cancel: false, register: false },
      ),
    ).toEqual([])
  })
})
