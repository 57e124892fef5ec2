import type { FigureHead } from '@dentin/contract/report'
import { useState, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { presentDay } from '../../lib/present.ts'
import { Button, EmptyState, ErrorLine, Page, PageTitle, Segmented, SkeletonRows, cx } from '../../ui/index.ts'
import { GoalsDrawer, LedgerCheckDrawer, SpendsDrawer } from './deferred.ts'
import { useCockpit, type Measure } from './hooks.ts'
import { headsOf, OpensRows, type OpenRows } from './OpensRows.tsx'
import { inTenThousands, spanAt, spans, targetText, together, type CockpitSpan, type Span } from './pace.ts'
import { Growth } from './Growth.tsx'
import { Mix } from './Mix.tsx'
import { Ranking } from './Ranking.tsx'
import { Balances, Chairs, Doctors, Sources } from './Tables.tsx'
import { Warnings, type ClinicWays } from './Warnings.tsx'
import { figureIn, rateIn } from './hooks.ts'
import s from './cockpit.module.css'

const measures = { takings: '实收', revenue: '收入' } as const

export interface CockpitPageProps {
  span: CockpitSpan
  measure: Measure
  onSpan: (span: CockpitSpan) => void
  onMeasure: (measure: Measure) => void
  /** May targets and spending be typed? */
  setsGoals: boolean
  /** The report of a span, of one clinic or of all; null: not for this person. */
  reportTo: ((from: string, to: string, clinicId: string | null) => string) | null
  /** The list behind a warning; null: not for this person. */
  warningTo: (kind: string) => string | null
  /** How the person gets to the lists of clinics. */
  ways: ClinicWays
  /** Where clinics settle what they owe each other; null: not for this person. */
  balancesTo: string | null
  /** A figure is opened. */
  onRows: OpenRows
  /** The rows of the figure that is open, beside the page. */
  rows: (span: Pick<Span, 'from' | 'until'>, figures: readonly FigureHead[]) => ReactNode
}

/** All clinics at a glance: so far against what was meant and what is expected, what it is made of, and what waits for somebody. */
export function CockpitPage({
  span: kind,
  measure,
  onSpan,
  onMeasure,
  setsGoals,
  reportTo,
  warningTo,
  ways,
  balancesTo,
  onRows,
  rows,
}: CockpitPageProps) {
  const wall = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<'goals' | 'spends' | 'books' | null>(null)
  const today = presentDay()
  const span = spanAt(kind, today)
  const data = useCockpit(span, measure)
  const { standings, clinics } = data
  const rateOf = (figure: string) => (clinics ? rateIn(clinics, clinics.total.values, figure) : null)
  const to = reportTo && ((clinicId: string | null) => reportTo(span.from, span.until, clinicId))
  return (
    <Page>
      <PageTitle
        extra={
          <span className={s.actions}>
            {data.asOf && (
              <span className="t-13 secondary">
                <span className={s.live} aria-hidden /> <span className="num">{data.asOf.slice(11, 16)}</span> 实时
              </span>
            )}
            {setsGoals && (
              <>
                <Button size="sm" icon="pencil" onClick={() => setOpen('goals')}>
                  目标
                </Button>
                <Button size="sm" icon="pencil" onClick={() => setOpen('spends')}>
                  投放
                </Button>
                <Button size="sm" icon="check-circle" onClick={() => setOpen('books')}>
                  账务核对
                </Button>
              </>
            )}
            <span className={s.desktop}>
              <Button size="sm" icon="expand" onClick={() => void wall.current?.requestFullscreen?.().catch(() => {})}>
                大屏
              </Button>
            </span>
          </span>
        }
      />
      <div className={s.bar}>
        <Segmented
          label="区间"
          options={(Object.keys(spans) as CockpitSpan[]).map((value) => ({ value, label: spans[value] }))}
          value={kind}
          onChange={onSpan}
        />
        <Segmented
          label="口径"
          options={(Object.keys(measures) as Measure[]).map((value) => ({ value, label: measures[value] }))}
          value={measure}
          onChange={onMeasure}
        />
      </div>
      {data.error && !standings ? (
        <ErrorLine onRetry={data.retry}>{data.error.message}</ErrorLine>
      ) : !standings ? (
        <SkeletonRows rows={8} height={56} />
      ) : standings.length === 0 ? (
        <EmptyState icon="gauge" title="没有可看的门诊" />
      ) : (
        <div className={s.wall} ref={wall}>
          <Head
            name={`${spans[kind]}${measures[measure]}`}
            data={data}
            kind={kind}
            to={to && to(null)}
            todayTo={reportTo && reportTo(today, today, null)}
          />
          <div className={s.body}>
            <Ranking clinics={standings} to={to} />
            <div className={s.middle}>
              {kind !== 'today' && <Growth data={data} span={span} />}
              <Mix answer={data.mix} figure={data.figure} name={`${measures[measure]}构成`} onOpen={onRows} />
              <dl className={s.small}>
                {(
                  [
                    ['V8', '初诊', clinics && String(figureIn(clinics, clinics.total.values, 'V8')), '人'],
                    ['D2', '成交率', rateOf('D2')?.toFixed(1), '%'],
                    ['Q2', '获客成本', rateOf('Q2')?.toFixed(0), '元'],
                    ['Q3', '投放回报', returnText(rateOf('Q3')), '倍'],
                  ] as const
                ).map(([figure, name, value, unit]) => (
                  <Small key={figure} figure={figure} name={name} value={value} unit={unit} onOpen={onRows} />
                ))}
              </dl>
            </div>
            <Warnings
              to={warningTo}
              ways={ways}
              onBooks={() => setOpen('books')}
              behind={kind === 'month' ? standings : []}
              behindTo={to}
            />
          </div>
          <div className={s.second}>
            <Sources answer={data.sources} onOpen={onRows} />
            <Doctors answer={data.doctors} figure={data.figure} name={measures[measure]} onOpen={onRows} />
            <Chairs answer={data.chairs} onOpen={onRows} />
            {balancesTo && <Balances to={balancesTo} />}
          </div>
        </div>
      )}
      {rows(span, headsOf([data.sums, clinics, data.sources, data.doctors, data.chairs, data.mix]))}
      {open === 'goals' && <GoalsDrawer measure={measure} year={today.slice(0, 4)} onClose={() => setOpen(null)} />}
      {open === 'spends' && <SpendsDrawer month={today.slice(0, 7)} onClose={() => setOpen(null)} />}
      {open === 'books' && <LedgerCheckDrawer checks={setsGoals} onClose={() => setOpen(null)} />}
    </Page>
  )
}

/** A return of 340 % is 3.4 times what was spent; without spending there is none. */
const returnText = (percent: number | null): string | undefined =>
  percent === null ? undefined : (percent / 100).toFixed(1)

/** A figure that opens the report in which it stands. */
function Opens({ to, what, children }: { to: string | null; what: string; children: ReactNode }) {
  return to ? (
    <Link className={s.opens} to={to} aria-label={`${what}：打开运营报表`}>
      {children}
    </Link>
  ) : (
    children
  )
}

/** One of the small figures, of all clinics together. */
function Small({
  figure,
  name,
  value,
  unit,
  onOpen,
}: {
  figure: string
  name: string
  value: string | undefined
  unit: string
  onOpen: OpenRows
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value === undefined || value === '0' ? (
          (value ?? '—')
        ) : (
          <OpensRows what={`${name} ${value}`} cell={{ figure, by: 'clinic', key: null }} onOpen={onOpen}>
            {value}
          </OpensRows>
        )}
        {value !== undefined && <small>{unit}</small>}
      </dd>
    </div>
  )
}

/** The strip at the top: the one sum against its target and the time, then what follows from it. */
function Head({
  name,
  data,
  kind,
  to,
  todayTo,
}: {
  name: string
  data: ReturnType<typeof useCockpit>
  kind: CockpitSpan
  to: string | null
  todayTo: string | null
}) {
  const all = together(data.standings ?? [])
  const { clinics, today } = data
  const done = all.target ? (all.soFar / all.target) * 100 : null
  const ahead = all.target === null ? null : all.expected - all.target
  const price = clinics ? rateIn(clinics, clinics.total.values, 'R2') : null
  const priceBefore = clinics?.total.compared ? rateIn(clinics, clinics.total.compared, 'R2') : null
  const change = price !== null && priceBefore ? (price / priceBefore - 1) * 100 : null
  const arrived = today ? figureIn(today, today.total.values, 'V7') : null
  return (
    <dl className={s.head}>
      <div className={s.main}>
        <dt>
          {name} <span>万元</span>
        </dt>
        <dd>
          <b className={s.sum}>
            <Opens to={to} what={`${name} ${inTenThousands(all.soFar)} 万元`}>
              {inTenThousands(all.soFar)}
            </Opens>
          </b>
          {all.target !== null && <span className={s.goal}>目标 {targetText(all.target)}</span>}
          {done !== null && (
            <>
              <span className={s.track}>
                <span className={s.fill} style={{ width: `${Math.min(100, done)}%` }} />
                <span className={s.time} style={{ left: `${Math.min(100, all.timeGone)}%` }} />
              </span>
              <span className={s.feet}>
                <span>
                  完成 <b>{done.toFixed(1)} %</b>
                </span>
                <span>时间过了 {all.timeGone.toFixed(1)} %</span>
              </span>
            </>
          )}
          {all.target === null && <span className={s.feet}>未设目标</span>}
        </dd>
      </div>
      {kind !== 'today' && (
        <>
          <Tile
            name="预计期末"
            value={inTenThousands(all.expected)}
            note={
              ahead === null || all.target === null
                ? '按已开诊天数推算'
                : `${ahead < 0 ? '差' : '多'} ${inTenThousands(Math.abs(ahead))}，${((all.expected / all.target) * 100).toFixed(1)} %`
            }
            strong
          />
          <Tile
            name="每天还要"
            value={all.neededADay === null ? '—' : inTenThousands(all.neededADay)}
            note={
              all.daysLeft === 0
                ? '没有剩余开诊日'
                : `还剩 ${all.daysLeft} 天${all.averageADay === null ? '' : `，日均 ${inTenThousands(all.averageADay)}`}`
            }
          />
        </>
      )}
      <Tile
        name="今天到店"
        to={todayTo}
        value={arrived === null ? '—' : String(arrived)}
        note={
          today
            ? `预约 ${figureIn(today, today.total.values, 'V1')}，已到 ${figureIn(today, today.total.values, 'V3')}`
            : ''
        }
      />
      <Tile
        name="客单价 元"
        to={to}
        value={price === null ? '—' : Math.round(price).toLocaleString('en-US')}
        note={change === null ? '' : `比去年 ${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} %`}
        tone={change === null ? null : change >= 0 ? 'good' : 'bad'}
      />
    </dl>
  )
}

function Tile({
  name,
  value,
  note,
  tone = null,
  strong = false,
  to = null,
}: {
  name: string
  value: string
  note: string
  tone?: 'good' | 'bad' | null
  strong?: boolean
  to?: string | null
}) {
  return (
    <div className={s.tile}>
      <dt>{name}</dt>
      <dd>
        <b>
          <Opens to={to} what={`${name} ${value}`}>
            {value}
          </Opens>
        </b>
        <span className={cx(s.note, strong && s.strong, tone === 'good' && s.good, tone === 'bad' && s.bad)}>
          {note}
        </span>
      </dd>
    </div>
  )
}
