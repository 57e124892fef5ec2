import { fieldOf, uniqueFields, uniqueKeys } from '@dentin/contract/patient'
import type { Refusals } from '../../platform/wiring.ts'

/** The second file with the same number is told which one it is. */
const unique: Refusals = Object.fromEntries(
  uniqueKeys.map((field) => {
    const { index, refusal } = uniqueFields[field]
    const message = refusal === 'PATIENT_NUMBER_TAKEN' && `${fieldOf(field).label}已被其他档案使用`
    return [index, { refusal, field, ...(message && { message }) }]
  }),
)

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  ...unique,
  patient_group_shared_key: { refusal: 'PATIENT_GROUP_NAME_TAKEN', field: 'name' },
  patient_group_own_key: { refusal: 'PATIENT_GROUP_NAME_TAKEN', field: 'name' },
  patient_kin_pair_key: { refusal: 'PATIENT_KIN_TWICE', field: 'relatedPatientId' },
  file_request_open_key: 'FILE_REQUEST_OPEN',
}
