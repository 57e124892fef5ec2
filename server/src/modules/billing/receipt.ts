import { billStates } from '@dentin/contract/core/status'
import type { PaperStanding } from '@dentin/contract/paper'
import { refundStates } from '@dentin/contract/refund'
import { sql } from 'kysely'
import { columns, fenOf, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { hashOfFigures } from '../issued-document/index.ts'
import { billPayments, findBill, type BillRow, type PaymentRow } from './queries.ts'

const revocations = select({ count: sql<number>`count(*)::int` })

/**
 * How often the charge of a bill was revoked: a receipt of a charge that was revoked does not hold for the next one, also where
 * nothing had been paid.
 */
export async function chargesBefore(tx: TenantTx, billId: string): Promise<number> {
  const { count } = await tx.need(
    revocations.keptFrom`status_log l where ${tx.own('l')} and l.biz_type = 'bill' and l.biz_id = ${billId}
      and l.to_status = ${billStates.code.revoked}`,
  )
  return count
}

/** What a receipt shows that may change later: what is owed, paid and given back, and what came by which way under which number. */
export function figuresOfReceipt(bill: BillRow, payments: readonly PaymentRow[]): unknown[] {
  const ways: Record<string, number> = {}
  for (const { payMethodId, tradeNo, payUnitId, unitReference, amount } of payments) {
    const way = [payMethodId, tradeNo, payUnitId, unitReference].join(' ')
    ways[way] = (ways[way] ?? 0) + amount
  }
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
  const bill = await findBill(tx, billId, sql<boolean>`true`)
  if (!billStates.is(bill.status, 'received') || (await chargesBefore(tx, billId)) >= paper.versionNo) return 'void'
  const figures = figuresOfReceipt(bill, await billPayments(tx, billId))
  if (hashOfFigures(figures) === paper.contentHash) return 'valid'
  // Of what was given back whole, only what was printed afterwards says so.
  return billStates.is(bill.status, 'standing') ? 'newer' : 'void'
}

const refunds = select(columns('refund', 'r', 'status'), { amount: fenOf(sql`r.refund_amount`) })

/** A refund's slip holds as long as the refund is paid. */
export async function standingOfRefundSlip(tx: TenantTx, refundId: string): Promise<PaperStanding> {
  const refund = await tx.need(refunds.keptFrom`refund r where ${tx.own('r')} and r.id = ${refundId}`)
  return refundStates.is(refund.status, 'paid') ? 'valid' : 'void'
}
