import type { Shape } from '@dentin/clinical/drawing'
import type { ReactNode } from 'react'
import { Shapes } from './Shapes.tsx'
import css from './tooth.module.css'

/** What is one piece over several teeth, in mm of the chart. The teeth below it stay what is pointed at and read out. */
export function Pieces({
  shapes,
  scale,
  hatch,
}: {
  shapes: readonly Shape[]
  scale: number
  hatch: string
}): ReactNode {
  if (shapes.length === 0) return null
  return (
    <g aria-hidden className={css.drawing} transform={`scale(${scale})`}>
      <Shapes shapes={shapes} hatch={hatch} clip={`${hatch}-piece`} />
    </g>
  )
}
