import { followsPatient, type Following } from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('instalment_plan', { name: '分期', number: 'plan_no', partOf: { bill: 'bill_id' }, topic: 'bill' }),
  followsPatient('dunning_call', { plain: true, partOf: { bill: 'bill_id' } }),
]
