import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  doctor_auth_open_key: { refusal: 'DOCTOR_AUTH_STATE', message: '资料正在审核中，审核结束后才能修改' },
  organisation_auth_new_key: { refusal: 'ORG_AUTH_STATE', message: '资料正在审核中，审核结束后才能修改' },
  organisation_auth_change_key: { refusal: 'ORG_AUTH_STATE', message: '变更正在审核中，审核结束后才能再次修改' },
  organisation_auth_branch_key: {
    refusal: 'CLINIC_NAME_TAKEN',
    message: '同名分店的申请正在审核中',
    field: 'clinicName',
  },
  clinic_name_key: { refusal: 'CLINIC_NAME_TAKEN', field: 'clinicName' },
}
