import type { WireOutput } from '@dentin/contract/core/call'
import { record } from '@dentin/contract/record'
import { recordSeal } from '@dentin/contract/record-seal'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Seal = WireOutput<typeof recordSeal.ofPatient>[number]

/** The seals of a patient's records, kept fresh while others seal. */
export function useSeals(patientId: string) {
  useLive(['record'], [recordSeal.ofPatient])
  return useCall(recordSeal.ofPatient, { id: patientId }, { keep: false })
}
export const useRecordsToSeal = (patientId: string) => useCall(record.ofPatient, { id: patientId }, { keep: false })
export const useSealing = () =>
  useSend(recordSeal.create, { refresh: [recordSeal.ofPatient, record.ofPatient, record.get] })
export const useCheckSeal = () => useSend(recordSeal.check)
