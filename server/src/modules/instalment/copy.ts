import { instalmentPlanStates, instalmentStates } from '@dentin/contract/instalment'
import { fenToYuan, today, type Fen, type InstalmentNow } from '@dentin/kit'
import { columns, named, select } from '../../platform/database/select.ts'
import { COPY_ROWS, copySheet, moneyColumn, textColumn } from '../patient/index.ts'
import { periodsNow, planColumns } from './queries.ts'

interface Row extends InstalmentNow {
  planNo: string
  billNo: string
  clinicName: string
  plan: number
  /** Are the sums of its clinic among those that the person may see? */
  summed: boolean
}
const sum = (title: string, value: (row: Row) => Fen) =>
  moneyColumn<Row>(title, (row) => (row.summed ? fenToYuan(value(row)) : null))
const own = select(...planColumns, columns('bill', 'b', 'bill_no'), named('clinic', 'k', { clinicName: 'name' }))

/** The patient's own agreements to pay in parts, a row a part. */
export const copy = copySheet<Row>({
  sheet: '分期',
  grant: '/orderSet:view',
  columns: ({ amounts }) => [
    textColumn('协议号', 18, (row) => row.planNo),
    textColumn('账单', 18, (row) => row.billNo),
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('协议状态', 10, (row) => instalmentPlanStates.names[row.plan] ?? ''),
    { title: '期', width: 6, kind: 'number', value: (row) => row.no },
    textColumn('应付日', 12, (row) => row.dueDate),
    ...(amounts
      ? [sum('应付', (row) => row.amount), sum('已付', (row) => row.paid), sum('未付', (row) => row.open)]
      : []),
    textColumn('状态', 8, (row) => instalmentStates.names[row.state] ?? ''),
  ],
  rows: async ({ tx, patientId, clinicIds }) => {
    const plans = await tx.rows(
      own.keptFrom`instalment_plan q
        join bill b on ${tx.own('b')} and b.id = q.bill_id join clinic k on ${tx.own('k')} and k.id = q.clinic_id
        where ${tx.own('q')} and q.patient_id = ${patientId} order by q.agreed_at desc, q.id limit ${COPY_ROWS}`,
    )
    const parts = await periodsNow(tx, plans, today(tx.now))
    return plans.flatMap(({ id, planNo, billNo, clinicName, clinicId, status }) =>
      (parts.get(id) ?? []).map((part) => ({
        ...part,
        planNo,
        billNo,
        clinicName,
        plan: status,
        summed: clinicIds === null || clinicIds.includes(clinicId),
      })),
    )
  },
})
