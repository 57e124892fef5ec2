import type { AnyCall, WireInput, WireOutput } from '@dentin/contract/core/call'
import { exportTask, exportTaskErrors } from '@dentin/contract/export-task'
import { ApiError, fetchFile, send } from './client.ts'

/** A call whose file is an export. */
export type ExportCall = AnyCall & { answer: 'file' }
export type ExportTask = WireOutput<typeof exportTask.ask>

/** Has an export made as a task. @throws ApiError as the export itself, beside its fields */
export const exportLater = <C extends ExportCall>(call: C, input: WireInput<C>): Promise<ExportTask> =>
  send(exportTask.ask, { path: call.path, input: input as Record<string, unknown> })

/**
 * Fetches an export; one that takes longer than somebody can be kept waiting, or that is cut off, is made as a task.
 * @returns null: it is made as a task
 * @throws ApiError as `fetchFile`
 */
export async function takeExport<C extends ExportCall>(call: C, input: WireInput<C>): Promise<File | null> {
  try {
    return await fetchFile(call, input)
  } catch (error) {
    const isLong = error instanceof ApiError && (error.isNetwork || error.is(exportTaskErrors.EXPORT_TAKES_LONG))
    if (!isLong) throw error
    try {
      await exportLater(call, input)
      return null
    } catch (second) {
      // Without a network neither goes: the first failure says so.
      throw second instanceof ApiError && second.isNetwork ? error : second
    }
  }
}
