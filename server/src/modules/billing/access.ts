import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'
import { AppError } from '../../platform/errors.ts'
import { patientsWithin } from '../patient/index.ts'
import { reachOf, within, type VisitReach } from '../visit/index.ts'

const WIDTH: Record<VisitReach['kind'], number> = { own: 1, department: 2, clinic: 3 }

/** What one may do with bills, never beyond the bills one sees. */
function reachFor(context: ClinicContext, acts: readonly Resource[]): VisitReach {
  const seen = reachOf(context, '/orderSet:view')
  if (acts.length === 0) return seen
  const done = reachOf(context, ...acts)
  return WIDTH[done.kind] < WIDTH[seen.kind] ? done : seen
}

interface Columns {
  patient: RawBuilder<unknown>
  doctor: RawBuilder<unknown>
  opener?: RawBuilder<unknown>
}

/**
 * The bills that the person at work may see, or with `acts` work on: those of patients he may see, and of these, with a
 * narrow data scope, the ones of his department's doctors or his own (his as doctor or opened by him). False when none of
 * the acts is granted.
 */
export function billsWithin(
  context: ClinicContext,
  acts: readonly Resource[] = [],
  columns: Columns = { patient: sql`b.patient_id`, doctor: sql`b.doctor_id`, opener: sql`b.opener_id` },
): RawBuilder<boolean> {
  if (acts.length > 0 && !acts.some((each) => context.can(each))) return sql<boolean>`false`
  const patients = patientsWithin(context, columns.patient)
  const reach = reachFor(context, acts)
  if (reach.kind === 'clinic') return patients
  const opened = columns.opener ? sql`${columns.opener} = ${context.employeeId}` : sql`false`
  return sql<boolean>`(${patients} and (${within(reach, columns.doctor)} or ${opened}))`
}

/** Refuses a bill for a patient or a doctor's visit beyond the reach, as if there were none. */
export async function mustReach(
  context: ClinicContext,
  of: { patientId: string; doctorId: string | null },
  ...acts: readonly Resource[]
): Promise<void> {
  const columns = { patient: sql`${of.patientId}::uuid`, doctor: sql`${of.doctorId}::uuid` }
  const found = await context.tx.need<{ ok: boolean | null }>(sql`select ${billsWithin(context, acts, columns)} as ok`)
  if (!found.ok) throw new AppError('NOT_FOUND')
}
