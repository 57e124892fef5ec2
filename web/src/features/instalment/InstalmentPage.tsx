import { dunningStates } from '@dentin/contract/instalment'
import { briefGenderAge } from '../../domain/person.ts'
import { useState } from 'react'
import {
  cx,
  EmptyState,
  ErrorLine,
  Money,
  Page,
  PageTitle,
  SearchField,
  Segmented,
  SkeletonRows,
  StatusTag,
  TextButton,
} from '../../ui/index.ts'
import { useOwed, type OwedList, type OwedTab } from './hooks.ts'
import { OwedDrawer } from './OwedDrawer.tsx'
import s from './instalment.module.css'

const PAGE = 50
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
        {data?.ages && <Ages ages={data.ages} />}
        <div className={s.tools}>
          <Segmented
            label="欠费"
            options={[
              { value: 'overdue', label: name('逾期', 'overdue') },
              { value: 'soon', label: name('7 天内到期', 'soon') },
              { value: 'all', label: name('全部欠费', 'all') },
            ]}
            value={tab}
            onChange={onTab}
          />
          <SearchField aria-label="查找" placeholder="姓名、拼音、单号" value={keyword} onChange={setKeyword} />
        </div>
        {error && !data ? (
          <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorLine>
        ) : !data ? (
          <SkeletonRows rows={8} height={44} />
        ) : data.list.length === 0 ? (
          <EmptyState
            layout="stack"
            icon="calendar-check"
            title={
              keyword
                ? '没有找到'
                : tab === 'overdue'
                  ? '没有逾期的欠费'
                  : tab === 'soon'
                    ? '7 天内没有到期的'
                    : '没有欠费'
            }
          />
        ) : (
          <List data={data} onBill={onBill} />
        )}
        {data && data.total > data.list.length && size < 200 && (
          <TextButton onClick={() => setSize((now) => Math.min(200, now + PAGE))}>显示更多</TextButton>
        )}
      </div>
      {billId && <OwedDrawer billId={billId} onClose={() => onBill(null)} />}
    </Page>
  )
}

/** All that is owed by its age, as one bar that one reads at a glance. */
function Ages({ ages }: { ages: NonNullable<OwedList['ages']> }) {
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
            <Money yuan={all.toFixed(2)} strong />
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

function List({ data, onBill }: { data: OwedList; onBill: (billId: string) => void }) {
  return (
    <div className={s.scroll}>
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">患者</th>
            <th scope="col">账单</th>
            <th scope="col">医生</th>
            <th scope="col">应付日</th>
            <th scope="col" className={s.right}>
              逾期
            </th>
            <th scope="col" className={s.right}>
              逾期金额
            </th>
            <th scope="col" className={s.right}>
              欠费
            </th>
            <th scope="col">催收</th>
            <th scope="col">最近一次联系</th>
          </tr>
        </thead>
        <tbody>
          {data.list.map((row) => (
            <tr key={row.billId} data-row>
              <td>
                <TextButton onClick={() => onBill(row.billId)}>{row.patientName}</TextButton>{' '}
                <span className="t-12 tertiary">{briefGenderAge(row)}</span>
                <span className={cx('t-12 secondary num', s.phone)}>{row.mobile}</span>
              </td>
              <td className="num">
                {row.billNo}
                <span className={cx('t-12 tertiary', s.phone)}>{row.planNo ? `分期 ${row.planNo}` : '没有约定'}</span>
              </td>
              <td>{row.doctorName || '—'}</td>
              <td className="num">{row.dueDate}</td>
              <td className={s.right}>
                {row.overdueDays > 0 ? (
                  <span className={cx('num', Number(row.overdueAmount) > 0 && 'danger')}>{row.overdueDays} 天</span>
                ) : (
                  '—'
                )}
              </td>
              <td className={s.right}>
                {Number(row.overdueAmount) > 0 ? <Money yuan={row.overdueAmount} as="debt" /> : '—'}
              </td>
              <td className={s.right}>
                <Money yuan={row.arrearsAmount} strong />
              </td>
              <td>
                <StatusTag kind={dunningStates} value={row.dunning} />
              </td>
              <td className={s.words}>
                {row.lastCall ? (
                  <>
                    {row.lastCall.note}
                    <span className={cx('t-12 tertiary num', s.phone)}>
                      {row.lastCall.calledAt.slice(5, 16)} {row.lastCall.callerName}
                      {row.lastCall.promiseDate && `　承诺 ${row.lastCall.promiseDate}`}
                    </span>
                  </>
                ) : (
                  '—'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
