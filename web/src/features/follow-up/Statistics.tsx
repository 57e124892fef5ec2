import { useStats, type Figures } from './hooks.ts'
import { DataTable, DateRangePicker, type Column } from '../../ui/heavy.ts'
import { EmptyState, ErrorLine, ScrollRegion, SkeletonRows, Toolbar, useUrlState } from '../../ui/index.ts'
import { chosenTypes, TypeFilter } from './parts.tsx'
import { rangeCodecs, rangeOf } from './Records.tsx'
import { TrendChart } from './TrendChart.tsx'
import { percent, typeWord } from './words.ts'
import s from './follow.module.css'

const average = (each: Figures) => (each.rated === 0 ? '—' : (each.points / each.rated).toFixed(1))

const numbers = [
  { key: 'due', title: '应访', width: 70, numeric: true, align: 'right', render: (row) => row.due },
  { key: 'done', title: '已访', width: 70, numeric: true, align: 'right', render: (row) => row.done },
  {
    key: 'timely',
    title: '及时率',
    width: 80,
    numeric: true,
    align: 'right',
    render: (row) => percent(row.timely, row.due),
  },
  {
    key: 'reached',
    title: '接通率',
    width: 80,
    numeric: true,
    align: 'right',
    render: (row) => percent(row.reached, row.tries),
  },
  { key: 'points', title: '满意度', width: 72, numeric: true, align: 'right', render: (row) => average(row) },
  {
    key: 'booked',
    title: '二次预约率',
    width: 96,
    numeric: true,
    align: 'right',
    render: (row) => percent(row.booked, row.done),
  },
] satisfies Column<Figures>[]

type PersonRow = Figures & { employeeId: string | null; name: string }
type TypeRow = Figures & { type: number }
const personColumns: Column<PersonRow>[] = [
  { key: 'name', title: '随访人', width: 110, render: (row) => <b>{row.name}</b> },
  ...numbers,
]
const typeColumns: Column<TypeRow>[] = [
  { key: 'type', title: '类型', width: 110, render: (row) => <b>{typeWord(row.type)}</b> },
  ...numbers,
]

/** What came of the follow-ups that were due in a period: six figures, day by day, by person and by type. */
export function Statistics() {
  const [url, set] = useUrlState(rangeCodecs)
  const range = rangeOf(url)
  const found = useStats({
    dateFrom: range[0],
    dateTo: range[1],
    types: chosenTypes(url.types),
  })
  const data = found.data
  const sum = data?.summary
  const figures = sum && [
    ['应访', String(sum.due), '计划在这段时间、没有取消的'],
    ['已访', String(sum.done), `完成 ${percent(sum.done, sum.due)}`],
    ['及时率', percent(sum.timely, sum.due), `${sum.timely} 条在截止前首次联系`],
    ['接通率', percent(sum.reached, sum.tries), `联系 ${sum.tries} 次，接通 ${sum.reached} 次`],
    ['满意度', average(sum), `${sum.rated} 人评分，${sum.satisfied} 人 4 分以上`],
    ['二次预约率', percent(sum.booked, sum.done), `${sum.booked} 人 7 天内约了下一次`],
  ]
  return (
    <>
      <Toolbar>
        <DateRangePicker
          label="计划日期"
          width={260}
          clearable={false}
          value={range}
          onChange={(next) => set({ from: next?.[0] ?? null, to: next?.[1] ?? null })}
        />
        <TypeFilter value={url.types} onChange={(types) => set({ types })} />
      </Toolbar>
      <ScrollRegion label="随访统计">
        <div className={s.stats}>
          {found.error && !data ? (
            <ErrorLine onRetry={() => void found.refetch()} retrying={found.isFetching}>
              统计没有读到：{found.error.message}
            </ErrorLine>
          ) : !data || !figures ? (
            <SkeletonRows rows={6} height={48} />
          ) : data.summary.due === 0 ? (
            <EmptyState layout="stack" icon="bars" title="这段时间没有应访的患者" hint="换一段日期再看" />
          ) : (
            <>
              <div className={s.figures}>
                {figures.map(([name, value, hint]) => (
                  <div key={name} className={s.figure}>
                    <span className="t-13 secondary">{name}</span>
                    <b>{value}</b>
                    <span className="t-12 tertiary">{hint}</span>
                  </div>
                ))}
              </div>
              <section>
                <h3>每日应访与已访</h3>
                <TrendChart days={data.days} />
              </section>
              <div className={s.halves}>
                <section>
                  <h3>按随访人</h3>
                  <DataTable
                    label="按随访人"
                    columns={personColumns}
                    keyOf={(row) => row.employeeId ?? 'none'}
                    rows={data.people}
                  />
                </section>
                <section>
                  <h3>按类型</h3>
                  <DataTable label="按类型" columns={typeColumns} keyOf={(row) => String(row.type)} rows={data.types} />
                </section>
              </div>
            </>
          )}
        </div>
      </ScrollRegion>
    </>
  )
}
