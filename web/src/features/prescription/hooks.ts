import { clinic } from '@dentin/contract/clinic'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { drug } from '@dentin/contract/drug'
import { prescription } from '@dentin/contract/prescription'
import { send } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type RxRow = WireOutput<typeof prescription.list>['list'][number]
export type RxDetail = WireOutput<typeof prescription.detail>
export type RxLine = RxDetail['items'][number]
export type RxFinding = RxDetail['findings'][number]
export type RxOverride = RxDetail['overrides'][number]
export type RxSet = WireOutput<typeof prescription.sets>[number]
export type DrugFound = WireOutput<typeof drug.list>['list'][number]
export type DrugDetail = WireOutput<typeof drug.detail>

export type OverstepRow = WireOutput<typeof prescription.oversteps>[number]

const reads = [prescription.list, prescription.detail, prescription.oversteps]

export function useRxList(input: WireInput<typeof prescription.list>, enabled = true) {
  useLive(['prescription'], [prescription.list])
  return useCall(prescription.list, input, { enabled })
}

export function useRx(id: string | null) {
  useLive(['prescription'], [prescription.detail])
  return useCall(prescription.detail, { id: id ?? '' }, { enabled: id !== null, keep: false })
}

/** What the checks say of what stands on the screen; the last word stays while the next one is asked for. */
export const useRxCheck = (input: WireInput<typeof prescription.check> | null) =>
  useCall(prescription.check, input ?? { patientId: '', items: [] }, {
    enabled: input !== null,
    keep: true,
    staleTime: 0,
  })

/** A prescription as it stands now, whatever is kept of it. */
export const readRx = (id: string) => send(prescription.detail, { id })

export const useSaveRx = () => useSend(prescription.save, { refresh: reads })
export const useAuditRx = () => useSend(prescription.audit, { refresh: reads })
export const useDispenseRx = () => useSend(prescription.dispense, { refresh: reads })
export const useSkinTest = () => useSend(prescription.skinTest, { refresh: reads })
export const useGiveBackRx = () => useSend(prescription.giveBack, { refresh: reads })
export const useVoidRx = () => useSend(prescription.void, { refresh: reads })

/** What was overstepped: of the clinic for its head, else the person's own. */
export function useOversteps(isOpen: boolean) {
  useLive(['prescription'], [prescription.oversteps])
  return useCall(prescription.oversteps, { isOpen })
}
export const useFinishOverstep = () => useSend(prescription.finishOverstep, { refresh: reads })

export const useSets = (enabled: boolean) => useCall(prescription.sets, {}, { enabled })
export const useSaveSet = () => useSend(prescription.saveSet, { refresh: [prescription.sets] })
export const useRemoveSet = () => useSend(prescription.removeSet, { refresh: [prescription.sets] })

export const useDrug = (id: string) => useCall(drug.detail, { id }, { staleTime: 300_000 })

/** Drugs by name, generic name, pinyin or category. */
export const findDrugs = async (name: string, signal?: AbortSignal): Promise<DrugFound[]> =>
  (await send(drug.list, { name, size: 20 }, signal ? { signal } : {})).list

/** Diagnoses by name, pinyin or code. */
export const findDiagnoses = (keyword: string, signal?: AbortSignal) =>
  send(clinic.icdList, { keyword, limit: 20 }, signal ? { signal } : {})
