import { followsPatient, type Following } from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('consent', {
    name: '同意书',
    number: 'consent_no',
    partOf: { medical_record: 'record_id', treatment_plan: 'plan_id', ortho_case: 'ortho_case_id' },
    topic: 'consent',
  }),
]
