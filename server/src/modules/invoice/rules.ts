import { invoiceRedStates, patientInvoiceStates, type InvoiceRedStep, type InvoiceStep } from '@dentin/contract/invoice'
import { fen, subtract, type Fen } from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'

/** The tax that a sum contains. */
export const taxIn = (amount: Fen, rate: number): Fen => fen(Math.round((amount * rate) / (100 + rate)))

/** The tax of a red: of a part its share, never more than is left; the last takes what is left. */
export function redTax(
  blue: { amount: Fen; tax: Fen; taxRate: number },
  before: { amount: Fen; tax: Fen },
  amount: Fen,
): Fen {
  const left = subtract(blue.tax, before.tax)
  if (before.amount + amount >= blue.amount) return left
  return fen(Math.min(taxIn(amount, blue.taxRate), left))
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

/** So often a platform may say that it does not know a number before nobody asks any more. */
export const MISSES = 4
