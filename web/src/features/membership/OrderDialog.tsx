import { vipPayTypeNames } from '@dentin/contract/membership'
import type { ReactNode } from 'react'
import { Button, Money } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import type { Order } from './model.ts'
import s from './membership.module.css'

/** A dialog about an order that waits for its money: 取消订单 at the left, what can be done at the right. */
export function OrderDialog({
  title,
  sticky = false,
  onCancelOrder,
  onClose,
  buttons,
  children,
}: {
  title: string
  sticky?: boolean
  /** Without it this person may not cancel. */
  onCancelOrder?: (() => void) | undefined
  onClose: () => void
  buttons: ReactNode
  children: ReactNode
}) {
  return (
    <Dialog
      open
      sticky={sticky}
      title={title}
      onClose={onClose}
      footer={
        <div className={s.payFoot}>
          {onCancelOrder && (
            <Button variant="text" onClick={onCancelOrder}>
              取消订单
            </Button>
          )}
          <span className={s.grow} />
          {buttons}
        </div>
      }
    >
      <div className={s.pay}>{children}</div>
    </Dialog>
  )
}

/** What is bought and for how much. */
export function OrderHead({ order, children }: { order: Order; children?: ReactNode }) {
  return (
    <div className={s.payHead}>
      <span className="t-14 secondary">{order.title}</span>
      <Money yuan={order.totalAmount} sign strong className={s.payAmount} />
      {children}
    </div>
  )
}

/** What every order says of itself, and what its dialog adds. */
export function OrderFacts({
  order,
  beside,
  children,
}: {
  order: Order
  /** Right of the number. */
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <dl className={s.facts}>
      <div>
        <dt>订单号</dt>
        <dd className="num">
          {order.orderNo} {beside}
        </dd>
      </div>
      <div>
        <dt>支付方式</dt>
        <dd>{vipPayTypeNames[order.payType]}</dd>
      </div>
      {children}
    </dl>
  )
}
