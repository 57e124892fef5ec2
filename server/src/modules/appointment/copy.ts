import { appointmentSourceNames } from '@dentin/contract'
import { sql } from 'kysely'
import { COPY_ROWS, copySheet, momentColumn, textColumn } from '../patient/index.ts'
import { statusName } from './rules.ts'

interface Row {
  appointNo: string
  clinicName: string
  doctorName: string
  startsAt: Date
  endsAt: Date
  title: string
  status: number
  source: number
  visibleRemark: string
  cancelReason: string | null
}

export const copy = copySheet<Row>({
  sheet: '预约',
  columns: () => [
    textColumn('预约号', 16, (row) => row.appointNo),
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('医生', 12, (row) => row.doctorName),
    momentColumn('开始', (row) => row.startsAt),
    momentColumn('结束', (row) => row.endsAt),
    textColumn('项目', 24, (row) => row.title),
    textColumn('状态', 10, (row) => statusName(row.status)),
    textColumn('来源', 10, (row) => appointmentSourceNames[row.source] ?? ''),
    textColumn('备注', 30, (row) => row.visibleRemark),
    textColumn('取消原因', 24, (row) => row.cancelReason),
  ],
  rows: ({ tx, patientId }) =>
    tx.rows<Row>(
      sql`select a.appoint_no as "appointNo", c.name as "clinicName", e.name as "doctorName", a.starts_at as "startsAt",
            a.ends_at as "endsAt", a.title, a.status, a.source, a.visible_remark as "visibleRemark", a.cancel_reason as "cancelReason"
          from appointment a
          join clinic c on c.tenant_id = ${tx.tenantId} and c.id = a.clinic_id
          join employee e on e.tenant_id = ${tx.tenantId} and e.id = a.doctor_id
          where a.tenant_id = ${tx.tenantId} and a.patient_id = ${patientId} and a.held_until is null
          order by a.starts_at desc, a.id desc limit ${COPY_ROWS}`,
    ),
})
