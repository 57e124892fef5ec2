import { exportTaskStates } from '@dentin/contract/export-task'
import type { Task } from './hooks.ts'

export const count = (n: number) => n.toLocaleString('en-US')

/** How far a task has come, in words. */
export function progressOf({ status, rowsDone, rowsExpected, unit }: Task): string {
  if (!exportTaskStates.is(status, 'running')) return exportTaskStates.names[status] ?? ''
  return rowsExpected ? `${count(rowsDone)} / ${count(rowsExpected)} ${unit}` : '正在计算'
}
