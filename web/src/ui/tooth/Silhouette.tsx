import { silhouetteShapes, toothDrawing, toothShape } from '@dentin/clinical/drawing'
import { memo } from 'react'
import { Shapes } from './Shapes.tsx'
import css from './tooth.module.css'

export interface SilhouetteProps {
  fdi: string
  /** What stands at the tooth's place. */
  stands: 'tooth' | 'missing' | 'implant' | 'root'
  /** Pixels a millimetre across and along the tooth; below zero: mirrored. */
  scaleX: number
  scaleY: number
}

/** A tooth from its buccal side around its neck, as part of a larger SVG. */
export const Silhouette = memo(function Silhouette({ fdi, stands, scaleX, scaleY }: SilhouetteProps) {
  const drawing = toothDrawing([])
  if (stands === 'missing') drawing.natural = 'ghost'
  if (stands === 'root') drawing.natural = 'roots'
  if (stands === 'implant') {
    drawing.natural = 'none'
    drawing.implant = 'existing'
  }
  return (
    <g className={css.drawing} transform={`scale(${scaleX} ${scaleY})`}>
      <Shapes shapes={silhouetteShapes(toothShape(fdi), drawing)} hatch="" clip={`silhouette-${fdi}`} />
    </g>
  )
})
