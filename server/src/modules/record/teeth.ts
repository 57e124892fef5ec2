import type { contract, HandlerOutput } from '@dentin/contract'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { inFileOf, patientsIn } from '../patient/index.ts'
import { isWide, type Reach } from '../staff/index.ts'

/** The state of the mouth as the records left it: what has not ended. */
export async function toothConditions(
  tx: TenantTx,
  patientId: string,
  records: Reach,
): Promise<HandlerOutput<typeof contract.patient.toothConditions>> {
  const whose = isWide(records) ? sql`true` : patientsIn(records, sql`patient_id`)
  const list = await tx.rows<HandlerOutput<typeof contract.patient.toothConditions>['list'][number]>(
    keptSql`select id, tooth, surfaces, condition, layer, noted_on as "notedOn" from tooth_condition
        where tenant_id = ${tx.tenantId} and patient_id = ${patientId} and ended_on is null and ${whose}
          and ${inFileOf(records, sql`clinic_id`, sql`patient_id`)}
        order by noted_on, id`,
  )
  return { notedOn: list.at(-1)?.notedOn ?? null, list }
}
