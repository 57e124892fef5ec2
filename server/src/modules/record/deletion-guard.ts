import { columns, select } from '../../platform/database/select.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { sql } from 'kysely'
import type { DeletionGuard, Hindrance } from '../patient/index.ts'

const sealed = select(columns('record_seal', 's', 'patient_id'), { text: sql<string>`'有病历封存件'` })

/** Any record, anything noted of the teeth, and any seal: no deletion. */
export const deletionGuard: DeletionGuard = {
  tables: ['medical_record', 'record_seal', 'tooth_condition'],
  kept: async (tx, patientIds) => [
    ...(await tx.rows<Hindrance>(
      sql`select m.patient_id as "patientId", '有 ' || count(*) || ' 份病历' as text from medical_record m
          where m.tenant_id = ${tx.tenantId} and m.patient_id = any(${patientIds}::uuid[]) group by m.patient_id`,
    )),
    ...(await tx.rows<Hindrance>(
      keptSql`select distinct c.patient_id as "patientId", '有口腔检查记录' as text from tooth_condition c
          where c.tenant_id = ${tx.tenantId} and c.patient_id = any(${patientIds}::uuid[])`,
    )),
    ...(await tx.rows(
      sealed.keptFrom`record_seal s where ${tx.own('s')} and s.patient_id = any(${patientIds}::uuid[]) group by s.patient_id`,
    )),
  ],
}
