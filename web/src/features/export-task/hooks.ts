import type { WireOutput } from '@dentin/contract/core/call'
import { exportTask } from '@dentin/contract/export-task'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Task = WireOutput<typeof exportTask.list>[number]
const reads = [exportTask.list]

/** The person's own tasks, live. @param employeeId as whom the person works here */
export function useExportTasks(employeeId: string | null) {
  useLive(['exportTask'], reads, (refId) => refId === null || refId === employeeId)
  return useCall(exportTask.list, {})
}

/** The same, asked for again and again: print pages stand outside the frame that hears of changes. */
export const useWatchedTasks = () => useCall(exportTask.list, {}, { refetchInterval: 2_000 })

export const useCancelExport = () => useSend(exportTask.cancel, { refresh: reads })
export const useRetryExport = () => useSend(exportTask.retry, { refresh: reads })
