import { doctorCase, type CaseDetail } from '@dentin/contract/doctor-case'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { picture } from '@dentin/contract/picture'
import { fetchFile } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { useImage } from '../../lib/pictures.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Row = WireOutput<typeof doctorCase.list>['list'][number]
export type Detail = WireOutput<typeof doctorCase.detail>
export type CasePicture = CaseDetail['pictures'][number]
export type Proposal = WireOutput<typeof doctorCase.fromRecord>
export type FilePicture = WireOutput<typeof picture.list>[number]

const changed = [doctorCase.list, doctorCase.detail]

export function useCases(input: WireInput<typeof doctorCase.list>) {
  useLive(['doctorCase', 'consent'], [doctorCase.list])
  return useCall(doctorCase.list, input)
}
export function useCase(id: string) {
  useLive(['doctorCase', 'consent', 'picture'], [doctorCase.detail])
  return useCall(doctorCase.detail, { id }, { keep: false })
}
export const useFromRecord = (id: string) => useCall(doctorCase.fromRecord, { id }, { keep: false })
export const useFilePictures = (patientId: string | null) =>
  useCall(picture.list, { patientId: patientId ?? '' }, { enabled: patientId !== null, keep: false })
export const useSave = () => useSend(doctorCase.save, { refresh: changed })
export const useMask = () => useSend(doctorCase.mask, { refresh: changed })
export const usePublish = () => useSend(doctorCase.publish, { refresh: changed })
export const useDecide = () => useSend(doctorCase.decide, { refresh: changed })
export const useTakeDown = () => useSend(doctorCase.takeDown, { refresh: changed })
export const useRemove = () => useSend(doctorCase.remove, { refresh: changed })
export const useShow = () => useSend(doctorCase.show, { refresh: [...changed, doctorCase.shownTo] })

/** A picture of a case as everybody sees it; it is not kept longer than the page that shows it. */
export const useCaseImage = (
  { id, version, mask }: Pick<CasePicture, 'id' | 'version' | 'mask'>,
  size: 'thumb' | 'screen',
  wanted = true,
) =>
  useImage(['casePicture', id, size, version], (signal) => fetchFile(doctorCase.picture, { id, size }, { signal }), {
    wanted: wanted && mask !== 0,
    keepMs: 0,
    retry: 0,
  })
/** The same as it is in the patient's file, for whoever covers it. */
export const useFileImage = (id: string, version: number, size: 'thumb' | 'screen', wanted = true) =>
  useImage(['clinicImage', id, size, version], (signal) => fetchFile(picture.view, { id, size }, { signal }), {
    wanted,
  })
