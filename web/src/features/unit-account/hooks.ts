import { clinic } from '@dentin/contract/clinic'
import type { WireOutput } from '@dentin/contract/core/call'
import { unitAccount } from '@dentin/contract/unit-account'
import { useLive } from '../../lib/live.ts'
import { useAsPreview } from '../../domain/paper-preview.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Balances = WireOutput<typeof unitAccount.balances>
export type UnitRow = Balances['list'][number]
export type Statement = WireOutput<typeof unitAccount.statement>
export type PrintedStatement = WireOutput<typeof unitAccount.printStatement>
export type Claim = WireOutput<typeof unitAccount.open>['list'][number]
export type Settlement = WireOutput<typeof unitAccount.settlements>['list'][number]

/** What each unit owes the clinic, kept fresh. */
export function useBalances() {
  useLive(['bill'], [unitAccount.balances])
  return useCall(unitAccount.balances, {})
}

/** What of a unit is not settled, the oldest first. */
export function useOpen(unitId: string) {
  useLive(['bill'], [unitAccount.open])
  return useCall(unitAccount.open, { unitId }, { keep: false })
}

/** A month of a unit. */
export function useStatement(unitId: string, month: string) {
  useLive(['bill'], [unitAccount.statement])
  return useCall(unitAccount.statement, { unitId, month })
}

/** What a unit paid, the latest first. */
export function useSettlements(unitId: string) {
  useLive(['bill'], [unitAccount.settlements])
  return useCall(unitAccount.settlements, { unitId }, { keep: false })
}

/** The statement on paper; reading it counts as a print, so it is read once. */
export const usePrinted = (unitId: string, month: string) =>
  useCall(unitAccount.printStatement, { unitId, month, ...useAsPreview() }, { staleTime: Infinity, keep: false })

/** Cash-like ways: units pay by no other. */
export function useCashLike() {
  const { data } = useCall(clinic.payMethods, {}, { staleTime: 5 * 60_000 })
  return (data ?? []).filter(({ type }) => type === 1)
}

/** Settling and taking back; what is on the screen is read again after each. */
export function useUnitSends() {
  const refresh = {
    refresh: [
      unitAccount.balances,
      unitAccount.open,
      unitAccount.statement,
      unitAccount.settlements,
      unitAccount.payable,
      unitAccount.units,
    ],
  }
  return { settle: useSend(unitAccount.settle, refresh), undo: useSend(unitAccount.undo, refresh) }
}
