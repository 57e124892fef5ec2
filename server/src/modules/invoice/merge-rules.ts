import { followsPatient, type Following } from '../patient/index.ts'

/** An invoice goes with the bill, card or prepayment that it is for: to the file that stands. */
export const mergeRules: readonly Following[] = [
  followsPatient('invoice', { name: '电子发票', number: 'invoice_no', topic: 'bill' }),
]
