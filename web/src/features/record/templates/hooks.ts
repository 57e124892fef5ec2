import type { WireOutput } from '@dentin/contract/core/call'
import { recordTemplate } from '@dentin/contract/record-template'
import { useCall, useSend } from '../../../lib/query.ts'

export type Template = WireOutput<typeof recordTemplate.list>['list'][number]

/** Every template and phrase that the person may use. */
export function useTemplates(enabled = true) {
  return useCall(recordTemplate.list, {}, { enabled, staleTime: 60_000 })
}

export const useSaveTemplate = () => useSend(recordTemplate.save, { refresh: [recordTemplate.list] })
export const useRemoveTemplate = () => useSend(recordTemplate.remove, { refresh: [recordTemplate.list] })
