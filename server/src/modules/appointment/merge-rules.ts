import { followsPatient, type Following } from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('appointment', { name: '预约', number: 'appoint_no', topic: 'appointment' }),
  followsPatient('waitlist', { name: '候补', topic: 'appointment' }),
]
