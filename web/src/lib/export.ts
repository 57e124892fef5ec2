import type { AnyCall, WireInput, WireOutput } from '@dentin/contract/core/call'
import { exportTask, exportTaskErrors } from '@dentin/contract/export-task'
import { ApiError, fetchFile, send } from './client.ts'

const takesLong = (error: unknown): boolean => error instanceof ApiError && error.is(exportTaskErrors.EXPORT_TAKES_LONG)

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
    const isLong = takesLong(error) || (error instanceof ApiError && error.isNetwork)
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

/**
 * Fetches papers that may be more than can be waited for. One that was cut off is not asked for again by itself: what has come
 * counts as printed.
 * @returns the file, or the task that makes it
 * @throws ApiError as `fetchFile`
 */
export async function takePapers<C extends ExportCall>(
  call: C,
  input: WireInput<C>,
  grown: (bytes: number) => void,
): Promise<File | ExportTask> {
  try {
    return await fetchFile(call, input, { grown })
  } catch (error) {
    if (!takesLong(error)) throw error
    return exportLater(call, input)
  }
}
