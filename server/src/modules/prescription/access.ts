import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'
import { reachOf, rowsWithin } from '../staff/index.ts'

export const VIEW: Resource = '/prescription:view'
export const ADD: Resource = '/prescription:add'
export const AUDIT: Resource = '/prescription:audit'
export const DISPENSE: Resource = '/prescription:dispense'
/** Whoever looks after what was prescribed in spite of a check. */
export const REVIEW: Resource = '/prescription:review'

/** The prescriptions `x` of the clinic that a person may read. */
export const visible = (context: ClinicContext): RawBuilder<boolean> =>
  sql<boolean>`(x.clinic_id = ${context.clinicId} and ${rowsWithin(reachOf(context, VIEW), { clinic: sql`x.clinic_id`, doctors: [sql`x.doctor_id`] })})`
