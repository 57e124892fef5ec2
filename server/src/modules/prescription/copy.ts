import { prescriptionKinds, prescriptionStates, type PrescriptionKind } from '@dentin/contract'
import { sql } from 'kysely'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import { COPY_ROWS, copySheet, momentColumn, textColumn } from '../patient/index.ts'
import { VIEW } from './access.ts'

const copied = select(
  columns(
    'prescription',
    'x',
    'rx_no',
    'prescribed_at',
    'diagnosis',
    'summary',
    'status',
    'audited_name',
    'dispensed_name',
    'dispensed_at',
  ),
  named('clinic', 'c', { clinicName: 'name' }),
  named('employee', 'e', { doctorName: 'name' }),
  { kind: sql<PrescriptionKind>`x.kind` },
)

/** What was prescribed. */
export const copy = copySheet<RowIn<typeof copied>>({
  sheet: '处方',
  grant: VIEW,
  columns: () => [
    textColumn('处方号', 16, (row) => row.rxNo),
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('医生', 12, (row) => row.doctorName),
    momentColumn('开方时间', (row) => row.prescribedAt),
    textColumn('类型', 8, (row) => prescriptionKinds[row.kind]),
    textColumn('诊断', 30, (row) => row.diagnosis),
    textColumn('药品', 50, (row) => row.summary),
    textColumn('状态', 10, (row) => prescriptionStates.names[row.status] ?? ''),
    textColumn('审核', 12, (row) => row.auditedName),
    textColumn('发药', 12, (row) => row.dispensedName),
    momentColumn('发药时间', (row) => row.dispensedAt),
  ],
  rows: ({ tx, patientId }) =>
    tx.rows(
      copied.from`prescription x
          join clinic c on ${tx.own('c')} and c.id = x.clinic_id
          join employee e on ${tx.own('e')} and e.id = x.doctor_id
          where ${tx.own('x')} and x.patient_id = ${patientId}
          order by x.prescribed_at desc, x.id desc limit ${COPY_ROWS}`,
    ),
})
