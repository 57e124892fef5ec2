import { followsPatient, type Following } from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('medical_record', {
    name: '病历',
    number: 'record_no',
    partOf: { treatment: 'treatment_id', registration: 'registration_id' },
    topic: 'record',
  }),
  followsPatient('tooth_condition', { partOf: { medical_record: 'record_id' }, topic: 'record' }),
]
