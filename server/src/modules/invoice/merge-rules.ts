import { followsPatient, type Following } from '../patient/index.ts'

/** Both files' invoices stand side by side afterwards; what they cover follows its papers. */
export const mergeRules: readonly Following[] = [
  followsPatient('invoice', { name: '电子发票', number: 'invoice_no', topic: 'bill' }),
]
