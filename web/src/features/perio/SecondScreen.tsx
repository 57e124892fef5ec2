import { perioSummary } from '@dentin/clinical/perio/summary'
import { useDeferredValue, useMemo } from 'react'
import { presentDay } from '../../lib/present.ts'
import { EmptyState, ErrorLine, SkeletonRows } from '../../ui/index.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { usePerioDraft } from './hooks.ts'
import { PerioChart } from './PerioChart.tsx'
import { useTold } from './screen-link.ts'
import { chartDay } from './words.ts'
import s from './screen.module.css'

/** Height of name, figures, legend and the air between them. */
const HEAD_AND_FOOT = 124

/** The examination for the patient's eyes, in a window of its own that follows the one in which is typed. */
export function SecondScreen({ recordId }: { recordId: string }) {
  const { data, error, refetch } = usePerioDraft(recordId)
  const told = useTold(data?.id ?? null)
  const cells = told?.cells ?? data?.cells
  const shown = useDeferredValue(cells)
  const summary = useMemo(() => (shown ? perioSummary(shown) : null), [shown])
  if (error && !data) return <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>
  if (data === undefined) return <SkeletonRows rows={12} />
  if (data === null || !cells || !summary)
    return <EmptyState layout="stack" icon="check-circle" title="检查已结束" hint="这个窗口可以关上了" />
  const figures = [
    { label: '出血', value: summary.bopPct?.toFixed(0), unit: '%' },
    { label: '菌斑', value: summary.plaquePct?.toFixed(0), unit: '%' },
    { label: '4–5 mm', value: String(summary.pd4to5), unit: '处' },
    { label: '≥6 mm', value: String(summary.pd6plus), unit: '处' },
  ]
  return (
    <main className={s.screen}>
      <header className={s.head}>
        <h1>{data.patientName}</h1>
        <span className="secondary">牙周检查　{chartDay(data.visitTime, presentDay())}</span>
        <dl className={s.figures}>
          {figures.map(({ label, value, unit }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <b>{summary.sites === 0 ? '—' : (value ?? '—')}</b> {summary.sites > 0 && value !== undefined && unit}
              </dd>
            </div>
          ))}
        </dl>
      </header>
      <ChartFrame place={told?.place ?? null} taken={HEAD_AND_FOOT}>
        {(layout) => <PerioChart layout={layout} cells={cells} place={told?.place ?? null} />}
      </ChartFrame>
      <ul className={s.legend}>
        <li className={s.shallow}>≤3 mm 健康</li>
        <li className={s.middle}>4–5 mm 牙周袋</li>
        <li className={s.deep}>≥6 mm 深牙周袋</li>
        <li className={s.margin}>牙龈边缘</li>
        <li className={s.bleeds}>探诊出血</li>
      </ul>
    </main>
  )
}
