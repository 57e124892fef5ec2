import { SEXTANTS } from '@dentin/clinical/perio/index'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { perioTreatmentKeys, perioTreatments, type PerioTreatment, type SextantKey } from '@dentin/contract/perio'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { recordForPlan } from '../record/index.ts'
import { planItems, planOfLines, type PlanItem } from '../treatment-plan/index.ts'
import { lockChart, mustCount } from './chart-commands.ts'
import { teethOfSextant } from './rules.ts'

type Calls = typeof contract.perio
type Sextants = NonNullable<ParsedInput<Calls['toPlan']>['sextants']>

/** Names of the price list under which a treatment is offered. */
const NAMED: Readonly<Record<PerioTreatment, RegExp>> = {
  scaling: /洁治|洁牙/,
  debridement: /刮治/,
  rootPlaning: /根面平整/,
  surgery: /翻瓣|牙周手术/,
}

/** A line of a plan, and the treatment it stands for. */
interface SextantLine {
  item: PlanItem
  teeth: string
  qty: number
}

/**
 * The lines of six sextants. An item that asks for teeth stands once for each sextant, for as many teeth as there are where it
 * is paid by the tooth; one that asks for none is of the whole mouth and stands once. Two treatments that the price list has
 * as one item are one line.
 */
function sextantLines(
  sextants: Sextants,
  teethOf: (key: string) => string,
  items: readonly PlanItem[],
): { lines: SextantLine[]; unmatched: string[] } {
  const lines = new Map<string, SextantLine>()
  const unmatched: string[] = []
  for (const treatment of perioTreatmentKeys)
    for (const { key, name } of SEXTANTS) {
      const teeth = teethOf(key)
      if (!sextants[key as SextantKey].includes(treatment) || teeth === '') continue
      const item = items.find((each) => NAMED[treatment].test(each.name))
      if (!item) {
        unmatched.push(`${name} ${perioTreatments[treatment]}`)
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
  const chosen = sextants ?? chart.plan.sextants
  const isTreated = (key: string) => chosen[key as SextantKey].length > 0 && teethOfSextant(chart.cells, key) !== ''
  if (!SEXTANTS.some(({ key }) => isTreated(key))) throw new AppError('PERIO_PLAN_EMPTY')
  const items = await planItems(context)
  const { lines, unmatched } = sextantLines(chosen, (key) => teethOfSextant(chart.cells, key), items)
  const { recordId } = chart
  return { ...(await planOfLines(context, { ...record, recordId, title: '牙周治疗', lines, requestId })), unmatched }
}
