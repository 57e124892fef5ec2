import { orthoStates } from '@dentin/contract/orthodontic'
import { parseTeeth, toothText } from '@dentin/clinical'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import { COPY_ROWS, copySheet, textColumn } from '../patient/index.ts'
import { readable, VIEW } from './access.ts'

const copied = select(
  columns('ortho_case', 'k', 'case_no', 'status', 'began_on', 'start_date', 'debond_date', 'end_date', 'stop_reason'),
  columns('ortho_case', 'k', 'appliance', 'plan_name', 'extraction', 'months', 'retainer_upper', 'retainer_lower'),
  columns('ortho_case', 'k', 'retention_plan', 'final_relation'),
  named('clinic', 'c', { clinicName: 'name' }),
  named('employee', 'd', { doctorName: 'name' }),
)

/** The orthodontic cases of a patient; remarks stay with the clinic. */
export const copy = copySheet<RowIn<typeof copied>>({
  sheet: '正畸病例',
  grant: VIEW,
  columns: () => [
    textColumn('病例编号', 16, (row) => row.caseNo),
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('医生', 12, (row) => row.doctorName),
    textColumn('状态', 10, (row) => orthoStates.names[row.status] ?? ''),
    textColumn('初诊', 12, (row) => row.beganOn),
    textColumn('开始', 12, (row) => row.startDate ?? ''),
    textColumn('拆除', 12, (row) => row.debondDate ?? ''),
    textColumn('结束', 12, (row) => row.endDate ?? ''),
    textColumn('中止原因', 24, (row) => row.stopReason),
    textColumn('方案', 24, (row) => row.planName),
    textColumn('矫治器', 12, (row) => row.appliance ?? ''),
    textColumn('拔牙', 16, (row) => (row.extraction === '' ? '' : toothText(parseTeeth(row.extraction)))),
    textColumn('疗程（月）', 10, (row) => (row.months === null ? '' : String(row.months))),
    textColumn('上颌保持器', 16, (row) => row.retainerUpper),
    textColumn('下颌保持器', 16, (row) => row.retainerLower),
    textColumn('保持计划', 30, (row) => row.retentionPlan),
    textColumn('结束时咬合', 24, (row) => row.finalRelation),
  ],
  rows: ({ tx, patientId, context }) =>
    tx.rows(
      copied.from`ortho_case k
        join clinic c on ${tx.own('c')} and c.id = k.clinic_id
        join employee d on ${tx.own('d')} and d.id = k.doctor_id
        where ${tx.own('k')} and k.patient_id = ${patientId} and ${readable(context)}
        order by k.began_on desc, k.id limit ${COPY_ROWS}`,
    ),
})
