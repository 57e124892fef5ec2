import { prepayStates } from '@dentin/contract/prepay'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { briefGenderAge } from '../../domain/person.ts'
import { Traced } from '../../domain/Traced.tsx'
import { deferred } from '../../lib/deferred.ts'
import { useCan } from '../../lib/permission.ts'
import {
  Button,
  EmptyState,
  ErrorLine,
  Money,
  Page,
  PageTitle,
  SearchField,
  Segmented,
  SkeletonRows,
  StatusTag,
  Tag,
  TextButton,
} from '../../ui/index.ts'
import { DataTable, type Column } from '../../ui/heavy.ts'
import { usePrepays, useReturns, type PrepayList } from './hooks.ts'
import type { Asking, RenderPicker } from './PrepayDialogs.tsx'
import { ReturnRows } from './ReturnRows.tsx'
import s from './prepay.module.css'

const PrepayDialogs = deferred(async () => (await import('./PrepayDialogs.tsx')).PrepayDialogs)
const ReceiveDialog = deferred(async () => (await import('./PrepayDialogs.tsx')).ReceiveDialog)
const PAGE = 50

export type PrepayTab = 'valid' | 'all' | 'returns'
export interface PrepaymentsPageProps {
  tab: PrepayTab
  onTab: (tab: PrepayTab) => void
  /** The file of a patient, with its prepayments open. */
  fileTo: (patientId: string) => string
  renderPicker: RenderPicker
}

/** What the clinic took before there was a bill, what of it is left, and what waits to be given back. */
export function PrepaymentsPage({ tab, onTab, fileTo, renderPicker }: PrepaymentsPageProps) {
  const can = useCan()
  const navigate = useNavigate()
  const [keyword, setKeyword] = useState('')
  const [size, setSize] = useState(PAGE)
  const [receiving, setReceiving] = useState(false)
  const [asking, ask] = useState<Asking | null>(null)
  const isReturns = tab === 'returns'
  const prepays = usePrepays(isReturns ? 'valid' : tab, isReturns ? '' : keyword.trim(), size)
  const returns = useReturns(keyword.trim(), size, isReturns)
  const shown = isReturns ? returns : prepays
  const counts = prepays.data?.counts
  const name = (word: string, count: number | undefined) => (count === undefined ? word : `${word} ${count}`)
  const mayPrint = can('/orderSet:print')
  return (
    <Page>
      <PageTitle />
      <div className={s.page}>
        <div className={s.tools}>
          <Segmented
            label="预交金"
            options={[
              { value: 'valid', label: name('有余额', counts?.valid) },
              { value: 'returns', label: name('退款', counts?.returns) },
              { value: 'all', label: name('全部', counts?.all) },
            ]}
            value={tab}
            onChange={(next) => onTab(next)}
          />
          {!isReturns && prepays.data?.balance != null && (
            <span className="t-13 secondary">
              余额合计{' '}
              <Traced
                figure="prepays.balance"
                listed={{ tab: tab === 'all' ? 'all' : 'valid', keyword: keyword.trim() }}
                yuan={prepays.data.balance}
              >
                <Money yuan={prepays.data.balance} strong />
              </Traced>
            </span>
          )}
          <div className={s.find}>
            <SearchField aria-label="查找" placeholder="姓名、拼音、单号" value={keyword} onChange={setKeyword} />
            {can('/prepayments:receive') && (
              <Button variant="primary" icon="plus" onClick={() => setReceiving(true)}>
                收预交金
              </Button>
            )}
          </div>
        </div>
        {isReturns ? (
          returns.error && !returns.data ? (
            <ErrorLine onRetry={() => void returns.refetch()} retrying={returns.isFetching}>
              {returns.error.message}
            </ErrorLine>
          ) : !returns.data ? (
            <SkeletonRows rows={8} height={44} />
          ) : returns.data.list.length === 0 ? (
            <EmptyState layout="stack" icon="yen" title={keyword ? '没有找到' : '没有退款单'} />
          ) : (
            <ReturnRows
              papers={returns.data.list}
              ask={ask}
              patientOf={(paper) => (
                <>
                  <Link to={fileTo(paper.patientId)}>{paper.patientName}</Link>{' '}
                  <span className="t-12 tertiary">{briefGenderAge(paper)}</span>
                </>
              )}
            />
          )
        ) : (
          <DataTable<Listed>
            label="预交金"
            columns={columnsFor(fileTo)}
            rows={prepays.data?.list}
            keyOf={(one) => one.id}
            loading={prepays.isFetching}
            error={prepays.error && !prepays.data ? prepays.error.message : null}
            onRetry={() => void prepays.refetch()}
            empty={
              <EmptyState
                layout="stack"
                icon="yen"
                title={keyword ? '没有找到' : tab === 'valid' ? '没有余额在账的预交金' : '还没有收过预交金'}
              />
            }
            onOpen={(one) => void navigate(fileTo(one.patientId))}
            mobile={(one) => <PrepayCard one={one} />}
            fill={false}
          />
        )}
        {shown.data && shown.data.total > shown.data.list.length && size < 200 && (
          <TextButton onClick={() => setSize((now) => Math.min(200, now + PAGE))}>显示更多</TextButton>
        )}
      </div>
      {receiving && (
        <ReceiveDialog
          patientId={null}
          renderPicker={renderPicker}
          mayPrint={mayPrint}
          onClose={() => setReceiving(false)}
        />
      )}
      {asking && (
        <PrepayDialogs
          patientId=""
          asking={asking}
          mayPrint={mayPrint}
          renderPicker={renderPicker}
          onClose={() => ask(null)}
        />
      )}
    </Page>
  )
}

type Listed = PrepayList['list'][number]

const columnsFor = (fileTo: (patientId: string) => string): readonly Column<Listed>[] => [
  { key: 'time', title: '收取时间', width: 168, numeric: true, render: (one) => one.receivedAt.slice(0, 16) },
  {
    key: 'patient',
    title: '患者',
    width: 140,
    render: (one) => (
      <>
        <Link to={fileTo(one.patientId)}>{one.patientName}</Link>{' '}
        <span className="t-12 tertiary">{briefGenderAge(one)}</span>
      </>
    ),
  },
  { key: 'no', title: '单号', width: 140, numeric: true, render: (one) => one.prepayNo },
  {
    key: 'purpose',
    title: '用途',
    width: 150,
    render: (one) => (
      <>
        {one.purpose} {!one.refundable && <Tag>约定不退</Tag>}
      </>
    ),
  },
  {
    key: 'amount',
    title: '金额',
    width: 110,
    align: 'right',
    numeric: true,
    render: (one) => <Money yuan={one.amount} />,
  },
  {
    key: 'balance',
    title: '余额',
    width: 110,
    align: 'right',
    numeric: true,
    render: (one) => <Money yuan={one.balanceAmount} strong />,
  },
  { key: 'state', title: '状态', width: 92, render: (one) => <StatusTag kind={prepayStates} value={one.status} /> },
  { key: 'who', title: '收款人', width: 92, render: (one) => one.receiverName },
  { key: 'remark', title: '备注', render: (one) => one.remark || '—' },
]

/** A prepayment on the phone: whose, what for, what it holds. */
function PrepayCard({ one }: { one: Listed }) {
  return (
    <div className={s.card}>
      <div className={s.cardHead}>
        <strong>{one.patientName}</strong>
        <span className="t-12 tertiary">{briefGenderAge(one)}</span>
        <StatusTag kind={prepayStates} value={one.status} />
        <span className={s.push}>
          <Money yuan={one.balanceAmount} strong />
        </span>
      </div>
      <div className="t-13 secondary">
        {one.purpose} · <span className="num">{one.prepayNo}</span>
        {!one.refundable && ' · 约定不退'}
      </div>
      <div className="t-12 tertiary">
        <span className="num">{one.receivedAt.slice(0, 16)}</span> 收 <Money yuan={one.amount} />　{one.receiverName}
      </div>
    </div>
  )
}
