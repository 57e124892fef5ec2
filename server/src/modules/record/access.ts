import type { Resource } from '@dentin/contract'
import type { RawBuilder } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { recordsWithin } from '../patient/index.ts'
import { outOfReach, reachesRow, reachOf } from '../staff/index.ts'

export const VIEW: Resource = '/patientMedicalRecord:view'
export const ADD: Resource = '/patientMedicalRecord:add'
/** Whoever treats may say that the treatment is over. */
export const TREAT: Resource = '/inTreatment:treat'
export const SIGN: Resource = '/patientMedicalRecord:sign'
export const AMEND: Resource = '/patientMedicalRecord:amend'
export const DELETE: Resource = '/patientMedicalRecord:delete'
/** A superior's signature, and approving amendments of filed records. */
export const APPROVE: Resource = '/patientMedicalRecord:approve'
/** Figures of everybody's records, and spot checks of others'. */
export const CHECK: Resource = '/patientMedicalRecord:check'
/** Sealing in a dispute. */
export const SEAL: Resource = '/patientMedicalRecord:seal'
export const PRINT: Resource = '/patientMedicalRecord:print'

/** Whose a record, or a visit that is to have one, is. */
interface Whose {
  clinicId: string
  doctorId: string
}

/** Does the grant reach the records of this doctor? */
export const mayWriteFor = async (context: ClinicContext, resource: Resource, row: Whose): Promise<boolean> =>
  context.can(resource) &&
  reachesRow(context, reachOf(context, resource), { clinicId: row.clinicId, doctorIds: [row.doctorId] })

/** Refuses to write for another doctor: of what one may read because it is his, of anything else as if it were not there. */
export async function mustWriteFor(context: ClinicContext, resource: Resource, row: Whose): Promise<void> {
  if (await mayWriteFor(context, resource, row)) return
  throw (await mayWriteFor(context, VIEW, row)) ? new AppError('RECORD_NOT_YOURS') : outOfReach()
}

/** The records `r` a person may read. */
export const readable = (context: ClinicContext): RawBuilder<boolean> => recordsWithin(reachOf(context, VIEW), 'r')
