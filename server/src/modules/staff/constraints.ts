import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  relate_apply_pending_key: 'APPLY_PENDING',
  employee_job_number_key: { refusal: 'EMPLOYEE_JOB_NUMBER', field: 'jobNumber' },
  post_clinic_clinic_fk: 'NOT_FOUND',
}
