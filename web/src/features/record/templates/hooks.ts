import type { WireOutput } from '@dentin/contract/core/call'
import { recordTemplate } from '@dentin/contract/record-template'
import { useCall, useSend } from '../../../lib/query.ts'

type List = WireOutput<typeof recordTemplate.list>
export type Template = List['list'][number]
export type Category = List['categories'][number]

/** Every template and phrase that the person may use, with the tree in which they stand. */
export function useTemplates(enabled = true) {
  return useCall(recordTemplate.list, {}, { enabled, staleTime: 60_000 })
}
/** What the platform offers to be copied. */
export const usePlatform = (enabled: boolean) => useCall(recordTemplate.platform, {}, { enabled, staleTime: Infinity })

/** What the items of a template are called, by their ids. */
export const useCharges = (ids: readonly string[]) =>
  useCall(recordTemplate.charges, { ids: [...ids] }, { enabled: ids.length > 0, staleTime: Infinity })

const refresh = [recordTemplate.list]
export const useSaveTemplate = () => useSend(recordTemplate.save, { refresh })
export const useSaveInterval = () => useSend(recordTemplate.saveInterval, { refresh })
export const useRemoveTemplate = () => useSend(recordTemplate.remove, { refresh })
export const useFavourite = () => useSend(recordTemplate.favourite, { refresh })
export const useBring = () => useSend(recordTemplate.bring, { refresh })
/** Its order changes when the list is read next, not under the hand. */
export const useCountUse = () => useSend(recordTemplate.use)
