import type { EntryKind } from '@dentin/contract/ledger-words'
import type { LocalDate } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Book } from './month-close/book.ts'

/** The month of a clinic that is looked at: its first day, and the first of the next. */
export interface MonthOfClinic {
  clinicId: string
  from: LocalDate
  before: LocalDate
}

/** Something of a month that may still be open. */
export interface MonthEndCheck {
  code: string
  title: string
  /** A month is not closed before it is settled. */
  blocks: boolean
  /** The screen where it is settled, and the word on the button that leads there. */
  path: string
  button: string
  /** What the row says when there is nothing. */
  nothing: string
  /** How many there are, and which they are in a sentence. */
  of: (tx: TenantTx, month: MonthOfClinic) => Promise<{ count: number; note: string }>
}

/** An identity that a month has to fulfil, as docs/names.md calls it. */
export interface MonthIdentity {
  name: string
  holds: (tx: TenantTx, month: MonthOfClinic, book: Book) => Promise<boolean>
}

/** An entry that was just written, with the papers and purses that it moved. */
export interface Moved {
  entryId: string
  kind: EntryKind
  document: { kind: string; no: string }
  actor: { id: string | null; name: string }
  billIds: readonly string[]
  cardIds: readonly string[]
  prepayIds: readonly string[]
}

/** What the ledger asks of whoever has to follow what is posted, in the same transaction. */
export interface AskedByLedger {
  moved?: (tx: TenantTx, entry: Moved) => Promise<void>
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    ledger?: AskedByLedger
    monthEnd?: {
      checks?: readonly MonthEndCheck[]
      identities?: readonly MonthIdentity[]
      /** A month was just closed, or opened again, in the same transaction: what is kept of it beside its book. */
      closed?: (tx: TenantTx, month: MonthOfClinic) => Promise<void>
      reopened?: (tx: TenantTx, month: MonthOfClinic) => Promise<void>
    }
  }
}
