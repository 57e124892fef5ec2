import { prepayStates } from '@dentin/contract/prepay'
import { useState } from 'react'
import { Link } from 'react-router'
import { briefGenderAge } from '../../domain/person.ts'
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
              余额合计 <Money yuan={prepays.data.balance} strong />
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
        {shown.error && !shown.data ? (
          <ErrorLine onRetry={() => void shown.refetch()} retrying={shown.isFetching}>
            {shown.error.message}
          </ErrorLine>
        ) : !shown.data ? (
          <SkeletonRows rows={8} height={44} />
        ) : shown.data.list.length === 0 ? (
          <EmptyState
            layout="stack"
            icon="yen"
            title={
              keyword
                ? '没有找到'
                : isReturns
                  ? '没有退款单'
                  : tab === 'valid'
                    ? '没有余额在账的预交金'
                    : '还没有收过预交金'
            }
          />
        ) : isReturns && returns.data ? (
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
        ) : (
          prepays.data && <Rows data={prepays.data} fileTo={fileTo} />
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

function Rows({ data, fileTo }: { data: PrepayList; fileTo: (patientId: string) => string }) {
  return (
    <div className={s.scroll}>
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">收取时间</th>
            <th scope="col">患者</th>
            <th scope="col">单号</th>
            <th scope="col">用途</th>
            <th scope="col" className={s.right}>
              金额
            </th>
            <th scope="col" className={s.right}>
              余额
            </th>
            <th scope="col">状态</th>
            <th scope="col">收款人</th>
            <th scope="col">备注</th>
          </tr>
        </thead>
        <tbody>
          {data.list.map((one) => (
            <tr key={one.id} data-row>
              <td className="num secondary">{one.receivedAt.slice(0, 16)}</td>
              <td>
                <Link to={fileTo(one.patientId)}>{one.patientName}</Link>{' '}
                <span className="t-12 tertiary">{briefGenderAge(one)}</span>
              </td>
              <td className="num">{one.prepayNo}</td>
              <td>
                {one.purpose} {!one.refundable && <Tag>约定不退</Tag>}
              </td>
              <td className={s.right}>
                <Money yuan={one.amount} />
              </td>
              <td className={s.right}>
                <Money yuan={one.balanceAmount} strong />
              </td>
              <td>
                <StatusTag kind={prepayStates} value={one.status} />
              </td>
              <td>{one.receiverName}</td>
              <td className={s.words}>{one.remark || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
