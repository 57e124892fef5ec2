import { randomInt } from 'node:crypto'
import { fenToYuan, formatDateTime, uuidv7 } from '@dentin/kit'
import { orderStatusNames } from '@dentin/contract/core/order-states'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { lapsedOrders, lockOrder, openOrder, packageForSale, termOf, type OrderRow } from '../queries.ts'
import { closesAt, isFirstCharge, isOpen, orderNumber, orderTitle, payable, type VipKind } from '../rules.ts'
import { deskOrder } from './desk.ts'

/** What somebody wants to buy. What it costs is not theirs to say. */
export interface Wish {
  settingId: string
  count: number
  payType: number
  invoiceType: number | null
}

/**
 * Makes an order: the package as it is on sale this moment, the price by the rules, one open order of a kind for a clinic.
 * @param payTypes payment methods on offer
 */
export async function placeOrder(
  ctx: ClinicContext,
  kind: VipKind,
  wish: Wish,
  payTypes: readonly number[],
): Promise<OrderRow> {
  const { tx } = ctx
  const setting = await packageForSale(tx, kind, wish.settingId)
  if (!setting) throw fieldError('NOT_FOUND', 'settingId', '没有这个会员套餐')
  if (!setting.enabled) throw fieldError('VIP_PACKAGE_OFF', 'settingId')
  if (setting.count !== wish.count) throw fieldError('VIP_COUNT_MISMATCH', 'count')
  if (!payTypes.includes(wish.payType)) throw fieldError('PAY_TYPE_NOT_OFFERED', 'payType')
  await closeLapsed(tx, ctx.clinicId)
  const open = await openOrder(tx, ctx.clinicId, kind)
  if (open) throw new AppError('VIP_ORDER_OPEN', { data: { orderId: open.id, orderNo: open.orderNo } })
  const term = await termOf(tx, ctx.clinicId, kind)
  const id = uuidv7()
  const status = wish.payType === 2 ? 4 : 0
  await tx.insert('vip_order', {
    id,
    clinic_id: ctx.clinicId,
    kind,
    order_no: orderNumber(kind, formatDateTime(tx.now), randomInt(1_000_000)),
    setting_id: setting.id,
    count: setting.count,
    title: orderTitle(kind, setting.count),
    total_amount: fenToYuan(payable(setting, isFirstCharge(term))),
    pay_type: wish.payType,
    order_channel: wish.payType === 2 ? 0 : 1,
    invoice_type: wish.invoiceType,
    status,
    closes_at: closesAt(wish.payType, tx.now),
    buyer_id: ctx.employeeId,
    buyer_name: ctx.actorName,
    created_at: tx.now,
    updated_at: tx.now,
  })
  await tx.logStatus('vip_order', id, ctx.clinicId, null, status)
  await deskOrder(tx, id)
  return (await lockOrder(tx, id)) as OrderRow
}

/** Ends an open order without money. */
export async function closeOrder(tx: TenantTx, order: OrderRow, to: 2 | 3, reason?: string): Promise<void> {
  await tx.update('vip_order', { id: order.id }, { status: to }, { action: 'cancel', ...(reason ? { reason } : {}) })
  await tx.logStatus('vip_order', order.id, order.clinicId, order.status, to, reason)
  await deskOrder(tx, order.id)
}

/** Cancels an order that still waits for money. */
export async function cancelOrder(tx: TenantTx, kind: VipKind, id: string): Promise<void> {
  const order = await lockOrder(tx, id)
  if (!order || order.kind !== kind) throw new AppError('NOT_FOUND')
  if (!isOpen(order.status)) {
    throw new AppError('VIP_ORDER_CLOSED', {
      message: `订单${orderStatusNames[order.status]}，不能取消`,
      data: { status: order.status },
    })
  }
  await closeOrder(tx, order, 2)
}

/** Closes what nobody paid in time. Gives how many there were. */
export async function closeLapsed(tx: TenantTx, clinicId: string): Promise<number> {
  let count = 0
  for (const id of await lapsedOrders(tx, clinicId)) {
    const order = await lockOrder(tx, id)
    // Paid or cancelled while we waited for the row.
    if (!order || !isOpen(order.status)) continue
    await closeOrder(tx, order, 3, '超时未支付')
    count += 1
  }
  return count
}
