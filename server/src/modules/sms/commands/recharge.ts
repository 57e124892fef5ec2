import { randomInt } from 'node:crypto'
import { orderStatusNames, orderStates } from '@dentin/contract/core/order-states'
import { fenToYuan, formatDateTime, formatYuan, uuidv7, yuanToFen } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { administratorsOf } from '../../staff/index.ts'
import type { Payable } from '../../membership/index.ts'
import { notify } from '../../messaging/index.ts'
import { moveBalance } from '../balance.ts'
import { lockOrder, openOrder, orderByNo, type OrderRow } from '../queries.ts'
import { closesAt, orderNumber } from '../rules.ts'

/** Makes an order: the package as it is on sale this moment; one open order for a clinic. */
export async function placeOrder(
  { tx, clinicId, employeeId, actorName }: ClinicContext,
  wish: { packageId: string; payType: 0 | 1 },
): Promise<OrderRow> {
  const chosen = await tx.row<{ id: string; count: number; price: string; enabled: boolean }>(
    keptSql`select id, count, price, enabled from sms_package where id = ${wish.packageId} for share`,
  )
  if (!chosen) throw fieldError('NOT_FOUND', 'packageId', '没有这个套餐')
  if (!chosen.enabled) throw fieldError('SMS_PACKAGE_OFF', 'packageId')
  await closeLapsed(tx, clinicId)
  const open = await openOrder(tx, clinicId)
  if (open) throw new AppError('SMS_ORDER_OPEN', { data: { orderId: open.orderId, orderNo: open.orderNo } })
  const id = uuidv7()
  await tx.insert('sms_order', {
    id,
    clinic_id: clinicId,
    order_no: orderNumber(formatDateTime(tx.now), randomInt(1_000_000)),
    package_id: chosen.id,
    count: chosen.count,
    title: `短信充值 ${chosen.count} 条`,
    total_amount: fenToYuan(yuanToFen(chosen.price)),
    pay_type: wish.payType,
    status: orderStates.code.unpaid,
    closes_at: closesAt(tx.now),
    buyer_id: employeeId,
    buyer_name: actorName,
    created_at: tx.now,
    updated_at: tx.now,
  })
  await tx.logStatus('sms_order', id, clinicId, null, orderStates.code.unpaid)
  tx.publish('sms', id)
  return (await lockOrder(tx, id)) as OrderRow
}

async function close(tx: TenantTx, order: OrderRow, to: number): Promise<void> {
  await tx.update('sms_order', { id: order.orderId }, { status: to }, { action: 'cancel' })
  await tx.logStatus('sms_order', order.orderId, order.clinicId, orderStates.code.unpaid, to)
  tx.publish('sms', order.orderId, order.clinicId)
}

export async function cancelOrder({ tx }: ClinicContext, id: string): Promise<void> {
  const order = await lockOrder(tx, id)
  if (!order) throw new AppError('NOT_FOUND')
  if (!orderStates.is(order.status, 'unpaid'))
    throw new AppError('SMS_ORDER_CLOSED', { message: `订单${orderStatusNames[order.status]}，不能取消` })
  await close(tx, order, orderStates.code.cancelled)
}

/** Closes what nobody paid in time. */
export async function closeLapsed(tx: TenantTx, clinicId: string): Promise<void> {
  const open = await openOrder(tx, clinicId)
  if (!open || open.closesTime > tx.now) return
  const order = await lockOrder(tx, open.orderId)
  // Paid or cancelled while we waited for the row.
  if (order && orderStates.is(order.status, 'unpaid')) await close(tx, order, orderStates.code.expired)
}

/** Recharges of SMS, as the payment module sees them: credited once, however often the payment is told. */
export const smsPayable: Payable = {
  kind: 'sms',
  resource: '/SMSmanagement:recharge',
  find: async (tx, orderNo) => {
    const order = await orderByNo(tx, orderNo)
    if (!order) return null
    return {
      orderId: order.orderId,
      orderNo: order.orderNo,
      title: order.title,
      amount: order.totalAmount,
      open: orderStates.is(order.status, 'unpaid') && order.closesTime > tx.now,
      clinicId: order.clinicId,
      payMethod: order.payType,
    }
  },
  paid: async (tx, orderId, by) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return 'closed'
    if (order.paidTime !== null) return order.tradeId === by.tradeId ? 'already' : 'closed'
    if (!orderStates.is(order.status, 'unpaid')) return 'closed'
    await tx.update(
      'sms_order',
      { id: order.orderId },
      { status: orderStates.code.paid, paid_at: by.paidAt, trade_id: by.tradeId, pay_type: by.payMethod },
      { action: 'pay' },
    )
    await tx.logStatus('sms_order', order.orderId, order.clinicId, orderStates.code.unpaid, orderStates.code.paid)
    await moveBalance(tx, order.clinicId, order.count, { kind: 'recharge', orderId: order.orderId })
    tx.publish('sms', order.orderId, order.clinicId)
    await notify(tx, {
      clinicId: order.clinicId,
      employeeIds: await administratorsOf(tx, order.clinicId),
      category: 'sms',
      title: '短信充值已到账',
      body: `${order.title}，${formatYuan(order.totalAmount)} 元已到账。`,
      link: '/SMSmanagement/rechargeList',
      key: `sms-paid:${order.orderId}`,
    })
    return 'applied'
  },
}
