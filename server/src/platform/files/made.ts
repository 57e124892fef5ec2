import type { Readable } from 'node:stream'
import type { HeldNote, TenantTx } from '../database/tx.ts'

/** A file that a call answers with. */
export interface FileAnswer {
  name: string
  type: string
  stream: Readable | Buffer
  /** How many of its rows have been written. */
  written?: () => number
  /** Made as a task: what is written besides the notes, with the file, in the transaction in which it becomes one. */
  kept?: (tx: TenantTx) => Promise<void>
}

/** How a file is made: for somebody who waits for its bytes, or as a task. */
export interface Making {
  /** Whoever asked takes the bytes as they come. Otherwise nobody has seen anything of a file that breaks off. */
  readonly isWaitedFor: boolean
  /** So many rows no export exceeds: who counts them need not count further than one more. */
  readonly mostRows: number
  /**
   * Says how many rows there will be, once that is known and before the first is read.
   * @throws AppError EXPORT_TOO_MANY; EXPORT_TAKES_LONG when somebody waits and there are more than can be waited for
   */
  sized(rows: number): void
}

/** The rights with which a file was made: the grants with their scopes, and the clinics that scope 4 means. */
export interface Rights {
  granted: Record<string, number>
  chosen: string[]
}

/** A file whose bytes have not been asked for yet, and what goes with it. */
export interface MadeFile {
  file: FileAnswer
  /** Null: its handler does not count them. */
  rows: number | null
  rights: Rights
  /** What the handler has to say in the audit, for the transaction in which the file becomes one. */
  notes: readonly HeldNote[]
}
