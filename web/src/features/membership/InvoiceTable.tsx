import { invoiceStatusNames, invoiceTypeNames } from '@dentin/contract/membership'
import { EmptyState, Money, Tag, useUrlState } from '../../ui/index.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { useInvoices } from './hooks.ts'
import { InvoiceFile } from './InvoiceFile.tsx'
import { invoiceLooks, type Invoice } from './model.ts'
import s from './membership.module.css'

const codecs = { ...pageCodecs }

/** The invoices that were asked for, the newest first. */
export function InvoiceTable() {
  const [url, setUrl] = useUrlState(codecs)
  const page = useInvoices({ pageIndex: url.page, pageSize: url.size }, true)
  const state = (row: Invoice) => (
    <span className={s.inline}>
      <Tag tone={invoiceLooks[row.status] ?? 'muted'}>{invoiceStatusNames[row.status]}</Tag>
      {row.fileUrl && <InvoiceFile fileUrl={row.fileUrl} orderNo={row.orderNo} />}
    </span>
  )
  const columns: Column<Invoice>[] = [
    {
      key: 'title',
      title: '发票抬头',
      render: (row) => (
        <span className={s.twoLines}>
          <span className="ellipsis">{row.invoiceTitle}</span>
          {row.taxNo && <span className="t-12 tertiary num">{row.taxNo}</span>}
        </span>
      ),
    },
    { key: 'type', title: '类型', width: 128, render: (row) => invoiceTypeNames[row.invoiceType] },
    {
      key: 'amount',
      title: '金额',
      width: 108,
      align: 'right',
      numeric: true,
      render: (row) => <Money yuan={row.amount} />,
    },
    {
      key: 'order',
      title: '订单',
      width: 216,
      render: (row) => (
        <span className={s.twoLines}>
          <span>{row.title}</span>
          <span className="t-12 tertiary num">{row.orderNo}</span>
        </span>
      ),
    },
    { key: 'email', title: '收票邮箱', width: 172, hiddenFirst: true, render: (row) => row.receiverEmail },
    { key: 'time', title: '申请时间', width: 156, numeric: true, render: (row) => row.createdTime.slice(0, 16) },
    {
      key: 'state',
      title: '状态',
      width: 168,
      render: (row) => (
        <span className={s.twoLines}>
          {state(row)}
          {row.refuseReason && (
            <span className="t-12 danger ellipsis" title={row.refuseReason}>
              {row.refuseReason}
            </span>
          )}
        </span>
      ),
    },
  ]
  return (
    <DataTable<Invoice>
      label="发票"
      columns={columns}
      keyOf={(row) => row.id}
      {...pagedProps(page, url, setUrl, { what: '发票' })}
      rowHeight={46}
      noun="张"
      empty={<EmptyState layout="stack" icon="receipt" title="还没有发票" hint="在已支付的订单上可以申请发票" />}
      mobile={(row) => (
        <div className={s.card}>
          <span className={s.cardLine}>
            <span className="bold ellipsis">{row.invoiceTitle}</span>
            <Money yuan={row.amount} strong />
          </span>
          <span className={s.cardLine}>
            <span className="t-13 secondary">{invoiceTypeNames[row.invoiceType]}</span>
            {state(row)}
          </span>
          <span className="t-12 tertiary num">
            {row.orderNo}　{row.createdTime.slice(0, 16)}
          </span>
          {row.refuseReason && <span className="t-13 danger">驳回原因：{row.refuseReason}</span>}
        </div>
      )}
    />
  )
}
