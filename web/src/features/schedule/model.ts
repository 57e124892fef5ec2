import { shortDayText } from '@dentin/kit/date-text'
import type { ScheduleEntry } from '@dentin/contract/schedule'
import { addDays, weekday, type LocalDate } from '@dentin/kit/datetime'
import type { Sheet, Shift } from './hooks.ts'

type Stretch = Sheet['stretches'][number]

export const TYPE_NAMES = ['', '上班', '休息', '请假', '外出', '会议'] as const
export const COLOURS = [
  { value: 'teal', label: '青' },
  { value: 'blue', label: '蓝' },
  { value: 'purple', label: '紫' },
  { value: 'green', label: '绿' },
  { value: 'gold', label: '金' },
  { value: 'grey', label: '灰' },
] as const
/** The colour of what has none of its own, by kind. */
const KIND_COLOURS = ['grey', 'teal', 'grey', 'gold', 'purple', 'blue']

/** One thing in a cell: a shift, or something without one. */
export interface Chip {
  shiftId: string | null
  name: string
  kind: number
  colour: string
  spans: { start: string; end: string }[]
  chairId: string | null
  chairName: string
  remark: string
  bookable: boolean
  draft: boolean
}

/** One person's day. */
interface CellView {
  chips: Chip[]
  /** Rows as the server gave them, to be named when the cell is saved. */
  seen: { id: string; version: number }[]
}

export const cellKey = (employeeId: string, date: LocalDate): string => `${employeeId} ${date}`
export const sundayOf = (date: LocalDate): LocalDate => addDays(date, -weekday(date))
/** '11月15日–21日', with the month again where it changes. */
export function rangeWords(from: LocalDate, to: LocalDate): string {
  const end = from.slice(0, 7) === to.slice(0, 7) ? `${Number(to.slice(8))}日` : shortDayText(to)
  return `${shortDayText(from)}–${end}`
}
export const colourOf = (kind: number, colour: string): string => colour || (KIND_COLOURS[kind] ?? 'grey')

/** Somebody is not there, though no day of rest: hatched, since a shift may have been given the same colour. */
export const isAway = ({ kind }: Pick<Chip, 'kind'>): boolean => kind === 3 || kind === 4

/** First begin and last end. */
export function spanWords(spans: readonly { start: string; end: string }[]): string {
  const first = spans[0]
  const last = spans.at(-1)
  return first && last ? `${first.start}–${last.end}` : ''
}

/** Stretches as things: those of one shift belong together. */
export function chipsOf(stretches: readonly Stretch[]): Chip[] {
  const chips: Chip[] = []
  for (const one of stretches) {
    const same = chips.find(
      (chip) =>
        one.shiftId !== null &&
        chip.shiftId === one.shiftId &&
        chip.chairId === one.chairId &&
        chip.remark === one.remark &&
        chip.name === one.name,
    )
    if (same) same.spans.push({ start: one.start, end: one.end })
    else
      chips.push({
        shiftId: one.shiftId,
        name: one.name,
        kind: one.kind,
        colour: colourOf(one.kind, one.colour),
        spans: [{ start: one.start, end: one.end }],
        chairId: one.chairId,
        chairName: one.chairName,
        remark: one.remark,
        bookable: one.bookable,
        draft: one.draft,
      })
  }
  return chips
}

/** Work broken by a midday rest needs no word about the rest. */
export const shown = (chips: readonly Chip[]): Chip[] =>
  chips.some(({ kind }) => kind === 1)
    ? chips.filter(({ kind, shiftId }) => kind !== 2 || shiftId !== null)
    : [...chips]

/** The cells of a sheet by 'employee day'. */
export function cellsOf(stretches: readonly Stretch[]): Map<string, CellView> {
  const rows = new Map<string, Stretch[]>()
  for (const one of stretches) {
    const key = cellKey(one.employeeId, one.date)
    const list = rows.get(key)
    if (list) list.push(one)
    else rows.set(key, [one])
  }
  return new Map(
    [...rows].map(([key, list]) => [
      key,
      { chips: chipsOf(list), seen: list.map(({ id, version }) => ({ id, version })) },
    ]),
  )
}

/** A shift as it goes into a cell. */
export function chipFrom(shift: Shift): Chip {
  return {
    shiftId: shift.id,
    name: shift.name,
    kind: shift.type,
    colour: colourOf(shift.type, shift.colour),
    spans: shift.periods.map(({ start, end }) => ({ start, end })),
    chairId: null,
    chairName: '',
    remark: '',
    bookable: shift.bookable,
    draft: true,
  }
}

/**
 * What a cell becomes when a shift is put into it: a meeting or an errand stands beside the work, everything else takes
 * the day.
 */
export function withShift(present: readonly Chip[], shift: Shift): Chip[] {
  const beside = (shift.type === 4 || shift.type === 5) && present.some(({ kind }) => kind === 1)
  const kept = beside ? present.filter(({ shiftId }) => shiftId !== shift.id) : []
  return [...kept, chipFrom(shift)]
}

/** Chips as the call takes them. */
export function entriesOf(chips: readonly Chip[], shifts: readonly Shift[]): ScheduleEntry[] {
  return chips.flatMap((chip): ScheduleEntry[] => {
    const shift = shifts.find(({ id }) => id === chip.shiftId)
    const common = { chairId: chip.chairId, remark: chip.remark }
    const whole =
      shift &&
      shift.periods.length === chip.spans.length &&
      shift.periods.every((p, n) => p.start === chip.spans[n]?.start && p.end === chip.spans[n]?.end)
    if (shift && whole)
      return [{ shiftId: shift.id, ...common, ...(chip.name === shift.name ? {} : { title: chip.name }) }]
    return chip.spans.map((span) => ({
      ...(chip.shiftId ? { shiftId: chip.shiftId } : { kind: chip.kind as 1 }),
      ...span,
      ...common,
      title: shift && chip.name === shift.name ? '' : chip.name === TYPE_NAMES[chip.kind] ? '' : chip.name,
    }))
  })
}

/** Hours of work in some cells, in minutes. */
export function workMinutes(chips: readonly Chip[]): number {
  return chips
    .filter(({ kind }) => kind === 1)
    .flatMap(({ spans }) => spans)
    .reduce((sum, { start, end }) => sum + minutesOf(end) - minutesOf(start), 0)
}
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** '37.5 小时' */
export const hoursWords = (minutes: number): string => `${Math.round(minutes / 6) / 10} 小时`

/** Rows and columns of a selection, in order. */
export interface Block {
  row: [number, number]
  column: [number, number]
}
export function blockOf(a: { row: number; column: number }, b: { row: number; column: number }): Block {
  return {
    row: [Math.min(a.row, b.row), Math.max(a.row, b.row)],
    column: [Math.min(a.column, b.column), Math.max(a.column, b.column)],
  }
}
export const within = ({ row, column }: Block, at: { row: number; column: number }): boolean =>
  at.row >= row[0] && at.row <= row[1] && at.column >= column[0] && at.column <= column[1]
