import { regTypeNames, treatTypeNames } from '@dentin/contract'
import { sql } from 'kysely'
import { COPY_ROWS, copySheet, momentColumn, recordsWithin, textColumn } from '../patient/index.ts'
import { reachOf } from '../staff/index.ts'
import { statusName } from './rules.ts'

interface Row {
  regNo: string
  clinicName: string
  doctorName: string
  deptName: string
  regType: number
  treatType: number
  regTime: Date
  startTime: Date | null
  endTime: Date | null
  leaveTime: Date | null
  title: string
  chiefComplaint: string
  status: number
  nextPlan: string | null
}

const RECORDS = '/patientMedicalRecord:view'

export const copy = copySheet<Row>({
  sheet: '挂号就诊',
  columns: () => [
    textColumn('挂号号', 16, (row) => row.regNo),
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('科室', 12, (row) => row.deptName),
    textColumn('医生', 12, (row) => row.doctorName),
    textColumn('类型', 8, (row) => regTypeNames[row.regType] ?? ''),
    textColumn('初复诊', 8, (row) => treatTypeNames[row.treatType] ?? ''),
    momentColumn('到店', (row) => row.regTime),
    momentColumn('开始', (row) => row.startTime),
    momentColumn('诊毕', (row) => row.endTime),
    momentColumn('离开', (row) => row.leaveTime),
    textColumn('看诊内容', 24, (row) => row.title),
    textColumn('主诉', 30, (row) => row.chiefComplaint),
    textColumn('状态', 10, (row) => statusName(row.status)),
    textColumn('下次计划', 30, (row) => row.nextPlan),
  ],
  rows: ({ tx, patientId, context }) => {
    const seen = context.can(RECORDS) ? recordsWithin(reachOf(context, RECORDS), 'r') : sql<boolean>`false`
    return tx.rows<Row>(
      sql`select r.reg_no as "regNo", c.name as "clinicName", e.name as "doctorName", coalesce(g.name, '') as "deptName",
            r.reg_type as "regType", r.treat_type as "treatType", r.reg_time as "regTime", r.start_time as "startTime",
            r.end_time as "endTime", r.leave_time as "leaveTime", r.title, case when ${seen} then r.chief_complaint else '' end as "chiefComplaint",
            r.status, case when ${seen} then t.next_plan else '' end as "nextPlan"
          from registration r
          join clinic c on c.tenant_id = ${tx.tenantId} and c.id = r.clinic_id
          join employee e on e.tenant_id = ${tx.tenantId} and e.id = r.doctor_id
          left join dept g on g.tenant_id = ${tx.tenantId} and g.id = r.dept_id
          left join treatment t on t.tenant_id = ${tx.tenantId} and t.registration_id = r.id
          where r.tenant_id = ${tx.tenantId} and r.patient_id = ${patientId}
          order by r.reg_time desc, r.id desc limit ${COPY_ROWS}`,
    )
  },
})
