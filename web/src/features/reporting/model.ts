import type { WireOutput } from '@dentin/contract/core/call'
import type { reporting } from '@dentin/contract/reporting'
import { formatDateTime, parseDateTime } from '@dentin/kit/datetime'
import { add, fenToYuan, yuanToFen, ZERO } from '@dentin/kit/money'
import { teethWords } from '../../domain/teeth.ts'

/** The day as the server gives it. */
export type Day = WireOutput<typeof reporting.today>
/** Somebody who has come. */
export type VisitCard = Day['waiting'][number]
/** Somebody who is expected. */
export type BookedCard = Day['toArrive'][number]
/** The four lanes in flow order, then those who did not come and those who have gone. */
export const laneKeys = ['toArrive', 'waiting', 'inChair', 'toCharge', 'unarrived', 'departed'] as const
export type LaneKey = (typeof laneKeys)[number]
export const laneNames: Record<LaneKey, string> = {
  toArrive: '待到店',
  waiting: '候诊',
  inChair: '就诊中',
  toCharge: '待收费',
  unarrived: '未到',
  departed: '已离开',
}

/** Whole minutes from a moment of the wire to a time in ms; 0 when that is still to come. */
export const minutesFrom = (moment: string | null, now: number): number =>
  moment === null ? 0 : Math.max(0, Math.floor((now - parseDateTime(moment).getTime()) / 60_000))

/** 'HH:mm' of a moment of the wire. */
export const clock = (moment: string | null): string => moment?.slice(11, 16) ?? ''

/** What is done and where: '根管治疗 16'. */
export function workText(card: { title: string; teeth: string; chiefComplaint?: string }): string {
  return [card.title || '检查', teethWords(card.teeth)].filter(Boolean).join(' ')
}

/** Sum of amounts of the wire. */
export const sumOf = (amounts: readonly (string | null)[]): string =>
  fenToYuan(amounts.reduce((total, each) => (each === null ? total : add(total, yuanToFen(each))), ZERO))

/** The mean of whole minutes, rounded; 0 for nobody. */
export const mean = (list: readonly number[]): number =>
  list.length === 0 ? 0 : Math.round(list.reduce((total, each) => total + each, 0) / list.length)

/** A step that the screen shows before the server has answered. */
export type Step =
  | { kind: 'checkIn'; appointmentId: string }
  | { kind: 'callIn' | 'start' | 'finish' | 'leave' | 'requeue' | 'cancel'; id: string }

/** The day as it will be once the step is done. Numbers of the server stay until it answers. */
export function advance(day: Day, step: Step, now: number): Day {
  const moment = formatDateTime(new Date(now))
  if (step.kind === 'checkIn') {
    const booked = [...day.toArrive, ...day.unarrived].find((each) => each.id === step.appointmentId)
    if (!booked) return day
    return {
      ...day,
      toArrive: day.toArrive.filter((each) => each !== booked),
      unarrived: day.unarrived.filter((each) => each !== booked),
      waiting: [...day.waiting, arrived(booked, moment)],
    }
  }
  const lanes = ['waiting', 'inChair', 'toCharge'] as const
  const from = lanes.find((lane) => day[lane].some((each) => each.id === step.id))
  const card = from && day[from].find((each) => each.id === step.id)
  if (!from || !card) return day
  const without = { ...day, [from]: day[from].filter((each) => each !== card) }
  switch (step.kind) {
    case 'callIn':
      return {
        ...day,
        waiting: day.waiting.map((each) => (each === card ? { ...card, status: 2, callTime: moment } : each)),
      }
    case 'start':
      return { ...without, inChair: [...without.inChair, { ...card, status: 3, startTime: moment }] }
    case 'finish':
      return { ...without, toCharge: [...without.toCharge, { ...card, status: 4, endTime: moment }] }
    case 'leave':
      return { ...without, departed: [{ ...card, status: 6, leaveTime: moment }, ...without.departed] }
    case 'requeue': {
      const back = { ...card, status: 1, callTime: null, startTime: null }
      if (from === 'waiting') return { ...day, waiting: day.waiting.map((each) => (each === card ? back : each)) }
      return { ...without, waiting: [...without.waiting, back] }
    }
    case 'cancel':
      return without
  }
}

/** The card of somebody whose check-in is on its way: number and id of the registration are not known yet. */
function arrived(booked: BookedCard, moment: string): VisitCard {
  const { confirmStatus: _confirm, isUrgent, startTime, endTime, patientId, ...rest } = booked
  return {
    ...rest,
    patientId: patientId ?? '',
    gender: booked.gender ?? 2,
    patientType: booked.patientType ?? 1,
    queueNo: 0,
    appointmentId: booked.id,
    chairName: '',
    regType: isUrgent ? 3 : 1,
    appointTime: startTime,
    regTime: moment,
    callTime: null,
    startTime: null,
    endTime: null,
    chargeTime: null,
    leaveTime: null,
    isLate: false,
    pinnedReason: null,
    treatmentId: null,
    feePaid: null,
    status: 1,
    plannedMinutes: (parseDateTime(endTime).getTime() - parseDateTime(startTime).getTime()) / 60_000,
    due: null,
    paid: null,
  }
}

/** Only one doctor's part of the lanes; null is everybody's. */
export function ofDoctor(day: Day, doctorId: string | null): Day {
  if (doctorId === null) return day
  const own = <T extends { doctorId: string }>(list: T[]) => list.filter((each) => each.doctorId === doctorId)
  return {
    ...day,
    toArrive: own(day.toArrive),
    waiting: own(day.waiting),
    inChair: own(day.inChair),
    toCharge: own(day.toCharge),
    departed: own(day.departed),
    unarrived: own(day.unarrived),
  }
}

/** How many stand in each lane. */
export const laneCounts = (day: Day): Record<LaneKey, number> =>
  Object.fromEntries(laneKeys.map((lane) => [lane, day[lane].length])) as Record<LaneKey, number>

/** Those who come soon, and how many come after that: an hour ahead, six at least. */
export function soon(list: readonly BookedCard[], now: number): { shown: BookedCard[]; later: number; after: string } {
  const until = now + 60 * 60_000
  const within = list.filter((each) => parseDateTime(each.startTime).getTime() <= until).length
  const count = Math.max(6, within)
  return {
    shown: list.slice(0, count),
    later: Math.max(0, list.length - count),
    after: clock(list[count]?.startTime ?? null),
  }
}
