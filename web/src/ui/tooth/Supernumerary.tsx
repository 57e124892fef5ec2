import { findTooth, markLayer, toothName, type ToothLayer, type ToothMark } from '@dentin/clinical'
import { memo, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { marksText } from './drawing.ts'
import type { ToothPlace } from './layout.ts'
import css from './tooth.module.css'

/** Its own code: 'S' and the tooth that it stands mesially of. */
export const supernumeraryOf = (mark: ToothMark): string | null =>
  mark.tooth.startsWith('S') ? mark.tooth : mark.condition === 'supernumerary' ? `S${mark.tooth}` : null

interface SupernumeraryProps {
  code: string
  /** Where the tooth stands beside which it lies. */
  host: ToothPlace
  marks: readonly ToothMark[]
  selected: boolean
  interactive: boolean
}

const rank: readonly ToothLayer[] = ['plan', 'finding', 'existing']

/** A supernumerary tooth: a peg of half size at the mesial side of its neighbour, an option of the chart with its own number. */
export const Supernumerary = memo(function Supernumerary({
  code,
  host,
  marks,
  selected,
  interactive,
}: SupernumeraryProps): ReactNode {
  const x = host.flipX === 1 ? host.right : host.left
  const up = findTooth(host.fdi)?.arch === 'upper' ? -1 : 1
  const y = host.neckY === null ? host.occlusalY : host.neckY - up * 1.5 * host.scale
  const gone = marks.some((mark) => mark.condition === 'missing' && markLayer(mark) !== 'plan')
  const taken = marks.some((mark) => mark.condition === 'extract_planned' || mark.condition === 'missing')
  const layers = marks.filter((mark) => mark.condition !== 'missing').map(markLayer)
  const layer = rank.find((each) => layers.includes(each))
  return (
    <g
      role="option"
      data-tooth={code}
      aria-selected={selected}
      aria-label={`${code} ${toothName(code)}，${marksText(marks)}`}
      tabIndex={interactive ? -1 : undefined}
      className={cx(css.tooth, interactive && css.interactive, selected && css.selected)}
    >
      <g className={css.drawing} transform={`translate(${x} ${y}) scale(${host.scale} ${host.scale * host.flipY})`}>
        <g className={gone ? css.ghost : css.roots}>
          <path className={gone ? undefined : css.root} d="M-1.4 0C-1.2 -3 -.4 -5 0 -5.4C.4 -5 1.2 -3 1.4 0Z" />
        </g>
        <path
          className={gone ? css.ghost : cx(css.crown, layer && cx(css.light, css[layer]))}
          d="M-1.5 0C-1.6 2.2 -.6 3.5 0 3.9C.6 3.5 1.6 2.2 1.5 0Q0 -.7 -1.5 0Z"
        />
        {taken && !gone && <path className={cx(css.line, css.planLine)} d="M-1.6 3.6L1.6 -4.6M1.6 3.6L-1.6 -4.6" />}
      </g>
      <rect
        className={selected ? css.numberBox : css.pegBox}
        x={x - 12}
        y={y - up * 6.4 * host.scale - 7}
        width={24}
        height={14}
        rx={4}
      />
      <text className={cx(css.number, css.numberMarked)} x={x} y={y - up * 6.4 * host.scale} fontSize={10} dy=".36em">
        {code}
      </text>
    </g>
  )
})
