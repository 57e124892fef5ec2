import { toothCrossParts, toothText, type TeethSelection } from '@dentin/clinical'
import type { ReactNode } from 'react'
import css from './tooth-cross.module.css'

export interface ToothCrossProps {
  teeth: TeethSelection
  /** Deciduous teeth in roman numerals, or (palmer) in letters. */
  notation?: 'cross' | 'palmer'
  /** A cell of fixed width with the vertical line in its middle, so that text in rows below each other aligns. */
  fixed?: boolean
}

/** The cross notation of a selection; screen readers hear the teeth in words. Nothing selected draws an empty cross. */
export function ToothCross({ teeth, notation = 'cross', fixed = false }: ToothCrossProps): ReactNode {
  const parts = toothCrossParts(teeth, notation)
  const half = (upper: string, lower: string, side: string | undefined) => (
    <span className={`${css.half} ${side}`}>
      <span className={css.upper}>{upper}</span>
      <span className={css.lower}>{lower}</span>
    </span>
  )
  return (
    <span role="img" aria-label={toothText(teeth) || '未选牙位'} className={fixed ? css.fixed : css.cross}>
      {half(parts.upperRight, parts.lowerRight, css.right)}
      {half(parts.upperLeft, parts.lowerLeft, css.left)}
    </span>
  )
}
