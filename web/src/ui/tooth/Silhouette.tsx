import { placed, silhouetteShapes, standingDrawing, toothShape, type Stands } from '@dentin/clinical/drawing'
import { memo } from 'react'
import { Shapes } from './Shapes.tsx'
import css from './tooth.module.css'

export interface SilhouetteProps {
  fdi: string
  /** What stands at the tooth's place. */
  stands: Stands
  /** Where its neck is. */
  x: number
  y: number
  /** Pixels a millimetre across and along the tooth; below zero: mirrored. */
  scaleX: number
  scaleY: number
}

/**
 * A tooth from its buccal side around its neck, as part of a larger SVG. Its points are reckoned where they stand: of many
 * teeth in one picture a transform each would cost every frame more than the drawing does.
 */
export const Silhouette = memo(function Silhouette({ fdi, stands, x, y, scaleX, scaleY }: SilhouetteProps) {
  const shapes = placed(silhouetteShapes(toothShape(fdi), standingDrawing(stands)), { x, y, scaleX, scaleY })
  return (
    <g className={css.drawing}>
      <Shapes shapes={shapes} hatch="" clip={`silhouette-${fdi}`} />
    </g>
  )
})
