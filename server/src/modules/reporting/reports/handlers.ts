import type { contract, ParsedInput } from '@dentin/contract'
import { clinicDoors, exportRight, isRole, reportBehind, type Cut, type ReportDoor } from '@dentin/contract/report'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../../platform/http/context.ts'
import { isWide, reachOf } from '../../staff/index.ts'
import { countedIn } from '../figures/declared.ts'
import type { CountedFigure, Figure, Span } from '../figures/figure.ts'
import {
  askedOf,
  figureAsked,
  isOfThings,
  isOverTime,
  mustBeCut,
  mustHaveCells,
  mustOpen,
  reportAsked,
  seesTodayOnly,
  type Asked,
} from './ask.ts'
import { backdatedIn, choicesOf, closedMonthsIn, mustBeThere } from './choices.ts'
import { drillInto, peopleOf, type Cell } from './drill.ts'
import { earningsOf } from './earnings.ts'
import { headOf } from './heads.ts'
import { dropView, keepView, keptViews } from './kept-views.ts'
import { narrowedIn } from './narrowed.ts'
import { reportFile, reportTitle } from './report-file.ts'
import { othersOf, rolesOf } from './people.ts'
import { figuresBy } from './reports.ts'
import { runReport, timeKeys, type Shown } from './run.ts'
import { partOf, spreadOut } from './spread.ts'

/**
 * The rows of which figures may be opened: those that the person sees here, and what their rates are worked out of.
 * @throws for any other, and for one that is worked out: what is above and below its line is opened instead
 */
function drillable(asked: Asked, code: string): CountedFigure {
  const found =
    partOf(asked, code) ??
    [...asked.figures, ...asked.pictured].flatMap(countedIn).find((figure) => figure.code === code)
  if (!found) throw fieldError('BAD_INPUT', 'figure', '这张报表不能打开这个指标的明细')
  return found
}

/** The figures that were named, in the order of the report; none named: all of them. */
function chosen(asked: Asked, codes: readonly string[]): readonly Figure[] {
  if (codes.length === 0) return asked.figures
  for (const code of codes) figureAsked(asked, code)
  return [...asked.figures, ...asked.pictured].filter(({ code }) => codes.includes(code))
}

/** A cell that is asked for. @throws where it has no rows, or the span is compared with none */
function cellAsked(
  ctx: ClinicContext,
  input: ParsedInput<typeof contract.report.people>,
): { asked: Asked; figure: CountedFigure; cell: Cell } {
  const asked = askedOf(ctx, asIn(input))
  mustHaveCells(asked.report, input.by)
  const figure = drillable(asked, input.figure)
  const { by, key = null } = input
  if (!input.compared) return { asked, figure, cell: { by, key, span: asked.span } }
  const { span, comparedSpan } = asked
  if (!comparedSpan) throw fieldError('BAD_INPUT', 'compared', '没有选择对比')
  return {
    asked,
    figure,
    cell: {
      by,
      key: key !== null && isOverTime(by) ? timeBeside(by, key, span, comparedSpan) : key,
      span: comparedSpan,
    },
  }
}

/**
 * The day, week or month of the other span beside which a row along time stands.
 * @throws where the other span is shorter and has none
 */
function timeBeside(by: Cut, key: string, span: Span, other: Span): string {
  const found = timeKeys(by, other)[timeKeys(by, span).indexOf(key)]
  if (found === undefined) throw fieldError('BAD_INPUT', 'key', '对比期没有这一行')
  return found
}

/** A report of people that is cut by a part of theirs looks at them in it. */
const asIn = <I extends Pick<ParsedInput<typeof contract.report.run>, 'by' | 'as'>>(input: I): I =>
  isRole(input.by) ? { ...input, as: input.by } : input

async function ran(
  ctx: ClinicContext,
  input: ParsedInput<(typeof contract.report)['run' | 'print' | 'exportSheet']>,
  page: Shown['page'],
) {
  const asked = askedOf(ctx, asIn(input))
  mustBeCut(asked.report, input.by)
  await mustBeThere(ctx.tx, asked)
  const wanted = figuresBy(asked.report, input.by, chosen(asked, input.figures))
  const figures = await spreadOut(ctx.tx, asked, wanted)
  const some = input.figures.length > 0 ? undefined : asked.report.ofThings[input.by]
  const shown = some ? figures.filter(({ code }) => some.includes(code)) : figures
  // Single things are listed for whoever sees none of the sums by which they are rows: who is late, not by how much.
  const counted =
    figures.length === 0 && isOfThings(input.by)
      ? await spreadOut(ctx.tx, asked, figuresBy(asked.report, input.by, asked.report.figures))
      : figures
  const [found, others, backdated, closedMonths] = await Promise.all([
    runReport(ctx, asked, counted, { by: input.by, sort: input.sort, page, shown }),
    isRole(input.by) ? othersOf(ctx, asked, figures) : null,
    backdatedIn(ctx.tx, asked),
    closedMonthsIn(ctx.tx, asked),
  ])
  return {
    ...found,
    others,
    span: asked.span,
    comparedSpan: asked.comparedSpan,
    figures: shown.map(headOf),
    asOf: ctx.now,
    backdated,
    closedMonths,
  }
}

/** @throws FORBIDDEN to whoever may not take the report out, as a file or on paper */
function mustTakeOut(ctx: ClinicContext, door: ReportDoor): void {
  const right = exportRight(door)
  if (right === null || !ctx.can(right)) throw new AppError('FORBIDDEN')
}

/** Notes what of a report somebody took out, as it was asked for. */
async function noteTaken(
  { tx }: ClinicContext,
  how: 'export' | 'print',
  input: Readonly<Record<string, unknown>>,
  rows: number,
): Promise<void> {
  const conditions = Object.entries(input).filter(([, value]) => !Array.isArray(value) || value.length > 0)
  await tx.note(how, 'report', null, { after: { ...Object.fromEntries(conditions), rows } })
}

export const reportHandlers: Handlers<typeof contract.report> = {
  frame: async (ctx, { door, view }) => {
    const right = mustOpen(ctx, door)
    const report = reportAsked(reportBehind(door), view)
    const reach = reachOf(ctx, right)
    const bound = door in clinicDoors
    const isSeen = ({ needs }: Figure) => needs === undefined || ctx.can(needs)
    const roles = report.people && !isWide(reach) ? await rolesOf(ctx) : null
    return {
      cuts: report.cuts.filter(
        (cut) => !(bound && cut === 'clinic') && !(roles && isRole(cut) && !roles.includes(cut)),
      ),
      figures: report.figures.filter(isSeen).map(headOf),
      askable: [...report.figures, ...report.pictured].filter(isSeen).map(({ code }) => code),
      ...(await choicesOf(ctx.tx, reach, bound ? ctx.clinicId : null)),
      todayOnly: seesTodayOnly(ctx, door),
      narrows: (['source', 'category', 'dept', 'method'] as const).filter((cut) =>
        report.figures.some((figure) =>
          countedIn(figure).every(
            ({ source }) => source.cuts[cut] !== undefined && !(cut === 'method' && source.hasNoMethod),
          ),
        ),
      ),
    }
  },
  run: (ctx, input) => {
    const { pageNum, pageSize } = input
    return ran(ctx, input, { limit: pageSize, offset: (pageNum - 1) * pageSize })
  },
  print: async (ctx, input) => {
    mustTakeOut(ctx, input.door)
    const found = await ran(ctx, input, { limit: input.pageSize, offset: 0 })
    await noteTaken(ctx, 'print', input, found.count)
    return found
  },
  drill: async (ctx, input) => {
    const { asked, figure, cell } = cellAsked(ctx, input)
    await mustBeThere(ctx.tx, asked)
    const { pageNum, pageSize } = input
    const page = { limit: pageSize, offset: (pageNum - 1) * pageSize }
    return { ...(await drillInto(ctx.tx, asked, figure, cell, page)), figure: headOf(figure), pageNum, pageSize }
  },
  people: async (ctx, input) => {
    const { asked, figure, cell } = cellAsked(ctx, input)
    await mustBeThere(ctx.tx, asked)
    return peopleOf(ctx.tx, asked, figure, cell)
  },
  keptViews,
  keepView,
  dropView: (ctx, { id }) => dropView(ctx, id),
  totalEarnings: (ctx, { all }) => earningsOf(ctx, all),
  exportSheet: async (ctx, input) => {
    mustTakeOut(ctx, input.door)
    const found = await ran(ctx, input, null)
    const narrowed = await narrowedIn(ctx.tx, askedOf(ctx, asIn(input)), input)
    if (found.rows.length === 0) throw new AppError('PATIENT_EXPORT_EMPTY')
    ctx.making.sized(found.rows.length)
    await noteTaken(ctx, 'export', input, found.rows.length)
    return reportFile(reportTitle(input.door), input, found, narrowed)
  },
}
