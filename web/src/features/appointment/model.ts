import { appointmentStates } from '@dentin/contract/core/status'
import type { appointment } from '@dentin/contract/appointment'
import type { WireOutput } from '@dentin/contract'
import { chairTypeName } from '@dentin/contract/core/chair-types'
import { addDays, clockOf, formatDate, formatTime, type LocalDate, minutesOf } from '@dentin/kit/datetime'
import { presentDay } from '../../lib/present.ts'

type Calls = typeof appointment
export type Week = WireOutput<Calls['week']>
export type DoctorDay = Week['days'][number]['doctors'][number]
export type Card = DoctorDay['appointments'][number]
export type Detail = WireOutput<Calls['get']>
export type Series = WireOutput<Calls['repeat']>
export type ListRow = WireOutput<Calls['list']>['list'][number]
export type Options = WireOutput<Calls['options']>
export type Parked = WireOutput<Calls['parked']>[number]
export type FreeDay = WireOutput<Calls['freePlaces']>[number]
export type Placed = WireOutput<Calls['create']>

/** Height of a minute on the board: 72 px an hour. */
export const PX_PER_MINUTE = 1.2
export { clockOf, minutesOf }

/** Time and doctor may still change: the patient is not there, and the place is not held for the waiting list. */
export const isMovable = (card: Pick<Card, 'status' | 'heldUntil'>): boolean =>
  appointmentStates.is(card.status, 'coming') && card.heldUntil === null
/** Statuses that hold the doctor's time. */
export const isHolding = (status: number): boolean => appointmentStates.is(status, 'holding')

/** The minute of a wire time 'yyyy-MM-dd HH:mm:ss'. */
const wireMinute = (time: string): number => minutesOf(time.slice(11, 16))
export const wireDate = (time: string): LocalDate => time.slice(0, 10)
/** A day and a minute as a wire time; minute 1440 is midnight of the next day. */
export function wireTime(date: LocalDate, minute: number): string {
  return minute >= 1440 ? `${addDays(date, 1)} 00:00:00` : `${date} ${clockOf(minute)}:00`
}
/** Start and end of a card in minutes of its day. */
export function spanOf(card: Pick<Card, 'startTime' | 'endTime'>): { start: number; end: number } {
  const start = wireMinute(card.startTime)
  const end = wireDate(card.endTime) === wireDate(card.startTime) ? wireMinute(card.endTime) : 1440
  return { start, end }
}
/** '09:00–09:30' */
export const spanText = (start: number, end: number): string => `${clockOf(start)}–${clockOf(end)}`

/** The present on the Shanghai clock. */
export function presentMoment(now: Date): { date: LocalDate; minute: number; clock: string } {
  const clock = formatTime(now)
  return { date: formatDate(now), minute: minutesOf(clock), clock }
}

/** '5:45' hours and minutes. */
export const hoursText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
/** '16 小时 20 分' */
export function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours} 小时`, (rest > 0 || hours === 0) && `${rest} 分`].filter(Boolean).join(' ')
}

/** The last four of the medical number, by which two of one name are told apart; '' without a file. */
export const numberTail = (medicalNumber: string | null): string => medicalNumber?.slice(-4) ?? ''
export const isToday = (date: LocalDate): boolean => date === presentDay()

/** A card's place beside those it overlaps: lane number and how many lanes there are. */
export interface Lane {
  lane: number
  lanes: number
  /** Gone, while somebody else has the time: a strip at the edge. */
  aside?: boolean
  /** Leaves that strip free. */
  narrowed?: boolean
  /** Beyond the lanes there is room for: counted, not drawn. */
  over?: boolean
}

/**
 * Puts overlapping cards beside each other, each as wide as its own cluster allows; who did not come keeps a strip.
 * @param atMost so many lanes have room; the cards beyond them are `over`
 */
export function laneOf(all: readonly Card[], atMost = Infinity): Map<string, Lane> {
  const spans = all.map((card) => ({ card, ...spanOf(card) }))
  const holds = ({ card }: { card: Card }) => isHolding(card.status)
  const meets = (a: { start: number; end: number }, b: { start: number; end: number }) =>
    a.start < b.end && b.start < a.end
  const asides = spans.filter((gone) => !holds(gone) && spans.some((each) => holds(each) && meets(gone, each)))
  const cards = spans.filter((each) => !asides.includes(each)).map(({ card }) => card)
  const lanes = besideEachOther(cards, atMost)
  for (const gone of asides) {
    lanes.set(gone.card.id, { lane: 0, lanes: 1, aside: true })
    for (const each of spans) {
      const lane = lanes.get(each.card.id)
      if (lane && holds(each) && meets(gone, each)) lanes.set(each.card.id, { ...lane, narrowed: true })
    }
  }
  return lanes
}

/** The cards for which there is no lane, by the stretches they fill together. */
export function crowdsOf(cards: readonly Card[], lanes: ReadonlyMap<string, Lane>): { start: number; count: number }[] {
  const over = cards
    .filter((card) => lanes.get(card.id)?.over)
    .map(spanOf)
    .sort((a, b) => a.start - b.start)
  const found: { start: number; end: number; count: number }[] = []
  for (const { start, end } of over) {
    const last = found.at(-1)
    if (!last || start >= last.end) found.push({ start, end, count: 1 })
    else Object.assign(last, { end: Math.max(last.end, end), count: last.count + 1 })
  }
  return found
}

function besideEachOther(cards: readonly Card[], atMost: number): Map<string, Lane> {
  const sorted = cards.map((card) => ({ card, ...spanOf(card) })).sort((a, b) => a.start - b.start || b.end - a.end)
  const out = new Map<string, Lane>()
  let cluster: { id: string; lane: number }[] = []
  let ends: number[] = []
  const close = () => {
    const lanes = Math.min(ends.length, atMost)
    for (const { id, lane } of cluster) out.set(id, lane < atMost ? { lane, lanes } : { lane: 0, lanes, over: true })
    cluster = []
    ends = []
  }
  for (const { card, start, end } of sorted) {
    if (ends.length > 0 && Math.max(...ends) <= start) close()
    const free = ends.findIndex((each) => each <= start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = end
    cluster.push({ id: card.id, lane })
  }
  close()
  return out
}

/** Stretches of a day outside the shifts; `between` when there is work before and after (the noon break). */
export function offStretches(
  shifts: readonly { start: string; end: string }[],
  from: number,
  to: number,
): { start: number; end: number; between: boolean }[] {
  const work = shifts
    .map((each) => ({ start: minutesOf(each.start), end: minutesOf(each.end) }))
    .sort((a, b) => a.start - b.start)
  const out: { start: number; end: number; between: boolean }[] = []
  let at = from
  for (const [n, each] of work.entries()) {
    if (each.start > at) out.push({ start: at, end: Math.min(each.start, to), between: n > 0 })
    at = Math.max(at, each.end)
  }
  if (at < to) out.push({ start: at, end: to, between: false })
  return out
}

/** The hours the board shows: the clinic's, widened to whatever stands outside them, in half hours. */
export function hoursOf(week: Week): { from: number; to: number } {
  let from = minutesOf(week.opensAt)
  let to = minutesOf(week.closesAt)
  for (const day of week.days) {
    for (const doctor of day.doctors) {
      for (const shift of doctor.shifts) {
        from = Math.min(from, minutesOf(shift.start))
        to = Math.max(to, minutesOf(shift.end))
      }
      for (const card of doctor.appointments) {
        const span = spanOf(card)
        from = Math.min(from, span.start)
        to = Math.max(to, span.end)
      }
    }
  }
  return { from: Math.floor(from / 30) * 30, to: Math.min(1440, Math.ceil(to / 30) * 30) }
}

/** Less than so many minutes is no gap to offer. */
export const LEAST_GAP = 30

/** How much of a doctor's day is booked: 1 is all of it. */
export const bookedShare = ({ bookedMinutes, availableMinutes }: DoctorDay): number =>
  availableMinutes > 0 ? bookedMinutes / availableMinutes : bookedMinutes > 0 ? 1 : 0

/** What of a doctor's day is free from a minute on: the shifts less blocks, appointments and their buffers. */
export function gapsOf(doctor: DoctorDay, notBefore = 0): { start: number; end: number }[] {
  if (doctor.stopFlag) return []
  const busy = [
    ...doctor.blocks.map((each) => ({ start: minutesOf(each.start), end: minutesOf(each.end) })),
    ...doctor.appointments
      .filter((card) => isHolding(card.status))
      .map((card) => {
        const { start, end } = spanOf(card)
        return { start: start - card.bufferBefore, end: end + card.bufferAfter }
      }),
  ].sort((a, b) => a.start - b.start)
  return doctor.shifts.flatMap((shift) => {
    const out: { start: number; end: number }[] = []
    const until = minutesOf(shift.end)
    let at = Math.max(minutesOf(shift.start), notBefore)
    for (const { start, end } of busy) {
      if (start > at && at < until) out.push({ start: at, end: Math.min(start, until) })
      at = Math.max(at, end)
    }
    return at < until ? [...out, { start: at, end: until }] : out
  })
}

/** As much of an appointment as is dragged. */
export type Dragged = Pick<Card, 'id' | 'version' | 'name' | 'title' | 'doctorId' | 'chairId' | 'startTime' | 'endTime'>

/** A place somebody drags an appointment to. */
export interface Target {
  date: LocalDate
  doctorId: string
  start: number
  end: number
  /** The chair of a column by chair; left out: the card's own, or its new doctor's. */
  chairId?: string | null
}

/** Why a place can't be had, and whether the overbooking grant could open it. */
export interface Refusal {
  reason: string
  overridable: boolean
}

/**
 * The server's rules on what the screen knows, so that a drag says no before the drop. null: nothing speaks against it.
 * The server decides.
 */
export function refusalOf(
  week: Week,
  target: Target,
  moving: Pick<Card, 'id' | 'doctorId' | 'chairId' | 'startTime'> | null,
  now: Date,
): Refusal | null {
  const present = presentMoment(now)
  const unmoved = moving?.startTime === wireTime(target.date, target.start)
  const past =
    target.date < present.date || (target.date === present.date && target.start < Math.floor(present.minute / 5) * 5)
  if (past && !unmoved) return { reason: '时间已过', overridable: false }
  const day = week.days.find((each) => each.date === target.date)
  const doctor = day?.doctors.find((each) => each.doctorId === target.doctorId)
  if (!day || !doctor) return null
  const chairId = moving ? chairAt(week, moving, target) : (target.chairId ?? null)
  const others = day.doctors
    .flatMap((each) => each.appointments)
    .filter((card) => card.id !== moving?.id && isHolding(card.status) && overlaps(card, target))
  const chair = chairId
    ? others.find((card) => card.chairId === chairId && card.doctorId !== target.doctorId)
    : undefined
  if (chair) return { reason: `诊椅 ${clockOf(spanOf(chair).start)} ${chair.name} 占用`, overridable: false }
  const taken = others.find((card) => card.doctorId === target.doctorId && !card.isOverbook)
  if (taken?.heldUntil)
    return { reason: `为候补 ${taken.name} 保留到 ${taken.heldUntil.slice(11, 16)}`, overridable: false }
  if (taken) return { reason: `与 ${clockOf(spanOf(taken).start)} ${taken.name}冲突`, overridable: true }
  if (doctor.stopFlag && moving?.doctorId !== target.doctorId)
    return { reason: '医生当天已停止接诊', overridable: true }
  const block = doctor.blocks.find((each) => minutesOf(each.start) < target.end && minutesOf(each.end) > target.start)
  if (block) return { reason: `医生${block.title}`, overridable: true }
  if (doctor.restFlag) {
    const closed = day.isClosed && doctor.blocks.length === 0
    return { reason: closed ? '门诊当天不营业' : '医生当天休息', overridable: true }
  }
  const within = doctor.shifts.some(
    (each) => minutesOf(each.start) <= target.start && target.end <= minutesOf(each.end),
  )
  return within ? null : { reason: '不在医生的班次内', overridable: true }
}

/** The chair a moved card stands in: its own, or with another doctor that doctor's. */
export function chairAt(week: Week, card: Pick<Card, 'doctorId' | 'chairId'>, target: Target): string | null {
  if (target.chairId !== undefined) return target.chairId
  if (card.doctorId === target.doctorId) return card.chairId
  const day = week.days.find((each) => each.date === target.date)
  return day?.doctors.find((each) => each.doctorId === target.doctorId)?.chairId ?? null
}

function overlaps(card: Card, target: Target): boolean {
  const { start, end } = spanOf(card)
  return start < target.end && end > target.start
}

/** The week with one card at another place, before the server has answered, or with the `version` it answered. */
export function withMoved(week: Week, id: string, target: Target, version: number | null = null): Week {
  let moved: Card | undefined
  const days = week.days.map((day) => ({
    ...day,
    doctors: day.doctors.map((doctor) => {
      const card = doctor.appointments.find((each) => each.id === id)
      if (!card) return doctor
      moved = {
        ...card,
        doctorId: target.doctorId,
        chairId: chairAt(week, card, target),
        startTime: wireTime(target.date, target.start),
        endTime: wireTime(target.date, target.end),
        version: version ?? card.version,
        // What the patient confirmed was the old time.
        status:
          appointmentStates.is(card.status, 'confirmed') && wireTime(target.date, target.start) !== card.startTime
            ? 1
            : card.status,
      }
      return { ...doctor, appointments: doctor.appointments.filter((each) => each.id !== id) }
    }),
  }))
  const card = moved
  if (!card) return week
  return {
    ...week,
    days: days.map((day) =>
      day.date === target.date
        ? {
            ...day,
            doctors: day.doctors.map((doctor) =>
              doctor.doctorId === target.doctorId
                ? { ...doctor, appointments: [...doctor.appointments, card] }
                : doctor,
            ),
          }
        : day,
    ),
  }
}

/** Is the doctor on the board of a day without being asked for: at work, or with appointments all the same? */
export const worksOn = (doctor: DoctorDay): boolean => !doctor.restFlag || doctor.appointments.length > 0

/** One chair of a day with what stands in it; null: what has no chair. */
export interface ChairDay {
  chairId: string | null
  name: string
  /** The doctors who work in it. */
  doctors: DoctorDay[]
  cards: Card[]
  bookedMinutes: number
  availableMinutes: number
}

/** A day by chair: each chair with the cards in it, and one column for those without. */
export function chairsOf(
  day: Week['days'][number],
  chairs: readonly { id: string; name: string }[],
  chosen: readonly string[],
): ChairDay[] {
  const doctors = day.doctors.filter((each) => chosen.length === 0 || chosen.includes(each.doctorId))
  const all = doctors.flatMap((each) => each.appointments)
  const column = (chairId: string | null, name: string): ChairDay => {
    const cards = all.filter((card) => card.chairId === chairId)
    const here = doctors.filter((each) => chairId !== null && each.chairId === chairId && worksOn(each))
    return {
      chairId,
      name,
      doctors: here,
      cards,
      bookedMinutes: cards
        .filter((card) => isHolding(card.status))
        .reduce((sum, card) => sum + spanOf(card).end - spanOf(card).start, 0),
      availableMinutes: here.reduce((sum, each) => sum + each.availableMinutes, 0),
    }
  }
  const known = new Set(chairs.map((each) => each.id))
  const lost = [...new Set(all.map((card) => card.chairId))].filter((id): id is string => id !== null && !known.has(id))
  const none = column(null, '未指定诊椅')
  return [
    ...chairs
      .map((each) => column(each.id, each.name))
      .filter((each) => each.cards.length > 0 || each.doctors.length > 0),
    ...lost.map((id) => column(id, '已停用的诊椅')),
    ...(none.cards.length > 0 ? [none] : []),
  ]
}

/** The chairs; those of a kind that is needed come first, and say so. */
export function chairChoices(options: Pick<Options, 'chairs' | 'items'> | undefined, itemIds: readonly string[]) {
  const needed = (options?.items ?? [])
    .filter((each) => itemIds.includes(each.id))
    .flatMap(({ needChairType }) => needChairType ?? [])
  const suits = (type: number) => needed.includes(type)
  return [...(options?.chairs ?? [])]
    .sort((a, b) => Number(suits(b.type)) - Number(suits(a.type)))
    .map(({ id, name, type }) => ({
      value: id,
      label: name,
      // The ordinary kind goes without saying.
      hint: type === 1 ? undefined : chairTypeName(type),
    }))
}
