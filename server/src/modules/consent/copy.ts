import { consentStates } from '@dentin/contract/consent'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import { COPY_ROWS, copySheet, momentColumn, textColumn } from '../patient/index.ts'
import { readable, VIEW } from './access.ts'

const copied = select(
  columns(
    'consent',
    'k',
    'consent_no',
    'template_name',
    'signer_name',
    'signer_relation',
    'status',
    'sign_time',
    'void_time',
  ),
  columns('consent', 'k', 'approved_name', 'approved_at', 'emergency_reason'),
  columns('consent', 'k', 'void_reason'),
  named('clinic', 'c', { clinicName: 'name' }),
  named('employee', 'e', { doctorName: 'name' }),
)

/** What was signed, and what of it was withdrawn. */
export const copy = copySheet<RowIn<typeof copied>>({
  sheet: '同意书',
  grant: VIEW,
  columns: () => [
    textColumn('编号', 18, (row) => row.consentNo),
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('同意书', 24, (row) => row.templateName),
    textColumn('医生', 12, (row) => row.doctorName),
    textColumn('签名人', 12, (row) => row.signerName),
    textColumn('与患者关系', 12, (row) => row.signerRelation || '本人'),
    momentColumn('签名时间', (row) => row.signTime),
    textColumn('紧急批准人', 12, (row) => (row.approvedAt ? row.approvedName : '')),
    momentColumn('批准时间', (row) => row.approvedAt),
    textColumn('紧急理由', 30, (row) => (row.approvedAt ? row.emergencyReason : '')),
    textColumn('状态', 10, (row) => consentStates.names[row.status] ?? ''),
    momentColumn('作废时间', (row) => row.voidTime),
    textColumn('作废原因', 30, (row) => row.voidReason),
  ],
  rows: ({ tx, patientId, context }) =>
    tx.rows(
      copied.from`consent k
          join clinic c on ${tx.own('c')} and c.id = k.clinic_id
          join employee e on ${tx.own('e')} and e.id = k.doctor_id
          where ${tx.own('k')} and k.patient_id = ${patientId} and k.status not in ${codes(consentStates, 'open')} and ${readable(context)}
          order by k.sign_time desc nulls last, k.id desc limit ${COPY_ROWS}`,
    ),
})
