import { fenToYuan, type Fen } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { lent } from '../../platform/database/lent.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** A sum over some clinics of a figure that stands beside each of a patient's; null: the file's own figure, on `s`. */
const sumOf =
  (figure: 'arrears_amount' | 'consume_total') =>
  (tx: TenantTx, clinicIds: readonly string[] | null, patientId: RawBuilder<unknown>): RawBuilder<unknown> =>
    clinicIds === null
      ? sql`coalesce(${sql.ref(`s.${figure}`)}, 0)`
      : lent(sql`(select coalesce(sum(${sql.ref(`own.${figure}`)}), 0) from patient_clinic own where own.tenant_id = ${tx.tenantId}
          and own.patient_id = ${patientId} and own.reached_clinic_id = any(${clinicIds}::uuid[]))`)

/** What a patient owes to some clinics: money stays with the clinic that billed it. */
export const owedTo = sumOf('arrears_amount')
/** What a patient has paid to some clinics in all. */
export const paidTo = sumOf('consume_total')

/** What a patient owes and has paid to a clinic, as the bills say; `since`: the first of them. */
export interface ClinicSum {
  clinicId: string
  since: Date
  arrears: Fen
  consumed: Fen
}

/** Sets a patient's sums of each clinic to what its bills come to, after bills have changed hands. */
export async function recountClinics(tx: TenantTx, patientId: string): Promise<void> {
  const sums: ClinicSum[] = []
  for (const { clinicSums } of tx.parts('patient')) if (clinicSums) sums.push(...(await clinicSums(tx, patientId)))
  const rows = sums.map(({ clinicId, since, arrears, consumed }) => ({
    clinic_id: clinicId,
    since,
    arrears: fenToYuan(arrears),
    consumed: fenToYuan(consumed),
  }))
  const ofClinics = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as x(clinic_id uuid, since timestamptz, arrears numeric, consumed numeric)`
  await tx.rows(
    keptSql`insert into patient_clinic (tenant_id, patient_id, reached_clinic_id, since)
        select ${tx.tenantId}::uuid, ${patientId}::uuid, x.clinic_id, x.since
        from ${ofClinics}
        on conflict do nothing returning patient_id`,
  )
  await tx.rows(
    keptSql`update patient_clinic k set
          arrears_amount = coalesce((select x.arrears from ${ofClinics} where x.clinic_id = k.reached_clinic_id), 0),
          consume_total = coalesce((select x.consumed from ${ofClinics} where x.clinic_id = k.reached_clinic_id), 0)
        where k.tenant_id = ${tx.tenantId} and k.patient_id = ${patientId} returning k.patient_id`,
  )
}
