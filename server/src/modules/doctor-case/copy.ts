import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import { COPY_ROWS, copySheet, momentColumn, textColumn } from '../patient/index.ts'

const copied = select(
  columns('doctor_case_shown', 'x', 'title', 'shown_at', 'employee_name'),
  named('clinic', 'n', { clinicName: 'name' }),
)

/** Which cases of others the patient was shown. */
export const copy = copySheet<RowIn<typeof copied>>({
  sheet: '案例演示',
  grant: '/patientConsent:view',
  columns: () => [
    textColumn('门诊', 20, (row) => row.clinicName),
    momentColumn('时间', (row) => row.shownAt),
    textColumn('案例', 40, (row) => row.title),
    textColumn('演示人', 12, (row) => row.employeeName),
  ],
  rows: ({ tx, patientId }) =>
    tx.rows(
      copied.from`doctor_case_shown x join clinic n on ${tx.own('n')} and n.id = x.clinic_id
        where ${tx.own('x')} and x.patient_id = ${patientId} order by x.shown_at desc, x.id limit ${COPY_ROWS}`,
    ),
})
