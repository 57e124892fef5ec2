import { billing } from '@dentin/contract/billing'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { instalment } from '@dentin/contract/instalment'
import { useLive } from '../../lib/live.ts'
import { useAsPreview } from '../../domain/paper-preview.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type OwedList = WireOutput<typeof instalment.list>
export type OwedRow = OwedList['list'][number]
export type OwedTab = NonNullable<WireInput<typeof instalment.list>['tab']>
export type PlansOfBill = WireOutput<typeof instalment.ofBill>
export type Agreement = WireOutput<typeof instalment.agreement>
export type Letter = WireOutput<typeof instalment.letter>
export type Plan = PlansOfBill['plans'][number]

/** What is owed in the clinic, kept fresh. */
export function useOwed(tab: OwedTab, keyword: string, pageSize: number) {
  useLive(['bill'], [instalment.list])
  return useCall(instalment.list, { tab, keyword, pageSize })
}

/** The agreements and calls of a bill, kept fresh. */
export function usePlans(billId: string) {
  useLive(['bill'], [instalment.ofBill])
  return useCall(instalment.ofBill, { billId }, { keep: false })
}

/** An agreement on paper; reading it counts as a print, so it is read once. */
export const useAgreement = (id: string) =>
  useCall(instalment.agreement, { id, ...useAsPreview() }, { staleTime: Infinity, keep: false })
/** A letter about what is late, likewise. */
export const useLetter = (patientId: string) =>
  useCall(instalment.letter, { patientId, ...useAsPreview() }, { staleTime: Infinity, keep: false })

export function useInstalmentSends() {
  const refresh = { refresh: [instalment.list, instalment.ofBill, billing.detail] }
  return {
    create: useSend(instalment.create, refresh),
    change: useSend(instalment.change, refresh),
    end: useSend(instalment.end, refresh),
    addCall: useSend(instalment.addCall, refresh),
  }
}
