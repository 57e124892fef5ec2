import type { Refusals } from '../../platform/wiring.ts'

const NAME_TAKEN = { refusal: 'TEMPLATE_NAME_TAKEN', field: 'name', message: '这个分类里已有同名模板' } as const

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  callout_keys_employee_key: 'VERSION_CONFLICT',
  record_amend_request_live_key: 'AMEND_REQUEST_OPEN',
  record_seal_request_key: 'STATUS_CHANGED',
  medical_record_treatment_key: 'RECORD_EXISTS',
  record_template_clinic_name_key: NAME_TAKEN,
  record_template_chain_name_key: NAME_TAKEN,
  record_template_category_name_key: { refusal: 'SETTING_NAME_TAKEN', field: 'name' },
}
