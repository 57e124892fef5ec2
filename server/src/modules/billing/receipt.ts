import { billStates } from '@dentin/contract/core/status'
import type { PaperStanding } from '@dentin/contract/paper'
import { refundStates } from '@dentin/contract/refund'
import { sql } from 'kysely'
import { columns, fenOf, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { hashOfFigures } from '../issued-document/index.ts'
import { billPayments, findBill, type BillRow, type PaymentRow } from './queries.ts'

/** How often payments of a bill were taken back: a receipt of a charge that was revoked does not hold for the next one. */
export const chargesBefore = (payments: readonly PaymentRow[]): number =>
  payments.filter(({ kind }) => kind === 3).length

/** What a receipt shows that may change later: what is owed, paid and given back, and what came by which way. */
export function figuresOfReceipt(bill: BillRow, payments: readonly PaymentRow[]): unknown[] {
  const ways: Record<string, number> = {}
  for (const { payMethodId, amount } of payments) ways[payMethodId] = (ways[payMethodId] ?? 0) + amount
  return [
    bill.receivableAmount,
    bill.paidAmount,
    bill.refundedAmount,
    bill.returnedAmount,
    bill.writtenOffAmount,
    bill.arrearsAmount,
    Object.entries(ways)
      .filter(([, amount]) => amount !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]
}

/** What a receipt that was given out is worth today. */
export async function standingOfReceipt(
  tx: TenantTx,
  billId: string,
  paper: { versionNo: number; contentHash: string },
): Promise<PaperStanding> {
  const [bill, payments] = await Promise.all([findBill(tx, billId, sql<boolean>`true`), billPayments(tx, billId)])
  if (!billStates.is(bill.status, 'standing') || chargesBefore(payments) >= paper.versionNo) return 'void'
  return hashOfFigures(figuresOfReceipt(bill, payments)) === paper.contentHash ? 'valid' : 'newer'
}

const refunds = select(columns('refund', 'r', 'status'), { amount: fenOf(sql`r.refund_amount`) })

/** A refund's slip holds as long as the refund is paid. */
export async function standingOfRefundSlip(tx: TenantTx, refundId: string): Promise<PaperStanding> {
  const refund = await tx.need(refunds.keptFrom`refund r where ${tx.own('r')} and r.id = ${refundId}`)
  return refundStates.is(refund.status, 'paid') ? 'valid' : 'void'
}
