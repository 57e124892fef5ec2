import type { Resource } from '@dentin/contract'
import type { RawBuilder } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { recordsWithin } from '../patient/index.ts'
import { outOfReach, reachesRow, reachOf } from '../staff/index.ts'

/** Orthodontic cases go by the rights of records. */
export const VIEW: Resource = '/patientMedicalRecord:view'
export const ADD: Resource = '/patientMedicalRecord:add'

/** Whose a case is. */
interface Whose {
  clinicId: string
  doctorId: string
}

/** The cases `k` a person may see. */
export const readable = (context: ClinicContext): RawBuilder<boolean> => recordsWithin(reachOf(context, VIEW), 'k')

/** Does the grant reach the cases of this doctor? A case of another clinic is only read here. */
export const mayWork = async (context: ClinicContext, resource: Resource, row: Whose): Promise<boolean> =>
  context.can(resource) &&
  row.clinicId === context.clinicId &&
  reachesRow(context, reachOf(context, resource), { clinicId: row.clinicId, doctorIds: [row.doctorId] })

/** Refuses a case that one may not read as if it were not there. */
export async function mustRead(context: ClinicContext, row: Whose): Promise<void> {
  if (!(await mayWork(context, VIEW, row))) throw outOfReach()
}

/** Refuses to work on another doctor's case: on what one may read as his, on anything else as if it were not there. */
export async function mustWork(context: ClinicContext, row: Whose): Promise<void> {
  if (await mayWork(context, ADD, row)) return
  throw (await mayWork(context, VIEW, row)) ? new AppError('RECORD_NOT_YOURS') : outOfReach()
}
