import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'
import { inFileOf } from '../patient/index.ts'
import { reachOf } from '../staff/index.ts'

export const VIEW: Resource = '/imageData:view'

/** The pictures `i` or stages `s` that a person may see in a file that is in reach. */
export const readable = (context: ClinicContext, alias: 'i' | 's'): RawBuilder<boolean> =>
  inFileOf(reachOf(context, VIEW), sql.ref(`${alias}.clinic_id`), sql.ref(`${alias}.patient_id`))
