import { followsPatient, type Following } from '../patient/index.ts'

/** Both files' prepayments stand side by side afterwards; what they hold is never added up. */
export const mergeRules: readonly Following[] = [
  followsPatient('prepay', { name: '预交金', number: 'prepay_no', topic: 'bill' }),
  followsPatient('prepay_return', {
    name: '预交金退款单',
    number: 'return_no',
    partOf: { prepay: 'prepay_id' },
    topic: 'bill',
  }),
]
