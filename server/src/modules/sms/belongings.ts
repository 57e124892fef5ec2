import { followsPatient } from '../patient/index.ts'

followsPatient('sms_outbox', { plain: true, name: '短信', topic: 'sms' })
