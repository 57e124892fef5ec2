import { clinicSettlementStates } from '@dentin/contract/clinic-settlement'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { deferred } from '../../lib/deferred.ts'
import {
  Button,
  EmptyState,
  ErrorLine,
  Money,
  Page,
  PageTitle,
  Segmented,
  SkeletonRows,
  StatusTag,
  Tag,
  useIsMobile,
} from '../../ui/index.ts'
import type { MovementLinks } from './Movements.tsx'
import { differs, monthName, useBalances, type Balances, type MonthRow } from './hooks.ts'
import s from './inter-clinic.module.css'

const SettlementDrawer = deferred(async () => (await import('./SettlementDrawer.tsx')).SettlementDrawer)

export type SettlementTab = 'due' | 'settled'

/** What clinics of the chain owe each other for cards and prepayments, and the months in which it was settled. */
export function InterClinicPage({
  tab,
  onTab,
  links,
}: {
  tab: SettlementTab
  onTab: (tab: SettlementTab) => void
  links: MovementLinks
}) {
  const { data, error, refetch, isFetching } = useBalances()
  const [open, setOpen] = useState<string | null>(null)
  const shown = data?.months.filter(({ status }) => isIn(status, tab)) ?? []
  const row = data?.months.find((each) => keyOf(each) === open)
  return (
    <Page>
      <PageTitle />
      {error && !data ? (
        <div className={s.page}>
          <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorLine>
        </div>
      ) : !data ? (
        <SkeletonRows rows={8} height={44} />
      ) : (
        <div className={s.page}>
          <section className={s.section} aria-label="现在的往来">
            <h2 className="t-14 bold">现在的往来</h2>
            {data.pairs.length === 0 ? (
              <p className="t-13 tertiary">门诊之间互不相欠</p>
            ) : (
              <>
                <ul className={s.pairs}>
                  {data.pairs.map((pair) => (
                    <li key={`${pair.debtorId}${pair.creditorId}`} className={s.pair}>
                      <span>
                        <b>{pair.debtorName}</b> 欠 <b>{pair.creditorName}</b>
                      </span>
                      <span className={s.sum}>
                        <Money yuan={pair.amount} strong />
                      </span>
                      {pair.since && <span className="t-12 tertiary">自 {pair.since}</span>}
                    </li>
                  ))}
                </ul>
                {data.clinics.length > 2 && <Matrix data={data} />}
              </>
            )}
          </section>
          <section className={s.section} aria-label="按月结算">
            <div className={s.tools}>
              <h2 className="t-14 bold">按月结算</h2>
              <Segmented
                label="结算"
                options={[
                  { value: 'due', label: `待结 ${countOf(data, 'due')}` },
                  { value: 'settled', label: `已结 ${countOf(data, 'settled')}` },
                ]}
                value={tab}
                onChange={onTab}
              />
            </div>
            {shown.length === 0 ? (
              <EmptyState
                layout="stack"
                icon="transfer"
                title={tab === 'due' ? '没有待结的往来' : '还没有结算过'}
                hint={tab === 'due' ? '卡或预交金在别的门诊使用后，在这里按月结算' : undefined}
              />
            ) : (
              <Months rows={shown} settles={data.allowed.settle} onOpen={(each) => setOpen(keyOf(each))} />
            )}
          </section>
          {tab === 'settled' && data.undone.length > 0 && <Undone data={data} />}
          {row && (
            <SettlementDrawer row={row} maySettle={data.allowed.settle} links={links} onClose={() => setOpen(null)} />
          )}
        </div>
      )}
    </Page>
  )
}

const isIn = (status: number, tab: SettlementTab) => clinicSettlementStates.is(status, tab === 'due' ? 'due' : 'over')
const countOf = (data: Balances, tab: SettlementTab): number =>
  data.months.filter(({ status }) => isIn(status, tab)).length

/** Who owes whom, as a square: rows owe, columns are owed. */
function Matrix({ data }: { data: Balances }) {
  const of = (debtorId: string, creditorId: string) =>
    data.pairs.find((pair) => pair.debtorId === debtorId && pair.creditorId === creditorId)?.amount
  return (
    <div className={s.scroll}>
      <table className={s.table}>
        <caption className="sr-only">行欠列</caption>
        <thead>
          <tr>
            <th scope="col">欠款 ＼ 应收</th>
            {data.clinics.map(({ id, name }) => (
              <th key={id} scope="col" className={s.right}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.clinics.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              {data.clinics.map((column) => {
                const yuan = of(row.id, column.id)
                return (
                  <td key={column.id} className={s.right}>
                    {yuan ? <Money yuan={yuan} /> : <span className="tertiary">—</span>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface MonthsProps {
  rows: readonly MonthRow[]
  /** May this person settle? Others look. */
  settles: boolean
  onOpen: (row: MonthRow) => void
}

const maySettle = (row: MonthRow) => row.isOver && clinicSettlementStates.may('settle', row.status)
/** How a month was settled, or why it can't be yet. */
function settledWords(row: MonthRow): string {
  if (row.settlement) return `${row.settlement.paidOn} ${row.settlement.method}　${row.settlement.settlerName}`
  if (clinicSettlementStates.is(row.status, 'even')) return '互相抵平，不用付款'
  return row.isOver ? '' : '本月还没有过完'
}
const keyOf = (row: MonthRow) => `${row.month} ${row.debtorId} ${row.creditorId}`

function Months(props: MonthsProps) {
  return useIsMobile() ? (
    <MonthCards {...props} />
  ) : (
    <div className={s.scroll}>
      <MonthTable {...props} />
    </div>
  )
}

/** The months on the phone, a card for each that opens it. */
function MonthCards({ rows, onOpen }: MonthsProps) {
  return (
    <ul className={s.cards}>
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <button type="button" className={s.card} onClick={() => onOpen(row)}>
            <span className={s.cardHead}>
              <b>{monthName(row.month)}</b>
              <StatusTag kind={clinicSettlementStates} value={row.status} />
              {differs(row) && <Tag tone="wait">已有变动</Tag>}
              <span className={s.push}>
                <Money yuan={row.amount} strong />
              </span>
            </span>
            <span>
              {row.debtorName} 付 {row.creditorName}
            </span>
            <span className="t-12 secondary">{[`${row.count} 笔`, settledWords(row)].filter(Boolean).join(' · ')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function MonthTable({ rows, settles, onOpen }: MonthsProps) {
  return (
    <table className={s.table}>
      <thead>
        <tr>
          <th scope="col">月份</th>
          <th scope="col">付款门诊</th>
          <th scope="col">收款门诊</th>
          <th scope="col" className={s.right}>
            笔数
          </th>
          <th scope="col" className={s.right}>
            金额
          </th>
          <th scope="col">状态</th>
          <th scope="col">结算</th>
          <th scope="col">
            <span className="sr-only">操作</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-row>
            <td className="num">{monthName(row.month)}</td>
            <td>{row.debtorName}</td>
            <td>{row.creditorName}</td>
            <td className={s.right}>{row.count}</td>
            <td className={s.right}>
              <Money yuan={row.amount} strong />
            </td>
            <td>
              <StatusTag kind={clinicSettlementStates} value={row.status} />
              {differs(row) && <Tag tone="wait">已有变动</Tag>}
            </td>
            <td className="secondary">{settledWords(row) || '—'}</td>
            <td className={s.right}>
              <Button size="sm" onClick={() => onOpen(row)}>
                {settles && maySettle(row) ? '去结算' : '明细'}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Undone({ data }: { data: Balances }) {
  return (
    <section className={s.section} aria-label="撤销过的结算">
      <h2 className="t-14 bold">撤销过的结算</h2>
      <ul className={s.plain}>
        {data.undone.map((one) => (
          <li key={one.id} className="t-13 secondary">
            <span className="num">{one.settlementNo}</span>　{monthName(one.month)}　{one.debtorName} 付{' '}
            {one.creditorName} {formatYuanText(one.amount)}　{one.undoerName} 于 {one.undoneAt.slice(0, 16)} 撤销：
            {one.undoReason}
          </li>
        ))}
      </ul>
    </section>
  )
}
