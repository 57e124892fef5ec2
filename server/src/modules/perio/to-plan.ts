import { SEXTANTS } from '@dentin/clinical/perio/index'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { perioTreatmentKeys, perioTreatments, type PerioTreatment, type SextantKey } from '@dentin/contract/perio'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { recordForPlan } from '../record/index.ts'
import { planItems, planOfLines, type PlanItem } from '../treatment-plan/index.ts'
import { lockChart, mustCount, type StandingChart } from './charts.ts'
import { bestItem, type Offered } from './offers.ts'
import { teethOfSextant } from './rules.ts'

type Calls = typeof contract.perio
type Sextants = NonNullable<ParsedInput<Calls['toPlan']>['sextants']>

/** What is done at places that are alike. */
interface Job {
  what: Offered
  name: string
  sextant: string
  teeth: string
}

/**
 * What a chart's sextants come to: natural teeth have the treatments that were chosen, in their order; an implant has its
 * maintenance instead, once. A root that remains has none: it is not kept.
 */
function jobsOf(cells: StandingChart['cells'], sextants: Sextants): Job[] {
  const chosen = SEXTANTS.filter(({ key }) => sextants[key as SextantKey].length > 0)
  const natural = (what: PerioTreatment): Job[] =>
    chosen
      .filter(({ key }) => sextants[key as SextantKey].includes(what))
      .map(({ key, name }) => ({
        what,
        name: perioTreatments[what],
        sextant: name,
        teeth: teethOfSextant(cells, key, 'present'),
      }))
  const implants = chosen.map(({ key, name }): Job => ({
    what: 'implant',
    name: '种植体维护',
    sextant: name,
    teeth: teethOfSextant(cells, key, 'implant'),
  }))
  return [...perioTreatmentKeys.flatMap(natural), ...implants].filter(({ teeth }) => teeth !== '')
}

/** A line of a plan, and the treatment it stands for. */
interface JobLine {
  item: PlanItem
  teeth: string
  qty: number
}

/**
 * The lines of jobs. An item that asks for teeth stands once for each sextant, for as many teeth as there are where it is paid
 * by the tooth; one that asks for none is of the whole mouth and stands once. Two treatments that the price list has as one
 * item are one line. What it has no item for is told by its sextant.
 */
function linesOf(jobs: readonly Job[], items: readonly PlanItem[]): { lines: JobLine[]; unmatched: string[] } {
  const lines = new Map<string, JobLine>()
  const unmatched: string[] = []
  for (const { what, name, sextant, teeth } of jobs) {
    const item = bestItem(what, items)
    if (!item) {
      unmatched.push(`${sextant} ${name}`)
      continue
    }
    const at = item.toothRequired ? teeth : ''
    const qty = item.toothRequired && item.toothCountPriced ? teeth.split(';').length : 1
    lines.set(`${item.id} ${at}`, { item, teeth: at, qty })
  }
  return { lines: [...lines.values()], unmatched }
}

/** Makes a draft of a treatment plan of what a chart plans in the six sextants. */
export async function toPlan(
  context: ClinicContext,
  { chartId, sextants, requestId }: ParsedInput<Calls['toPlan']>,
): Promise<HandlerOutput<Calls['toPlan']>> {
  const chart = await lockChart(context, chartId)
  const record = await recordForPlan(context, chart.recordId)
  mustCount(chart)
  const jobs = jobsOf(chart.cells, sextants ?? chart.plan.sextants)
  if (jobs.length === 0) throw new AppError('PERIO_PLAN_EMPTY')
  const { lines, unmatched } = linesOf(jobs, await planItems(context))
  const { recordId } = chart
  return { ...(await planOfLines(context, { ...record, recordId, title: '牙周治疗', lines, requestId })), unmatched }
}
