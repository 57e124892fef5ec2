/** Where the bill of a refund is. */
export const billLink = (billId: string): string => `/orderSet?tab=paid&billId=${billId}`
/** Where a refund is. */
export const refundLink = (refundId: string): string => `/orderSet?tab=refund&refund=${refundId}`
/** Where the slip of a refund is printed. */
export const slipLink = (refundId: string): string => `/print/refund/${refundId}`
/** Where payments and refunds that went wrong are worked off. */
export const exceptionsLink = '/orderSet?tab=exception'
