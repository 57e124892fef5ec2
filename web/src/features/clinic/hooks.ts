import { clinic } from '@dentin/contract/clinic'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

/** Whether the signed-in doctor receives patients: 0 and 2 yes, 1 no; null for everybody else. */
export function useWorkStatus() {
  useLive(['reception'], [clinic.workStatus])
  return useCall(clinic.workStatus, {}, { staleTime: 60_000 })
}

export function useSetWorkStatus() {
  return useSend(clinic.setWorkStatus, { refresh: [clinic.workStatus, clinic.doctors] })
}
