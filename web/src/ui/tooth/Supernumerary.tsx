import { findTooth, toothName, type ToothMark } from '@dentin/clinical'
import { marksText, supernumeraryShapes, type ToothPlace } from '@dentin/clinical/drawing'
import { memo, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Shapes } from './Shapes.tsx'
import css from './tooth.module.css'

interface SupernumeraryProps {
  code: string
  /** Where the tooth stands beside which it lies. */
  host: ToothPlace
  marks: readonly ToothMark[]
  selected: boolean
  interactive: boolean
}

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
        <Shapes shapes={supernumeraryShapes(marks)} hatch="" clip={code} />
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
