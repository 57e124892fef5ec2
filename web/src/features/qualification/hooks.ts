import type { WireOutput } from '@dentin/contract/core/call'
import { identity } from '@dentin/contract/identity'
import { qualification } from '@dentin/contract/qualification'
import { useCall, useSend } from '../../lib/query.ts'

export type DoctorAuth = WireOutput<typeof qualification.doctorAuthInfo>
export type Application = WireOutput<typeof qualification.orgAuthInfo>
export type OrganisationPapers = NonNullable<Application['papers']>
export type BranchPapers = Application['branchList'][number]
export type ClinicAuth = WireOutput<typeof qualification.clinicAuthInfo>

/** While somebody waits for a decision the page asks again by itself: without a clinic no live stream tells. */
const WAITING_MS = 20_000

const doctorReads = [
  qualification.doctorAuthInfo,
  qualification.doctorAuthInfoUpdated,
  identity.authStatus,
  identity.userInfo,
]

/** How the own certification stands, with the papers in force or handed in last. */
export function useDoctorAuth() {
  const auth = useCall(qualification.doctorAuthInfo, {}, { refetchInterval: WAITING_MS })
  const pending = useCall(
    qualification.doctorAuthInfoUpdated,
    { hasUpdated: 1 },
    { enabled: auth.data?.hasUpdated === 1 },
  )
  return { auth, pending: auth.data?.hasUpdated === 1 ? pending : null }
}

export const useSubmitDoctor = () => useSend(qualification.submitDoctorAuth, { refresh: doctorReads })
export const useResubmitDoctor = () => useSend(qualification.updateDoctorAuth, { refresh: doctorReads })
export const useChangeDoctor = () => useSend(qualification.updateDoctorInfo, { refresh: doctorReads })

const applicationReads = [qualification.orgAuthInfo, identity.authStatus]

/** The own application for an organisation. */
export const useApplication = () => useCall(qualification.orgAuthInfo, {}, { refetchInterval: WAITING_MS })
export const useCreateOrganisation = () => useSend(qualification.createClinicAuth, { refresh: applicationReads })
export const useResubmitOrganisation = () => useSend(qualification.updateClinicAuth, { refresh: applicationReads })
export const useApplyForBranch = () => useSend(qualification.singleAuth, { refresh: [qualification.clinicAuthInfo] })

const clinicReads = [qualification.clinicAuthInfo, identity.userInfo]

/** The clinic one is in: its data and licences. */
export const useClinicAuth = (enabled: boolean) => useCall(qualification.clinicAuthInfo, {}, { enabled })
export const useChangeLicence = () => useSend(qualification.updateClinicLicence, { refresh: clinicReads })
export const useChangeClinicInfo = () => useSend(qualification.updateClinicAuthInfo, { refresh: clinicReads })
/** How far the account has come: certified, related. The layout asks again while there is no clinic. */
export const useAuthStatus = () => useCall(identity.authStatus, {})
