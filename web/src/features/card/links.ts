/** Opens the slip of what was given back of a card. */
export function printRefund(id: string): void {
  window.open(`/print/cardRefund/${id}?auto=1`, '_blank')
}
