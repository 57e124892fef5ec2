import type { ChartDentition } from './drawing/chart-layout.ts'
import { findTooth, teeth } from './teeth.ts'
import { isPlan, standsWithoutTooth, type ToothMark } from './tooth-conditions.ts'

/** Below this age a chart has deciduous teeth alone; from the other on permanent ones alone. Whole years. */
const MIXED_FROM = 6
const PERMANENT_FROM = 13

/**
 * Usual years of eruption of permanent teeth 1–8 and of shedding of deciduous teeth 1–5, first and last of the range, by arch.
 * Source: tables of eruption of the American Dental Association; 待确认 for Chinese children, who differ by months.
 */
const ERUPTION = {
  upper: [
    [7, 8],
    [8, 9],
    [11, 12],
    [10, 11],
    [10, 12],
    [6, 7],
    [12, 13],
    [17, 21],
  ],
  lower: [
    [6, 7],
    [7, 8],
    [9, 10],
    [10, 12],
    [11, 12],
    [6, 7],
    [11, 13],
    [17, 21],
  ],
} as const
const SHEDDING = {
  upper: [
    [6, 7],
    [7, 8],
    [10, 12],
    [9, 11],
    [10, 12],
  ],
  lower: [
    [6, 7],
    [7, 8],
    [9, 12],
    [9, 11],
    [10, 12],
  ],
} as const

/** So many years beside the table a tooth is still no surprise. */
const LEEWAY = 2

/**
 * Whether a tooth is far from its age: a permanent one long before it erupts, a deciduous one long after it is shed. Two
 * years beside the table are nothing.
 * @param age whole years
 */
export function isOutOfAge(fdi: string, age: number): boolean {
  const tooth = findTooth(fdi)
  if (!tooth) return false
  const { dentition, arch, position } = tooth
  if (dentition === 'permanent') return age < (ERUPTION[arch][position - 1]?.[0] ?? 0) - LEEWAY
  return age > (SHEDDING[arch][position - 1]?.[1] ?? age) + LEEWAY
}

/** Marks that say a tooth is not to be seen: they don't speak for its place being taken. */
const HIDDEN: ReadonlySet<string> = new Set(['unerupted', 'embedded', 'missing', 'lost_early', 'congenitally_missing'])

/** Marks on single natural teeth; supernumerary ones stand beside them. */
const toothOf = ({ tooth }: Pick<ToothMark, 'tooth'>) => findTooth(tooth)
/** The tooth that comes in the place of a deciduous one, or that stood there before: '75' ↔ '35'. */
const counterpart = (fdi: string): string => {
  const quadrant = Number(fdi[0])
  return `${quadrant > 4 ? quadrant - 4 : quadrant + 4}${fdi[1]}`
}

type Said = Pick<ToothMark, 'tooth' | 'condition' | 'status'>

/** Deciduous teeth of which a mark says that they stand: one that is lost, or whose successor is there, does not. */
function standingMilkTeeth(marks: readonly Said[]): string[] {
  const done = marks.filter((mark) => !isPlan(mark) && mark.status !== 'removed')
  const gone = new Set(done.flatMap(({ tooth, condition }) => (HIDDEN.has(condition) ? [tooth] : [])))
  const seen = new Set(done.flatMap(({ tooth, condition }) => (HIDDEN.has(condition) ? [] : [tooth])))
  return marks.flatMap(({ tooth, condition }) => {
    if (toothOf({ tooth })?.dentition !== 'deciduous' || gone.has(tooth)) return []
    return condition === 'retained_deciduous' || !seen.has(counterpart(tooth)) ? [tooth] : []
  })
}

/** Marks on a tooth that is not, or not wholly, through: its forerunner may still stand. */
const ON_ITS_WAY: ReadonlySet<string> = new Set(['erupting', 'impacted'])

/**
 * The permanent tooth that stands in the place of a deciduous one by what is charted; null when none does, when the
 * deciduous one is charted as 滞留, and for a permanent tooth.
 */
export function successorOf(fdi: string, marks: readonly Said[]): string | null {
  if (findTooth(fdi)?.dentition !== 'deciduous') return null
  if (marks.some(({ tooth, condition }) => tooth === fdi && condition === 'retained_deciduous')) return null
  const successor = counterpart(fdi)
  const own = marks.filter((mark) => mark.tooth === successor && !isPlan(mark) && mark.status !== 'removed')
  const stands = own.some(({ condition }) => !standsWithoutTooth(condition))
  const isHidden = own.some(({ condition }) => HIDDEN.has(condition) || ON_ITS_WAY.has(condition))
  return stands && !isHidden ? successor : null
}

/**
 * Which teeth a chart shows: deciduous ones alone before 6, both rows up to 12 and later while a deciduous tooth stands by
 * what is charted, permanent ones alone else.
 * @param age whole years on the day of the chart; null: unknown
 * @param marks what stands in the mouth on that day
 */
export function chartDentition(age: number | null, marks: readonly Said[]): ChartDentition {
  if (age !== null && age < PERMANENT_FROM) return age < MIXED_FROM ? 'deciduous' : 'mixed'
  return standingMilkTeeth(marks).length > 0 ? 'mixed' : 'permanent'
}

/**
 * Teeth of a mixed chart that are by age not in the mouth yet, or no longer, and that no mark speaks of. A chart draws them
 * faintly: they are presumed, not found. A mark on either of two that share a place decides for both. A deciduous tooth
 * whose successor was never laid down is pushed out by nothing: it is presumed to stand, whatever the age.
 * @param age whole years on the day of the chart; null: nothing is presumed
 */
export function presumedAbsent(age: number | null, marks: readonly ToothMark[]): ReadonlySet<string> {
  if (age === null) return new Set()
  const marked = new Set(marks.map(({ tooth }) => tooth))
  const seen = new Set(marks.flatMap(({ tooth, condition }) => (HIDDEN.has(condition) ? [] : [tooth])))
  const without = new Set(
    marks.flatMap(({ tooth, condition }) => (condition === 'congenitally_missing' ? [tooth] : [])),
  )
  const absent = teeth.filter(({ fdi, dentition, arch, position }) => {
    if (marked.has(fdi)) return false
    if (dentition === 'deciduous') {
      if (without.has(counterpart(fdi))) return false
      const [, last] = SHEDDING[arch][position - 1] ?? [0, 0]
      return age > last || seen.has(counterpart(fdi))
    }
    const [first] = ERUPTION[arch][position - 1] ?? [0]
    return age < first || (position <= 5 && seen.has(counterpart(fdi)))
  })
  return new Set(absent.map(({ fdi }) => fdi))
}
