import { drugRules } from '@dentin/clinical/drug-checks/index'
import { prescriptionStates, systemicRoutes, type RxFinding } from '@dentin/contract'
import type { PrescriptionKind } from '@dentin/contract'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { PrescriptionsOfRecord } from '../record/index.ts'
import { judge } from './judge.ts'
import { asWritten } from './steps.ts'
import { readLines, readOverrides } from './stored.ts'

const inForce = select(
  columns('prescription', 'x', 'id', 'rx_no', 'patient_id', 'record_id', 'doctor_id', 'diagnosis', 'pregnancy_week'),
  {
    kind: sql<PrescriptionKind>`x.kind`,
    pregnancy: sql<'no' | 'pregnant' | 'lactating' | 'unknown' | null>`x.pregnancy`,
    weightKg: sql<number | null>`x.weight_kg::float8`,
    items: sql<unknown>`x.items`,
    overrides: sql<unknown>`x.overrides`,
  },
)

/** What of a patient a record answers for: other checks are the auditor's alone. */
const KINDS: ReadonlySet<string> = new Set(['crossAllergy', 'age', 'pregnancy', 'lactation'])
const isOfPatient = ({ ruleId }: RxFinding) =>
  ruleId.startsWith('allergy-') || KINDS.has(drugRules.find(({ id }) => id === ruleId)?.condition.kind ?? '')

/** The prescriptions of a record, checked once more against what is known now. */
export const prescriptionsOfRecord: PrescriptionsOfRecord = async (context, recordId) => {
  const { tx } = context
  const rows = await tx.rows(
    inForce.keptFrom`prescription x where ${tx.own('x')} and x.record_id = ${recordId} and x.clinic_id = ${context.clinicId}
      and x.status in ${codes(prescriptionStates, 'inForce')} order by x.prescribed_at, x.id`,
  )
  return Promise.all(
    rows.map(async (row) => {
      const lines = readLines(row.items)
      const { findings, antibiotics } = await judge(
        context,
        { ...row, items: asWritten(lines) },
        row.id,
        lines,
        row.doctorId,
      )
      const seconded = new Set(
        readOverrides(row.overrides).flatMap(({ key, kind }) => (kind === 'second' ? [key] : [])),
      )
      return {
        rxNo: row.rxNo,
        diagnosis: row.diagnosis,
        antibiotics: lines
          .filter(({ drugId, route }) => antibiotics.has(drugId) && systemicRoutes.includes(route))
          .map(({ name }) => name),
        unresolved: findings
          .filter((each) => each.severity === '阻断' && each.outcome === '命中' && isOfPatient(each))
          .filter(({ key }) => !seconded.has(key))
          .map(({ text }) => text),
      }
    }),
  )
}
