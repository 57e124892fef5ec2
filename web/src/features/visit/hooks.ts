import type { WireOutput } from '@dentin/contract/core/call'
import { visit } from '@dentin/contract/visit'
import { useLive } from '../../lib/live.ts'
import { can } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'
import { useReferralCount } from './referral.ts'

export type RegistrationCard = WireOutput<typeof visit.registeredList>['list'][number]
export type EmrRow = WireOutput<typeof visit.emrPatientList>['list'][number]
export type AlertLine = WireOutput<typeof visit.remindJudge>['alerts'][number]
export type ReceptionOptions = WireOutput<typeof visit.options>

/** Everything that shows the reception and has to be read again when it changed. */
export const visitReads = [
  visit.allStatusList,
  visit.registeredList,
  visit.list,
  visit.findTreatmentList,
  visit.count,
  visit.treatmentTime,
  visit.detail,
  visit.emrPatientList,
  visit.options,
]

/** How many are where today, live; for the menu and the doctor's numbers. */
function useReceptionCount(doctorId: string | null = null, enabled = true) {
  useLive(['reception', 'record'], [visit.count])
  return useCall(visit.count, doctorId ? { doctorId } : {}, { enabled, offline: true })
}

/** Badges of the menu by screen: who waits, and (for those who write) which visits have no record. */
export function useReceptionBadges(): Readonly<Record<string, number>> {
  const sees = can('/dashboard:view') || can('/doctorIndex:view') || can('/inTreatment:view')
  const count = useReceptionCount(null, sees).data
  const referrals = useReferralCount()
  if (!count) return {}
  return {
    '/dashboard': count.waiting,
    '/inTreatment': count.inChair,
    ...(referrals ? { '/referralRecord': referrals.toReceive + referrals.refused } : {}),
    ...(can('/patientMedicalRecord:add') ? { '/patientMedicalRecord': count.unwritten } : {}),
  }
}

/** Doctors who take patients now, chairs and the fee. */
export const useReceptionOptions = () => useCall(visit.options, {}, { staleTime: 30_000 })

/** Time stamps and stretches of one visit, live. */
export function useTreatmentTime(registrationId: string) {
  useLive(['reception'], [visit.treatmentTime])
  return useCall(visit.treatmentTime, { registrationId }, { keep: false })
}

/** What has to be known of a patient before a treatment. */
export const useAlerts = (registrationId: string) =>
  useCall(visit.remindJudge, { registrationId }, { keep: false, offline: true })

/** What has to be known of the registration itself. */
export const useWarnings = (id: string) => useCall(visit.regWarn, { id }, { keep: false })

/** Visits whose record is written or not, live. */
export function useEmrList(input: { completed: boolean; doctorId?: string; pageNum?: number; pageSize?: number }) {
  useLive(['reception', 'record'], [visit.emrPatientList])
  return useCall(visit.emrPatientList, input, { offline: true })
}

/** The treatments of a day or of several, live. */
export function useTreatments(input: {
  dateFrom?: string
  dateTo?: string
  doctorId?: string
  status?: 0 | 1 | 2
  pageNum: number
  pageSize: number
}) {
  useLive(['reception', 'record'], [visit.list])
  return useCall(visit.list, input, { offline: true })
}

/** How long visits of some days took on average, live. */
export function useAverages(input: { dateFrom: string; dateTo: string; doctorId?: string }, enabled: boolean) {
  useLive(['reception'], [visit.averages])
  return useCall(visit.averages, input, { enabled })
}
