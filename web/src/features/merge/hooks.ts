import type { WireOutput } from '@dentin/contract/core/call'
import { merge } from '@dentin/contract/merge'
import { patient } from '@dentin/contract/patient'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Pair = WireOutput<typeof merge.duplicates>['list'][number]
export type PairSide = Pair['a']
export type Preview = WireOutput<typeof merge.preview>
export type MergeRow = WireOutput<typeof merge.history>['list'][number]

type Query<C extends Parameters<typeof useCall>[0]> = Parameters<typeof useCall<C>>[1]

/** Pairs of files that may be one person, fresh while others merge. */
export function useDuplicates(query: Query<typeof merge.duplicates>) {
  useLive(['patient'], [merge.duplicates])
  return useCall(merge.duplicates, query)
}

/** Both files beside each other. Reading them leaves a trace, so it is done once. */
export function usePreview(keepId: string, removeId: string) {
  return useCall(merge.preview, { keepId, removeId }, { keep: false, staleTime: Infinity })
}

export function useMergeHistory(query: Query<typeof merge.history>) {
  useLive(['patient'], [merge.history])
  return useCall(merge.history, query)
}

/** One merge, with what undoing it would do. */
export function useMergeDetail(id: string) {
  return useCall(merge.detail, { id }, { keep: false, staleTime: 0 })
}

const changed = [
  merge.duplicates,
  merge.history,
  merge.preview,
  merge.detail,
  patient.list,
  patient.tabCounts,
  patient.get,
  patient.information,
  patient.account,
  patient.timeline,
]
export const useMerge = () => useSend(merge.merge, { refresh: changed })
export const useUndo = () => useSend(merge.undo, { refresh: changed })
export const useDistinct = () => useSend(merge.distinct, { refresh: [merge.duplicates] })
