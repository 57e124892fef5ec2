import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'
import { patientsWithin } from '../patient/index.ts'
import { isWide, outOfReach, reachOf, rowsWithin, type Reach } from '../staff/index.ts'

const VIEW: Resource = '/orderSet:view'

/** What one may do with bills, never beyond the bills one sees. */
function reachFor(context: ClinicContext, acts: readonly Resource[]): Reach {
  const seen = reachOf(context, VIEW)
  if (acts.length === 0) return seen
  const done = reachOf(context, ...acts)
  return done.scope < seen.scope ? done : seen
}

interface Columns {
  patient: RawBuilder<unknown>
  clinic: RawBuilder<unknown>
  doctor: RawBuilder<unknown>
  opener?: RawBuilder<unknown>
}

/**
 * The bills that the person at work may see, or with `acts` work on: those of patients he may see, and of these the ones
 * within the reach of his grants (his as doctor or opened by him). False when none of the acts is granted.
 */
export function billsWithin(
  context: ClinicContext,
  acts: readonly Resource[] = [],
  columns: Columns = {
    patient: sql`b.patient_id`,
    clinic: sql`b.clinic_id`,
    doctor: sql`b.doctor_id`,
    opener: sql`b.opener_id`,
  },
): RawBuilder<boolean> {
  if (acts.length > 0 && !acts.some((each) => context.can(each))) return sql<boolean>`false`
  const bills = rowsWithin(reachFor(context, acts), {
    clinic: columns.clinic,
    doctors: [columns.doctor],
    others: columns.opener ? [columns.opener] : [],
  })
  // Whoever was billed in a clinic is a patient of that clinic.
  if (isWide(reachOf(context, '/allTimePatients:view'))) return bills
  return sql<boolean>`(${patientsWithin(context, columns.patient)} and ${bills})`
}

/** Refuses a bill that the person at work may not see, as if there were none. */
export async function visibleBill(context: ClinicContext, billId: string): Promise<void> {
  await context.tx.need(
    sql`select b.id from bill b where b.tenant_id = ${context.tenantId} and b.id = ${billId} and ${billsWithin(context)}`,
  )
}

/** Refuses a bill for a patient or a doctor's visit beyond the reach, as if there were none. */
export async function mustReach(
  context: ClinicContext,
  of: { patientId: string; doctorId: string | null },
  ...acts: readonly Resource[]
): Promise<void> {
  const columns = {
    patient: sql`${of.patientId}::uuid`,
    clinic: sql`${context.clinicId}::uuid`,
    doctor: sql`${of.doctorId}::uuid`,
  }
  const found = await context.tx.need<{ ok: boolean | null }>(sql`select ${billsWithin(context, acts, columns)} as ok`)
  if (!found.ok) throw outOfReach()
}
