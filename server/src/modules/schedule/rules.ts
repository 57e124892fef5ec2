import { shiftTypeNames } from '@dentin/contract/schedule'
import { addDays, clockOf, minutesOf, weekday, type LocalDate } from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'

/** What a stretch of somebody's day says; kind: 1 work, 2 rest, 3 leave, 4 out or in surgery, 5 meeting. */
export interface Content {
  kind: number
  startsMin: number
  endsMin: number
  title: string
  shiftId: string | null
  chairId: string | null
  bookable: boolean
  remark: string
}

/** A shift as it is planned with. */
export interface ShiftPlan {
  id: string
  name: string
  type: number
  bookable: boolean
  enabled: boolean
  periods: readonly { startsMin: number; endsMin: number }[]
}

/** What somebody puts into a cell: a shift of the list, or a stretch of its own. */
export interface Entry {
  shiftId?: string | null | undefined
  kind?: number | null | undefined
  start?: string | null | undefined
  end?: string | null | undefined
  title: string
  chairId?: string | null | undefined
  remark: string
}

/** The Sunday with which a day's week begins. */
export const weekStart = (date: LocalDate): LocalDate => addDays(date, -weekday(date))

/**
 * The stretches that an entry means. A shift with times of its own (half a day's leave) takes them.
 * @param homeChair the chair that goes with the person, for work without another one
 */
export function stretchesOf(entry: Entry, shift: ShiftPlan | null, homeChair: string | null): Content[] {
  const kind = shift?.type ?? entry.kind ?? null
  const times =
    entry.start && entry.end
      ? [{ startsMin: minutesOf(entry.start), endsMin: minutesOf(entry.end) }]
      : (shift?.periods ?? [])
  if (kind === null || times.length === 0) throw new AppError('BAD_INPUT', { message: '请选择班次，或填写类型和时间' })
  if (times.some(({ startsMin, endsMin }) => startsMin >= endsMin))
    throw new AppError('BAD_INPUT', { message: '结束时间应晚于开始时间' })
  return times.map((time) => ({
    ...time,
    kind,
    title: entry.title,
    shiftId: shift?.id ?? null,
    chairId: kind === 1 ? (entry.chairId ?? homeChair) : null,
    bookable: shift ? shift.bookable : kind === 1,
    remark: entry.remark,
  }))
}

/** Refuses two stretches of the same kind at the same time; a meeting within working hours is no contradiction. */
export function mustNotOverlap(list: readonly Content[]): void {
  const sorted = [...list].sort((a, b) => a.startsMin - b.startsMin)
  for (const [n, one] of sorted.entries()) {
    const other = sorted.slice(n + 1).find((next) => next.kind === one.kind && next.startsMin < one.endsMin)
    if (other)
      throw new AppError('SCHEDULE_OVERLAP', {
        message: `${shiftTypeNames[one.kind]}时段 ${spanText(one)} 与 ${spanText(other)} 重叠`,
      })
  }
}

const spanText = (one: Pick<Content, 'startsMin' | 'endsMin'>) => `${clockOf(one.startsMin)}–${clockOf(one.endsMin)}`

/** Do two stretches say the same? */
export function isSame(a: Content, b: Content): boolean {
  return (
    a.kind === b.kind &&
    a.startsMin === b.startsMin &&
    a.endsMin === b.endsMin &&
    a.title === b.title &&
    a.shiftId === b.shiftId &&
    a.chairId === b.chairId &&
    a.bookable === b.bookable &&
    a.remark === b.remark
  )
}

/** How a cell takes new content. null: it stays as it is. */
export function mix(
  present: readonly Content[],
  wanted: readonly Content[],
  mode: 'replace' | 'empty' | 'add',
): Content[] | null {
  if (mode === 'empty' && present.length > 0) return null
  return mode === 'add' ? [...present, ...wanted] : [...wanted]
}
