import { entryKindNames } from '@dentin/contract/ledger-words'
import { posting, type Listed } from '@dentin/contract/posting'
import { tracedFigures, type TracedFigure } from '@dentin/contract/traced-figures'
import type { WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '../lib/permission.ts'
import { useCall } from '../lib/query.ts'
import { cx, EmptyState, ErrorLine, Money, SkeletonRows } from '../ui/index.ts'
import { Drawer, Pager } from '../ui/heavy.ts'
import s from './traced.module.css'

type Row = WireOutput<typeof posting.list>['list'][number]
type Unit = '元' | '分' | '次'
const PAGE_SIZE = 50
/** Whose figure is the sum of many documents. */
const many = new Set(['month', 'shift', 'members', 'prepays', 'owed', 'units', 'refunds'])

export interface PostingsDrawerProps {
  figure: TracedFigure
  id?: string
  payMethodId?: string
  month?: string
  name?: string
  listed?: Listed
  onClose: () => void
}

/** The postings that an amount is the sum of, the newest first, each with the figure as it left it. */
export function PostingsDrawer({ figure, onClose, ...whose }: PostingsDrawerProps) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useCall(posting.list, { figure, ...whose, pageNum: page, pageSize: PAGE_SIZE })
  const what: { of: string; name: string; says: string; unit?: Unit } = tracedFigures[figure]
  const unit = what.unit ?? '元'
  const said = whose.name ? `${whose.name}${what.name}` : what.name
  const clinics = new Set(data?.list.map(({ clinicName }) => clinicName))
  return (
    <Drawer open title={`${said}的分录`} width={560} onClose={onClose}>
      {error && !data && <ErrorLine onRetry={() => void refetch()}>没有读到：{error.message}</ErrorLine>}
      {!data && !error && <SkeletonRows rows={8} double />}
      {data && (
        <>
          <div className={s.sum}>
            <span>
              <b className="t-14">{said}</b>
              <span className="t-12 tertiary">{what.says}</span>
            </span>
            <span className="t-22 bold num">
              <Amount value={data.sum} unit={unit} />
            </span>
          </div>
          {data.list.length === 0 && <EmptyState layout="stack" icon="receipt" title="没有分录" />}
          <ul className={s.rows}>
            {data.list.map((row) => (
              <PostingRow
                key={`${row.entryId}${row.no}`}
                row={row}
                unit={unit}
                rest={many.has(what.of) ? '累计' : '余'}
                clinic={clinics.size > 1}
              />
            ))}
          </ul>
          {data.total > PAGE_SIZE && (
            <Pager
              page={page}
              pageSize={PAGE_SIZE}
              total={data.total}
              sizes={[PAGE_SIZE]}
              onChange={setPage}
              noun="条"
            />
          )}
        </>
      )}
    </Drawer>
  )
}

function PostingRow({ row, unit, rest, clinic }: { row: Row; unit: Unit; rest: string; clinic: boolean }) {
  const can = useCan()
  const number = row.billNo ?? row.documentNo
  return (
    <li className={s.row}>
      <span className={s.head}>
        <b>{entryKindNames[row.kind]}</b>
        {row.billId && can('/orderSet:view') ? (
          <Link className="num" to={`/orderSet?billId=${row.billId}`}>
            {number}
          </Link>
        ) : (
          <span className="num secondary">{number}</span>
        )}
      </span>
      <span className={cx('num', s.amount)}>
        <Amount value={row.amount} unit={unit} signed />
      </span>
      <span className="t-12 tertiary">
        <span className="num">{row.moment.slice(0, 16)}</span>
        {[
          row.itemName,
          row.wayName,
          row.isCarried ? '期初结转' : row.actorName,
          ...(clinic ? [row.clinicName] : []),
        ].map((word) => word && `　${word}`)}
      </span>
      <span className={cx('t-12 tertiary num', s.amount)}>
        {rest} <Amount value={row.after} unit={unit} />
      </span>
    </li>
  )
}

/** An amount of money; uses and points are whole numbers. */
function Amount({ value, unit, signed }: { value: string | null; unit: Unit; signed?: boolean }) {
  const plus = signed && Number(value) > 0 ? '+' : ''
  if (unit !== '元')
    return (
      <>
        {plus}
        {value === null ? '—' : `${Number(value)} ${unit}`}
      </>
    )
  return (
    <>
      {plus}
      <Money yuan={value} />
    </>
  )
}
