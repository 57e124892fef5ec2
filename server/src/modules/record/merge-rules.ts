import { followsPatient, staysWithFile, type Following, type Staying } from '../patient/index.ts'

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

/** What stays where it is: the records of a seal go with the person, and with them the list of seals. */
export const stays: readonly Staying[] = [
  staysWithFile('record_seal', 'patient_id', 'a seal is never changed: whose file it was when it was made'),
]
