import { perioTurns, type SiteTurn } from '@dentin/clinical/perio/compare'
import { isMissing, measureAt, type PerioCells } from '@dentin/clinical/perio/cells'
import { PERIO_TEETH } from '@dentin/clinical/perio/sites'
import type { PerioSnapshot } from '@dentin/contract/perio'
import { useMemo } from 'react'
import { presentDay } from '../../lib/present.ts'
import { ErrorLine, Menu, SkeletonRows, TextButton } from '../../ui/index.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { useCharts, useCompare, useSnapshot } from './hooks.ts'
import { PerioChart } from './PerioChart.tsx'
import { usePerioView } from './view.ts'
import { chartDay } from './words.ts'
import s from './compare.module.css'

export interface CompareViewProps {
  mode: 'compare' | 'difference'
  patientId: string
  now: { cells: PerioCells; day: string; chartId?: string; examinedAt?: string }
  /** The one before; null: there is none. */
  latest: PerioSnapshot | null
  /** The chart that this one corrects: of the same day, so that it is named otherwise; null: it corrects none. */
  corrects: string | null
}

/** A chart against any other of the patient: figures above each other and pockets beside each other, or what became of each site. */
export function CompareView({ mode, patientId, now, latest, corrects }: CompareViewProps) {
  const [{ with: other }, set] = usePerioView()
  const list = useCharts(patientId).data?.list.filter(({ id }) => id !== now.chartId) ?? []
  const against = other ?? latest?.id ?? null
  // Two snapshots come together from the server; what is being typed is known here alone.
  const both = useCompare(now.chartId && against ? against : null, now.chartId ?? null)
  const read = useSnapshot(now.chartId || against === latest?.id ? null : against)
  const isA = both.data?.a.id === against
  const chosen = now.chartId ? (isA ? both.data?.a : both.data?.b) : against === latest?.id ? latest : read.data
  const later = chosen && now.examinedAt && chosen.examinedAt > now.examinedAt ? chosen : null
  const [first, second]: [PerioCells, PerioCells] = later
    ? [now.cells, later.cells]
    : [chosen?.cells ?? EMPTY, now.cells]
  const turns = useMemo(() => perioTurns(first, second), [first, second])
  const error = both.error ?? read.error
  if (error) return <ErrorLine>{error.message}</ErrorLine>
  if (!chosen) return against === null ? <p className="secondary">还没有可以对比的快照</p> : <SkeletonRows rows={10} />
  const today = presentDay()
  const thatDay = chartDay(chosen.examinedAt, today)
  const eras =
    against === corrects
      ? { before: '更正前', now: '更正后' }
      : later
        ? { before: now.day, now: thatDay }
        : { before: thatDay, now: now.day }
  const spoken = `${eras.before} → ${eras.now}`
  return (
    <div>
      <div className={s.head}>
        <b className="num">{spoken}</b>
        <Turns turns={turns} measured={measuredIn(first, second)} />
        <span className={s.pick}>
          {list.length > 1 && (
            <Menu
              align="end"
              items={list.map((each) => ({
                key: each.id,
                label: `${chartDay(each.examinedAt, today)}　${each.doctorName}`,
                ...(each.id === against ? { icon: 'check' as const } : {}),
                onSelect: () => set({ with: each.id }),
              }))}
            >
              <TextButton icon="swap">换一次对比</TextButton>
            </Menu>
          )}
        </span>
      </div>
      {/* Another picture, not the same one moved: a browser that is late would paint both into each other. */}
      <ChartFrame key={mode} mode={mode} eras={eras}>
        {(layout) => <PerioChart layout={layout} cells={second} before={first} mode={mode} />}
      </ChartFrame>
      <p className={s.legend}>
        {mode === 'compare'
          ? '空心柱和虚线是较早的一次；柱高为探诊深度'
          : '数字为深度变化，柱为袋底移动：绿变浅、红变深 ≥ 2 mm，灰 ±1 mm 属测量误差；只有一次测过的位点不比'}
      </p>
    </div>
  )
}
const EMPTY: PerioCells = {}

/** Sites that were probed in one of both. */
const measuredIn = (first: PerioCells, second: PerioCells): number =>
  PERIO_TEETH.flatMap((tooth) =>
    [0, 1, 2, 3, 4, 5].filter((site) =>
      [first, second].some(({ [tooth]: cells }) => !isMissing(cells) && measureAt(cells, 'pd', site) !== null),
    ),
  ).length

function Turns({ turns, measured }: { turns: readonly SiteTurn[]; measured: number }) {
  const count = (turn: SiteTurn['turn']) => turns.filter((each) => each.turn === turn).length
  return (
    <span className={s.turns}>
      <span>
        比 <b>{turns.length}</b> 位点
      </span>
      {turns.length < measured && (
        <span>
          只比两次都测过的（{turns.length} / {measured}）
        </span>
      )}
      <span className={s.better}>
        好转 <b>{count('better')}</b>
      </span>
      <span className={s.worse}>
        加重 <b>{count('worse')}</b>
      </span>
      <span>
        误差内 <b>{count('noise') + count('same')}</b>
      </span>
    </span>
  )
}
