import { followsPatient, staysWithFile } from './belongings.ts'

followsPatient('patient', { column: 'merged_into_id', constraint: 'patient_merged_into_fk' })
followsPatient('patient', { column: 'referrer_patient_id', constraint: 'patient_referrer_fk' })
followsPatient('tooth_condition', { partOf: { medical_record: 'record_id' }, topic: 'record' })
followsPatient('patient_group_member', { plain: true, once: ['group_id'], key: 'group_id' })
followsPatient('patient_greeting', { plain: true, once: ['year'], key: 'year' })
followsPatient('patient_clinic', { plain: true, once: ['reached_clinic_id'], key: 'reached_clinic_id' })
followsPatient('file_request', {})
followsPatient('patient_kin', { once: ['related_patient_id'], other: 'related_patient_id' })
followsPatient('patient_kin', {
  column: 'related_patient_id',
  once: ['patient_id'],
  other: 'patient_id',
  constraint: 'patient_kin_related_fk',
})
staysWithFile('audit', 'patient_id', 'history: whose file it was when it was done')
staysWithFile('patient_stat', 'patient_id', 'one row for each file, counted anew')
staysWithFile('patient_merge', 'keep_id', 'the merge itself')
staysWithFile('patient_merge', 'remove_id', 'the merge itself')
staysWithFile('patient_distinct', 'a_id', 'says something of two files, not of a person')
staysWithFile('patient_distinct', 'b_id', 'says something of two files, not of a person')
