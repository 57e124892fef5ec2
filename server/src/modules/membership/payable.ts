import type { Resource } from '@dentin/contract'
import type { Fen } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { settleOrder, type Received } from './commands/settle.ts'
import { orderByNo } from './queries.ts'
import { isOpen, type VipKind } from './rules.ts'

/** Something that can be paid through a gateway. */
export interface PayableOrder {
  orderId: string
  orderNo: string
  title: string
  amount: Fen
  /** Takes money now. A closed order that is paid all the same is answered with 'closed'. */
  open: boolean
  clinicId: string
  /** 0 Alipay, 1 WeChat, 2 corporate transfer: the one chosen when the order was made */
  payMethod: number
}

/** A kind of order, as the payment module sees it. */
export interface Payable {
  kind: string
  /** Who may pay it. */
  resource: Resource
  find(tx: TenantTx, orderNo: string): Promise<PayableOrder | null>
  /** closed: the order takes no money any more; the payment belongs on the list of strayed ones. */
  paid(tx: TenantTx, orderId: string, by: Received): Promise<'applied' | 'already' | 'closed'>
}

function payableOf(kind: VipKind, resource: Resource): Payable {
  return {
    kind,
    resource,
    find: async (tx, orderNo) => {
      const order = await orderByNo(tx, kind, orderNo)
      if (!order) return null
      return {
        orderId: order.id,
        orderNo: order.orderNo,
        title: order.title,
        amount: order.totalAmount,
        open: isOpen(order.status) && order.closesAt > tx.now,
        clinicId: order.clinicId,
        payMethod: order.payType,
      }
    },
    paid: (tx, orderId, by) => settleOrder(tx, orderId, by),
  }
}

/** Orders of the clinic's membership. */
export const vipPayable: Payable = payableOf('vip', '/vipInfoDetail:pay')
/** Orders of the membership of the medical insurance link. */
export const medicalPayable: Payable = payableOf('medical', '/medicareOrderRecord:pay')
