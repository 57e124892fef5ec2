import type { ReactNode } from 'react'

/** Addresses that the list leads to; those of screens that a person may not open are left out. */
export interface PatientListLinks {
  file: (id: string) => string
  book: ((id: string) => string) | null
  charge: ((id: string) => string) | null
  pay: ((id: string, billId: string) => string) | null
  /** Writing to these patients; `birthday`: to congratulate them. */
  sms: ((people: readonly { id: string; name: string }[], birthday?: boolean) => string) | null
  /** The dialog that plans follow-ups for these patients. */
  follow:
    ((ids: readonly string[], end: { onClose: () => void; onDone: () => void; birthday?: boolean }) => ReactNode) | null
}
