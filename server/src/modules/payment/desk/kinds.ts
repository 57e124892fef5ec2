/** Trades of a clinic, at its own merchant: of a patient's bill, and of one fen that tests the merchant. */
export const DESK = 'desk'
export const MERCHANT_TEST = 'merchant-test'
export const isOfClinic = (kind: string): boolean => kind === DESK || kind === MERCHANT_TEST
