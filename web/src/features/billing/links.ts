/** Where a bill is charged. */
export const chargeDeskLink = (billId: string): string => `/orderSet?billId=${billId}`

/** Where the receipt of a bill is printed; `auto` opens the print dialog at once. */
export const receiptLink = (billId: string, auto = false): string => `/print/receipt/${billId}${auto ? '?auto=1' : ''}`

/** Where the list of fees is printed: of a bill, of a visit, or of all days of a patient. */
export const feeListLink = (of: { patientId: string; billId?: string; registrationId?: string }): string =>
  `/print/feeList?${new URLSearchParams(of).toString()}`

/** Opens the receipt beside the desk, so that the next patient can be served. */
export function printReceipt(billId: string): void {
  window.open(receiptLink(billId, true), '_blank')
}

/** Goods for a patient, without a visit. */
export const retailLink = (patientId: string): string => `/orderSet?patientId=${patientId}&retail=1`
