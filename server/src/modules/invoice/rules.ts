import { invoiceRedStates, patientInvoiceStates, type InvoiceRedStep, type InvoiceStep } from '@dentin/contract/invoice'
import { fen, type Fen } from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'

/** The tax that a sum contains. */
export const taxIn = (amount: Fen, rate: number): Fen => fen(Math.round((amount * rate) / (100 + rate)))

/**
 * The tax of a red: what the invoice's tax is of all that is taken back by then, less what was taken back of it before; the last takes
 * what is left.
 */
export function redTax(blue: { amount: Fen; tax: Fen }, before: { amount: Fen; tax: Fen }, amount: Fen): Fen {
  const byThen = Math.round((blue.tax * Math.min(before.amount + amount, blue.amount)) / blue.amount)
  return fen(Math.max(0, Math.min(byThen - before.tax, amount)))
}

export function mustBe(step: InvoiceStep, status: number): void {
  if (patientInvoiceStates.may(step, status)) return
  throw new AppError('INVOICE_STATE', { message: `发票${patientInvoiceStates.names[status]}，不能这样操作` })
}

export function redMustBe(step: InvoiceRedStep, status: number): void {
  if (invoiceRedStates.may(step, status)) return
  throw new AppError('INVOICE_RED_STATE', { message: `红字发票${invoiceRedStates.names[status]}，不能这样操作` })
}

/** How long to wait before a platform is asked again: soon at first, then ever more seldom. */
export const nextPause = (asks: number): number => Math.min(5_000 * 2 ** Math.min(asks, 10), 3_600_000)

/** So often a platform may say that it does not know a number, and so long after it was sent, before nobody asks any more. */
const MISSES = 4
const LONGEST_MS = 24 * 3_600_000

/** Has something been without an outcome for so long that somebody may write it down by hand? */
export const isOverdue = ({ sentAt, createdAt }: { sentAt: Date | null; createdAt: Date }, now: Date): boolean =>
  now.getTime() - (sentAt ?? createdAt).getTime() >= LONGEST_MS

/** Has a platform forgotten a number, or was it never told? Only when it has said so often and for long. */
export const isForgotten = ({ missed, sentAt }: { missed: number; sentAt: Date | null }, now: Date): boolean =>
  missed + 1 >= MISSES && sentAt !== null && now.getTime() - sentAt.getTime() >= LONGEST_MS
