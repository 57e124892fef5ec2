import { earningFigures, earningSpans } from '@dentin/contract/report'
import { addDays, today, type LocalDate } from '@dentin/kit'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import type { Span } from '../figures/figure.ts'
import { askedOf } from './ask.ts'
import { headOf } from './heads.ts'
import { runReport } from './run.ts'

/** The days of each span, up to a day. */
function spanOf(name: (typeof earningSpans)[number], day: LocalDate): Span {
  switch (name) {
    case 'today':
      return { from: day, to: day }
    case 'yesterday':
      return { from: addDays(day, -1), to: addDays(day, -1) }
    case 'month':
      return { from: `${day.slice(0, 7)}-01`, to: day }
    case 'year':
      return { from: `${day.slice(0, 4)}-01-01`, to: day }
  }
}

/**
 * What came in today, yesterday, this month and this year, by the same figures as the reports.
 * @param all of every clinic of the reach; else of the clinic at work
 * @throws FORBIDDEN when the person may not see as much
 */
export async function earningsOf(ctx: ClinicContext, all: boolean) {
  const isOwn = !all && ctx.can('/clinicanalysisData:view')
  if (!isOwn && !ctx.can('/analysisData:view')) throw new AppError('FORBIDDEN')
  const day = today(ctx.tx.now)
  const ask = (span: Span) =>
    askedOf(ctx, {
      door: isOwn ? 'clinicanalysisData' : 'analysisData',
      ...span,
      compare: 'none',
      clinicIds: all ? [] : [ctx.clinicId],
      doctorIds: [],
      sourceIds: [],
      deptIds: [],
      methodIds: [],
      categories: [],
    })
  const { figures } = ask(spanOf('today', day))
  const shown = earningFigures.flatMap((code) => figures.find((figure) => figure.code === code) ?? [])
  const month = spanOf('month', day)
  const spans = []
  for (const span of earningSpans) {
    const { from, to } = spanOf(span, day)
    const { total } = await runReport(ctx, ask({ from, to }), shown, { by: 'month', page: null })
    spans.push({ span, from, to, values: total.values })
  }
  const takings = shown.filter(({ code }) => code === 'C1')
  const { rows } = await runReport(ctx, ask(month), takings, { by: 'day', page: null })
  return {
    figures: shown.map(headOf),
    spans,
    line: rows.map(({ key, values }) => ({ date: key, value: values[0] ?? null })),
    asOf: ctx.now,
  }
}
