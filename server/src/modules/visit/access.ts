import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mustReachDoctors, mustReachRow, reachOf, rowsWithin, type Reach } from '../staff/index.ts'

/** The reach of whoever looks at the reception's lists. */
export const viewReach = (context: ClinicContext): Reach =>
  reachOf(context, '/inTreatment:view', '/dashboard:view', '/doctorIndex:view')

/** The registrations `r` of a reach; whoever counsels has them as own ones. */
export const registrationsWithin = (reach: Reach): RawBuilder<boolean> =>
  rowsWithin(reach, { clinic: sql`r.clinic_id`, doctors: [sql`r.doctor_id`], others: [sql`r.consultant_id`] })

/** The treatments `t` of a reach. */
export const treatmentsWithin = (reach: Reach): RawBuilder<boolean> =>
  rowsWithin(reach, { clinic: sql`t.clinic_id`, doctors: [sql`t.doctor_id`] })

/** Refuses to work on a visit beyond the reach of the widest of these grants. */
export const mustReach = (
  context: ClinicContext,
  row: { clinic_id: string; doctor_id: string; consultant_id: string | null },
  ...resources: readonly Resource[]
): Promise<void> =>
  mustReachRow(context, reachOf(context, ...resources), {
    clinicId: row.clinic_id,
    doctorIds: [row.doctor_id],
    otherIds: [row.consultant_id],
  })

/** Refuses to put somebody with a doctor beyond the reach of these grants. */
export const mustReachDoctor = (
  context: ClinicContext,
  doctorId: string,
  ...resources: readonly Resource[]
): Promise<void> => mustReachDoctors(context, reachOf(context, ...resources), [doctorId])
