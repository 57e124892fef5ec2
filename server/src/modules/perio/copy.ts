import type { PerioCells, PerioSummary } from '@dentin/clinical/perio/index'
import type { PerioDiagnosis, PerioPlan } from '@dentin/contract/perio'
import { recordStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import { COPY_ROWS, copySheet, momentColumn, textColumn } from '../patient/index.ts'
import { readable, VIEW } from './access.ts'
import { cellWords, diagnosisWords, planWords } from './rules.ts'
import { charts, counts } from './standing.ts'

const copied = select(
  columns('perio_chart', 'k', 'chart_no', 'doctor_name', 'examined_at', 'hash'),
  columns('medical_record', 'r', 'record_no'),
  named('clinic', 'c', { clinicName: 'name' }),
  {
    cells: sql<PerioCells>`k.cells`,
    summary: sql<PerioSummary>`k.summary`,
    diagnosis: sql<PerioDiagnosis | null>`k.diagnosis`,
    plan: sql<PerioPlan>`k.plan`,
  },
)
const share = (value: number | null) => (value === null ? '' : `${value.toFixed(1)}%`)
const mm = (value: number | null) => (value === null ? '' : value.toFixed(2))

/** The periodontal charts of a patient, of records that were signed; tooth by tooth in words. */
export const copy = copySheet<RowIn<typeof copied>>({
  sheet: '牙周检查',
  grant: VIEW,
  columns: () => [
    textColumn('检查编号', 16, (row) => row.chartNo),
    textColumn('病历编号', 16, (row) => row.recordNo),
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('医生', 12, (row) => row.doctorName),
    momentColumn('检查时间', (row) => row.examinedAt),
    textColumn('位点', 8, (row) => String(row.summary.sites)),
    textColumn('出血', 8, (row) => share(row.summary.bopPct)),
    textColumn('菌斑', 8, (row) => share(row.summary.plaquePct)),
    textColumn('平均探诊深度（mm）', 12, (row) => mm(row.summary.meanPd)),
    textColumn('平均附着丧失（mm）', 12, (row) => mm(row.summary.meanCal)),
    textColumn('4–5 mm 位点', 10, (row) => String(row.summary.pd4to5)),
    textColumn('≥6 mm 位点', 10, (row) => String(row.summary.pd6plus)),
    textColumn('诊断', 30, (row) => (row.diagnosis ? diagnosisWords(row.diagnosis) : '')),
    textColumn('计划', 40, (row) => planWords(row.plan)),
    textColumn('逐牙', 80, (row) => cellWords(row.cells)),
    textColumn('SHA-256', 66, (row) => row.hash),
  ],
  rows: ({ tx, patientId, context }) =>
    tx.rows(
      copied.from`${charts(tx)} join clinic c on ${tx.own('c')} and c.id = k.clinic_id
        where ${tx.own('k')} and r.patient_id = ${patientId} and ${counts(tx)} and ${readable(context)}
          and r.status in ${codes(recordStates, 'locked', 'amending')} order by k.examined_at desc, k.id limit ${COPY_ROWS}`,
    ),
})
