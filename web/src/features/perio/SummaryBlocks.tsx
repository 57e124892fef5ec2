import type { PerioSummary } from '@dentin/clinical/perio/summary'
import type { PerioBrief } from '@dentin/contract/perio'
import { useState } from 'react'
import { Trend } from '../../ui/chart/index.ts'
import { cx, Menu, TextButton } from '../../ui/index.ts'
import { chartDay } from './words.ts'
import s from './side.module.css'

interface Figure {
  key: keyof PerioSummary & ('bopPct' | 'plaquePct' | 'meanPd' | 'meanCal' | 'pd4to5' | 'pd6plus')
  label: string
  unit: string
  decimals: number
  /** The sites of which it is. */
  of: (summary: PerioSummary) => string
}
/** Less is better with each of them. */
const figures: readonly Figure[] = [
  { key: 'bopPct', label: '探诊出血', unit: '%', decimals: 1, of: (each) => `${each.bopSites}/${each.sites}` },
  { key: 'plaquePct', label: '菌斑', unit: '%', decimals: 1, of: (each) => `${each.plaqueSites}/${each.sites}` },
  { key: 'meanPd', label: '平均探诊', unit: 'mm', decimals: 2, of: (each) => `${each.sites} 位点` },
  { key: 'meanCal', label: '平均附着丧失', unit: 'mm', decimals: 2, of: (each) => `${each.calSites} 位点` },
  { key: 'pd4to5', label: '4–5 mm 位点', unit: '', decimals: 0, of: () => '' },
  { key: 'pd6plus', label: '≥6 mm 位点', unit: '', decimals: 0, of: () => '' },
]
const text = (value: number | null, decimals: number) => (value === null ? '—' : value.toFixed(decimals))

/** Figures of a chart with what they are of, and what became of them since the last one. */
export function SummaryBlock({
  summary,
  last,
  today,
}: {
  summary: PerioSummary
  last: PerioBrief | null
  today: string
}) {
  return (
    <section className={s.block} aria-label="汇总">
      <header className={s.head}>
        <h2>汇总</h2>
        {last && <span className={s.note}>较 {chartDay(last.examinedAt, today)}</span>}
      </header>
      <dl className={s.figures}>
        {figures.map((figure) => {
          const [now, before] = [summary[figure.key], last?.summary[figure.key] ?? null]
          // Of nothing nothing is counted: 0 sites of none are no result.
          const shown = summary.sites === 0 ? null : now
          const gap = shown === null || before === null ? null : Number((shown - before).toFixed(figure.decimals))
          return (
            <div key={figure.key} className={s.figure}>
              <dt>
                {figure.label} {shown !== null && <span className={s.of}>{figure.of(summary)}</span>}
              </dt>
              <dd>
                <b>{text(shown, figure.decimals)}</b>
                {shown !== null && figure.unit && <span className={s.unit}>{figure.unit}</span>}
                {gap !== null && gap !== 0 && (
                  <span className={cx(s.gap, gap < 0 ? s.better : s.worse)}>
                    {gap < 0 ? '−' : '+'}
                    {Math.abs(gap).toFixed(figure.decimals)}
                  </span>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      {summary.implants.count > 0 && (
        <p className={s.words}>
          种植体 {summary.implants.count} 颗，{summary.implants.sites} 位点
          {summary.implants.sites > 0 &&
            `，出血 ${text(summary.implants.bopPct, 1)}%，平均 ${text(summary.implants.meanPd, 2)} mm，最深 ${text(summary.implants.maxPd, 0)} mm`}
        </p>
      )}
    </section>
  )
}

/** Sites by depth as one bar. */
export function DepthBlock({ summary }: { summary: PerioSummary }) {
  const parts = [
    { key: 'shallow', label: '≤3 mm', count: summary.pd3, look: s.shallow },
    { key: 'middle', label: '4–5', count: summary.pd4to5, look: s.middle },
    { key: 'deep', label: '≥6', count: summary.pd6plus, look: s.deep },
  ]
  return (
    <section className={s.block} aria-label="位点深度">
      <header className={s.head}>
        <h2>位点深度</h2>
        <span className={s.note}>
          {summary.sites} 位点，{summary.teeth} 牙
        </span>
      </header>
      <div className={s.depths} aria-hidden>
        {parts.map(
          ({ key, count, look }) => count > 0 && <span key={key} className={look} style={{ flexGrow: count }} />,
        )}
      </div>
      <div className={s.depthWords}>
        {parts.map(({ key, label, count }) => (
          <span key={key}>
            {label} <span className="num">{count}</span>
          </span>
        ))}
      </div>
    </section>
  )
}

const short: Readonly<Record<Figure['key'], string>> = {
  bopPct: '出血',
  plaquePct: '菌斑',
  meanPd: '平均探诊',
  meanCal: '附着丧失',
  pd4to5: '4–5 mm',
  pd6plus: '≥6 mm',
}

/** One figure over the last six charts. */
export function TrendBlock({
  summary,
  earlier,
  day,
}: {
  summary: PerioSummary
  /** The newest first. */
  earlier: readonly PerioBrief[]
  /** Under the last point. */
  day: string
}) {
  const [key, setKey] = useState<Figure['key']>('bopPct')
  const figure = figures.find((each) => each.key === key)
  const past = earlier.slice(0, 5).toReversed()
  if (past.length === 0 || !figure) return null
  const points = [
    ...past.map((each) => ({ label: each.examinedAt.slice(2, 7).replace('-', '.'), value: each.summary[key] })),
    { label: day, value: summary.sites === 0 ? null : summary[key] },
  ]
  return (
    <section className={s.block} aria-label="趋势">
      <header className={s.head}>
        <h2>{short[key]}趋势</h2>
        <Menu
          align="end"
          items={figures.map((each) => ({ key: each.key, label: each.label, onSelect: () => setKey(each.key) }))}
        >
          <TextButton tone="quiet">近 {points.length} 次</TextButton>
        </Menu>
      </header>
      <Trend
        label={`${figure.label}趋势`}
        points={points}
        format={(value) =>
          `${value.toFixed(figure.unit === '%' ? 0 : figure.decimals)}${figure.unit === '%' ? '%' : ''}`
        }
      />
    </section>
  )
}
