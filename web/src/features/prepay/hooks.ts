import { billing } from '@dentin/contract/billing'
import type { AnyCall, WireOutput } from '@dentin/contract/core/call'
import { patient } from '@dentin/contract/patient'
import { prepay } from '@dentin/contract/prepay'
import { useLive } from '../../lib/live.ts'
import { useAsPreview } from '../../domain/paper-preview.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type PatientPrepays = WireOutput<typeof prepay.ofPatient>
export type Prepay = PatientPrepays['list'][number]
export type PrepayReturn = PatientPrepays['returns'][number]
export type PrepayList = WireOutput<typeof prepay.list>

const reads = [prepay.ofPatient, prepay.payable, prepay.list, prepay.returns, patient.information, billing.shift]

/** A patient's prepayments, kept fresh. */
export function usePatientPrepays(patientId: string) {
  useLive(['bill', 'patient'], [prepay.ofPatient])
  return useCall(prepay.ofPatient, { patientId }, { keep: false })
}

/** What the clinic took, kept fresh. */
export function usePrepays(tab: 'valid' | 'all', keyword: string, pageSize: number) {
  useLive(['bill'], [prepay.list])
  return useCall(prepay.list, { tab, keyword, pageSize })
}

/** What is given back, kept fresh. */
export function useReturns(keyword: string, pageSize: number, enabled: boolean) {
  useLive(['bill'], [prepay.returns])
  return useCall(prepay.returns, { keyword, pageSize }, { enabled })
}

/** Everything that changes prepayments; what is on the screen is read again after each. */
export const usePrepaySend = <C extends AnyCall>(call: C) => useSend(call, { refresh: reads })

/** The receipt; reading it counts as a print, so it is read once. */
export const useReceipt = (id: string) =>
  useCall(prepay.receipt, { id, ...useAsPreview() }, { staleTime: Infinity, keep: false })
/** The slip of what was given back, likewise. */
export const useSlip = (id: string) =>
  useCall(prepay.slip, { id, ...useAsPreview() }, { staleTime: Infinity, keep: false })
