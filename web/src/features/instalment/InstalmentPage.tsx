import { dunningStates } from '@dentin/contract/instalment'
import { briefGenderAge } from '../../domain/person.ts'
import { Traced } from '../../domain/Traced.tsx'
import { useState } from 'react'
import {
  cx,
  EmptyState,
  Money,
  Page,
  PageTitle,
  SearchField,
  Segmented,
  StatusTag,
  TextButton,
} from '../../ui/index.ts'
import { DataTable, type Column } from '../../ui/heavy.ts'
import { useOwed, type OwedList, type OwedTab } from './hooks.ts'
import { OwedDrawer } from './OwedDrawer.tsx'
import s from './instalment.module.css'

const PAGE = 50
const nothing: Record<OwedTab, string> = {
  overdue: '没有逾期的欠费',
  broken: '没有过了承诺日还没付的',
  soon: '7 天内没有到期的',
  all: '没有欠费',
}
type Owed = OwedList['list'][number]
const ageNames = ['未到期', '30 天内', '31–90 天', '91–180 天', '180 天以上']

export interface InstalmentPageProps {
  tab: OwedTab
  billId: string | null
  onTab: (tab: OwedTab) => void
  onBill: (billId: string | null) => void
}

/** Who owes what in the clinic, by how late it is, with what was agreed and promised. */
export function InstalmentPage({ tab, billId, onTab, onBill }: InstalmentPageProps) {
  const [keyword, setKeyword] = useState('')
  const [size, setSize] = useState(PAGE)
  const { data, error, refetch, isFetching } = useOwed(tab, keyword.trim(), size)
  const name = (word: string, key: OwedTab) => (data ? `${word} ${data.counts[key]}` : word)
  return (
    <Page>
      <PageTitle />
      <div className={s.page}>
        {data?.ages && <Ages ages={data.ages} keyword={keyword.trim()} />}
        <div className={s.tools}>
          <Segmented
            label="欠费"
            options={[
              { value: 'overdue', label: name('逾期', 'overdue') },
              { value: 'broken', label: name('承诺逾期', 'broken') },
              { value: 'soon', label: name('7 天内到期', 'soon') },
              { value: 'all', label: name('全部欠费', 'all') },
            ]}
            value={tab}
            onChange={onTab}
          />
          <SearchField aria-label="查找" placeholder="姓名、拼音、单号" value={keyword} onChange={setKeyword} />
        </div>
        <DataTable<Owed>
          label="欠费"
          columns={columns}
          rows={data?.list}
          keyOf={(row) => row.billId}
          loading={isFetching}
          error={error && !data ? error.message : null}
          onRetry={() => void refetch()}
          empty={<EmptyState layout="stack" icon="calendar-check" title={keyword ? '没有找到' : nothing[tab]} />}
          rowHeight={46}
          onOpen={(row) => onBill(row.billId)}
          openKey={billId}
          mobile={(row) => <OwedCard row={row} />}
          fill={false}
        />
        {data && data.total > data.list.length && size < 200 && (
          <TextButton onClick={() => setSize((now) => Math.min(200, now + PAGE))}>显示更多</TextButton>
        )}
      </div>
      {billId && <OwedDrawer billId={billId} onClose={() => onBill(null)} />}
    </Page>
  )
}

/** All that is owed by its age, as one bar that one reads at a glance. */
function Ages({ ages, keyword }: { ages: NonNullable<OwedList['ages']>; keyword: string }) {
  const all = ages.reduce((total, yuan) => total + Number(yuan), 0)
  return (
    <section className={s.ages} aria-label="账龄">
      <div className={s.bar} aria-hidden="true">
        {ages.map((yuan, n) =>
          Number(yuan) > 0 ? <i key={n} data-age={n} style={{ flexGrow: Number(yuan) / (all || 1) }} /> : null,
        )}
      </div>
      <dl>
        <div>
          <dt>欠费合计</dt>
          <dd>
            <Traced figure="owed.arrears" listed={{ keyword }} yuan={all.toFixed(2)}>
              <Money yuan={all.toFixed(2)} strong />
            </Traced>
          </dd>
        </div>
        {ages.map((yuan, n) => (
          <div key={n}>
            <dt>
              <i data-age={n} aria-hidden="true" />
              {ageNames[n]}
            </dt>
            <dd>
              <Money yuan={yuan} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const columns: readonly Column<Owed>[] = [
  {
    key: 'patient',
    title: '患者',
    width: 150,
    render: (row) => (
      <>
        {row.patientName} <span className="t-12 tertiary">{briefGenderAge(row)}</span>
        <span className={cx('t-12 secondary num', s.under)}>{row.mobile}</span>
      </>
    ),
  },
  {
    key: 'bill',
    title: '账单',
    width: 170,
    render: (row) => (
      <>
        <span className="num">{row.billNo}</span>
        <span className={cx('t-12 tertiary', s.under)}>{row.planNo ? `分期 ${row.planNo}` : '没有约定'}</span>
      </>
    ),
  },
  { key: 'doctor', title: '医生', width: 88, render: (row) => row.doctorName || '—' },
  { key: 'due', title: '应付日', width: 116, numeric: true, render: (row) => row.dueDate },
  { key: 'days', title: '逾期', width: 84, align: 'right', numeric: true, render: (row) => <Overdue row={row} /> },
  {
    key: 'late',
    title: '逾期金额',
    width: 116,
    align: 'right',
    numeric: true,
    render: (row) => (Number(row.overdueAmount) > 0 ? <Money yuan={row.overdueAmount} as="debt" /> : '—'),
  },
  {
    key: 'arrears',
    title: '欠费',
    width: 116,
    align: 'right',
    numeric: true,
    render: (row) => <Money yuan={row.arrearsAmount} strong />,
  },
  {
    key: 'dunning',
    title: '催收',
    width: 104,
    render: (row) => <StatusTag kind={dunningStates} value={row.dunning} />,
  },
  { key: 'call', title: '最近一次联系', render: (row) => <LastCall call={row.lastCall} /> },
]

function Overdue({ row }: { row: Owed }) {
  if (row.overdueDays === 0) return '—'
  return <span className={cx('num', Number(row.overdueAmount) > 0 && 'danger')}>{row.overdueDays} 天</span>
}

function LastCall({ call }: { call: Owed['lastCall'] }) {
  if (!call) return '—'
  return (
    <>
      <span className="ellipsis">{call.note}</span>
      <span className={cx('t-12 tertiary num', s.under)}>
        {call.calledAt.slice(5, 16)} {call.callerName}
        {call.promiseDate && `　承诺 ${call.promiseDate}`}
      </span>
    </>
  )
}

/** Whom to call on the phone: who, how much, how late, what was said. */
function OwedCard({ row }: { row: Owed }) {
  return (
    <div className={s.card}>
      <div className={s.cardHead}>
        <strong>{row.patientName}</strong>
        <span className="t-12 tertiary">{briefGenderAge(row)}</span>
        <StatusTag kind={dunningStates} value={row.dunning} />
        <span className={s.push}>
          <Money yuan={row.arrearsAmount} strong />
        </span>
      </div>
      <div className="t-13 secondary">
        <span className="num">{row.mobile}</span> · {row.planNo ? `分期 ${row.planNo}` : row.billNo}
      </div>
      <div className="t-13 secondary">
        应付 <span className="num">{row.dueDate}</span>
        {row.overdueDays > 0 && (
          <>
            {' · 逾期 '}
            <Overdue row={row} />
            {row.overdueAmount !== row.arrearsAmount && (
              <>
                ，<Money yuan={row.overdueAmount} as="debt" />
              </>
            )}
          </>
        )}
      </div>
      {row.lastCall && (
        <div className="t-13 tertiary ellipsis">
          {row.lastCall.calledAt.slice(5, 10)} {row.lastCall.note}
          {row.lastCall.promiseDate && `　承诺 ${row.lastCall.promiseDate}`}
        </div>
      )}
    </div>
  )
}
