import { invoiceRedStates, invoiceStates } from '@dentin/contract/invoice'
import { subtract, sum, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { redsOf, type InvoiceRow } from './queries.ts'

/** What its holders have of an invoice, in the database; as a claim it is refused beyond what may be invoiced. */
export async function weigh(tx: TenantTx, invoiceId: string, claims: boolean): Promise<void> {
  await tx.rows(sql`select app.weigh_invoice(${tx.tenantId}::uuid, ${invoiceId}::uuid, ${claims})`)
}

export function mustBe(step: keyof typeof invoiceStates.moves, status: number): void {
  if (invoiceStates.may(step, status)) return
  throw new AppError('INVOICE_STATE', {
    message: `发票${invoiceStates.names[status] ?? ''}，不能这样操作`,
    data: { status },
  })
}
export function redMustBe(step: keyof typeof invoiceRedStates.moves, status: number): void {
  if (invoiceRedStates.may(step, status)) return
  throw new AppError('INVOICE_STATE', {
    message: `红字发票${invoiceRedStates.names[status] ?? ''}，不能这样操作`,
    data: { status },
  })
}

/** Gives one up that was not issued; its reds go with it. */
export async function drop(
  tx: TenantTx,
  found: InvoiceRow,
  version: number | undefined,
  reason: string,
): Promise<{ id: string; status: number; version: number }> {
  mustBe('cancel', found.status)
  const row = await tx.update(
    'invoice',
    { id: found.id, ...(version === undefined ? {} : { version }) },
    { status: invoiceStates.code.dropped, message: reason.slice(0, 200) },
    { action: 'cancel', patientId: found.patientId, reason },
  )
  await dropReds(tx, found.id, '发票没有开出')
  await weigh(tx, found.id, false)
  await tx.logStatus('invoice', found.id, found.clinicId, found.status, row.status, reason)
  tx.publish('bill')
  return { id: found.id, status: row.status, version: row.version }
}

/** What was never issued can't be taken back. */
export async function dropReds(tx: TenantTx, invoiceId: string, message: string): Promise<void> {
  for (const red of await redsOf(tx, [invoiceId])) {
    if (!invoiceRedStates.is(red.status, 'toSend')) continue
    await tx.rows(
      keptSql`update invoice_red set status = ${invoiceRedStates.code.withdrawn}, ended_at = ${tx.now}, message = ${message}
        where tenant_id = ${tx.tenantId} and id = ${red.id} returning id`,
    )
    await tx.logStatus('invoice_red', red.id, red.clinicId, red.status, invoiceRedStates.code.withdrawn, message)
  }
}

/** What of an invoice no red takes back yet. */
export async function restOf(tx: TenantTx, invoice: Pick<InvoiceRow, 'id' | 'amount'>): Promise<Fen> {
  const reds = (await redsOf(tx, [invoice.id])).filter(({ status }) => invoiceRedStates.is(status, 'standing'))
  return subtract(invoice.amount, sum(reds.map(({ amount }) => amount)))
}
