import { orderStates } from '@dentin/contract/core/order-states'
import { formatYuan } from '@dentin/kit'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { lockOrder } from '../queries.ts'
import { isOpen } from '../rules.ts'
import { deskOrder } from './desk.ts'
import { membershipPage, tellAdministrators } from './notice.ts'
import { extendTerm } from './term.ts'

/** Money that came in for an order. */
export interface Received {
  /** The payment's own id: whoever confirmed it, the same id counts once. */
  tradeId: string
  /** 0 Alipay, 1 WeChat, 2 corporate transfer */
  payMethod: number
  paidAt: Date
}

/**
 * Takes the money for an order: paid, the term longer, exactly once. The order's row is locked, and the ledger takes one
 * extension of an order.
 * @returns applied; already: this very payment was taken before; closed: the order takes no money (any more), cancelled,
 *   timed out, or paid by another payment, so the money has to go back
 */
export async function settleOrder(
  tx: TenantTx,
  orderId: string,
  by: Received,
): Promise<'applied' | 'already' | 'closed'> {
  const order = await lockOrder(tx, orderId)
  if (!order) return 'closed'
  if (order.paidAt !== null) return order.tradeId === by.tradeId ? 'already' : 'closed'
  if (!isOpen(order.status)) return 'closed'
  await tx.update(
    'vip_order',
    { id: order.id },
    {
      status: orderStates.code.paid,
      paid_at: by.paidAt,
      trade_id: by.tradeId,
      pay_type: by.payMethod,
      order_channel: by.payMethod === 2 ? 0 : 1,
    },
    { action: 'pay' },
  )
  await tx.logStatus('vip_order', order.id, order.clinicId, order.status, orderStates.code.paid)
  const endDate = await extendTerm(tx, order.clinicId, {
    kind: order.kind,
    source: 'order',
    orderId: order.id,
    years: order.count,
  })
  await deskOrder(tx, order.id)
  await tellAdministrators(tx, order.clinicId, {
    title: '会员已生效',
    body: `${order.title}，${formatYuan(order.totalAmount)} 元已到账，有效期至 ${endDate}。`,
    link: membershipPage(order.kind),
    key: `vip-paid:${order.id}`,
  })
  return 'applied'
}
