import { followsPatient, staysWithFile } from './belongings.ts'

followsPatient('patient', { column: 'merged_into_id' })
followsPatient('tooth_condition', { partOf: { medical_record: 'record_id' }, topic: 'record' })
staysWithFile('audit', 'patient_id', 'history: whose file it was when it was done')
staysWithFile('patient_stat', 'patient_id', 'one row for each file, counted anew')
staysWithFile('patient_merge', 'keep_id', 'the merge itself')
staysWithFile('patient_merge', 'remove_id', 'the merge itself')
staysWithFile('patient_distinct', 'a_id', 'says something of two files, not of a person')
staysWithFile('patient_distinct', 'b_id', 'says something of two files, not of a person')
