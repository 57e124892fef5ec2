import { SLOT_MINUTES } from '@dentin/contract/appointment'
import { chairTypeName } from '@dentin/contract/core/chair-types'
import { appointmentStatusNames, appointmentStates } from '@dentin/contract/core/status'
import { addDays, formatDate, minutesOfDay, type DayHours, type LocalDate } from '@dentin/kit'

export const statusName = (status: number): string => appointmentStatusNames[status] ?? String(status)

/** Those that hold the doctor's time: what the exclusion constraints count. */
export const HOLDING: readonly number[] = appointmentStates.sets.holding

/** Time, doctor and chair may change only before the patient is there. */
export const mayMove = (status: number): boolean => appointmentStates.may('change', status)

/** Whole minutes from one moment to another. */
export const minutesBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / 60_000)

/** On the 5-minute grid, within one Shanghai day, 5 minutes to 10 hours long. */
export function isProperSpan(start: Date, end: Date): boolean {
  const step = SLOT_MINUTES * 60_000
  if (start.getTime() % step !== 0 || end.getTime() % step !== 0) return false
  const length = minutesBetween(start, end)
  if (length < SLOT_MINUTES || length > 600) return false
  return formatDate(start) === formatDate(new Date(end.getTime() - 1))
}

/** Already over: before the slot that runs now. */
export function isPast(start: Date, now: Date): boolean {
  const step = SLOT_MINUTES * 60_000
  return start.getTime() < Math.floor(now.getTime() / step) * step
}

/** A stretch of a person's day in minutes since midnight. kind: 1 work, 2 rest, 3 leave, 4 out or in surgery, 5 meeting. */
export interface DayStretch {
  kind: number
  startsMin: number
  endsMin: number
  title: string
}

const kindNames: Record<number, string> = { 2: '休息', 3: '请假', 4: '外出', 5: '会议' }
/** What a stretch that blocks the day is called. */
export const stretchTitle = (stretch: Pick<DayStretch, 'kind' | 'title'>): string =>
  stretch.title || (kindNames[stretch.kind] ?? '占用')

/** What a doctor's day is made of. */
export interface DoctorDay {
  stretches: readonly DayStretch[]
  /** The clinic has published shifts in this week: a day without one is a day off. */
  weekPlanned: boolean
  /** A legal holiday that is not worked. */
  holidayName: string | null
  /** When the clinic is open on this weekday; null: not at all. */
  hours: DayHours | null
  /** The doctor has stopped receiving on this day. */
  stopped: boolean
  /** The clinic's grid: visits begin on it; left out: every five minutes. */
  slotMinutes?: number
}

/**
 * When a doctor works on a day. Before a week's shifts are published the clinic's hours of the weekday count, so that return
 * visits weeks ahead can be booked; a legal holiday or a closed weekday without shifts is a day off.
 */
export function workStretches(day: DoctorDay): { startsMin: number; endsMin: number }[] {
  const work = day.stretches.filter((each) => each.kind === 1)
  if (work.length > 0) return merged(work)
  if (day.weekPlanned || day.holidayName !== null || day.stretches.some((each) => each.kind === 2)) return []
  return day.hours ? [{ startsMin: day.hours.opensMin, endsMin: day.hours.closesMin }] : []
}

/** Why a doctor does not receive on a day at all, in words; null when the doctor does. */
export function dayOffReason(day: DoctorDay): string | null {
  if (day.stopped) return '医生当天已停止接诊'
  if (workStretches(day).length > 0) return null
  if (day.stretches.length > 0) return '医生当天休息'
  if (day.holidayName) return `${day.holidayName}休息`
  return day.hours ? '医生当天休息' : '门诊当天不营业'
}

/** Why a span is not to be booked by the doctor's day, in words; null when it is free. */
export function offShiftReason(day: DoctorDay, startMin: number, endMin: number): string | null {
  if (day.stopped) return dayOffReason(day)
  const block = day.stretches.find((each) => each.kind !== 1 && each.startsMin < endMin && each.endsMin > startMin)
  if (block) return `医生${stretchTitle(block)}，不能预约`
  if (workStretches(day).some((each) => each.startsMin <= startMin && endMin <= each.endsMin)) return null
  return dayOffReason(day) ?? '不在医生的班次内'
}

/** Minutes that can be booked: the work stretches less what blocks them. */
export function availableMinutes(day: DoctorDay): number {
  const blocks = merged(day.stretches.filter((each) => each.kind !== 1))
  return workStretches(day).reduce(
    (total, work) =>
      total +
      (work.endsMin - work.startsMin) -
      blocks.reduce(
        (lost, b) => lost + Math.max(0, Math.min(b.endsMin, work.endsMin) - Math.max(b.startsMin, work.startsMin)),
        0,
      ),
    0,
  )
}

/** Morning, afternoon, evening. */
export const partOfDay = (minute: number): 1 | 2 | 3 => (minute < 720 ? 1 : minute < 1080 ? 2 : 3)

/** What of a doctor's working time is neither blocked nor taken, in order. */
function freeStretches(
  day: DoctorDay,
  taken: readonly { startsMin: number; endsMin: number }[],
): { startsMin: number; endsMin: number }[] {
  if (day.stopped) return []
  const busy = merged([...day.stretches.filter((each) => each.kind !== 1), ...taken])
  return workStretches(day).flatMap((work) => {
    const free: { startsMin: number; endsMin: number }[] = []
    let from = work.startsMin
    for (const { startsMin, endsMin } of busy) {
      if (endsMin <= from || startsMin >= work.endsMin) continue
      if (startsMin > from) free.push({ startsMin: from, endsMin: startsMin })
      from = Math.max(from, endsMin)
    }
    return from < work.endsMin ? [...free, { startsMin: from, endsMin: work.endsMin }] : free
  })
}

/**
 * Where in a doctor's day a visit of so many minutes may begin, in order and not before `notBefore`: in steps from the
 * start of each gap, so that none is wasted between two appointments.
 * @param ask.round in steps of the clock instead, and where a gap begins: what patients are offered
 */
export function startsOf(
  day: DoctorDay,
  taken: readonly { startsMin: number; endsMin: number }[],
  ask: { minutes: number; step: number; notBefore?: number; round?: boolean },
): number[] {
  const { minutes, notBefore = 0 } = ask
  const grid = day.slotMinutes ?? SLOT_MINUTES
  const step = ask.step % grid === 0 ? ask.step : grid
  const out = new Set<number>()
  for (const { startsMin, endsMin } of freeStretches(day, taken)) {
    const edge = Math.ceil(startsMin / grid) * grid
    if (edge >= notBefore && edge + minutes <= endsMin) out.add(edge)
    const clock = Math.ceil(Math.max(startsMin, notBefore) / step) * step
    // A gap that has begun already goes on with the clock.
    for (let at = ask.round || edge < notBefore ? clock : edge; at + minutes <= endsMin; at += step) out.add(at)
  }
  return [...out].sort((a, b) => a - b)
}

/** Minutes that an appointment needs free of others before and after it. */
export interface Buffers {
  bufferBefore: number
  bufferAfter: number
}

export const NO_BUFFERS: Buffers = { bufferBefore: 0, bufferAfter: 0 }

/** What a visit of several kinds needs: the most that one of them does. */
export const buffersOf = (items: readonly Buffers[]): Buffers => ({
  bufferBefore: Math.max(0, ...items.map((each) => each.bufferBefore)),
  bufferAfter: Math.max(0, ...items.map((each) => each.bufferAfter)),
})

/**
 * How far around an appointment its time is not to be had for a visit with buffers of its own: no buffer holds a visit,
 * two buffers may lie on each other.
 */
export const gapsAround = (taken: Buffers, own: Buffers): { before: number; after: number } => ({
  before: Math.max(taken.bufferBefore, own.bufferAfter),
  after: Math.max(taken.bufferAfter, own.bufferBefore),
})

/** What is taken of a day, as a visit with these buffers has to see it. */
export function padded(
  taken: readonly ({ startsMin: number; endsMin: number } & Buffers)[],
  own: Buffers,
): { startsMin: number; endsMin: number }[] {
  return taken.map((each) => {
    const { before, after } = gapsAround(each, own)
    return { startsMin: each.startsMin - before, endsMin: each.endsMin + after }
  })
}

/** Overlapping or touching stretches as one, in order. */
function merged(list: readonly { startsMin: number; endsMin: number }[]): { startsMin: number; endsMin: number }[] {
  const out: { startsMin: number; endsMin: number }[] = []
  for (const { startsMin, endsMin } of [...list].sort((a, b) => a.startsMin - b.startsMin)) {
    const last = out.at(-1)
    if (last && startsMin <= last.endsMin) last.endsMin = Math.max(last.endsMin, endsMin)
    else out.push({ startsMin, endsMin })
  }
  return out
}

/** An appointment that stands in the way of a new place, or so near that one is in the other's buffer. */
export interface Neighbour extends Buffers {
  id: string
  doctorId: string
  chairId: string | null
  patientId: string | null
  name: string
  doctorName: string
  startsAt: Date
  endsAt: Date
  isOverbook: boolean
  /** Held for the waiting list until then. */
  heldUntil: Date | null
  /** The times lie beside each other: only a buffer is touched. */
  isBeside: boolean
}

/** A wanted place. */
export interface Place {
  doctorId: string
  chairId: string | null
  patientId: string | null
}

/** What a kind of appointment asks of the chair. */
export interface ChairNeed {
  name: string
  needChairType: number | null
}

/** What is wrong with a chair for what it is booked for, in words; without a chair, nothing. */
export function chairMismatches(
  needs: readonly ChairNeed[],
  chair: { name: string; type: number } | undefined,
): string[] {
  if (!chair) return []
  return needs
    .filter(({ needChairType }) => needChairType !== null && needChairType !== chair.type)
    .map(
      ({ name, needChairType }) =>
        `${name}需要${chairTypeName(needChairType as number)}，${chair.name}是${chairTypeName(chair.type)}`,
    )
}

/** Where and when somebody wants an appointment to stand. */
export interface WantedPlace extends Place {
  start: Date
  end: Date
  /** The appointment that is being moved, if any. */
  except: string | null
  /** What it needs free around it; left out: nothing, and nobody's buffer is asked for. */
  buffers?: Buffers
  /** What it is for, when its chair has to suit it. */
  needs?: readonly ChairNeed[]
}

export type PlaceVerdict =
  | { kind: 'free'; isOverbook: boolean }
  | { kind: 'doctor'; with: Neighbour; canOverbook: boolean }
  | { kind: 'chair'; with: Neighbour }
  | { kind: 'full'; with: Neighbour }

/**
 * Whether a place is free, given every holding appointment that overlaps it. A slot takes one ordinary appointment of a
 * doctor and up to `limit` overbooked ones. A chair in use by another doctor is never shared; the doctor's own chair goes
 * with the doctor's time.
 */
export function judgePlace(
  place: Place,
  overlapping: readonly Neighbour[],
  options: { overbook: boolean; mayOverbook: boolean; limit: number },
): PlaceVerdict {
  const ofDoctor = overlapping.filter((each) => each.doctorId === place.doctorId)
  const inChair = overlapping.find(
    (each) => place.chairId !== null && each.chairId === place.chairId && each.doctorId !== place.doctorId,
  )
  if (inChair) return { kind: 'chair', with: inChair }
  const ordinary = ofDoctor.find((each) => !each.isOverbook)
  if (!ordinary) return { kind: 'free', isOverbook: false }
  const overbooked = ofDoctor.filter((each) => each.isOverbook)
  const room = overbooked.length < options.limit
  if (!options.overbook || !options.mayOverbook)
    return { kind: 'doctor', with: ordinary, canOverbook: options.mayOverbook && room }
  if (!room) return { kind: 'full', with: overbooked[0] ?? ordinary }
  return { kind: 'free', isOverbook: true }
}

/** The week of a day, Sunday to Saturday. */
export function weekBounds(date: LocalDate, weekday: number): { from: LocalDate; to: LocalDate } {
  return { from: addDays(date, -weekday), to: addDays(date, 6 - weekday) }
}

/** Start and end as minutes of the start's day; an end at midnight is 1440. */
export function spanMinutes(start: Date, end: Date): { startMin: number; endMin: number } {
  const startMin = minutesOfDay(start)
  return { startMin, endMin: startMin + minutesBetween(start, end) }
}

/** What the screen may offer, by status and grants. */
export function allowedActions(
  appointment: {
    status: number
    patientId: string | null
    noShowHandled: number | null
    heldUntil: Date | null
    /** Put aside: it has to be placed before the patient can arrive. */
    parkedTime?: Date | null
  },
  grants: { edit: boolean; cancel: boolean; register: boolean },
): (
  | 'accept'
  | 'refuse'
  | 'confirm'
  | 'move'
  | 'edit'
  | 'cancel'
  | 'delete'
  | 'checkIn'
  | 'attachPatient'
  | 'rebook'
  | 'handleMissed'
  | 'park'
)[] {
  const { status } = appointment
  const parked = (appointment.parkedTime ?? null) !== null
  // A held place is answered for in the waiting list.
  if (appointment.heldUntil) return []
  const missed = appointmentStates.is(status, 'missed') && appointment.noShowHandled === null
  return [
    ...(appointmentStates.may('accept', status) && grants.edit ? (['accept'] as const) : []),
    ...(appointmentStates.may('refuse', status) && grants.cancel ? (['refuse'] as const) : []),
    ...(appointmentStates.is(status, 'agreed') && grants.edit ? (['confirm'] as const) : []),
    ...(mayMove(status) && grants.edit ? (['move', 'edit'] as const) : []),
    ...(appointmentStates.may('arrive', status) && !parked && grants.register ? (['checkIn'] as const) : []),
    ...(appointment.patientId === null && (mayMove(status) || missed) && (grants.edit || grants.register)
      ? (['attachPatient'] as const)
      : []),
    ...(appointmentStates.may('cancel', status) && grants.cancel ? (['cancel', 'delete'] as const) : []),
    ...(missed && grants.edit ? (['rebook'] as const) : []),
    ...(missed && grants.cancel ? (['handleMissed'] as const) : []),
    ...(mayMove(status) && !parked && grants.edit ? (['park'] as const) : []),
  ]
}
