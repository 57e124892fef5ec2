import { onConstraint } from '../../platform/database/problems.ts'

// What two people do at one moment ends at a key; whoever is second hears what the first one did.
onConstraint('doctor_auth_open_key', 'DOCTOR_AUTH_STATE', { message: '资料正在审核中，审核结束后才能修改' })
onConstraint('organisation_auth_new_key', 'ORG_AUTH_STATE', { message: '资料正在审核中，审核结束后才能修改' })
onConstraint('organisation_auth_change_key', 'ORG_AUTH_STATE', { message: '变更正在审核中，审核结束后才能再次修改' })
onConstraint('organisation_auth_branch_key', 'CLINIC_NAME_TAKEN', {
  message: '同名分店的申请正在审核中',
  field: 'clinicName',
})
onConstraint('clinic_name_key', 'CLINIC_NAME_TAKEN', { field: 'clinicName' })
