import { orderStatusNames, orderStates } from '@dentin/contract/core/order-states'
import { Button } from '../../ui/index.ts'
import { OrderDialog, OrderFacts, OrderHead } from './OrderDialog.tsx'
import type { Order } from './model.ts'

/** An order still waits for money: pay it, cancel it, or leave it for later. */
export function UnpaidDialog({
  order,
  onPay,
  onCancelOrder,
  onClose,
}: {
  order: Order
  onPay: () => void
  onCancelOrder?: (() => void) | undefined
  onClose: () => void
}) {
  const transfer = orderStates.is(order.status, 'unconfirmed')
  return (
    <OrderDialog
      title="您有一张未支付的订单"
      onCancelOrder={onCancelOrder}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>稍后处理</Button>
          <Button variant="primary" onClick={onPay}>
            {transfer ? '查看转账信息' : '去支付'}
          </Button>
        </>
      }
    >
      <OrderHead order={order} />
      <OrderFacts order={order}>
        <div>
          <dt>状态</dt>
          <dd>{orderStatusNames[order.status]}</dd>
        </div>
        <div>
          <dt>下单</dt>
          <dd className="num">
            {order.createdTime.slice(0, 16)} {order.buyerName}
          </dd>
        </div>
        <div>
          <dt>自动关闭</dt>
          <dd className="num">{order.closesTime.slice(0, 16)}</dd>
        </div>
      </OrderFacts>
      <p className="t-13 secondary">支付或取消这张订单后，才能新建订单。</p>
    </OrderDialog>
  )
}
