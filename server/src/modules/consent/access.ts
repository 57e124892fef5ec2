import type { Resource } from '@dentin/contract'
import type { RawBuilder } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'
import { recordsWithin } from '../patient/index.ts'
import { mustReachRow, reachesRow, reachOf } from '../staff/index.ts'

export const VIEW: Resource = '/patientConsent:view'
export const SIGN: Resource = '/patientConsent:sign'
export const VOID: Resource = '/patientConsent:void'
export const APPROVE: Resource = '/patientConsent:approve'
export const SET_EDIT: Resource = '/baseInformedConsent:edit'

interface Whose {
  clinicId: string
  doctorId: string
}

/** The consents `k` a person may read. */
export const readable = (context: ClinicContext): RawBuilder<boolean> => recordsWithin(reachOf(context, VIEW), 'k')

/** Does the grant reach the consent of this doctor? */
export const may = async (context: ClinicContext, resource: Resource, row: Whose): Promise<boolean> =>
  context.can(resource) &&
  reachesRow(context, reachOf(context, resource), { clinicId: row.clinicId, doctorIds: [row.doctorId] })

/** Refuses what the grant does not reach as if it were not there. */
export const mustReach = (context: ClinicContext, resource: Resource, row: Whose): Promise<void> =>
  mustReachRow(context, reachOf(context, resource), { clinicId: row.clinicId, doctorIds: [row.doctorId] })

/** May this person answer emergencies as a head of the clinic? */
export const mayApprove = (context: ClinicContext): boolean => context.can(APPROVE)
