import type { Resource } from '@dentin/contract'
import { recordStates } from '@dentin/contract/core/status'
import type { RawBuilder } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { recordsWithin } from '../patient/index.ts'
import { outOfReach, reachesRow, reachOf } from '../staff/index.ts'

/** Periodontal charts go by the rights of the records they stand in. */
export const VIEW: Resource = '/patientMedicalRecord:view'
export const ADD: Resource = '/patientMedicalRecord:add'
export const AMEND: Resource = '/patientMedicalRecord:amend'
export const SIGN: Resource = '/patientMedicalRecord:sign'
export const DELETE: Resource = '/patientMedicalRecord:delete'
export const PRINT: Resource = '/patientMedicalRecord:print'

/** Whose a chart is: its record's. */
interface Whose {
  clinicId: string
  doctorId: string
}

/** What writing to the chart of a record asks for: a text that is being amended is the doctor's alone. */
export const writing = (recordStatus: number): Resource => (recordStates.is(recordStatus, 'amending') ? AMEND : ADD)

/** The charts whose record `r` a person may read. */
export const readable = (context: ClinicContext): RawBuilder<boolean> => recordsWithin(reachOf(context, VIEW), 'r')

/** Does the grant reach the charts of this doctor? A chart of another clinic is only read here. */
export const mayWork = async (context: ClinicContext, resource: Resource, row: Whose): Promise<boolean> =>
  context.can(resource) &&
  row.clinicId === context.clinicId &&
  reachesRow(context, reachOf(context, resource), { clinicId: row.clinicId, doctorIds: [row.doctorId] })

/** Refuses to work on another doctor's chart: on what one may read as his, on anything else as if it were not there. */
export async function mustWork(context: ClinicContext, resource: Resource, row: Whose): Promise<void> {
  if (await mayWork(context, resource, row)) return
  throw (await mayWork(context, VIEW, row)) ? new AppError('RECORD_NOT_YOURS') : outOfReach()
}
