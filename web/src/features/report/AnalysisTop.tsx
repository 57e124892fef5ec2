import type { FigureHead } from '@dentin/contract/report'
import { addMonths, daysBetween } from '@dentin/kit/datetime'
import { formatYuanText } from '@dentin/kit/money'
import { ChairHeat } from '../../domain/ChairHeat.tsx'
import { Columns, RankBars, Spark, type RankRow } from '../../ui/chart/index.ts'
import { cx, Icon, SkeletonRows, Tooltip } from '../../ui/index.ts'
import { useReport, type OpenCell, type ReportAnswer, type ReportAsk } from './hooks.ts'
import { FigureName } from './ReportTable.tsx'
import { changeOf, meaningOf, valueText } from './values.ts'
import s from './analysis.module.css'

/** The six figures at the head, in this order; what somebody may not see is left out. */
const HEAD = ['C1', 'V7', 'R2', 'V8', 'V6', 'V11']

export interface AnalysisTopProps {
  ask: ReportAsk
  onOpen: OpenCell
}

/** The day's business at a glance: six figures, takings along time, revenue by category, doctors, chairs, where people came from. */
export function AnalysisTop({ ask, onOpen }: AnalysisTopProps) {
  const step = ask.from.slice(0, 7) === ask.to.slice(0, 7) ? 'day' : 'month'
  const steps = useReport({ ...ask, by: step, figures: HEAD }).data
  // Held against the year before when nobody has chosen another span.
  const yearBefore = useReport(
    ask.compare === 'none' ? { ...ask, by: step, figures: ['C1'], compare: 'year' } : null,
  ).data
  const targets = useReport({
    ...ask,
    from: `${ask.from.slice(0, 7)}-01`,
    by: 'month',
    figures: ['T1'],
    compare: 'none',
  }).data
  const categories = useReport({ ...ask, by: 'category', figures: ['R1'], compare: 'none' }).data
  const doctors = useReport({ ...ask, by: 'doctor', figures: ['R1'], compare: 'none' }).data
  const sources = useReport({ ...ask, by: 'source', figures: ['V8'], compare: 'none' }).data
  const chairs = useReport({ ...ask, by: 'weekHour', figures: ['V13'], compare: 'none' }).data
  if (!steps) return <SkeletonRows rows={6} height={44} />
  const head = HEAD.flatMap((code) => steps.figures.find((figure) => figure.code === code) ?? [])
  const seesMoney = steps.figures.some(({ code }) => code === 'C1')
  return (
    <div className={s.top}>
      <dl className={s.figures}>
        {head.map((figure) => (
          <HeadFigure
            key={figure.code}
            figure={figure}
            answer={steps}
            isFirst={figure === head[0]}
            onOpen={() => onOpen(figure.code, null, step)}
          />
        ))}
      </dl>
      {seesMoney && (
        <div className={s.pair}>
          <section aria-label="实收走势">
            <h2 className={s.title}>
              {step === 'day' ? '每日实收' : '每月实收'}
              <span className="t-12 tertiary">千元</span>
            </h2>
            <Takings
              answer={steps}
              yearBefore={yearBefore}
              targets={targets}
              step={step}
              onOpen={(row) => onOpen('C1', row, step)}
            />
          </section>
          <section aria-label="分类收入">
            <h2 className={s.title}>
              分类收入 <span className="t-12 tertiary">收入占比</span>
            </h2>
            <Ranked answer={categories} figure="R1" most={9} onOpen={(row) => onOpen('R1', row, 'category')} />
          </section>
        </div>
      )}
      <div className={seesMoney ? s.three : s.pair}>
        {seesMoney && (
          <section aria-label="医生">
            <h2 className={s.title}>
              医生 <span className="t-12 tertiary">按收入</span>
            </h2>
            <Ranked answer={doctors} figure="R1" most={8} onOpen={(row) => onOpen('R1', row, 'doctor')} />
          </section>
        )}
        <section aria-label="牙椅使用率">
          <h2 className={s.title}>
            牙椅使用率 <span className="t-12 tertiary">星期 × 时段，%</span>
            {chairs && <b className={s.whole}>{valueText('percent', chairs.total.values[0] ?? null)}</b>}
          </h2>
          {ask.sourceIds?.length || ask.categories?.length || ask.deptIds?.length || ask.methodIds?.length ? (
            <p className="t-13 tertiary">牙椅不分来源、类别、科室与支付方式，去掉这些筛选再看</p>
          ) : chairs ? (
            <ChairHeat
              rows={chairs.rows.map(({ key, values }) => ({ key, value: values[0] }))}
              onOpen={(row) => onOpen('VU', row, 'weekHour')}
            />
          ) : (
            <SkeletonRows rows={7} height={32} />
          )}
        </section>
        <section aria-label="初诊来源">
          <h2 className={s.title}>
            初诊来源 <span className="t-12 tertiary">人次</span>
          </h2>
          <Ranked answer={sources} figure="V8" most={8} onOpen={(row) => onOpen('V8', row, 'source')} />
        </section>
      </div>
    </div>
  )
}

interface HeadFigureProps {
  figure: FigureHead
  answer: ReportAnswer
  isFirst: boolean
  onOpen: () => void
}

function HeadFigure({ figure, answer: { total, rows, figures }, isFirst, onOpen }: HeadFigureProps) {
  const n = figures.indexOf(figure)
  const value = total.values[n] ?? null
  const change = total.compared ? changeOf(figure, value, total.compared[n] ?? null) : null
  return (
    <div className={s.figure}>
      <dt className="t-13 secondary">
        <FigureName figure={figure} />
      </dt>
      <dd>
        <Tooltip text={meaningOf(figure)}>
          <button type="button" className={cx(isFirst ? 't-30' : 't-22', s.number)} onClick={onOpen}>
            {valueText(figure.unit, value)}
          </button>
        </Tooltip>
        <span className={s.under}>
          {change ? (
            <span className={cx('t-12', change.good === true && s.good, change.good === false && s.bad)}>
              {change.direction !== 'same' && (
                <Icon name={change.direction === 'up' ? 'arrow-up' : 'arrow-down'} size={12} />
              )}
              {change.text}
            </span>
          ) : (
            <span />
          )}
          <Spark values={rows.map(({ values }) => Number(values[n] ?? 0))} />
        </span>
      </dd>
    </div>
  )
}

/** What the months of a span were to bring, month by month; of a day its part of the month. */
function targetsBy(answer: ReportAnswer | undefined, step: 'day' | 'month'): (key: string) => number | null {
  const at = answer?.figures.findIndex(({ code }) => code === 'T1') ?? -1
  const months = new Map(answer?.rows.map(({ key, values }) => [key, Number(values[at] ?? 0)]) ?? [])
  return (key) => {
    const month = at < 0 ? 0 : (months.get(key.slice(0, 7)) ?? 0)
    if (month === 0) return null
    const first = `${key.slice(0, 7)}-01`
    return step === 'month' ? month : month / daysBetween(first, addMonths(first, 1))
  }
}

interface TakingsProps {
  answer: ReportAnswer
  yearBefore: ReportAnswer | undefined
  targets: ReportAnswer | undefined
  step: 'day' | 'month'
  onOpen: (row: string) => void
}

function Takings({ answer, yearBefore, targets, step, onOpen }: TakingsProps) {
  const placeOf = ({ figures }: ReportAnswer) => figures.findIndex(({ code }) => code === 'C1')
  const at = placeOf(answer)
  const today = answer.asOf.slice(0, 10)
  const short = (label: string) => label.replace(/^\d\d-0?(\d+) .*$/, '$1').replace(/^\d{4}年/, '')
  // A year in which nothing was taken is no year to be held against.
  const usual =
    yearBefore && Number(yearBefore.total.compared?.[placeOf(yearBefore)] ?? 0) !== 0 ? yearBefore : undefined
  const beside = answer.comparedSpan ? answer : usual
  const before = new Map(beside?.rows.map(({ key, compared }) => [key, Number(compared?.[placeOf(beside)] ?? 0)]) ?? [])
  const targetOf = targetsBy(targets, step)
  return (
    <Columns
      label="实收"
      names={{
        value: '本期',
        compared: answer.comparedSpan ? '对比期' : '去年同期',
        target: step === 'day' ? '目标（日均）' : '目标',
      }}
      points={answer.rows.map((row) => ({
        key: row.key,
        label: short(row.label),
        title: row.label,
        value: Number(row.values[at] ?? 0),
        compared: before.get(row.key) ?? null,
        target: targetOf(row.key),
        partial: today.startsWith(row.key),
      }))}
      format={(value) => formatYuanText(value.toFixed(2))}
      axis={(value) => String(Math.round(value / 100) / 10)}
      onOpen={onOpen}
    />
  )
}

function Ranked({
  answer,
  figure,
  most,
  onOpen,
}: {
  answer: ReportAnswer | undefined
  figure: string
  most: number
  onOpen: (row: string) => void
}) {
  if (!answer) return <SkeletonRows rows={most} height={32} />
  const at = answer.figures.findIndex(({ code }) => code === figure)
  const whole = Number(answer.total.values[at] ?? 0)
  const { unit, name } = answer.figures[at] as FigureHead
  const rows = [...answer.rows]
    .map((row): RankRow => {
      const value = Number(row.values[at] ?? 0)
      return {
        key: row.key,
        name: row.label,
        value,
        text: valueText(unit, row.values[at] ?? null),
        share: whole === 0 ? '—' : `${((value / whole) * 100).toFixed(1)}%`,
      }
    })
    .filter(({ value }) => value !== 0)
    .sort((a, b) => b.value - a.value)
  if (rows.length === 0) return <p className="t-13 tertiary">这段时间没有</p>
  return <RankBars label={name} rows={rows.slice(0, most)} onOpen={onOpen} />
}
