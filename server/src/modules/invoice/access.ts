import { sql, type RawBuilder } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'
import { patientsWithin } from '../patient/index.ts'

/** The invoices that the person at work may see: of this clinic, and of patients within reach. */
export const invoicesWithin = (ctx: Omit<ClinicContext, 'tx'>): RawBuilder<boolean> =>
  sql<boolean>`(i.clinic_id = ${ctx.clinicId} and ${patientsWithin(ctx as ClinicContext, sql`i.patient_id`)})`
