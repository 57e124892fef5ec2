import type { WireOutput } from '@dentin/contract/core/call'
import { picture } from '@dentin/contract/picture'
import { useQuery } from '@tanstack/react-query'
import { fetchFile } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Stage = WireOutput<typeof picture.stages>[number]
export type Picture = WireOutput<typeof picture.list>[number]
export type Binned = WireOutput<typeof picture.bin>[number]

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

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('图片没有读到')))
    reader.readAsDataURL(file)
  })
}

/** A picture as an address of its own, anew whenever it was turned. */
export function useShown({ id, version }: { id: string; version: number }, size: 'thumb' | 'screen', wanted = true) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['clinicImage', id, size, version],
    queryFn: async ({ signal }) => dataUrl(await fetchFile(picture.view, { id, size }, { signal })),
    enabled: wanted,
    staleTime: Infinity,
    gcTime: 120_000,
    retry: 1,
  })
  return { src: data ?? null, failed: isError, again: () => void refetch() }
}
