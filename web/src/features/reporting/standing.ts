import type { Resource } from '@dentin/contract'
import { appointmentStates, fileStates, registrationStates } from '@dentin/contract/core/status'
import type { WireOutput } from '@dentin/contract/core/call'
import type { reporting } from '@dentin/contract/reporting'
import { minutesFrom } from './model.ts'

/** A patient with what stands for him today. */
export type Standing = WireOutput<typeof reporting.find>[number]
export type TodayEntry = Standing['today'][number]

/** What may be done next for somebody at the desk. */
export type DeskStepKind = 'checkIn' | 'callIn' | 'start' | 'finish' | 'charge' | 'leave' | 'register' | 'book'
export interface DeskStep {
  kind: DeskStepKind
  label: string
  /** What it is done to; null for what begins something new. */
  entry: TodayEntry | null
}
type May = (resource: Resource) => boolean

/** Is it still to come or under way? */
const isOpen = (entry: TodayEntry): boolean =>
  entry.registrationId === null
    ? appointmentStates.is(entry.status, 'coming', 'missed')
    : !registrationStates.is(entry.status, 'left')

/** What of today is dealt with first: the first that is not over, else the last. */
export const currentOf = ({ today }: Pick<Standing, 'today'>): TodayEntry | null =>
  today.find((each) => each.within && isOpen(each)) ?? today.find(isOpen) ?? today.at(-1) ?? null

/** The next step of something that stands for today, as far as the person may take it. */
function stepOfEntry(entry: TodayEntry, may: May): DeskStep | null {
  if (!entry.within) return null
  if (entry.registrationId === null)
    return appointmentStates.is(entry.status, 'booked', 'confirmed', 'missed') && may('/inTreatment:register')
      ? { kind: 'checkIn', label: '签到', entry }
      : null
  if (registrationStates.is(entry.status, 'waiting', 'passedOver') && may('/inTreatment:call'))
    return { kind: 'callIn', label: '叫号', entry }
  const nothingDue = entry.due !== null && Number(entry.due) === 0
  if (registrationStates.is(entry.status, 'toCharge') && !nothingDue && may('/orderSet:charge'))
    return { kind: 'charge', label: '收费', entry }
  if (
    (registrationStates.is(entry.status, 'charged') ||
      (registrationStates.is(entry.status, 'toCharge') && nothingDue)) &&
    may('/inTreatment:leave')
  )
    return { kind: 'leave', label: '离开', entry }
  return null
}

/** The next step of a patient: of what stands for today, else a registration; the next appointment for who has left. */
export function stepOf(standing: Pick<Standing, 'today' | 'status'>, may: May): DeskStep | null {
  const here = standing.today.filter((each) => each.within)
  for (const entry of here) {
    const step = isOpen(entry) ? stepOfEntry(entry, may) : null
    if (step) return step
  }
  if (!fileStates.is(standing.status, 'active') || here.some(isOpen)) return null
  if (here.length > 0) return may('/myAppointmentBoard:add') ? { kind: 'book', label: '约下次', entry: null } : null
  if (may('/inTreatment:register')) return { kind: 'register', label: '挂号', entry: null }
  return may('/myAppointmentBoard:add') ? { kind: 'book', label: '预约', entry: null } : null
}

/**
 * The next step as a file's head has it: a doctor begins and ends the own visits there, who has paid is booked again, and who
 * may not check in may book.
 */
export function headStepOf(
  standing: Pick<Standing, 'today' | 'status'>,
  may: May,
  employeeId: string | null,
): DeskStep | null {
  const entry = standing.today.find((each) => each.within && isOpen(each)) ?? null
  if (entry?.registrationId && entry.doctorId === employeeId && may('/inTreatment:treat')) {
    if (registrationStates.is(entry.status, 'toCome')) return { kind: 'start', label: '开始就诊', entry }
    if (registrationStates.is(entry.status, 'inTreatment')) return { kind: 'finish', label: '诊毕', entry }
  }
  const books = fileStates.is(standing.status, 'active') && may('/myAppointmentBoard:add')
  if (entry?.registrationId && registrationStates.is(entry.status, 'charged') && books)
    return { kind: 'book', label: '约下次', entry: null }
  const step = stepOf(standing, may)
  if (step) return step
  return books && entry?.registrationId === null ? { kind: 'book', label: '预约', entry: null } : null
}

/** Who has something today, in the order of the day and those who have left last; then the others as they were found. */
export function inOrderOfDay<T extends Pick<Standing, 'today'>>(found: readonly T[]): T[] {
  const at = (each: T): string => {
    const entry = currentOf(each)
    if (!entry) return '3'
    return `${isOpen(entry) ? 1 : 2}${entry.startTime ?? entry.regTime ?? ''}`
  }
  return found
    .map((each, n) => ({ each, n, key: at(each) }))
    .sort((a, b) => (a.key === b.key ? a.n - b.n : a.key < b.key ? -1 : 1))
    .map(({ each }) => each)
}

/** Minutes past the appointed time of somebody who is not here yet. */
export const lateness = (entry: TodayEntry, now: number): number =>
  entry.registrationId === null && appointmentStates.is(entry.status, 'booked', 'confirmed')
    ? minutesFrom(entry.startTime, now)
    : 0

/** Minutes that somebody waits, or has been in the chair; null in every other state. */
export function minutesSoFar(entry: TodayEntry, now: number): number | null {
  if (entry.registrationId === null) return null
  if (registrationStates.is(entry.status, 'toCome')) return minutesFrom(entry.regTime, now)
  return registrationStates.is(entry.status, 'inTreatment') ? minutesFrom(entry.beganAt, now) : null
}
