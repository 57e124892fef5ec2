import { followsPatient, type Following } from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('treatment_plan', { name: '治疗计划', number: 'plan_no', topic: 'treatmentPlan' }),
]
