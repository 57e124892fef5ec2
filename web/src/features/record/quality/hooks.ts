import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { recordQuality } from '@dentin/contract/record-quality'
import { useLive } from '../../../lib/live.ts'
import { useCall, useSend } from '../../../lib/query.ts'

export type Figures = WireOutput<typeof recordQuality.figures>
export type FigureRow = Figures['rows'][number]
export type CheckedRecord = WireOutput<typeof recordQuality.records>['list'][number]

const reads = [recordQuality.figures, recordQuality.records]

export function useFigures(input: WireInput<typeof recordQuality.figures>) {
  useLive(['record'], [recordQuality.figures])
  return useCall(recordQuality.figures, input)
}

export function useChecked(input: WireInput<typeof recordQuality.records>) {
  useLive(['record'], [recordQuality.records])
  return useCall(recordQuality.records, input)
}

export const useDraw = () => useSend(recordQuality.draw, { refresh: reads })
export const useReview = () => useSend(recordQuality.review, { refresh: reads })
export const useReply = () => useSend(recordQuality.reply, { refresh: reads })
