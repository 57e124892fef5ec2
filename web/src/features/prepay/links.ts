/** Opens the receipt of a prepayment beside the page. */
export function printPrepay(id: string): void {
  window.open(`/print/prepay/${id}?auto=1`, '_blank')
}

/** Opens the slip of what was given back. */
export function printReturn(id: string): void {
  window.open(`/print/prepayReturn/${id}?auto=1`, '_blank')
}
