import type { ParsedInput, contract, Resource } from '@dentin/contract'
import {
  clinicDoors,
  isDayDoor,
  reportBehind,
  reportShapes,
  thingCuts,
  timeCuts,
  type Comparison,
  type RoleCut,
  type Cut,
  type ReportDoor,
  type ReportName,
  viewsOf,
} from '@dentin/contract/report'
import { addDays, addMonths, daysBetween, today, weekday, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { isChain, isWide, reachOf, rowsWithin, type Reach } from '../../staff/index.ts'
import { countedIn } from '../figures/declared.ts'
import { rowsOf, type CountedFigure, type Figure, type Source, type Span } from '../figures/figure.ts'
import type { Report } from './report.ts'
import { reports, reportsOfViews } from './reports.ts'

type Input = Pick<
  ParsedInput<typeof contract.report.run>,
  | 'door'
  | 'view'
  | 'from'
  | 'to'
  | 'compare'
  | 'clinicIds'
  | 'doctorIds'
  | 'sourceIds'
  | 'deptIds'
  | 'methodIds'
  | 'categories'
> &
  Partial<Pick<ParsedInput<typeof contract.report.run>, 'as' | 'employeeIds'>>

/** A question as it is answered: whose rows, of which days. */
export interface Asked {
  report: Report
  reach: Reach
  span: Span
  comparedSpan: Span | null
  /** null: every clinic of the reach. */
  clinicIds: readonly string[] | null
  doctorIds: readonly string[]
  sourceIds: readonly string[]
  deptIds: readonly string[]
  methodIds: readonly string[]
  categories: readonly string[]
  /** Of a report of people: as what they are looked at, and (null: all of them) which, as an array in SQL. */
  people: { as: RoleCut; who: RawBuilder<unknown> | null; own: boolean } | null
  /** The figures of the report that the person may see, and those that only pictures ask for. */
  figures: readonly Figure[]
  pictured: readonly Figure[]
}

const MOST_DAYS = 3 * 366
const WEEKS_OF_YEAR = 52

/** Who is looked at in a report of people: whoever reaches less than a clinic sees the own row. */
function peopleOf(report: Report, reach: Reach, { as = 'doctor', employeeIds = [] }: Input): Asked['people'] {
  if (!report.people) return null
  const own = !isWide(reach)
  const ids = own ? [reach.employeeId] : employeeIds
  return { as, own, who: ids.length > 0 ? sql`${ids}::uuid[]` : null }
}

/** A report in one of its views; none named: in the first. @throws REPORT_VIEW */
export function reportAsked(name: ReportName, view: string | undefined): Report {
  if (view === undefined) return reports[name]
  if (!Object.hasOwn(viewsOf(name), view)) throw new AppError('REPORT_VIEW')
  return reportsOfViews[`${name}.${view}`] ?? reports[name]
}

/** The right that a door asks for. @throws FORBIDDEN to whoever has not got it */
export function mustOpen(ctx: ClinicContext, door: ReportDoor): Resource {
  const right: Resource = `/${door}:view`
  if (!ctx.can(right)) throw new AppError('FORBIDDEN')
  return right
}

/** Whether somebody sees the day alone behind a door. */
export const seesTodayOnly = (ctx: ClinicContext, door: ReportDoor): boolean =>
  isDayDoor(door) && !ctx.can(`/${door}:past`)

/**
 * What is asked, within what the person may see.
 * @throws REPORT_CLINIC for a clinic beyond the reach, REPORT_FUTURE, REPORT_SPAN_LONG, REPORT_TODAY
 */
export function askedOf(ctx: ClinicContext, input: Input): Asked {
  const right = mustOpen(ctx, input.door)
  const reach = reachOf(ctx, right)
  // Turned round, the two days still say what is meant.
  const [from, to] = input.from <= input.to ? [input.from, input.to] : [input.to, input.from]
  if (from > today(ctx.tx.now)) throw fieldError('REPORT_FUTURE', 'from')
  if (daysBetween(from, to) > MOST_DAYS) {
    const message = '一次最多查看三年'
    throw new AppError('REPORT_SPAN_LONG', { message, fields: [{ field: 'from', message }] })
  }
  if (seesTodayOnly(ctx, input.door) && (from !== today(ctx.tx.now) || to !== from))
    throw fieldError('REPORT_TODAY', 'from')
  const bound = input.door in clinicDoors
  for (const id of input.clinicIds) {
    const within = bound
      ? id === ctx.clinicId
      : isChain(reach) || (reach.clinicIds ?? []).includes(id) || id === ctx.clinicId
    if (!within) throw new AppError('REPORT_CLINIC')
  }
  const report = reportAsked(reportBehind(input.door), input.view)
  const { asked } = reportShapes[report.name]
  const span = { from: asked === 'day' ? to : from, to }
  const isSeen = ({ needs }: Figure) => needs === undefined || ctx.can(needs)
  return {
    report,
    reach,
    span,
    comparedSpan: comparedSpanOf(span, asked === 'span' && !seesTodayOnly(ctx, input.door) ? input.compare : 'none'),
    clinicIds: bound ? [ctx.clinicId] : input.clinicIds.length > 0 ? input.clinicIds : null,
    doctorIds: input.doctorIds,
    sourceIds: input.sourceIds,
    deptIds: input.deptIds,
    methodIds: input.methodIds,
    categories: input.categories,
    people: peopleOf(report, reach, input),
    figures: report.figures.filter(isSeen),
    pictured: report.pictured.filter(isSeen),
  }
}

/**
 * The days that a span is held against. By weekday: as many days, so many whole weeks before. A year before: the same days. The span before: of whole months, or from the first of a
 * month on, the same days of the months before; else as many days.
 */
export function comparedSpanOf({ from, to }: Span, comparison: Comparison): Span | null {
  if (comparison === 'none') return null
  if (comparison === 'yearByWeekday' || comparison === 'previousByWeekday') {
    const weeks = comparison === 'yearByWeekday' ? WEEKS_OF_YEAR : Math.ceil((daysBetween(from, to) + 1) / 7)
    return { from: addDays(from, -7 * weeks), to: addDays(to, -7 * weeks) }
  }
  if (comparison === 'year') return { from: addMonths(from, -12), to: addMonths(to, -12) }
  if (from.endsWith('-01')) {
    const months = monthsOf(from, to)
    const isWhole = addDays(to, 1).endsWith('-01')
    const before = addMonths(from, -months)
    return { from: before, to: isWhole ? addDays(from, -1) : addMonths(to, -months) }
  }
  const days = daysBetween(from, to) + 1
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

const monthsOf = (from: LocalDate, to: LocalDate): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1

/** The rows of a figure's source that a question is about: tables and conditions, for `from`. */
export async function rowsAsked(
  tx: TenantTx,
  asked: Asked,
  figure: Pick<CountedFigure, 'source' | 'at'>,
  span: Span,
): Promise<RawBuilder<unknown>> {
  const { source } = figure
  const { people } = asked
  const clinicIds = asked.clinicIds ?? (isWide(asked.reach) && !isChain(asked.reach) ? asked.reach.clinicIds : null)
  const conditions: RawBuilder<unknown>[] = [await rowsOf(tx, figure, span, clinicIds)]
  // In a report of people the own row is what somebody did in the part that is looked at, and nothing of others beside it.
  if (!people?.own)
    conditions.push(
      rowsWithin(asked.reach, { clinic: source.clinic, doctors: source.doctors, others: source.others ?? [] }),
    )
  if (people && source.part) conditions.push(sql`${source.part} = ${people.as}`)
  if (people?.who) {
    const person = source.cuts[people.as]
    conditions.push(person ? sql`${person} = any(${people.who})` : sql`false`)
  }
  if (source.where) conditions.push(sql`(${source.where})`)
  if (asked.clinicIds) conditions.push(sql`${source.clinic} = any(${asked.clinicIds}::uuid[])`)
  const among = (ids: readonly string[], column: RawBuilder<unknown> | undefined, type: 'uuid' | 'text') => {
    if (ids.length > 0) conditions.push(column ? sql`${column} = any(${ids}::${sql.raw(type)}[])` : sql`false`)
  }
  among(asked.doctorIds, source.cuts.doctor, 'uuid')
  if (asked.sourceIds.length > 0)
    conditions.push(
      source.cuts.source ? sql`${source.cuts.source} in ${sourcesUnder(tx, asked.sourceIds)}` : sql`false`,
    )
  among(asked.categories, source.cuts.category, 'text')
  among(asked.deptIds, source.cuts.dept, 'uuid')
  among(asked.methodIds, source.hasNoMethod ? undefined : source.cuts.method, 'uuid')
  return sql.join(conditions, sql` and `)
}

/** Sources of patients with all that stand below them, in their three levels. */
const sourcesUnder = (tx: TenantTx, ids: readonly string[]): RawBuilder<unknown> =>
  sql`(select x.id from patient_source x
    left join patient_source y on ${tx.own('y')} and y.id = x.parent_id
    where ${tx.own('x')} and (x.id = any(${ids}::uuid[]) or x.parent_id = any(${ids}::uuid[]) or y.parent_id = any(${ids}::uuid[])))`

/** Whether a figure can say anything of what is asked for: chairs have no source, and a visit has no category. */
export const isKnownOf = (asked: Asked, figure: Figure): boolean =>
  countedIn(figure).every(
    ({ source: { cuts, hasNoMethod } }) =>
      (asked.doctorIds.length === 0 || cuts.doctor !== undefined) &&
      (asked.sourceIds.length === 0 || cuts.source !== undefined) &&
      (asked.categories.length === 0 || cuts.category !== undefined) &&
      (asked.deptIds.length === 0 || cuts.dept !== undefined) &&
      (asked.methodIds.length === 0 || (cuts.method !== undefined && !hasNoMethod)),
  )

/** The key by which a source's rows are put together; of what it does not know, one row for all. */
export function keyOf(source: Source, by: Cut): RawBuilder<string> {
  switch (by) {
    case 'day':
      return sql<string>`(${dayOf(source)})::text`
    case 'week':
      // Weeks begin on Sunday.
      return sql<string>`((${dayOf(source)}) - extract(dow from ${dayOf(source)})::int)::text`
    case 'month':
      return sql<string>`to_char(${dayOf(source)}, 'YYYY-MM')`
    case 'quarter':
      return sql<string>`to_char(${dayOf(source)}, 'YYYY-"Q"Q')`
    case 'year':
      return sql<string>`to_char(${dayOf(source)}, 'YYYY')`
    case 'clinic':
      return sql<string>`(${source.clinic})::text`
    default: {
      const column = source.cuts[by]
      return column ? sql<string>`coalesce((${column})::text, '')` : sql<string>`''::text`
    }
  }
}

/** How many months a row along time stands for. */
export const MONTHS_OF: Readonly<Partial<Record<Cut, number>>> = { month: 1, quarter: 3, year: 12 }

/** The key of the week in which a day lies: weeks begin on Sunday. */
export const weekOf = (day: LocalDate): LocalDate => addDays(day, -weekday(day))

/** The first day of a row along time. */
function beginOf(by: Cut, key: string): LocalDate {
  switch (by) {
    case 'month':
      return `${key}-01`
    case 'quarter':
      return `${key.slice(0, 4)}-${String(3 * Number(key.slice(-1)) - 2).padStart(2, '0')}-01`
    case 'year':
      return `${key}-01-01`
    default:
      return key
  }
}

/** The key of the row along time in which a day stands, of rows that stand for months. */
export const keyOfMonths = (by: Cut, day: LocalDate): string =>
  by === 'year'
    ? day.slice(0, 4)
    : by === 'quarter'
      ? `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
      : day.slice(0, 7)

/** The part of a span for which a row along time stands. */
export function spanOfKey(by: Cut, key: string, { from, to }: Span): Span {
  const begin = beginOf(by, key)
  const months = MONTHS_OF[by] ?? 0
  const end = months > 0 ? addDays(addMonths(begin, months), -1) : by === 'week' ? addDays(begin, 6) : begin
  return { from: begin < from ? from : begin, to: end > to ? to : end }
}

/** The day of an event. A balance has none: along time it is asked for row by row, each of its own end. */
function dayOf(source: Source): RawBuilder<unknown> {
  if (source.kind === 'states') throw new Error(`${source.name} cannot be cut along time`)
  return source.day
}

/** @throws REPORT_CUT when the report is not cut so */
export function mustBeCut(report: Report, by: Cut): void {
  if (!report.cuts.includes(by)) throw new AppError('REPORT_CUT')
}

/** The same of a cell, which may be the sum of a group. */
export function mustHaveCells(report: Report, by: Cut): void {
  if (!Object.values(report.groups).includes(by)) mustBeCut(report, by)
}

/** @throws when the report has no such figure for this person */
export function figureAsked(asked: Asked, code: string): Figure {
  const found = [...asked.figures, ...asked.pictured].find((figure) => figure.code === code)
  if (!found) throw fieldError('BAD_INPUT', 'figure', '这张报表没有这个指标')
  return found
}

export const isOverTime = (by: Cut): boolean => (timeCuts as readonly Cut[]).includes(by)
/** Are its rows single things: documents, people, cards? */
export const isOfThings = (by: Cut): boolean => (thingCuts as readonly Cut[]).includes(by)
