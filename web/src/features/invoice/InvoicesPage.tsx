import { invoiceStates, invoiceTypes } from '@dentin/contract/invoice'
import { formatYuanText } from '@dentin/kit/money'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { deferred } from '../../lib/deferred.ts'
import { useCan } from '../../lib/permission.ts'
import { DataTable, DateRangePicker, pagedProps, pageCodecs, type Column } from '../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  Money,
  Page,
  PageTitle,
  SearchField,
  Segmented,
  StatusTag,
  Tag,
  urlEnum,
  urlOptional,
  urlText,
  useUrlState,
} from '../../ui/index.ts'
import { useInvoices, type Invoice } from './hooks.ts'
import type { RenderPicker } from './ChooseDialog.tsx'
import s from './invoice.module.css'

const InvoiceDrawer = deferred(async () => (await import('./InvoiceDrawer.tsx')).InvoiceDrawer)
const ChooseDialog = deferred(async () => (await import('./ChooseDialog.tsx')).ChooseDialog)

const STATES = ['all', 'open', 'issued', 'failed', 'red', 'reds'] as const
const codecs = {
  ...pageCodecs,
  state: urlEnum(STATES, 'all'),
  q: urlText(),
  from: urlOptional,
  to: urlOptional,
  id: urlOptional,
}

export interface InvoicesPageProps {
  fileTo: (patientId: string) => string
  renderPicker: RenderPicker
}

/** The clinic's invoices: what is under way, what failed and why, what is red; and the way to a new one. */
export function InvoicesPage({ fileTo, renderPicker }: InvoicesPageProps) {
  const can = useCan()
  const [url, setUrl] = useUrlState(codecs)
  const [choosing, setChoosing] = useState(false)
  const found = useInvoices(
    { state: url.state, keyword: url.q.trim(), from: url.from, to: url.to },
    { pageNum: url.page, pageSize: url.size },
  )
  const { data } = found
  const count = (word: string, number: number | undefined) => (number ? `${word} ${number}` : word)
  const open = data?.list.find(({ id }) => id === url.id)
  const sandbox = data?.list.some((row) => row.sandbox)
  return (
    <Page>
      <PageTitle />
      <div className={s.page}>
        <div className={s.tools}>
          <Segmented
            label="状态"
            options={[
              { value: 'all', label: '全部' },
              { value: 'open', label: count('开票中', data?.counts.open) },
              { value: 'issued', label: '已开' },
              { value: 'failed', label: count('失败', data?.counts.failed) },
              { value: 'red', label: '有红冲' },
              { value: 'reds', label: count('待红冲', data?.counts.reds) },
            ]}
            value={url.state}
            onChange={(state) => setUrl({ state, page: 1 })}
          />
          <DateRangePicker
            label="申请日期"
            value={url.from && url.to ? [url.from, url.to] : null}
            onChange={(range) => setUrl({ from: range?.[0] ?? null, to: range?.[1] ?? null, page: 1 })}
            clearable
          />
          <div className={s.find}>
            <SearchField
              aria-label="查找"
              placeholder="患者、抬头、税号、发票号、单号"
              value={url.q}
              onChange={(q) => setUrl({ q, page: 1 })}
            />
            {can('/invoices:issue') && (
              <Button variant="primary" icon="plus" onClick={() => setChoosing(true)}>
                开票
              </Button>
            )}
          </div>
        </div>
        {data && (
          <p className="t-13 secondary">
            {sandbox && <Tag tone="wait">模拟开票</Tag>} 已开 <Money yuan={data.issued} strong />
            　已红冲 <Money yuan={data.red} strong />
          </p>
        )}
        <DataTable<Invoice>
          label="电子发票"
          columns={columnsFor(fileTo)}
          keyOf={(row) => row.id}
          {...pagedProps(found, url, setUrl, { noun: '张' })}
          empty={
            <EmptyState
              layout="stack"
              icon="file"
              title={url.q || url.state !== 'all' ? '没有找到' : '还没有开过发票'}
            />
          }
          onOpen={(row) => setUrl({ id: row.id })}
          openKey={url.id ?? undefined}
          mobile={(row) => <InvoiceCard row={row} />}
          fill={false}
        />
      </div>
      {open && <InvoiceDrawer row={open} fileTo={fileTo} onClose={() => setUrl({ id: null })} />}
      {choosing && <ChooseDialog renderPicker={renderPicker} onClose={() => setChoosing(false)} />}
    </Page>
  )
}

/** The state of an invoice, and what of it is red or waits to be. */
export function Standing({ row }: { row: Invoice }): ReactNode {
  const partly = invoiceStates.is(row.status, 'issued') && Number(row.redAmount) > 0
  const waits = row.reds.some(({ status }) => [0, 1].includes(status))
  const failed = row.reds.some(({ status }) => status === 3)
  return (
    <>
      <StatusTag kind={invoiceStates} value={row.status} /> {partly && <Tag tone="muted">部分红冲</Tag>}{' '}
      {waits && <Tag tone="wait">红冲中</Tag>}
      {failed && <Tag tone="danger">红冲失败</Tag>}
    </>
  )
}

const columnsFor = (fileTo: (patientId: string) => string): readonly Column<Invoice>[] => [
  { key: 'time', title: '申请时间', width: 150, numeric: true, render: (row) => row.createdAt.slice(0, 16) },
  { key: 'no', title: '单号', width: 136, numeric: true, render: (row) => row.invoiceNo },
  {
    key: 'patient',
    title: '患者',
    width: 92,
    render: (row) => <Link to={fileTo(row.patientId)}>{row.patientName}</Link>,
  },
  { key: 'title', title: '抬头', width: 200, render: (row) => row.title },
  {
    key: 'type',
    title: '类型',
    width: 120,
    hiddenFirst: true,
    render: (row) => invoiceTypes[row.type as keyof typeof invoiceTypes],
  },
  {
    key: 'amount',
    title: '金额',
    width: 104,
    align: 'right',
    numeric: true,
    render: (row) => <Money yuan={row.amount} strong />,
  },
  {
    key: 'red',
    title: '已红冲',
    width: 96,
    align: 'right',
    numeric: true,
    render: (row) => (Number(row.redAmount) > 0 ? <Money yuan={row.redAmount} /> : '—'),
  },
  { key: 'number', title: '发票号码', width: 184, numeric: true, render: (row) => row.number || '—' },
  { key: 'state', title: '状态', width: 170, render: (row) => <Standing row={row} /> },
  { key: 'why', title: '说明', render: (row) => row.message || (row.source === 2 ? '患者自助' : row.drawerName) },
]

/** An invoice on the phone: whose, for how much, how it stands. */
function InvoiceCard({ row }: { row: Invoice }) {
  return (
    <div className={s.card}>
      <div className={s.cardHead}>
        <strong className="ellipsis">{row.title}</strong>
        <span className={s.push}>
          <Money yuan={row.amount} strong />
        </span>
      </div>
      <div>
        <Standing row={row} />
      </div>
      <div className="t-12 tertiary num">
        {row.createdAt.slice(0, 16)}　{row.number || row.invoiceNo}
        {Number(row.redAmount) > 0 && `　红冲 ${formatYuanText(row.redAmount)}`}
      </div>
      {row.message && <div className="t-12 danger">{row.message}</div>}
    </div>
  )
}
