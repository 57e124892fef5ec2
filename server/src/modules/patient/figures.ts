import { fenToYuan, type Fen } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { recountClinics } from './sums.ts'

/** The running figures of a patient, as the modules count them that own what is summed up. */
export interface Figures {
  visitCount: number
  firstVisitAt: Date | null
  firstDoctorId: string | null
  firstClinicId: string | null
  lastVisitAt: Date | null
  arrears: Fen
  consumed: Fen
}

/** A module whose rows a patient's figures sum up counts them anew. */
export type FigureCount = (tx: TenantTx, patientId: string) => Promise<Partial<Figures>>

const NOTHING: Figures = {
  visitCount: 0,
  firstVisitAt: null,
  firstDoctorId: null,
  firstClinicId: null,
  lastVisitAt: null,
  arrears: 0 as Fen,
  consumed: 0 as Fen,
}

/** Sets the figures of patients to what their rows come to, after rows have changed hands. */
export async function recountFigures(tx: TenantTx, patientIds: readonly string[]): Promise<void> {
  for (const patientId of [...patientIds].sort()) {
    const parts: Partial<Figures>[] = []
    for (const { countFigures } of tx.parts('patient')) if (countFigures) parts.push(await countFigures(tx, patientId))
    const sum: Figures = Object.assign({}, NOTHING, ...parts)
    await tx.need(
      keptSql`update patient_stat set visit_count = ${sum.visitCount}, first_visit_at = ${sum.firstVisitAt}::timestamptz,
            first_doctor_id = ${sum.firstDoctorId}::uuid, first_clinic_id = ${sum.firstClinicId}::uuid,
            last_visit_at = ${sum.lastVisitAt}::timestamptz, arrears_amount = ${fenToYuan(sum.arrears)}::numeric,
            consume_total = ${fenToYuan(sum.consumed)}::numeric
          where tenant_id = ${tx.tenantId} and patient_id = ${patientId} returning patient_id`,
    )
    await recountClinics(tx, patientId)
  }
}
