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

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    monthEnd?: { checks?: readonly MonthEndCheck[]; identities?: readonly MonthIdentity[] }
  }
}
