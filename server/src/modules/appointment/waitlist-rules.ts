import { timeBands } from '@dentin/contract/core/visit-words'
import { addDays, clockOf, formatDate, minutesOfDay, parseDateTime, weekday, type LocalDate } from '@dentin/kit'
import { SLOT_MINUTES } from '@dentin/contract/appointment'
import { gapsAround, type Buffers } from './rules.ts'

const STEP = SLOT_MINUTES * 60_000

/** A stretch of time. */
export interface Stretch {
  start: Date
  end: Date
}

/** An appointment in or beside a stretch of its doctor's time. */
export type Busy = Stretch & Buffers

/** What somebody of the waiting list wants. */
export interface Wish extends Buffers {
  doctorIds: readonly string[]
  duration: number
  dateFrom: LocalDate | null
  dateTo: LocalDate | null
  weekdays: readonly number[]
  bands: readonly number[]
  fromMin: number | null
  toMin: number | null
  /** When the appointment is that would be given up: only what is earlier helps. */
  currentStart: Date | null
}

/** An entry of the list as the order sees it. */
export interface Waiting extends Wish {
  id: string
  priority: number
  since: Date
}

/** The longest stretch of a span that nobody has, from now on; null when nothing is left. */
export function freeStretch(span: Stretch, busy: readonly Stretch[], now: Date): Stretch | null {
  const earliest = new Date(Math.ceil(now.getTime() / STEP) * STEP)
  let at = span.start > earliest ? span.start : earliest
  let best: Stretch | null = null
  const offer = (end: Date) => {
    const length = end.getTime() - at.getTime()
    if (length >= STEP && (!best || length > best.end.getTime() - best.start.getTime())) best = { start: at, end }
  }
  for (const each of [...busy].sort((a, b) => a.start.getTime() - b.start.getTime())) {
    if (each.end <= at || each.start >= span.end) continue
    if (each.start > at) offer(each.start)
    at = each.end
  }
  offer(span.end)
  return best
}

/** The moment of a day and a minute. */
const momentOf = (date: LocalDate, minute: number): Date =>
  minute >= 1440 ? momentOf(addDays(date, 1), minute - 1440) : parseDateTime(`${date} ${clockOf(minute)}:00`)

/** Where in a free stretch of a doctor's day a wish fits: its earliest place. null: it does not. */
function fitIn(wish: Wish, doctorId: string, free: Stretch): Stretch | null {
  if (wish.doctorIds.length > 0 && !wish.doctorIds.includes(doctorId)) return null
  const date = formatDate(free.start)
  if (wish.dateFrom && date < wish.dateFrom) return null
  if (wish.dateTo && date > wish.dateTo) return null
  if (wish.weekdays.length > 0 && !wish.weekdays.includes(weekday(date))) return null
  const freeFrom = minutesOfDay(free.start)
  const freeTo = freeFrom + (free.end.getTime() - free.start.getTime()) / 60_000
  const bands = timeBands.filter((each) => wish.bands.includes(each.value)).map(({ from, to }) => ({ from, to }))
  const own = wish.fromMin !== null && wish.toMin !== null ? [{ from: wish.fromMin, to: wish.toMin }] : []
  const wanted = bands.length + own.length > 0 ? joined([...bands, ...own]) : [{ from: 0, to: 1440 }]
  for (const band of wanted) {
    const from = Math.ceil(Math.max(band.from, freeFrom) / SLOT_MINUTES) * SLOT_MINUTES
    if (from + wish.duration > Math.min(band.to, freeTo)) continue
    const start = momentOf(date, from)
    if (wish.currentStart && start >= wish.currentStart) continue
    return { start, end: new Date(start.getTime() + wish.duration * 60_000) }
  }
  return null
}

/** Parts of the day that touch are one: morning and afternoon together take somebody over noon. */
function joined(list: readonly { from: number; to: number }[]): { from: number; to: number }[] {
  const out: { from: number; to: number }[] = []
  for (const { from, to } of [...list].sort((a, b) => a.from - b.from)) {
    const last = out.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else out.push({ from, to })
  }
  return out
}

/** What is taken, as a visit with these buffers has to see it. */
export const withGaps = (busy: readonly Busy[], own: Buffers): Stretch[] =>
  busy.map((each) => {
    const { before, after } = gapsAround(each, own)
    return {
      start: new Date(each.start.getTime() - before * 60_000),
      end: new Date(each.end.getTime() + after * 60_000),
    }
  })

/** Who fits what is free of a span, in the order in which it is offered: the higher priority, then who has waited longer. */
export function candidatesFor<Entry extends Waiting>(
  entries: readonly Entry[],
  doctorId: string,
  { span, busy, now }: { span: Stretch; busy: readonly Busy[]; now: Date },
): { entry: Entry; place: Stretch }[] {
  return entries
    .flatMap((entry) => {
      const free = freeStretch(span, withGaps(busy, entry), now)
      const place = free && fitIn(entry, doctorId, free)
      return place ? [{ entry, place }] : []
    })
    .sort(
      (a, b) =>
        b.entry.priority - a.entry.priority ||
        a.entry.since.getTime() - b.entry.since.getTime() ||
        a.entry.id.localeCompare(b.entry.id),
    )
}

/** Until when a place is held: so many minutes, never past its own beginning. */
export function holdUntil(now: Date, minutes: number, start: Date): Date {
  return new Date(Math.min(now.getTime() + minutes * 60_000, start.getTime()))
}
