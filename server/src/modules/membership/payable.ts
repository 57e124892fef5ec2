import type { Fen } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'

/** A kind of order that can be paid through a gateway. Payment knows orders only by this. */
export interface Payable {
  kind: string
  /** The order by its number, within the transaction's scope; null when there is none. */
  find(
    tx: TenantTx,
    orderNo: string,
  ): Promise<{
    orderId: string
    orderNo: string
    title: string
    amount: Fen
    open: boolean
    clinicId: string
    /** 0 Alipay, 1 WeChat, 2 corporate transfer */
    payMethod: number
  } | null>
  /**
   * The money of an order has arrived. Locks the order and applies it once.
   * @returns 'already' when it had been applied before, 'closed' when the order was cancelled meanwhile and nothing was done
   */
  paid(
    tx: TenantTx,
    orderId: string,
    by: { tradeId: string; payMethod: number; paidAt: Date },
  ): Promise<'applied' | 'already' | 'closed'>
}
