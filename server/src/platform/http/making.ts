import type { AnyCall } from '@dentin/contract'
import { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { isOverdue } from '../database/problems.ts'
import { AppError } from '../errors.ts'
import type { FileAnswer, Making } from '../files/made.ts'

/** More rows than this no export has: whoever asks for more is asked to narrow it. */
export const MOST_ROWS = 200_000

/** The file of a call for somebody who waits for it: an export of more rows than can be waited for is to be made as a task. */
export function forWhomWaits(call: AnyCall, config: Config): Making {
  return {
    isWaitedFor: true,
    sized: (rows) => {
      if (call.exported && rows > config.EXPORT_DIRECT_ROWS) throw new AppError('EXPORT_TAKES_LONG', { data: { rows } })
    },
  }
}

/** What is said of an export that failed: one that took too long may be made as a task. */
export const sayingSo = ({ exported }: AnyCall, error: unknown): unknown =>
  exported && (isOverdue(error) || (error instanceof AppError && error.refusal === 'TOO_SLOW'))
    ? new AppError('EXPORT_TAKES_LONG')
    : error

/** The same file, cut when its bytes have not all gone out in so many milliseconds. */
export function cutAfter(file: FileAnswer, ms: number): FileAnswer {
  const { stream } = file
  if (stream instanceof Readable) {
    const late = setTimeout(() => stream.destroy(new AppError('EXPORT_TAKES_LONG')), Math.max(0, ms))
    stream.once('close', () => clearTimeout(late))
  }
  return file
}
