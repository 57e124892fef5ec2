import { appointmentSourceNames } from '@dentin/contract'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import { COPY_ROWS, copySheet, momentColumn, textColumn } from '../patient/index.ts'
import { statusName } from './rules.ts'

const copied = select(
  columns(
    'appointment',
    'a',
    'appoint_no',
    'starts_at',
    'ends_at',
    'title',
    'status',
    'source',
    'visible_remark',
    'cancel_reason',
  ),
  named('clinic', 'c', { clinicName: 'name' }),
  named('employee', 'e', { doctorName: 'name' }),
)

export const copy = copySheet<RowIn<typeof copied>>({
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
    tx.rows(
      copied.from`appointment a
          join clinic c on ${tx.own('c')} and c.id = a.clinic_id
          join employee e on ${tx.own('e')} and e.id = a.doctor_id
          where ${tx.own('a')} and a.patient_id = ${patientId} and a.held_until is null
          order by a.starts_at desc, a.id desc limit ${COPY_ROWS}`,
    ),
})
