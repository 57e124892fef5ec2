import { patientInvoiceStates } from '@dentin/contract/invoice'
import { formatYuanText } from '@dentin/kit/money'
import { Link } from 'react-router'
import { deferred } from '../../lib/deferred.ts'
import { DataTable, DateRangePicker, pagedProps, pageCodecs, type Column } from '../../ui/heavy.ts'
import {
  EmptyState,
  Money,
  Page,
  PageTitle,
  SearchField,
  Segmented,
  urlEnum,
  urlOptional,
  urlText,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { useInvoices, type Invoice } from './hooks.ts'
import { Standing } from './Standing.tsx'
import s from './invoice.module.css'

const InvoiceDrawer = deferred(async () => (await import('./InvoiceDrawer.tsx')).InvoiceDrawer)

const { code, names, sets } = patientInvoiceStates
const codecs = {
  ...pageCodecs,
  state: urlEnum(['all', ...sets.all.map(String)], 'all'),
  q: urlText(),
  from: urlOptional,
  to: urlOptional,
  id: urlOptional,
}

/** The clinic's invoices: what is under way, what failed and why, what was taken back. */
export function InvoicesPage({ fileTo }: { fileTo: (patientId: string) => string }) {
  const mobile = useIsMobile()
  const [url, setUrl] = useUrlState(codecs)
  const found = useInvoices(
    { status: url.state === 'all' ? null : Number(url.state), keyword: url.q.trim(), from: url.from, to: url.to },
    { pageNum: url.page, pageSize: url.size },
  )
  const counts = found.data?.counts ?? {}
  return (
    <Page>
      <PageTitle />
      <div className={s.page}>
        <div className={s.tools}>
          <Segmented
            label="状态"
            options={[
              { value: 'all', label: '全部' },
              ...[code.issuing, code.issued, code.failed, code.reddened, code.notIssued].map((each) => ({
                value: String(each),
                label: counts[each] ? `${names[each]} ${counts[each]}` : (names[each] ?? ''),
              })),
            ]}
            value={url.state}
            onChange={(state) => setUrl({ state, page: 1 })}
          />
          <DateRangePicker
            label="申请日期"
            width={mobile ? '100%' : 260}
            value={url.from && url.to ? [url.from, url.to] : null}
            onChange={(range) => setUrl({ from: range?.[0] ?? null, to: range?.[1] ?? null, page: 1 })}
            clearable
          />
          <div className={s.find}>
            <SearchField
              aria-label="查找"
              placeholder="患者、抬头、发票号码、单号"
              value={url.q}
              onChange={(q) => setUrl({ q, page: 1 })}
            />
          </div>
        </div>
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
              hint={url.q || url.state !== 'all' ? undefined : '在收费台或患者的收费里，对已收费的账单开票'}
            />
          }
          onOpen={(row) => setUrl({ id: row.id })}
          openKey={url.id ?? undefined}
          mobile={(row) => <InvoiceCard row={row} />}
          fill={false}
        />
      </div>
      {url.id && <InvoiceDrawer id={url.id} fileTo={fileTo} onClose={() => setUrl({ id: null })} />}
    </Page>
  )
}

const columnsFor = (fileTo: (patientId: string) => string): readonly Column<Invoice>[] => [
  { key: 'time', title: '申请时间', width: 164, numeric: true, render: (row) => row.createdAt.slice(0, 16) },
  {
    key: 'patient',
    title: '患者',
    width: 84,
    render: (row) => <Link to={fileTo(row.patientId)}>{row.patientName}</Link>,
  },
  { key: 'title', title: '抬头', width: 204, render: (row) => <span title={row.title}>{row.title}</span> },
  {
    key: 'amount',
    title: '金额',
    width: 96,
    align: 'right',
    numeric: true,
    render: (row) => <Money yuan={row.amount} strong />,
  },
  {
    key: 'red',
    title: '已红冲',
    width: 84,
    align: 'right',
    numeric: true,
    render: (row) => (Number(row.redAmount) > 0 ? <Money yuan={row.redAmount} /> : '—'),
  },
  { key: 'number', title: '发票号码', width: 208, numeric: true, render: (row) => row.platformNo || '—' },
  { key: 'state', title: '状态', width: 150, render: (row) => <Standing row={row} /> },
  {
    key: 'why',
    title: '说明',
    render: (row) => <span title={row.failReason}>{row.failReason || row.operatorName}</span>,
  },
]

/** An invoice on the phone: to whom, for how much, how it stands. */
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
        {row.createdAt.slice(0, 16)}　{row.platformNo || row.invoiceNo}
        {Number(row.redAmount) > 0 && `　红冲 ${formatYuanText(row.redAmount)}`}
      </div>
      {row.failReason && <div className="t-12 danger">{row.failReason}</div>}
    </div>
  )
}
