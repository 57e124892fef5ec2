import { orderStates, orderStatusNames } from '@dentin/contract/core/order-states'
import { invoiceStatusNames, invoiceTypeNames, vipPayTypeNames, invoiceStates } from '@dentin/contract/membership'
import { useState } from 'react'
import { useCan } from '../../lib/permission.ts'
import { Button, EmptyState, Money, Tag, TextButton, useUrlState } from '../../ui/index.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { useRecords } from './hooks.ts'
import { InvoiceDialog } from './InvoiceDialog.tsx'
import { InvoiceFile } from './InvoiceFile.tsx'
import { invoiceLooks, orderLooks, type Kind, type OrderRecord } from './model.ts'
import { orderCodecs } from './OrderDialogs.tsx'
import { openPayPage } from './PayDialog.tsx'
import s from './membership.module.css'

const codecs = { ...orderCodecs, ...pageCodecs }
const minute = (wire: string) => wire.slice(0, 16)
const dash = <span className="tertiary">—</span>

/** Orders, the newest first, with what can be done with each. `paidOnly`: what was paid, and what it added. */
export function OrderTable({
  kind,
  paidOnly = false,
  onSale = true,
}: {
  kind: Kind
  paidOnly?: boolean
  /** Something may be bought here. */
  onSale?: boolean
}) {
  const can = useCan()
  const [url, setUrl] = useUrlState(codecs)
  const [asking, setAsking] = useState<OrderRecord | null>(null)
  const uri = kind === 'vip' ? '/vipInfoDetail' : '/medicareOrderRecord'
  const mayBuy = can(`${uri}:buy`) && onSale
  const mayPay = can(`${uri}:pay`) || can(`${uri}:buy`)
  const mayInvoice = can(kind === 'vip' ? '/orderRecord:invoice' : '/medicareOrderRecord:invoice')
  const page = useRecords(kind, { pageIndex: url.page, pageSize: url.size, paidOnly })

  const invoiceCell = (row: OrderRecord) => {
    if (!row.invoice)
      return row.invoiceType === null ? dash : <span className="secondary">{invoiceTypeNames[row.invoiceType]}</span>
    const look = invoiceLooks[row.invoice.status]
    return (
      <span className={s.inline}>
        <Tag tone={look ?? 'muted'} {...(row.invoice.refuseReason ? { title: row.invoice.refuseReason } : {})}>
          {invoiceStatusNames[row.invoice.status]}
        </Tag>
        {row.invoice.fileUrl && <InvoiceFile fileUrl={row.invoice.fileUrl} orderNo={row.orderNo} />}
      </span>
    )
  }
  const pay = (row: OrderRecord) => {
    if (row.url) openPayPage(row.url)
    setUrl({ pay: row.orderNo }, { push: true })
  }
  const actions = (row: OrderRecord) => {
    if ((orderStates.is(row.status, 'unpaid') && row.url) || orderStates.is(row.status, 'unconfirmed'))
      return mayPay ? (
        <Button size="sm" variant="tint" onClick={() => pay(row)}>
          {orderStates.is(row.status, 'unconfirmed') ? '转账信息' : '去支付'}
        </Button>
      ) : null
    if (
      orderStates.is(row.status, 'paid') &&
      mayInvoice &&
      (!row.invoice || invoiceStates.is(row.invoice.status, 'rejected'))
    )
      return (
        <TextButton icon="receipt" onClick={() => setAsking(row)}>
          {row.invoice ? '重新申请' : '申请发票'}
        </TextButton>
      )
    return null
  }
  const term = (row: OrderRecord) =>
    row.endDate ? (
      <span className="num">
        {row.startDate} 至 {row.endDate}
      </span>
    ) : (
      dash
    )
  const state = (row: OrderRecord) => <Tag tone={orderLooks[row.status] ?? 'muted'}>{orderStatusNames[row.status]}</Tag>
  const columns: Column<OrderRecord>[] = [
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
    {
      key: 'amount',
      title: '金额',
      width: 108,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.totalAmount} />,
    },
    { key: 'method', title: '支付方式', width: 96, render: (row) => vipPayTypeNames[row.payType] },
    {
      key: 'time',
      title: paidOnly ? '支付时间' : '下单时间',
      width: 156,
      numeric: true,
      render: (row) => minute((paidOnly && row.paidTime) || row.createdTime),
    },
    { key: 'buyer', title: '下单人', width: 88, hiddenFirst: true, render: (row) => row.buyerName },
    { key: 'term', title: '有效期', width: 216, render: term },
    ...(paidOnly
      ? []
      : ([
          { key: 'state', title: '状态', width: 100, render: state },
          { key: 'invoice', title: '发票', width: 124, render: invoiceCell },
          { key: 'actions', title: '操作', width: 108, render: actions },
        ] satisfies Column<OrderRecord>[])),
  ]
  return (
    <>
      <DataTable<OrderRecord>
        label={paidOnly ? '缴费记录' : '订单'}
        columns={columns}
        keyOf={(row) => row.orderId}
        {...pagedProps(page, url, setUrl, { what: '订单' })}
        rowHeight={46}
        noun="张"
        empty={
          <EmptyState
            layout="stack"
            icon="receipt"
            title={paidOnly ? '还没有缴费记录' : '还没有订单'}
            hint={mayBuy ? '选择套餐下单后，订单会列在这里' : undefined}
            action={
              mayBuy &&
              kind === 'vip' && (
                <Button variant="primary" icon="crown" onClick={() => setUrl({ buy: '1' }, { push: true })}>
                  选购会员
                </Button>
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
              <span className="t-12 tertiary num">{row.orderNo}</span>
              {state(row)}
            </span>
            <span className={s.cardLine}>
              <span className="t-13 secondary num">
                {minute(row.createdTime)}　{vipPayTypeNames[row.payType]}
              </span>
              {row.invoice && invoiceCell(row)}
            </span>
            {row.endDate && <span className="t-13 secondary">有效期 {term(row)}</span>}
            {!paidOnly && <span className={s.cardActions}>{actions(row)}</span>}
          </div>
        )}
      />
      {asking && <InvoiceDialog kind={kind} order={asking} onClose={() => setAsking(null)} />}
    </>
  )
}
