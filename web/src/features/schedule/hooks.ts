import { appointment } from '@dentin/contract/appointment'
import type { WireOutput } from '@dentin/contract/core/call'
import { clinic } from '@dentin/contract/clinic'
import { schedule } from '@dentin/contract/schedule'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Sheet = WireOutput<typeof schedule.plan>
export type Shift = WireOutput<typeof schedule.shifts>[number]
export type Affected = WireOutput<typeof schedule.save>['affected'][number]
export type Displaced = WireOutput<typeof appointment.displacedList>[number]

type Range = {
  from: string
  to: string
}

/** Everything that shows the plan and is read again when it changed. */
const reads = [schedule.plan, schedule.view, schedule.mine, schedule.shifts, appointment.displacedList]
const boardReads = [appointment.week, appointment.month]

/** The plan with its drafts, live. */
export function usePlan(range: Range) {
  useLive(['schedule'], reads)
  return useCall(schedule.plan, range)
}

/** What has been published, live. */
export function usePublished(range: Range) {
  useLive(['schedule'], [schedule.view])
  return useCall(schedule.view, range)
}

export function useMine(range: Range) {
  useLive(['schedule'], [schedule.mine])
  return useCall(schedule.mine, range)
}

export const useShifts = (enabled = true) => useCall(schedule.shifts, {}, { staleTime: 60_000, enabled })
export const usePlanChairs = () => useCall(schedule.chairs, {}, { staleTime: 5 * 60_000 })

export const useSaveShift = () => useSend(schedule.saveShift, { refresh: [schedule.shifts] })
export const useSaveCells = () => useSend(schedule.save, { refresh: [...reads, ...boardReads] })
export const useFill = () => useSend(schedule.fill, { refresh: [...reads, ...boardReads] })
export const useRepeat = () => useSend(schedule.repeat, { refresh: [...reads, ...boardReads] })
export const usePublish = () => useSend(schedule.publish, { refresh: [...reads, ...boardReads, clinic.setUp] })

/** Bookings of these days whose doctor does not receive then, live. */
export function useDisplaced(range: Range, enabled = true) {
  useLive(['appointment', 'schedule'], [appointment.displacedList])
  return useCall(appointment.displacedList, range, { enabled })
}
const displacedReads = [appointment.displacedList, ...boardReads]
export const useMoveBooking = () => useSend(appointment.move, { refresh: displacedReads })
export const useTell = () => useSend(appointment.tellDisplaced, { refresh: displacedReads })
export const useKeep = () => useSend(appointment.keepDisplaced, { refresh: displacedReads })
