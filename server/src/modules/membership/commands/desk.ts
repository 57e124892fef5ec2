import { fenToYuan } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { lockOrder, type InvoiceRow } from '../queries.ts'
import type { VipKind } from '../rules.ts'

/** Puts an order on the provider's desk as it now is. Part of every change of an order. */
export async function deskOrder(tx: TenantTx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) return
  await tx.rows(
    keptSql`insert into vip_desk (order_id, tenant_id, clinic_id, kind, order_no, title, total_amount, pay_type, status, buyer_name, ordered_at,
          closes_at, paid_at)
        values (${order.id}, ${tx.tenantId}, ${order.clinicId}, ${order.kind}, ${order.orderNo}, ${order.title}, ${fenToYuan(order.totalAmount)},
          ${order.payType}, ${order.status}, ${order.buyerName}, ${order.createdAt}, ${order.closesAt}, ${order.paidAt})
        on conflict (order_id) do update set status = excluded.status, pay_type = excluded.pay_type, paid_at = excluded.paid_at`,
  )
}

/** Tells the provider's desk where a clinic stands. */
export async function deskStanding(
  tx: TenantTx,
  clinicId: string,
  kind: VipKind,
  term: { endDate: string; paid: boolean },
): Promise<void> {
  await tx.rows(
    keptSql`insert into vip_standing (clinic_id, kind, tenant_id, end_date, paid)
        values (${clinicId}, ${kind}, ${tx.tenantId}, ${term.endDate}::date, ${term.paid})
        on conflict (clinic_id, kind) do update set end_date = excluded.end_date, paid = excluded.paid`,
  )
}

/** Puts the invoice of an order on the provider's desk. Part of every change of an invoice. */
export async function deskInvoice(tx: TenantTx, invoice: InvoiceRow): Promise<void> {
  await tx.rows(
    keptSql`update vip_desk set invoice_id = ${invoice.id}, invoice_type = ${invoice.invoiceType}, invoice_title = ${invoice.invoiceTitle},
          invoice_status = ${invoice.status}, invoice_at = ${invoice.createdTime} where order_id = ${invoice.orderId}`,
  )
}
