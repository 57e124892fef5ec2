import { followsPatient, type Following } from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('follow_up', {
    name: '随访',
    partOf: { treatment: 'treatment_id', medical_record: 'record_id', bill: 'bill_id' },
    topic: 'followUp',
  }),
  followsPatient('patient_remind', { name: '提醒', topic: 'followUp' }),
]
