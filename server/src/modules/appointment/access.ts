import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { DB } from '../../platform/database/builder.ts'
import type { EmployeeId, TenantId } from '../../platform/database/ids.ts'
import { systemActor } from '../../platform/database/ids.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'
import {
  mustReachDoctors,
  mustReachRow,
  outOfReach,
  reachesDoctors,
  reachesRow,
  reachOf,
  rowsWithin,
  type Reach,
  type RowNames,
} from '../staff/index.ts'
import { sharedHistory } from '../patient/index.ts'

/** Whoever books: a member of staff at work, the system itself, or a patient over the clinic's page. */
export interface Desk {
  tx: TenantTx
  tenantId: TenantId
  clinicId: string
  employeeId: EmployeeId | null
  actorName: string
  now: Date
  scopeOf: ClinicContext['scopeOf']
  services: Pick<Services, 'jobs'>
}

/** A desk without a person: it has no permission beyond what the rules give everybody. */
export function systemDesk(tx: TenantTx, clinicId: string, services: Desk['services'], name = systemActor.name): Desk {
  return {
    tx,
    tenantId: tx.tenantId,
    clinicId,
    employeeId: null,
    actorName: name,
    now: tx.now,
    scopeOf: () => null,
    services,
  }
}

/** The appointments aliased `a` within a reach: by their doctor; whoever is their nurse or consultant has them as own ones. */
export const amongAppointments = (reach: Reach): RawBuilder<boolean> =>
  rowsWithin(reach, {
    clinic: sql`a.clinic_id`,
    doctors: [sql`a.doctor_id`],
    others: [sql`a.consultant_id`, sql`a.nurse_id`],
  })

/** The appointments of a patient's file: besides, those of other clinics where the file is shared. */
export const inHistory = (reach: Reach): RawBuilder<boolean> =>
  rowsWithin(reach, {
    clinic: sql`a.clinic_id`,
    doctors: [sql`a.doctor_id`],
    others: [sql`a.consultant_id`, sql`a.nurse_id`],
    shared: sharedHistory(reach, sql`a.patient_id`),
  })

/** What of an appointment says whose it is. */
type Whose = Pick<Selectable<DB['appointment']>, 'clinic_id' | 'doctor_id' | 'nurse_id' | 'consultant_id'>

const namesOf = (row: Whose): RowNames => ({
  clinicId: row.clinic_id,
  doctorIds: [row.doctor_id],
  otherIds: [row.nurse_id, row.consultant_id],
})

/** Does the grant reach this appointment? */
export async function reaches(context: ClinicContext, resource: Resource, row: Whose): Promise<boolean> {
  return context.can(resource) && reachesRow(context, reachOf(context, resource), namesOf(row))
}

/** Refuses a change to an appointment beyond the reach of the grant, and one that would put it with such a doctor. */
export async function mustReach(
  context: ClinicContext,
  resource: Resource,
  row: Whose,
  toDoctorId: string = row.doctor_id,
): Promise<void> {
  if (!(await reaches(context, resource, row))) throw outOfReach()
  if (toDoctorId !== row.doctor_id) await mustReachDoctor(context, resource, toDoctorId)
}

/** Refuses work with a doctor beyond the reach of the grant. */
export async function mustReachDoctor(context: ClinicContext, resource: Resource, doctorId: string): Promise<void> {
  await mustReachDoctors(context, reachOf(context, resource), [doctorId])
}

/** Refuses an appointment that none of several grants reaches. */
export async function mustReachAny(context: ClinicContext, resources: readonly Resource[], row: Whose): Promise<void> {
  await mustReachRow(context, reachOf(context, ...resources), namesOf(row))
}

/** Does the grant of whoever books reach this doctor? A desk without a person has none. */
export async function mayWorkWith(desk: Desk | ClinicContext, resource: Resource, doctorId: string): Promise<boolean> {
  if (desk.scopeOf(resource) === null) return false
  const here = { ...desk, clinicsOf: () => [desk.clinicId] }
  return reachesDoctors(desk, reachOf(here, resource), [doctorId])
}

/** Refuses a look at a doctor's time to whoever may do none of these with it. */
export async function mustReachOne(
  context: ClinicContext,
  resources: readonly Resource[],
  doctorId: string,
): Promise<void> {
  for (const resource of resources) if (await mayWorkWith(context, resource, doctorId)) return
  throw outOfReach()
}
