import type { WireOutput } from '@dentin/contract/core/call'
import { clinic } from '@dentin/contract/clinic'
import { staff } from '@dentin/contract/staff'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type FoundClinic = WireOutput<typeof staff.searchClinic>[number]
export type RelatedClinic = WireOutput<typeof staff.listRelatedClinic>[number]
export type OwnApplication = WireOutput<typeof staff.listApplyClinic>['list'][number]
export type Application = WireOutput<typeof staff.applications>['list'][number]
export type EmployeeRow = WireOutput<typeof staff.employeeList>['list'][number]
export type Employee = WireOutput<typeof staff.employeeDetail>
export type StillWaiting = WireOutput<typeof clinic.setDentistStatus>['waiting']
export type ClinicPerson = WireOutput<typeof staff.clinicStaff>['list'][number]

const A_DAY = 24 * 60 * 60_000
/** Somebody without a clinic has no live stream: what became of an application is looked after this often. */
const LOOK_AGAIN_MS = 5_000

/** Kinds of work, kinds of employment and the posts that may be given. */
export function useInduction() {
  const jobTypes = useCall(staff.jobTypes, {}, { staleTime: A_DAY })
  const induction = useCall(staff.findInduction, {}, { staleTime: 60_000 })
  return {
    jobTypes: jobTypes.data ?? [],
    workTypes: induction.data?.workTypes ?? [],
    workStatuses: induction.data?.workStatuses ?? [],
    posts: induction.data?.posts ?? [],
  }
}

/** The applications of the signed-in person. */
export function useOwnApplications(pageNum: number) {
  return useCall(staff.listApplyClinic, { pageNum, pageSize: 20 }, { staleTime: 0, refetchInterval: LOOK_AGAIN_MS })
}

/** The clinics to which the signed-in person belongs. */
export function useRelatedClinics() {
  return useCall(staff.listRelatedClinic, {}, { staleTime: 0, refetchInterval: LOOK_AGAIN_MS })
}

/** The clinic that a link names; null: none is named. */
export function useInvitingClinic(clinicId: string | null) {
  return useCall(staff.invitingClinic, { clinicId: clinicId ?? '' }, { enabled: clinicId !== null })
}

const mine = [staff.listApplyClinic, staff.listRelatedClinic]
export const useRelate = () => useSend(staff.relateClinic, { refresh: mine })
export const useWithdraw = () => useSend(staff.withdrawApply, { refresh: mine })
export const useRelease = () => useSend(staff.deleteRelate, { refresh: mine })

export function useApplications(input: Parameters<typeof useCall<typeof staff.applications>>[1]) {
  useLive(['staff'], [staff.applications])
  return useCall(staff.applications, input)
}

const reviewed = [clinic.setUp, staff.applications, staff.employeeList, clinic.employees, clinic.doctors]
export const useApprove = () => useSend(staff.applyPass, { refresh: reviewed })
export const useReject = () => useSend(staff.applyReject, { refresh: [staff.applications] })

const people = [
  clinic.setUp,
  staff.employeeList,
  staff.employeeDetail,
  staff.clinicStaff,
  staff.openWork,
  clinic.employees,
  clinic.doctors,
]

export function useEmployees(input: Parameters<typeof useCall<typeof staff.employeeList>>[1]) {
  useLive(['staff'], [staff.employeeList, staff.employeeDetail])
  return useCall(staff.employeeList, input)
}

export const useEmployeeClinics = () => useCall(staff.employeeClinics, {}, { staleTime: 5 * 60_000 })
export const useEmployee = (id: string) => useCall(staff.employeeDetail, { id }, { keep: false })
export const useAddEmployee = () => useSend(staff.addEmployee, { refresh: people })
export const useUpdateEmployee = () => useSend(staff.updateEmployee, { refresh: people })
export const useSetPosts = () => useSend(staff.setEmployeePosts, { refresh: people })
export const useSetEmployment = () => useSend(staff.setEmployment, { refresh: people })
export const useRemoveFromClinic = () => useSend(staff.removeFromClinic, { refresh: people })
export const useOpenWork = (id: string, clinicId: string | null, page: { pageNum: number; pageSize: number }) =>
  useCall(staff.openWork, { id, clinicId, ...page }, { staleTime: 0 })
export const useHandOver = () => useSend(staff.handOver, { refresh: [staff.openWork] })

export function useClinicStaff() {
  useLive(['staff'], [staff.clinicStaff])
  return useCall(staff.clinicStaff, {})
}
export const useSetClinicStaff = () => useSend(staff.setClinicStaff, { refresh: people })
export const useSetReception = () => useSend(clinic.setDentistStatus, { refresh: people })
export const useOrderClinicStaff = () => useSend(staff.orderClinicStaff, { refresh: people })
