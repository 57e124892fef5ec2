import type { patient as calls } from '@dentin/contract/patient'
import type { WireOutput } from '@dentin/contract/core/call'
import { Tag, toast } from '../../ui/index.ts'

export type Import = WireOutput<typeof calls.importDetail>

export type Row = WireOutput<typeof calls.importRows>['list'][number]

export const WRITING = 2

export const DONE = 3

export const BROKEN = 4

export const CHECKING = 6

export const UNCHECKED = 7

export const wordsOf = (error: unknown, otherwise: string) => (error instanceof Error ? error.message : otherwise)

/** Rows that may have a file already and of which nobody has said what becomes of them. */
export const undecidedIn = (of: Import): number => of.doubtful - of.creating - of.skipping

export function StateTag({ of }: { of: Import }) {
  if (of.status === DONE) return <Tag tone="done">已导入 {of.written} 人</Tag>
  if (of.status === WRITING) return <Tag tone="chair">写入中</Tag>
  if (of.status === CHECKING) return <Tag tone="chair">检查中</Tag>
  if (of.status === BROKEN || of.status === UNCHECKED) return <Tag tone="danger">没有完成</Tag>
  if (of.bad > 0) return <Tag tone="wait">{of.bad} 行有误</Tag>
  return undecidedIn(of) > 0 ? <Tag tone="wait">{undecidedIn(of)} 行待决定</Tag> : <Tag tone="booked">待写入</Tag>
}

/** Does something with an import and says so when that does not go through. @returns whether it did */
export async function attempt(work: () => Promise<unknown>, otherwise: string): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    toast.error(wordsOf(error, otherwise))
    return false
  }
}
