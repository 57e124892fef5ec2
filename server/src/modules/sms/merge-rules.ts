import { followsPatient, type Following } from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('sms_outbox', { plain: true, name: '短信', topic: 'sms' }),
]
