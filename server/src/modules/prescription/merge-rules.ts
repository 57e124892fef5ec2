import { followsPatient, type Following } from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('prescription', {
    name: '处方',
    number: 'rx_no',
    partOf: { medical_record: 'record_id' },
    topic: 'prescription',
  }),
]
