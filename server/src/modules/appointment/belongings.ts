import { followsPatient } from '../patient/index.ts'

followsPatient('appointment', { name: '预约', number: 'appoint_no', topic: 'appointment' })
followsPatient('waitlist', { name: '候补', topic: 'appointment' })
