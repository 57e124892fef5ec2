import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mustReachPatient } from '../patient/index.ts'
import { inLibrary, showable } from './access.ts'

type Calls = typeof contract.doctorCase

const titles = select(columns('doctor_case', 'c', 'id', 'title'))

/** Notes that a case was shown, and to whom. */
export async function showCase(
  context: ClinicContext,
  { id, patientId }: ParsedInput<Calls['show']>,
): Promise<HandlerOutput<Calls['show']>> {
  const { tx, clinicId, employeeId, actorName } = context
  if (patientId !== null) await mustReachPatient(context, patientId, 'patientId')
  const row = await tx.row(titles.from`doctor_case c where ${tx.own('c')} and c.id = ${id} and ${inLibrary(context)}`)
  if (!row) throw new AppError('CASE_NOT_SHOWN')
  const shown = await tx.need<{ id: string }>(
    keptSql`insert into doctor_case_shown (tenant_id, id, clinic_id, case_id, title, patient_id, employee_id, employee_name, shown_at)
      values (${tx.tenantId}, ${uuidv7()}, ${clinicId}, ${id}, ${row.title}, ${patientId}, ${employeeId}, ${actorName}, ${tx.now}) returning id`,
  )
  if (patientId !== null) await tx.note('show', 'doctor_case', id, { patientId, reason: row.title })
  tx.publish('doctorCase', id, clinicId)
  return { id: shown.id }
}

const seen = (context: ClinicContext) =>
  select(
    columns('doctor_case_shown', 'x', 'id', 'case_id', 'title', 'shown_at', 'employee_name'),
    named('clinic', 'n', { clinicName: 'name' }),
    { showable: sql<boolean>`coalesce(${showable(context.tx)}, false)` },
  )

/** Which cases a patient was shown. */
export async function shownTo(
  context: ClinicContext,
  { patientId }: { patientId: string },
): Promise<HandlerOutput<Calls['shownTo']>> {
  const { tx } = context
  await mustReachPatient(context, patientId)
  return tx.rows(
    seen(context).from`doctor_case_shown x join clinic n on ${tx.own('n')} and n.id = x.clinic_id
      join doctor_case c on ${tx.own('c')} and c.id = x.case_id
      where ${tx.own('x')} and x.patient_id = ${patientId} order by x.shown_at desc, x.id desc limit 100`,
  )
}
