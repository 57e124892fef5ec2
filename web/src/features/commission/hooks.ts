import { commission, type PayRole } from '@dentin/contract/commission'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { report } from '@dentin/contract/report'
import { addDays, addMonths } from '@dentin/kit/datetime'
import { useAsPreview } from '../../domain/paper-preview.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Rules = WireOutput<typeof commission.rules>
export type Rule = Rules['list'][number]
export type Terms = Rule['terms'][number]
export type TermsAsked = NonNullable<WireInput<typeof commission.trial>['draft']>
export type Trial = WireOutput<typeof commission.trial>
export type Pay = WireOutput<typeof commission.pay>
export type Slip = WireOutput<typeof commission.slips>['list'][number]
export type PrintedSlip = WireOutput<typeof commission.slip>

export const LINES_A_PAGE = 50
/** Months of the trend, with the one that is looked at. */
const TREND = 6

export const useRules = () => useCall(commission.rules, {})
export const useTrial = (month: string, draft: TermsAsked | null) =>
  useCall(commission.trial, { month, draft }, { keep: false })
export const useSlips = (month: string) => useCall(commission.slips, { month })
export const useSlip = (id: string) => useCall(commission.slip, { id, ...useAsPreview() })
export const usePay = (employeeId: string, as: PayRole, month: string, pageNum: number) =>
  useCall(commission.pay, { employeeId, as, month, pageNum, pageSize: LINES_A_PAGE })

/** What somebody did in a part, month by month up to one. */
export const useTrend = (employeeId: string, as: PayRole, month: string) =>
  useCall(report.run, {
    door: 'employeeReport',
    by: 'month',
    as,
    employeeIds: [employeeId],
    from: addMonths(`${month}-01`, 1 - TREND),
    to: addDays(addMonths(`${month}-01`, 1), -1),
  })

/** Changing rules and confirming slips; what follows from them is read again. */
export function useCommissionSends() {
  const refresh = { refresh: [commission.rules, commission.trial, commission.pay, commission.slips, report.run] }
  return {
    saveRule: useSend(commission.saveRule, refresh),
    stopRule: useSend(commission.stopRule, refresh),
    confirm: useSend(commission.confirm, refresh),
  }
}
