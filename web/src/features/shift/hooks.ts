import { billing } from '@dentin/contract/billing'
import type { WireOutput } from '@dentin/contract/core/call'
import { shift } from '@dentin/contract/shift'
import { useLive } from '../../lib/live.ts'
import { useAsPreview } from '../../domain/paper-preview.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type CurrentShift = NonNullable<WireOutput<typeof shift.current>['shift']>
export type ShiftRow = WireOutput<typeof shift.list>['list'][number]
export type ShiftPaper = WireOutput<typeof shift.print>
export type ShiftDetail = WireOutput<typeof shift.detail>

const reads = [shift.current, shift.list, shift.detail, billing.shift, billing.detail]

/** The till of the person at work, kept fresh. */
export function useCurrentShift(enabled: boolean) {
  useLive(['bill'], [shift.current])
  return useCall(shift.current, {}, { enabled })
}

/** The shifts of the clinic, the latest first. @param open only those that were not handed over */
export function useShifts(pageSize: number, open: boolean) {
  useLive(['bill'], [shift.list])
  return useCall(shift.list, { pageSize, open })
}

/** One shift with everything that moved in it. */
export function useShiftDetail(id: string) {
  return useCall(shift.detail, { id }, { keep: false })
}

/** The paper of a shift; reading it counts as a print, so it is read once. */
export const useShiftPaper = (id: string) =>
  useCall(shift.print, { id, ...useAsPreview() }, { staleTime: Infinity, keep: false })

export function useShiftSends() {
  const refresh = { refresh: reads }
  return {
    handOver: useSend(shift.handOver, refresh),
    explain: useSend(shift.explain, refresh),
    review: useSend(shift.review, refresh),
  }
}
