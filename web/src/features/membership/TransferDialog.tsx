import { TRANSFER_HINT } from '@dentin/contract/membership'
import { formatYuanText } from '@dentin/kit/money'
import { Button, Notice, Tag } from '../../ui/index.ts'
import { Copy } from './Copy.tsx'
import { OrderDialog } from './OrderDialog.tsx'
import type { Order } from './model.ts'
import s from './membership.module.css'

/** Where to transfer the money, with what to write beside it. */
export function TransferDialog({
  order,
  onCancelOrder,
  onClose,
}: {
  order: Order & { corporate: NonNullable<Order['corporate']> }
  onCancelOrder?: (() => void) | undefined
  onClose: () => void
}) {
  const { corporate } = order
  const lines = [
    ['收款户名', corporate.name, corporate.name],
    ['开户银行', corporate.bank, corporate.bank],
    ['收款账号', corporate.account, corporate.account.replaceAll(' ', '')],
    ['订单号', corporate.orderNo, corporate.orderNo],
    ['转账金额', `¥${formatYuanText(corporate.totalAmount)}`, corporate.totalAmount],
  ] as const
  return (
    <OrderDialog
      title="对公转账"
      onCancelOrder={onCancelOrder}
      onClose={onClose}
      buttons={
        <>
          <Button variant="primary" onClick={onClose}>
            知道了
          </Button>
        </>
      }
    >
      <div className={s.transferHead}>
        <span className="t-14 secondary">{order.title}</span>
        <Tag tone="wait">待确认收款</Tag>
        {corporate.sample && <Tag tone="danger">演示账户</Tag>}
      </div>
      <dl className={s.bank}>
        {lines.map(([label, shown, copied]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className={label === '转账金额' ? 'bold num' : 'num'}>{shown}</span>
              <Copy what={label} text={copied} />
            </dd>
          </div>
        ))}
      </dl>
      <Notice icon="info">{TRANSFER_HINT}</Notice>
      <p className="t-13 secondary">
        请把订单号写在转账附言里。{order.closesTime.slice(0, 10)} 前没有确认收款，订单会自动关闭。
      </p>
    </OrderDialog>
  )
}
