import { clinicSettlement } from '@dentin/contract/clinic-settlement'
import type { WireOutput } from '@dentin/contract/core/call'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Balances = WireOutput<typeof clinicSettlement.balances>
export type MonthRow = Balances['months'][number]
export type Movement = WireOutput<typeof clinicSettlement.movements>['list'][number]
/** Two clinics and a month, as the address of their statement says them. */
export interface OfPair {
  month: string
  debtorId: string
  creditorId: string
}

/** What clinics owe each other, kept fresh. */
export function useBalances() {
  useLive(['bill'], [clinicSettlement.balances])
  return useCall(clinicSettlement.balances, {})
}

/** Each movement between two clinics in a month. */
export function useMovements({ month, debtorId, creditorId }: OfPair) {
  useLive(['bill'], [clinicSettlement.movements])
  return useCall(clinicSettlement.movements, { month, debtorId, creditorId }, { keep: false })
}

/** The statement; reading it counts as a print, so it is read once. */
export const useStatement = ({ month, debtorId, creditorId }: OfPair) =>
  useCall(clinicSettlement.statement, { month, debtorId, creditorId }, { staleTime: Infinity, keep: false })

/** Confirming and taking back; what is on the screen is read again after each. */
export function useSettlementSends() {
  const refresh = { refresh: [clinicSettlement.balances, clinicSettlement.movements] }
  return { settle: useSend(clinicSettlement.settle, refresh), undo: useSend(clinicSettlement.undo, refresh) }
}

export const monthName = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`

/** Was something noted into a month after it was settled? */
export const differs = ({ settlement, amount }: MonthRow): boolean =>
  settlement !== null && settlement.amount !== amount
