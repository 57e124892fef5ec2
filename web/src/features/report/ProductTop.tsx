import { RankBars, type RankRow } from '../../ui/chart/index.ts'
import { SkeletonRows } from '../../ui/index.ts'
import { useReport, type ReportAnswer } from './hooks.ts'
import { numberIn, Part, placeOf, plain, yuan, type TopProps } from './MoneyTop.tsx'
import s from './analysis.module.css'

/** So many items are drawn; with the shares of all before them they show on how few a clinic lives. */
const MOST = 12

/** Rows by their revenue, each with the share of the whole that it and those above it make up. */
export function paretoOf(answer: Pick<ReportAnswer, 'figures' | 'rows' | 'total'>): RankRow[] {
  const at = placeOf(answer as ReportAnswer, 'R1')
  if (at < 0) return []
  const whole = numberIn(answer.total.values, at)
  const rows = answer.rows
    .filter(({ level }) => level === 'row')
    .map((row) => ({ row, value: numberIn(row.values, at) }))
    .sort((a, b) => b.value - a.value)
  let sum = 0
  return rows.slice(0, MOST).flatMap(({ row, value }) => {
    sum += value
    return value > 0
      ? [
          {
            key: row.key,
            name: row.label,
            value,
            text: yuan(value),
            share: whole > 0 ? `${((sum / whole) * 100).toFixed(1)}%` : '—',
          },
        ]
      : []
  })
}

/** Which items and which categories bring the revenue. */
export function ProductTop({ ask, onOpen }: TopProps) {
  const items = useReport({ ...plain(ask), by: 'item', figures: ['R1'] }).data
  const categories = useReport({ ...plain(ask), by: 'category', figures: ['R1'] }).data
  if (!items || !categories) return <SkeletonRows rows={6} height={44} />
  const [byItem, byCategory] = [paretoOf(items), paretoOf(categories)]
  if (byItem.length === 0) return null
  return (
    <div className={s.pair}>
      <Part title="项目收入" note="右列为累计占比">
        <RankBars label="项目收入" rows={byItem} onOpen={(key) => onOpen('R1', key, 'item')} />
      </Part>
      <Part title="类别收入" note="右列为累计占比">
        <RankBars label="类别收入" rows={byCategory} onOpen={(key) => onOpen('R1', key, 'category')} />
      </Part>
    </div>
  )
}
