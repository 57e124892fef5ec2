import { billing } from '@dentin/contract/billing'
import { coupon } from '@dentin/contract/coupon'
import type { WireOutput } from '@dentin/contract/core/call'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type CouponType = WireOutput<typeof coupon.types>[number]
export type Coupon = WireOutput<typeof coupon.list>['list'][number]
export type CouponToIssue = WireOutput<typeof coupon.forIssue>[number]

const reads = [coupon.list, coupon.ofPatient, coupon.forIssue, coupon.types, billing.benefits]

/** A patient's coupons, kept fresh. */
export function usePatientCoupons(patientId: string) {
  useLive(['coupon'], [coupon.ofPatient])
  return useCall(coupon.ofPatient, { patientId }, { keep: false })
}

/** Everything that changes coupons; what is on the screen is read again after each. */
export const useCouponSend = <C extends Parameters<typeof useSend>[0]>(call: C) => useSend(call, { refresh: reads })
