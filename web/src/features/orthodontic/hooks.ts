import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { orthodontic } from '@dentin/contract/orthodontic'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type OrthoCase = WireOutput<typeof orthodontic.get>
export type OrthoCaseBrief = WireOutput<typeof orthodontic.list>['list'][number]

const reads = [orthodontic.get, orthodontic.list, orthodontic.ofPatient]

/** A case with its course, kept fresh while visits are written. */
export function useCase(id: string | null) {
  useLive(['orthodontic', 'record', 'picture', 'consent', 'bill'], [orthodontic.get])
  return useCall(orthodontic.get, { id: id ?? '' }, { enabled: id !== null, keep: false })
}
export type PrintedCase = WireOutput<typeof orthodontic.print>
/** The head of a sheet on a case; asking counts as printing. */
export const usePrintedCase = (id: string) => useCall(orthodontic.print, { id }, { keep: false, staleTime: Infinity })
export function useCasesOf(patientId: string) {
  useLive(['orthodontic', 'record'], [orthodontic.ofPatient])
  return useCall(orthodontic.ofPatient, { patientId }, { keep: false })
}
export function useCases(input: WireInput<typeof orthodontic.list>) {
  useLive(['orthodontic', 'record'], [orthodontic.list])
  return useCall(orthodontic.list, input)
}
export const useOpenCase = () => useSend(orthodontic.open, { refresh: reads })
export const useSaveCase = () => useSend(orthodontic.save, { refresh: reads })
export const useFirstBill = () => useSend(orthodontic.firstBill, { refresh: reads })
export const useStepCase = () => useSend(orthodontic.step, { refresh: reads })
