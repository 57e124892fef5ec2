import { followsPatient, type Following } from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('doctor_case', { name: '案例', topic: 'doctorCase' }),
  followsPatient('doctor_case_shown', { plain: true }),
]
