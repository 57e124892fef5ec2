/** Opens the receipt of what was paid for a card. */
export function printReceipt(movementId: string): void {
  window.open(`/print/cardReceipt/${movementId}?auto=1`, '_blank')
}

/** Opens the slip of what was given back of a card. */
export function printRefund(id: string): void {
  window.open(`/print/cardRefund/${id}?auto=1`, '_blank')
}
