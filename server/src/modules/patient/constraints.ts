import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  patient_id_no_key: { refusal: 'PATIENT_ID_NO_TAKEN', field: 'idNo' },
  patient_group_shared_key: { refusal: 'PATIENT_GROUP_NAME_TAKEN', field: 'name' },
  patient_group_own_key: { refusal: 'PATIENT_GROUP_NAME_TAKEN', field: 'name' },
  patient_kin_pair_key: { refusal: 'PATIENT_KIN_TWICE', field: 'relatedPatientId' },
  file_request_open_key: 'FILE_REQUEST_OPEN',
}
