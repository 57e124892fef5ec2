import { Money } from '../../ui/index.ts'
import type { Column } from '../../ui/heavy.ts'
import s from './provider.module.css'

interface DeskOrder {
  clinicName: string
  companyName: string
  title: string
  orderNo: string
  buyerName: string
  orderedAt: string
  amount: string
}

/** The columns that every list of orders begins with: whose, what, how much, when. */
export function orderFacts<R extends DeskOrder>(): Column<R>[] {
  return [
    {
      key: 'clinic',
      title: '门诊',
      render: (row) => (
        <span className={s.inline}>
          <span className="ellipsis">{row.clinicName}</span>
          <span className="t-12 tertiary ellipsis">{row.companyName}</span>
        </span>
      ),
    },
    { key: 'title', title: '内容', width: 130, render: (row) => row.title },
    { key: 'no', title: '订单号', width: 215, numeric: true, render: (row) => row.orderNo },
    { key: 'buyer', title: '下单人', width: 90, render: (row) => row.buyerName },
    { key: 'at', title: '下单时间', width: 172, numeric: true, render: (row) => row.orderedAt.slice(0, 16) },
    {
      key: 'amount',
      title: '金额',
      width: 110,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.amount} />,
    },
  ]
}
