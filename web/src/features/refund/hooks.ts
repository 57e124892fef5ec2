import { billing } from '@dentin/contract/billing'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { refund } from '@dentin/contract/refund'
import { useLive } from '../../lib/live.ts'
import { useAsPreview } from '../../domain/paper-preview.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type RefundPreview = WireOutput<typeof refund.preview>
export type RefundItem = WireInput<typeof refund.preview>['items'][number]
export type RefundType = WireInput<typeof refund.preview>['type']
export type RefundRow = WireOutput<typeof refund.list>['list'][number]
export type RefundDetail = WireOutput<typeof refund.detail>
export type RefundSlip = WireOutput<typeof refund.slip>
export type RefundWay = { payMethodName: string; part: string }

/** Which refunds a list shows. */
export type RefundState = 'open' | 'paid' | 'all'

const PART_WORDS: Readonly<Record<string, string>> = { bonus: '赠金', principal: '本金' }
/** A way as people call it: 微信, 储值赠金. */
export const wayName = ({ payMethodName, part }: RefundWay): string =>
  PART_WORDS[part] ? `${payMethodName} ${PART_WORDS[part]}` : payMethodName

const reads = [
  refund.list,
  refund.detail,
  refund.ofPatient,
  refund.preview,
  billing.list,
  billing.detail,
  billing.shift,
  billing.listByPatient,
]

/** The refunds of the clinic, kept fresh. */
export function useRefunds(state: RefundState, keyword: string, pageSize: number) {
  useLive(['bill'], [refund.list])
  return useCall(refund.list, { state, keyword, pageSize })
}

/** One refund, kept fresh. */
export function useRefund(id: string) {
  useLive(['bill'], [refund.detail])
  return useCall(refund.detail, { id }, { keep: false })
}

/** A patient's refunds, the latest first. */
export function usePatientRefunds(patientId: string) {
  useLive(['bill'], [refund.ofPatient])
  return useCall(refund.ofPatient, { patientId }, { keep: false })
}

/** What a refund would come to; nothing moves. */
export function usePreview(asked: WireInput<typeof refund.preview>, enabled = true) {
  useLive(['bill'], [refund.preview])
  return useCall(refund.preview, asked, { enabled })
}

/** The slip; reading it counts as a print, so it is read once. */
export function useSlip(id: string) {
  return useCall(refund.slip, { id, ...useAsPreview() }, { staleTime: Infinity, keep: false })
}

/** Everything that changes a refund; what is on the screen is read again after each. */
export function useRefundSends() {
  const refresh = { refresh: reads }
  return {
    request: useSend(refund.request, refresh),
    decide: useSend(refund.decide, refresh),
    pay: useSend(refund.pay, refresh),
    withdraw: useSend(refund.withdraw, refresh),
  }
}
