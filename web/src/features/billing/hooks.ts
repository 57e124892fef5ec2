import { billing, BILL_HOLD_AGAIN_SECONDS, UNIT_TYPE, VOUCHER_TYPE } from '@dentin/contract/billing'
import { memberCard } from '@dentin/contract/card'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { payAdjust } from '@dentin/contract/pay-adjust'
import { discountApproval } from '@dentin/contract/discount-approval'
import { clinic } from '@dentin/contract/clinic'
import { prepay } from '@dentin/contract/prepay'
import { unitAccount } from '@dentin/contract/unit-account'
import { scanPay } from '@dentin/contract/scan-pay'
import { useEffect, useMemo } from 'react'
import { send } from '../../lib/client.ts'
import type { Tariff } from '../../domain/tariffs.ts'
import { useLive } from '../../lib/live.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall, useInvalidate, useSend } from '../../lib/query.ts'

export type BillList = WireOutput<typeof billing.list>
export type BillRow = BillList['list'][number]
export type PatientBill = WireOutput<typeof billing.listByPatient>[number]
export type BillDetail = WireOutput<typeof billing.detail>
export type BillTab = WireInput<typeof billing.list>['tab']
export type PayMethod = WireOutput<typeof clinic.payMethods>[number]
export type PayCard = WireOutput<typeof memberCard.payable>[number]
export type PayPrepay = WireOutput<typeof prepay.payable>[number]
export type OfferedPackage = WireOutput<typeof clinic.packages>[number]
export type PayUnit = WireOutput<typeof unitAccount.payable>[number]

/** What is read again after something of a bill has changed. */
export const billReads = [
  billing.benefits,
  memberCard.payable,
  prepay.payable,
  unitAccount.payable,
  billing.list,
  billing.detail,
  billing.shift,
  billing.listByPatient,
  billing.unpaidCheck,
  billing.ofRecord,
]

/** The bills that came of a record. */
export function useBillsOfRecord(recordId: string) {
  useLive(['bill'], [billing.ofRecord])
  return useCall(billing.ofRecord, { recordId }, { keep: false })
}

/** The queue of a tab, kept fresh; minutes of waiting go on by themselves. */
export function useBillList(tab: BillTab, keyword: string, pageSize: number) {
  useLive(['bill'], [billing.list])
  return useCall(billing.list, { tab, keyword, pageSize }, { refetchInterval: 60_000 })
}

/** One bill, kept fresh. */
export function useBill(id: string | null) {
  useLive(['bill', 'patient'], [billing.detail])
  return useCall(billing.detail, { id: id ?? '' }, { enabled: id !== null, keep: false })
}

const HELD_LOOK_MS = 5_000

/** While somebody else changes a bill, the screen looks again whether they still do: a screen that went away says nothing. */
export function useHeld(bill: BillDetail | null): BillDetail['heldBy'] {
  const readAgain = useInvalidate()
  const held = bill?.heldBy ?? null
  const isHeld = held !== null
  useEffect(() => {
    if (!isHeld) return
    const look = setInterval(() => void readAgain([billing.detail]), HELD_LOOK_MS)
    return () => clearInterval(look)
  }, [isHeld, readAgain])
  return held
}

/** Holds a bill while something typed on it is unsaved, and leaves it to the others then. */
export function useHold(id: string | null, dirty: boolean): void {
  const readAgain = useInvalidate()
  useEffect(() => {
    if (id === null || !dirty) return
    // Refused because somebody else was first: the bill, read again, says who.
    const hold = () => void send(billing.hold, { id }).catch(() => readAgain([billing.detail]))
    hold()
    const again = setInterval(hold, BILL_HOLD_AGAIN_SECONDS * 1000)
    return () => {
      clearInterval(again)
      // Whatever is not heard of runs out by itself.
      void send(billing.letGo, { id }).catch(() => null)
    }
  }, [id, dirty, readAgain])
}

/** What was asked for on a bill beyond somebody's limit, the latest first. */
export function useApprovals(billId: string | null) {
  useLive(['bill'], [discountApproval.ofBill])
  return (
    useCall(discountApproval.ofBill, { billId: billId ?? '' }, { enabled: billId !== null, keep: false }).data ?? []
  )
}

/** One of them, for whoever answers it. */
export function useApproval(id: string) {
  useLive(['bill'], [discountApproval.detail])
  return useCall(discountApproval.detail, { id }, { keep: false })
}

const approvalReads = [discountApproval.ofBill, discountApproval.detail, discountApproval.waiting]
/** Asking, answering and taking back. */
export function useApprovalSends() {
  const refresh = { refresh: [...billReads, ...approvalReads] }
  return {
    request: useSend(discountApproval.request, refresh),
    decide: useSend(discountApproval.decide, refresh),
    withdraw: useSend(discountApproval.withdraw, refresh),
  }
}

/** Answering and taking back that a way of payment is set right. */
export function useAdjustSends() {
  const refresh = { refresh: [...billReads, payAdjust.ofBill, payAdjust.waiting] }
  return { decide: useSend(payAdjust.decide, refresh), withdraw: useSend(payAdjust.withdraw, refresh) }
}

/** What waits for the word of whoever may give it. */
export function useWaitingDecisions() {
  const can = useCan()
  const [ofDiscounts, ofAdjusts] = [can('/orderSet:discount'), can('/orderSet:adjustApprove')]
  useLive(['bill'], [discountApproval.waiting, payAdjust.waiting])
  const approvals = useCall(discountApproval.waiting, {}, { enabled: ofDiscounts })
  const adjusts = useCall(payAdjust.waiting, {}, { enabled: ofAdjusts })
  return {
    may: ofDiscounts || ofAdjusts,
    approvals: approvals.data ?? [],
    adjusts: adjusts.data ?? [],
    error: approvals.error ?? adjusts.error,
    isPending: (ofDiscounts && !approvals.data) || (ofAdjusts && !adjusts.data),
    refetch: () => {
      if (ofDiscounts) void approvals.refetch()
      if (ofAdjusts) void adjusts.refetch()
    },
  }
}

/** How many payments through gateways went wrong and wait for somebody who may deal with them. */
export function useWaitingExceptions(): number | undefined {
  const can = useCan()
  useLive(['bill'], [scanPay.exceptions])
  return useCall(scanPay.exceptions, { pageSize: 1 }, { enabled: can('/orderSet:exceptions') }).data?.waiting
}

/** What this person may give on a new bill. */
export function useBillRights(patientId: string | null) {
  const can = useCan()
  const mayOpen = can('/orderSet:open') || can('/orderSet:charge')
  useLive(['bill'], [billing.rights])
  return useCall(billing.rights, { patientId: patientId ?? '' }, { enabled: !!patientId && mayOpen, keep: false }).data
}

/** What this person has taken today. */
export function useShift() {
  const can = useCan()
  useLive(['bill'], [billing.shift])
  return useCall(billing.shift, {}, { enabled: can('/orderSet:charge') })
}

/** Bills of a patient that wait for payment already. */
export function useUnpaid(patientId: string | null) {
  useLive(['bill'], [billing.unpaidCheck])
  return useCall(billing.unpaidCheck, { patientId: patientId ?? '' }, { enabled: !!patientId, keep: false })
}

export function usePatientBills(patientId: string) {
  useLive(['bill'], [billing.listByPatient])
  return useCall(billing.listByPatient, { patientId }, { keep: false })
}

/** Ways to pay that the desk can take: cash-like ones, medical insurance and vouchers of platforms. */
export function usePayMethods(): PayMethod[] {
  const { data } = useCall(clinic.payMethods, {}, { staleTime: 5 * 60_000 })
  return useMemo(
    () => (data ?? []).filter((method) => method.type === 1 || method.type === 4 || method.type === VOUCHER_TYPE),
    [data],
  )
}

/** The way to pay that stands for member cards; undefined where it is switched off. */
export function useCardMethod(): PayMethod | undefined {
  const { data } = useCall(clinic.payMethods, {}, { staleTime: 5 * 60_000 })
  return data?.find((method) => method.code === 'card_principal')
}

/** The way to pay that stands for points; undefined where it is switched off. */
export function usePointsMethod(): PayMethod | undefined {
  const { data } = useCall(clinic.payMethods, {}, { staleTime: 5 * 60_000 })
  return data?.find((method) => method.code === 'points')
}

/** The member cards with which a patient may pay. */
export function usePayCards(patientId: string | null, enabled: boolean): readonly PayCard[] {
  useLive(['memberCard', 'bill'], [memberCard.payable])
  const isAsked = enabled && patientId !== null
  return useCall(memberCard.payable, { patientId: patientId ?? '' }, { enabled: isAsked, keep: false }).data ?? []
}

/** The way to pay that stands for prepayments; undefined where it is switched off. */
export function usePrepayMethod(): PayMethod | undefined {
  const { data } = useCall(clinic.payMethods, {}, { staleTime: 5 * 60_000 })
  return data?.find((method) => method.code === 'prepayment')
}

/** The prepayments with which a patient may pay, the oldest first. */
export function usePayPrepays(patientId: string | null, enabled: boolean): readonly PayPrepay[] {
  useLive(['bill'], [prepay.payable])
  const isAsked = enabled && patientId !== null
  return useCall(prepay.payable, { patientId: patientId ?? '' }, { enabled: isAsked, keep: false }).data ?? []
}

/** The ways to pay by which a unit is charged. */
export function useUnitMethods(): PayMethod[] {
  const { data } = useCall(clinic.payMethods, {}, { staleTime: 5 * 60_000 })
  return useMemo(() => (data ?? []).filter((method) => method.type === UNIT_TYPE), [data])
}

/** The units that may be charged, each with what is left of its limit. */
export function usePayUnits(enabled: boolean): readonly PayUnit[] {
  useLive(['bill'], [unitAccount.payable])
  return useCall(unitAccount.payable, {}, { enabled }).data ?? []
}

/** What is offered before anything is typed into the price list's field. */
export function useUsualTariffs(goods: boolean): readonly Tariff[] {
  useLive(['tariff'], [clinic.tariffs])
  return useCall(clinic.tariffs, { keyword: '', pageSize: 12, goods }, { staleTime: 5 * 60_000 }).data?.list ?? []
}

/** Packages as this clinic sells them. */
export function usePackages(enabled: boolean): readonly OfferedPackage[] {
  useLive(['tariff'], [clinic.packages])
  return useCall(clinic.packages, {}, { enabled, staleTime: 5 * 60_000 }).data ?? []
}

/** Everything that changes a bill; what is on the screen is read again after each. */
export function useBillSends() {
  const refresh = { refresh: billReads }
  return {
    open: useSend(billing.open, refresh),
    save: useSend(billing.save, refresh),
    submit: useSend(billing.submit, refresh),
    takeBack: useSend(billing.takeBack, refresh),
    void: useSend(billing.void, refresh),
    charge: useSend(billing.charge, refresh),
    scan: useSend(scanPay.start, { refresh: [...billReads, scanPay.standing] }),
    scanRepay: useSend(scanPay.startRepay, { refresh: [scanPay.standing] }),
    repay: useSend(billing.repay, refresh),
    revoke: useSend(billing.revoke, refresh),
  }
}
