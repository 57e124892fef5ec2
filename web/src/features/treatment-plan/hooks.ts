import { appointment } from '@dentin/contract/appointment'
import type { WireInput } from '@dentin/contract/core/call'
import { openPlanLines } from '@dentin/contract/open-plan-lines'
import { treatmentPlan } from '@dentin/contract/treatment-plan'
import { send } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

const reads = [
  treatmentPlan.ofRecord,
  treatmentPlan.list,
  treatmentPlan.ofPatient,
  treatmentPlan.get,
  openPlanLines.openLines,
]

export function usePlans(input: WireInput<typeof treatmentPlan.list>) {
  useLive(['treatmentPlan'], [treatmentPlan.list])
  return useCall(treatmentPlan.list, input)
}

export function usePatientPlans(patientId: string) {
  useLive(['treatmentPlan'], [treatmentPlan.ofPatient])
  return useCall(treatmentPlan.ofPatient, { patientId })
}

/** The plans that were made of a record. */
export function usePlansOfRecord(recordId: string) {
  useLive(['treatmentPlan'], [treatmentPlan.ofRecord])
  return useCall(treatmentPlan.ofRecord, { id: recordId }, { keep: false })
}
export const usePlanFromRecord = () => useSend(treatmentPlan.fromRecord, { refresh: reads })

/** A plan; null while a new one is being written. */
export function usePlan(id: string | null) {
  useLive(['treatmentPlan', 'appointment', 'record', 'bill'], [treatmentPlan.get])
  return useCall(treatmentPlan.get, { id: id ?? '' }, { enabled: id !== null, keep: false })
}

/** A plan as it stands now, whatever is kept of it. */
export const readPlan = (id: string) => send(treatmentPlan.get, { id })

export const useSavePlan = () => useSend(treatmentPlan.save, { refresh: reads })
export const useQuotePlan = () => useSend(treatmentPlan.quote, { refresh: reads })
export const useAcceptPlan = () => useSend(treatmentPlan.accept, { refresh: reads })
export const useRefusePlan = () => useSend(treatmentPlan.refuse, { refresh: reads })
export const useCancelLine = () => useSend(treatmentPlan.cancelLine, { refresh: reads })
export const useCopyPlan = () => useSend(treatmentPlan.copy, { refresh: reads })
export const useRemovePlan = () => useSend(treatmentPlan.remove, { refresh: reads })

/** Doctors and consultants of the clinic. */
export const useStaffChoice = () => useCall(appointment.options, {}, { staleTime: 5 * 60_000 })
