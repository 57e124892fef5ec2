import { fen, fenToYuan } from '@dentin/kit'
import type { TestApp } from './harness.ts'

/**
 * What a patient owes and has paid, straight into the tables, for tests that need the figures and not the bills of which
 * the ledger makes them.
 * @param sums in fen, added to what stands there
 */
export async function addFigures(
  app: TestApp,
  patientId: string,
  clinicId: string,
  sums: { arrears?: number; paid?: number },
): Promise<void> {
  const amounts = [fenToYuan(fen(sums.arrears ?? 0)), fenToYuan(fen(sums.paid ?? 0))]
  await app.sql(
    `update patient_stat set arrears_amount = arrears_amount + $2::numeric, consume_total = consume_total + $3::numeric where patient_id = $1`,
    [patientId, ...amounts],
  )
  await app.sql(
    `insert into patient_clinic as k (tenant_id, patient_id, reached_clinic_id, since, arrears_amount, consume_total)
     select p.tenant_id, p.id, $2, now(), $3::numeric, $4::numeric from patient p where p.id = $1
     on conflict (tenant_id, patient_id, reached_clinic_id) do update set
       arrears_amount = k.arrears_amount + excluded.arrears_amount, consume_total = k.consume_total + excluded.consume_total`,
    [patientId, clinicId, ...amounts],
  )
}
