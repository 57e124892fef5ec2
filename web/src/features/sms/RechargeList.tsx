import { vipPayTypeNames } from '@dentin/contract/membership'
import { orderStatusNames } from '@dentin/contract/core/order-states'
import { useCan } from '../../lib/permission.ts'
import { EmptyState, LinkButton, Money, Tag, useUrlState } from '../../ui/index.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { useAccount, useRecharges, type Order } from './hooks.ts'
import { minute, noSeconds, orderTones } from './words.ts'
import s from './sms.module.css'

/** Every recharge, the newest first. */
export function RechargeList() {
  const can = useCan()
  const [url, setUrl] = useUrlState(pageCodecs)
  // Listens for payments.
  useAccount()
  const found = useRecharges({ pageNum: url.page, pageSize: url.size })
  const state = (row: Order) => <Tag tone={orderTones[row.status] ?? 'muted'}>{orderStatusNames[row.status]}</Tag>
  const columns: Column<Order>[] = [
    {
      key: 'order',
      title: '订单',
      render: (row) => (
        <span className={s.twoLines}>
          <span>{row.title}</span>
          <span className="t-12 tertiary num">{row.orderNo}</span>
        </span>
      ),
    },
    { key: 'count', title: '条数', width: 100, align: 'right', numeric: true, render: (row) => row.count },
    {
      key: 'amount',
      title: '金额',
      width: 108,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.totalAmount} />,
    },
    { key: 'method', title: '支付方式', width: 96, render: (row) => vipPayTypeNames[row.payType] },
    { key: 'time', title: '下单时间', width: 156, numeric: true, render: (row) => minute(row.createdTime) },
    { key: 'paid', title: '支付时间', width: 156, numeric: true, render: (row) => noSeconds(row.paidTime) },
    { key: 'by', title: '操作人', width: 96, hiddenFirst: true, render: (row) => row.buyerName },
    { key: 'state', title: '状态', width: 96, render: state },
  ]
  return (
    <DataTable<Order>
      label="充值记录"
      columns={columns}
      keyOf={(row) => row.orderId}
      {...pagedProps(found, url, setUrl, { what: '充值记录', noun: '张' })}
      rowHeight={46}
      empty={
        <EmptyState
          layout="stack"
          icon="receipt"
          title="还没有充值记录"
          action={
            can('/SMSmanagement:recharge') && (
              <LinkButton variant="primary" to="/SMSmanagement/recharge">
                去充值
              </LinkButton>
            )
          }
        />
      }
      mobile={(row) => (
        <div className={s.card}>
          <span className={s.cardLine}>
            <span className="bold">{row.title}</span>
            <Money yuan={row.totalAmount} strong />
          </span>
          <span className={s.cardLine}>
            <span className="t-12 tertiary num">
              {minute(row.createdTime)}　{vipPayTypeNames[row.payType]}
            </span>
            {state(row)}
          </span>
        </div>
      )}
    />
  )
}
