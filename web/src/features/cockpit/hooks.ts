import { clinicSettlement } from '@dentin/contract/clinic-settlement'
import { cockpit, type TargetMeasure } from '@dentin/contract/cockpit'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { report } from '@dentin/contract/report'
import { addMonths } from '@dentin/kit/datetime'
import { useCall, useSend } from '../../lib/query.ts'
import type { Span, Standing } from './pace.ts'

export type ReportAnswer = WireOutput<typeof report.run>
export type Warning = WireOutput<typeof cockpit.warnings>['list'][number]
export type Targets = WireOutput<typeof cockpit.targets>
export type Spend = WireOutput<typeof cockpit.spends>['list'][number]
/** By which sum clinics are held against their targets. */
export type Measure = TargetMeasure

const EVERY_MS = 60_000
type Ask = Partial<WireInput<typeof report.run>> & Pick<WireInput<typeof report.run>, 'from' | 'to' | 'by'>

const useFigures = (ask: Ask, enabled = true) =>
  useCall(report.run, { door: 'homeCockpit', ...ask }, { refetchInterval: EVERY_MS, staleTime: EVERY_MS / 2, enabled })

/** A figure of a row; 0 where there is none. */
export const figureIn = (answer: ReportAnswer, values: readonly (string | null)[] | undefined, code: string): number =>
  Number(values?.[answer.figures.findIndex((figure) => figure.code === code)] ?? 0)
/** As `figureIn`, null where there is nothing to divide by. */
export function rateIn(answer: ReportAnswer, values: readonly (string | null)[] | null, code: string): number | null {
  const at = answer.figures.findIndex((figure) => figure.code === code)
  const value = values?.[at]
  return value === null || value === undefined ? null : Number(value)
}

/** Everything that the cockpit shows of a span; undefined while it is not there yet. */
export function useCockpit(span: Span, measure: Measure) {
  const { from, to, until } = span
  const [figure, target] = measure === 'takings' ? ['C1', 'T1'] : ['R1', 'T2']
  const step = from.slice(0, 7) === to.slice(0, 7) ? ('day' as const) : ('month' as const)
  const pace = useCall(cockpit.pace, { from, to }, { refetchInterval: EVERY_MS })
  const sums = useFigures({ from, to: until, by: 'clinic', figures: [figure] })
  const goals = useFigures({ from, to, by: 'clinic', figures: [target] })
  // What is looked at first is not kept waiting by what takes longer.
  const after = !sums.isPending && !goals.isPending
  const clinics = useFigures(
    {
      from,
      to: until,
      by: 'clinic',
      compare: 'year',
      figures: ['V7', 'V8', 'V15', 'R2', 'D1', 'D0', 'D2', 'Q1', 'Q2', 'Q4', 'Q3'],
    },
    after,
  )
  const steps = useFigures({ from, to: until, by: step, figures: [figure] }, after)
  const yearBefore = useFigures(
    { from: addMonths(from, -12), to: addMonths(to, -12), by: step, figures: [figure] },
    after,
  )
  const mix = useFigures({ from, to: until, by: 'topCategory', figures: [figure] }, after)
  const sources = useFigures(
    { from, to: until, by: 'source', figures: ['V8', 'V15', 'D2', 'Q1', 'Q2', 'Q4', 'Q3'] },
    after,
  )
  const chairs = useFigures({ from, to: until, by: 'weekHour', figures: ['V13'] }, after)
  const doctors = useFigures({ from, to: until, by: 'doctor', figures: [figure, 'V7', 'D2'] }, after)
  const today = useFigures({ from: until, to: until, by: 'clinic', figures: ['V1', 'V3', 'V7'] }, after)
  const standings: Standing[] | undefined =
    pace.data && sums.data && goals.data
      ? pace.data.clinics.map((one) => {
          const row = sums.data.rows.find(({ key }) => key === one.id)
          const goal = goals.data.rows.find(({ key }) => key === one.id)
          const set = goal ? figureIn(goals.data, goal.values, target as string) : 0
          return {
            ...one,
            soFar: figureIn(sums.data, row?.values, figure as string),
            target: set > 0 ? set : null,
          }
        })
      : undefined
  return {
    error: pace.error ?? sums.error ?? goals.error,
    retry: () => void Promise.all([pace.refetch(), sums.refetch(), goals.refetch()]),
    asOf: sums.data?.asOf,
    figure: figure as string,
    step,
    standings,
    sums: sums.data,
    clinics: clinics.data,
    steps: steps.data,
    yearBefore: yearBefore.data,
    mix: mix.data,
    sources: sources.data,
    chairs: chairs.data,
    doctors: doctors.data,
    today: today.data,
  }
}

/** What clinics owe each other now. */
export const useClinicBalances = () => useCall(clinicSettlement.balances, {}, { refetchInterval: EVERY_MS })
/** What waits for somebody. */
export const useWarnings = () => useCall(cockpit.warnings, {}, { refetchInterval: EVERY_MS })
/** Where the books of clinics do not agree. */
export const useMismatches = () => useCall(cockpit.mismatches, {}, { keep: false })
/** Checks the books now. */
export const useRecheck = () => useSend(cockpit.recheck, { refresh: [cockpit.mismatches, cockpit.warnings] })
/** The targets of a year. */
export const useTargets = (year: string) => useCall(cockpit.targets, { year }, { keep: false })
/** What was spent on sources in a year. */
export const useSpends = (year: string) => useCall(cockpit.spends, { year }, { keep: false })
/** Whom spending may be written down for. */
export const useChoices = () => useCall(report.frame, { door: 'homeCockpit' }, { staleTime: 5 * 60_000 })

/** Setting goals; the figures are read again after each. */
export function useGoalSends() {
  const refresh = { refresh: [cockpit.targets, cockpit.spends, report.run] }
  return {
    saveTargets: useSend(cockpit.saveTargets, refresh),
    saveSpend: useSend(cockpit.saveSpend, refresh),
    removeSpend: useSend(cockpit.removeSpend, refresh),
  }
}
