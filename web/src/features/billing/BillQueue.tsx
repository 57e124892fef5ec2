import { billTypes, RETAIL } from '@dentin/contract/billing'
import { billStates } from '@dentin/contract/core/status'
import { useState } from 'react'
import { Link } from 'react-router'
import { shortMoment } from '../../lib/when.ts'
import { briefGenderAge } from '../../domain/person.ts'
import { useBillList, useShift, type BillRow, type BillTab } from './hooks.ts'
import {
  Button,
  cx,
  EmptyState,
  ErrorLine,
  Money,
  rove,
  SearchField,
  SkeletonRows,
  Tag,
  TextButton,
  waitLevel,
} from '../../ui/index.ts'
import s from './billing.module.css'

const orders: Record<BillTab, string> = {
  waiting: '按等待时间',
  arrears: '按开单时间',
  paid: '按收费时间',
  draft: '按开单时间',
}
const emptyWords: Record<BillTab, { title: string; hint: string }> = {
  waiting: { title: '没有待收费的账单', hint: '医生开单后会出现在这里' },
  arrears: { title: '没有欠费', hint: '挂账的账单会出现在这里' },
  paid: { title: '今天还没有收费', hint: '收过的账单会出现在这里' },
  draft: { title: '没有草稿', hint: '存下的和退回医生的账单会出现在这里' },
}
const PAGE = 50

export interface BillQueueProps {
  tab: BillTab
  selectedId: string | null
  onSelect: (row: BillRow) => void
  /** Opens a bill for a patient, of a visit or of goods that are sold; absent for those who may not. */
  onNew?: ((what: 'visit' | 'retail') => void) | undefined
}

/** The bills of a tab as cards, the longest wait on top, and what this person has taken today. */
export function BillQueue({ tab, selectedId, onSelect, onNew }: BillQueueProps) {
  const [keyword, setKeyword] = useState('')
  const [size, setSize] = useState(PAGE)
  const { data, error, refetch, isFetching } = useBillList(tab, tab === 'waiting' ? '' : keyword.trim(), size)
  const reached = (data?.list.find(({ id }) => id === selectedId) ?? data?.list[0])?.id
  return (
    <aside className={s.queue} aria-label="账单队列">
      <div className={s.queueHead}>
        <span>{orders[tab]}</span>
        <span className={s.queueCount}>{data ? `共 ${data.total} 单` : ''}</span>
      </div>
      {tab !== 'waiting' && (
        <div className={s.queueSearch}>
          <SearchField
            aria-label="查找账单"
            placeholder="姓名、拼音、单号"
            size="sm"
            value={keyword}
            onChange={setKeyword}
          />
        </div>
      )}
      <div className={s.queueBody}>
        {error && !data ? (
          <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorLine>
        ) : !data ? (
          <SkeletonRows rows={4} height={64} double />
        ) : data.list.length === 0 ? (
          <EmptyState
            layout="stack"
            icon="receipt"
            title={keyword ? '没有找到' : emptyWords[tab].title}
            hint={keyword ? undefined : emptyWords[tab].hint}
          />
        ) : (
          <ul>
            {data.list.map((row) => (
              <li key={row.id}>
                <QueueCard
                  row={row}
                  tab={tab}
                  selected={row.id === selectedId}
                  reached={row.id === reached}
                  onSelect={() => onSelect(row)}
                />
              </li>
            ))}
          </ul>
        )}
        {data && data.total > data.list.length && (
          <TextButton onClick={() => setSize((now) => Math.min(200, now + PAGE))} disabled={size >= 200}>
            {size >= 200 ? '请用查找缩小范围' : '显示更多'}
          </TextButton>
        )}
      </div>
      <div className={s.queueFoot}>
        {onNew && (
          <div className={s.newBill}>
            <Button icon="plus" block onClick={() => onNew('visit')}>
              开单
            </Button>
            <Button onClick={() => onNew('retail')}>零售</Button>
          </div>
        )}
        <ShiftBox />
      </div>
    </aside>
  )
}

function QueueCard({
  row,
  tab,
  selected,
  reached,
  onSelect,
}: {
  row: BillRow
  tab: BillTab
  selected: boolean
  /** Tab comes to this card; arrows go to the others. */
  reached: boolean
  onSelect: () => void
}) {
  return (
    <button
      type="button"
      className={cx(s.card, selected && s.cardSelected)}
      aria-current={selected}
      tabIndex={reached ? 0 : -1}
      onKeyDown={(event) => rove(event, 'ul', 'button')}
      onClick={onSelect}
    >
      <span className="sr-only">账单</span>
      <span className={s.cardLine}>
        <span className={s.cardName}>{row.patientName}</span>
        <span className={s.cardAge}>{briefGenderAge(row)}</span>
        <span className={s.cardEnd}>{noteOf(row, tab)}</span>
      </span>
      <span className={s.cardLine}>
        <span className={s.cardDoctor}>
          {row.billType === 3 || row.billType === RETAIL ? billTypes[row.billType] : row.doctorName || '前台开单'}
          {row.belongDate && <Tag tone="wait">补录</Tag>}
        </span>
        <span className={s.cardAmount}>
          {tab === 'arrears' ? (
            <Money yuan={row.arrearsAmount} as="debt" />
          ) : (
            <Money yuan={tab === 'paid' ? row.paidAmount : row.receivableAmount} strong />
          )}
        </span>
      </span>
    </button>
  )
}

function noteOf(row: BillRow, tab: BillTab) {
  if (tab === 'waiting' && row.waitedMinutes !== null) {
    const level = waitLevel(row.waitedMinutes)
    const words = row.waitedMinutes < 1 ? '刚刚' : `等 ${row.waitedMinutes} 分`
    return <span className={level === 'calm' ? undefined : level}>{words}</span>
  }
  if (tab === 'paid') return row.payTime?.slice(11, 16)
  if (tab === 'draft') return billStates.is(row.status, 'returned') ? <span className="wait">已退回</span> : '草稿'
  return row.openTime.slice(5, 10)
}

function ShiftBox() {
  const { data } = useShift()
  if (!data) return null
  return (
    <div className={s.shift} title={data.methods.map((row) => `${row.name} ${row.amount}`).join('\n')}>
      <div className="t-12 tertiary">{data.withoutCash ? '本班实收，现金除外' : '本班实收'}</div>
      <div className={s.shiftSum}>
        <Money yuan={data.received} />
      </div>
      <div className="t-12 tertiary num">
        {data.count} 笔{data.since ? `　${shortMoment(data.since)} 起` : ''}
      </div>
      <Link to="/shiftHandover" className="t-12">
        交班
      </Link>
    </div>
  )
}
