import { followsPatient, staysWithFile, type Following, type Staying } from './merge-rules.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('patient', { column: 'merged_into_id', constraint: 'patient_merged_into_fk' }),
  followsPatient('patient', { column: 'referrer_patient_id', constraint: 'patient_referrer_fk' }),
  followsPatient('patient_group_member', { plain: true, once: ['group_id'], key: 'group_id' }),
  followsPatient('patient_greeting', { plain: true, once: ['year'], key: 'year' }),
  followsPatient('patient_clinic', { plain: true, once: ['reached_clinic_id'], key: 'reached_clinic_id' }),
  followsPatient('file_request', {}),
  followsPatient('patient_kin', { once: ['related_patient_id'], other: 'related_patient_id' }),
  followsPatient('patient_kin', {
    column: 'related_patient_id',
    once: ['patient_id'],
    other: 'patient_id',
    constraint: 'patient_kin_related_fk',
  }),
]

/** What names a patient and is left as it is. */
export const stays: readonly Staying[] = [
  staysWithFile('audit', 'patient_id', 'history: whose file it was when it was done'),
  staysWithFile('patient_stat', 'patient_id', 'one row for each file, counted anew'),
]
