import { membership } from '@dentin/contract/membership'
import { payment } from '@dentin/contract/payment'
import { useCallback } from 'react'
import { useCall, useInvalidate, useSend } from '../../lib/query.ts'
import type { Kind } from './model.ts'

/** The same work for both memberships, each with its own calls. */
const CALLS = {
  vip: {
    standing: membership.my,
    settings: membership.chargeSetting,
    records: membership.chargeRecord,
    preCharge: membership.preCharge,
    charge: membership.charge,
    check: membership.checkCharge,
    cancel: membership.cancelCharge,
    commitInvoice: membership.commitInvoice,
  },
  medical: {
    standing: membership.medicalEndTime,
    settings: membership.medicalChargeSetting,
    records: membership.medicalChargeRecord,
    preCharge: membership.medicalPreCharge,
    charge: membership.medicalCharge,
    check: membership.medicalCheckCharge,
    cancel: membership.medicalCancelCharge,
    commitInvoice: membership.medicalCommitInvoice,
  },
} as const

/** Whatever shows a state that a payment, a cancellation or an invoice changes. */
const changing = (kind: Kind) => [
  CALLS[kind].standing,
  CALLS[kind].settings,
  CALLS[kind].records,
  CALLS[kind].preCharge,
  membership.extensions,
  membership.invoices,
]

/** Where the clinic stands. */
export function useVip(enabled = true) {
  return useCall(membership.my, {}, { enabled, staleTime: 60_000 })
}
/** Where the clinic's membership of the insurance link stands. */
export function useMedical() {
  return useCall(membership.medicalEndTime, {})
}

export function usePackages(kind: Kind, enabled = true) {
  return useCall(CALLS[kind].settings, {}, { enabled })
}

export function useRecords(kind: Kind, input: { pageIndex: number; pageSize: number; paidOnly: boolean }) {
  return useCall(CALLS[kind].records, input)
}

export function useInvoices(input: { pageIndex: number; pageSize: number }, enabled: boolean) {
  return useCall(membership.invoices, input, { enabled })
}

export function useExtensions() {
  return useCall(membership.extensions, {})
}

/** The open order, packages and ways to pay, as they are now. */
export function usePreCharge(kind: Kind, enabled = true) {
  return useCall(CALLS[kind].preCharge, {}, { enabled, staleTime: 0 })
}

export function useCharge(kind: Kind) {
  return useSend(CALLS[kind].charge, { refresh: changing(kind) })
}

export function useCancel(kind: Kind) {
  return useSend(CALLS[kind].cancel, { refresh: changing(kind) })
}

export function useRefresh(kind: Kind) {
  const invalidate = useInvalidate()
  return useCallback(() => invalidate(changing(kind)), [invalidate, kind])
}

export function useCommitInvoice(kind: Kind) {
  return useSend(CALLS[kind].commitInvoice, { refresh: changing(kind) })
}
export const invoiceCall = (kind: Kind) => CALLS[kind].commitInvoice

/** How far an order is. */
export function useOrderCheck(kind: Kind, orderNo: string) {
  return useCall(CALLS[kind].check, { orderNo }, { keep: false, staleTime: 0 })
}
/** Asks every two seconds while the order waits; the answers arrive in `useOrderCheck`. */
export function usePollOrder(kind: Kind, orderNo: string, waits: boolean): void {
  useCall(CALLS[kind].check, { orderNo }, { keep: false, enabled: waits, refetchInterval: 2000 })
}

/** What the gateway's side says; every now and then the server asks the gateway itself. */
export function useGatewayState(orderNo: string, enabled: boolean) {
  return useCall(payment.checkIsPay, { orderNo }, { enabled, keep: false, refetchInterval: 10_000 })
}

/** Asks the gateway at once, for whoever says that the money is on its way. */
export function useAskGateway() {
  return useSend(payment.checkIsPayNoPolling)
}

export function useDismissReminder() {
  return useSend(membership.dismissReminder, { refresh: [membership.my] })
}

/** The clinic's account at the insurance. Reading it is a call that leaves a trace when the password is shown. */
export function useMedicareAccount(enabled: boolean) {
  return useCall(membership.medicalUserPassword, {}, { enabled, keep: false })
}
export function useRevealPassword() {
  return useSend(membership.medicalUserPassword)
}
export function useSaveMedicareAccount() {
  return useSend(membership.medicalSaveAccount, { refresh: [membership.medicalUserPassword] })
}
