import type { AnyCall } from '@dentin/contract/core/call'
import { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { isOverdue } from '../database/problems.ts'
import { AppError } from '../errors.ts'
import type { FileAnswer, Making } from '../files/made.ts'

/** Refuses an export of more rows than any has: whoever asks for it is asked to narrow it. */
function mustBeBounded(rows: number, { EXPORT_MOST_ROWS }: Config): void {
  if (rows > EXPORT_MOST_ROWS)
    throw new AppError('EXPORT_TOO_MANY', {
      message: `一次最多导出 ${EXPORT_MOST_ROWS.toLocaleString('en-US')} 行，请缩小范围后再导出`,
    })
}

/** So many rows or papers can be waited for. */
export const directMost = ({ exportedAs }: AnyCall, config: Config): number =>
  exportedAs === 'papers' ? config.PRINT_DIRECT_PAPERS : config.EXPORT_DIRECT_ROWS

/** The file of a call for somebody who waits for it: an export of more rows than can be waited for is to be made as a task. */
export const forWhomWaits = (call: AnyCall, config: Config): Making => ({
  isWaitedFor: true,
  mostRows: config.EXPORT_MOST_ROWS,
  sized: (rows) => {
    mustBeBounded(rows, config)
    if (!call.exported || rows <= directMost(call, config)) return
    throw new AppError('EXPORT_TAKES_LONG', { data: { rows } })
  },
})

/** The file of a call made as a task. @param count hears how many rows it has */
export const forTask = (config: Config, count: (rows: number) => void): Making => ({
  isWaitedFor: false,
  mostRows: config.EXPORT_MOST_ROWS,
  sized: (rows) => {
    mustBeBounded(rows, config)
    count(rows)
  },
})

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
