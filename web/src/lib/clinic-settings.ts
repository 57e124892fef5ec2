import { clinic } from '@dentin/contract/clinic'
import { useCall } from './query.ts'

/** Name, address and rules of the present clinic. */
export function useClinicSettings() {
  return useCall(clinic.settings, {}, { staleTime: 5 * 60_000, offline: true })
}
