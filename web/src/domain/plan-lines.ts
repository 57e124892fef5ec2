import type { WireOutput } from '@dentin/contract/core/call'
import { openPlanLines } from '@dentin/contract/open-plan-lines'
import { useLive } from '../lib/live.ts'
import { useCall } from '../lib/query.ts'

/** A line of an accepted plan of the patient that is still to be done or charged. */
export type OpenLine = WireOutput<typeof openPlanLines.openLines>[number]

/** What of a patient's accepted treatment plans is still open, for whoever treats and charges. */
export function useOpenLines(patientId: string, enabled: boolean): readonly OpenLine[] {
  useLive(['treatmentPlan'], [openPlanLines.openLines])
  return useCall(openPlanLines.openLines, { patientId }, { enabled }).data ?? []
}
