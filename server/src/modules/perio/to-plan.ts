import { SEXTANTS } from '@dentin/clinical/perio/index'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { perioTreatmentKeys, perioTreatments, type SextantKey } from '@dentin/contract/perio'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { recordForPlan } from '../record/index.ts'
import { planOfRows } from '../treatment-plan/index.ts'
import { lockChart, mustCount } from './chart-commands.ts'
import { teethOfSextant } from './rules.ts'

type Calls = typeof contract.perio

/** Makes a draft of a treatment plan of the six sextants: treatment by treatment, each sextant a line with its teeth. */
export async function toPlan(
  context: ClinicContext,
  { chartId, sextants, requestId }: ParsedInput<Calls['toPlan']>,
): Promise<HandlerOutput<Calls['toPlan']>> {
  const chart = await lockChart(context, chartId)
  const record = await recordForPlan(context, chart.recordId)
  mustCount(chart)
  const chosen = sextants ?? chart.plan.sextants
  const rows = perioTreatmentKeys.flatMap((treatment) =>
    SEXTANTS.flatMap(({ key }) => {
      const teeth = teethOfSextant(chart.cells, key)
      return chosen[key as SextantKey].includes(treatment) && teeth !== ''
        ? [{ content: perioTreatments[treatment], teeth }]
        : []
    }),
  )
  if (rows.length === 0) throw new AppError('PERIO_PLAN_EMPTY')
  return planOfRows(context, { ...record, recordId: chart.recordId, title: '牙周治疗', rows, requestId })
}
