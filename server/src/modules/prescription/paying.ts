import { prescriptionStates } from '@dentin/contract'
import { ZERO, fen } from '@dentin/kit'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { answerOf } from '../../platform/wiring.ts'
import type { KeptLine } from './rules.ts'

const billed = select(columns('prescription', 'x', 'id', 'clinic_id', 'patient_id', 'status'))

/** The bill of what is to be paid of an audited prescription; null: nothing is. */
export async function chargeDrugs(
  ctx: ClinicContext,
  rx: { rxNo: string; patientId: string; recordId: string | null; doctorId: string },
  lines: readonly KeptLine[],
): Promise<string | null> {
  const dear = lines.filter(({ price }) => price > ZERO)
  if (dear.length === 0) return null
  return answerOf(
    ctx.tx,
    'prescription',
    ({ charge }) => charge,
  )(ctx, {
    ...rx,
    lines: dear.map(({ name, spec, unit, totalQty, price }) => ({
      name: `${name} ${spec}`,
      unit,
      qty: totalQty,
      price: fen(price),
    })),
  })
}

/** Takes the bill of a prescription away before it is paid. */
export const unchargeDrugs = (ctx: ClinicContext, billId: string, reason: string): Promise<void> =>
  answerOf(ctx.tx, 'prescription', ({ uncharge }) => uncharge)(ctx, billId, reason)

/**
 * The prescriptions of bills that were paid, or whose money went back. Drugs that were handed out already stay handed out,
 * whatever becomes of the money.
 */
export async function drugsPaid(tx: TenantTx, billIds: readonly string[], step: 'charge' | 'uncharge'): Promise<void> {
  const rows = await tx.rows(
    billed.keptFrom`prescription x where ${tx.own('x')} and x.bill_id = any(${billIds}::uuid[]) order by x.id for no key update of x`,
  )
  for (const row of rows) {
    if (!prescriptionStates.may(step, row.status)) continue
    const status = prescriptionStates.after(step)
    await tx.update('prescription', { id: row.id }, { status }, { action: step, patientId: row.patientId })
    await tx.logStatus('prescription', row.id, row.clinicId, row.status, status)
    tx.publish('prescription', row.id)
  }
}
