import { visit } from '@dentin/contract/visit'
import type { ReferralRow } from '@dentin/contract/referral'
import { useLive } from '../../lib/live.ts'
import { can } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'

/** Everything that shows referrals. */
export const referralReads = [visit.referralList, visit.referralCount, visit.referralGet]

/** How many wait to be received, and how many were refused, live. */
export function useReferralCount() {
  const sees = can('/referralRecord:view') || can('/clinicreferralRecord:view')
  useLive(['reception'], [visit.referralCount])
  return useCall(visit.referralCount, {}, { enabled: sees }).data
}

/** Tones of the states, in their order. */
export const referralTones = ['wait', 'booked', 'danger', 'done'] as const

/** Where to: the clinic and its doctor, or the hospital. */
export const targetOf = (row: Pick<ReferralRow, 'toClinicName' | 'toDoctorName' | 'toHospital'>): string =>
  row.toHospital || [row.toClinicName, row.toDoctorName].filter(Boolean).join(' · ')
