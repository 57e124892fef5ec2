import type { WireOutput } from '@dentin/contract/core/call'
import { picture, type PictureKind } from '@dentin/contract/picture'
import { fetchFile } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { useImage } from '../../lib/pictures.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Stage = WireOutput<typeof picture.stages>[number]
export type Picture = WireOutput<typeof picture.list>[number]
export type Binned = WireOutput<typeof picture.bin>[number]

/** Pictures that belong to a visit: which kinds, and of which day (YYYY-MM-DD). */
export interface Wanted {
  kinds: readonly PictureKind[]
  day: string
  /** Name of the stage that is made for them. */
  stage: string
}

const changed = [picture.stages, picture.list, picture.bin]

export function useStages(patientId: string) {
  useLive(['picture'], [picture.stages])
  return useCall(picture.stages, { patientId }, { keep: false })
}
export function usePictures(patientId: string, imageStageId: string | null) {
  useLive(['picture'], [picture.list])
  return useCall(
    picture.list,
    { patientId, imageStageId: imageStageId ?? '' },
    { enabled: imageStageId !== null, keep: false },
  )
}
/** Every picture of a patient: what one stage is compared with. */
export const useAllPictures = (patientId: string, enabled: boolean) =>
  useCall(picture.list, { patientId }, { enabled, keep: false })
export const useBin = (patientId: string) => useCall(picture.bin, { patientId }, { keep: false })
export const useAddStage = () => useSend(picture.addStage, { refresh: changed })
export const useUpdateStage = () => useSend(picture.updateStage, { refresh: changed })
export const useRemoveStage = () => useSend(picture.removeStage, { refresh: changed })
export const useSave = () => useSend(picture.add, { refresh: changed })
export const useConfirmGuesses = () => useSend(picture.confirm, { refresh: changed })
export const useTurn = () => useSend(picture.rotate, { refresh: [picture.list] })
export const useRemove = () => useSend(picture.remove, { refresh: changed })
export const useRestore = () => useSend(picture.restore, { refresh: changed })
export const useLink = () => useSend(picture.link)

/** A picture as an address of its own, anew whenever it was turned. */
export const useShown = ({ id, version }: { id: string; version: number }, size: 'thumb' | 'screen', wanted = true) =>
  useImage(['clinicImage', id, size, version], (signal) => fetchFile(picture.view, { id, size }, { signal }), {
    wanted,
    versioned: true,
  })
