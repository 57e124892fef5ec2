import { sql } from 'kysely'
import { tellsTies, type Tie } from '../patient/index.ts'

/** Any bill, a void one too: no deletion. */
tellsTies({
  tables: ['bill', 'bill_payment'],
  kept: (tx, patientIds) =>
    tx.rows<Tie>(
      sql`select b.patient_id as "patientId", '有 ' || count(*) || ' 张账单' as text from bill b
          where b.tenant_id = ${tx.tenantId} and b.patient_id = any(${patientIds}::uuid[]) group by b.patient_id`,
    ),
})
