import { report, type earningSpans } from '@dentin/contract/report'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../lib/query.ts'
import { Spark } from '../../ui/chart/index.ts'
import { ErrorLine, Segmented, SkeletonRows } from '../../ui/index.ts'
import { valueText } from './values.ts'
import s from './earnings.module.css'

type EarningSpan = (typeof earningSpans)[number]
const names = { today: '今日', yesterday: '昨日', month: '本月', year: '本年' } as const satisfies Record<
  EarningSpan,
  string
>

/** What came in today, yesterday, this month and this year: six figures, and the days of the month as a line. */
export function Earnings({ to }: { to: string }) {
  const [span, setSpan] = useState<EarningSpan>('today')
  const { data, error, refetch } = useCall(report.totalEarnings, {}, { refetchInterval: 60_000 })
  const values = data?.spans.find((one) => one.span === span)?.values ?? []
  return (
    <section className={s.earnings} aria-label="总收入">
      <header className={s.head}>
        <h3 className="t-13">
          <Link to={to}>总收入</Link>
        </h3>
        <Segmented
          label="区间"
          size="sm"
          options={(Object.keys(names) as EarningSpan[]).map((value) => ({ value, label: names[value] }))}
          value={span}
          onChange={setSpan}
        />
      </header>
      {error && !data && <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>}
      {!data && !error && <SkeletonRows rows={3} height={36} />}
      {data && (
        <>
          <dl className={s.figures}>
            {data.figures.map((figure, n) => (
              <div key={figure.code}>
                <dt className="t-12 secondary">{figure.name}</dt>
                <dd className="num">{valueText(figure.unit, values[n] ?? null)}</dd>
              </div>
            ))}
          </dl>
          {data.line.length > 1 && (
            <p className={s.line}>
              <span className="t-12 tertiary">本月每日实收</span>
              <Spark values={data.line.map(({ value }) => Number(value ?? 0))} />
            </p>
          )}
        </>
      )}
    </section>
  )
}
