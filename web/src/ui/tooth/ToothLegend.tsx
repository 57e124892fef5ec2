import type { ReactNode } from 'react'
import css from './tooth-legend.module.css'
import { ToothSwatch, type SwatchKind } from './ToothSwatch.tsx'

const items: [SwatchKind, string][] = [
  ['finding', '病变'],
  ['existing', '已有'],
  ['plan', '计划'],
  ['missing', '缺失'],
  ['neverThere', '先天缺失'],
]

/** What the colours and the signs of the chart mean. */
export function ToothLegend(): ReactNode {
  return (
    <ul className={css.legend} aria-label="图例">
      {items.map(([kind, label]) => (
        <li key={kind}>
          <ToothSwatch kind={kind} />
          {label}
        </li>
      ))}
    </ul>
  )
}
