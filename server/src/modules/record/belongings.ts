import { followsPatient } from '../patient/index.ts'

followsPatient('medical_record', {
  name: '病历',
  number: 'record_no',
  partOf: { treatment: 'treatment_id', registration: 'registration_id' },
  topic: 'record',
})
