import { silhouetteShapes, toothDrawing, toothShape, type Shape } from '@dentin/clinical/drawing'
import { memo } from 'react'
import { Shapes } from './Shapes.tsx'
import css from './tooth.module.css'

export interface SilhouetteProps {
  fdi: string
  /** What stands at the tooth's place. */
  stands: 'tooth' | 'missing' | 'implant' | 'root'
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
  const drawing = toothDrawing([])
  if (stands === 'missing') drawing.natural = 'ghost'
  if (stands === 'root') drawing.natural = 'roots'
  if (stands === 'implant') {
    drawing.natural = 'none'
    drawing.implant = 'existing'
  }
  const shapes = placed(silhouetteShapes(toothShape(fdi), drawing), { x, y, scaleX, scaleY })
  return (
    <g className={css.drawing}>
      <Shapes shapes={shapes} hatch="" clip={`silhouette-${fdi}`} />
    </g>
  )
})

type Where = Pick<SilhouetteProps, 'x' | 'y' | 'scaleX' | 'scaleY'>

function placed(shapes: readonly Shape[], where: Where): Shape[] {
  const { x, y, scaleX, scaleY } = where
  return shapes.map((shape): Shape => {
    const { form } = shape
    switch (form.kind) {
      case 'path':
        return { ...shape, form: { kind: 'path', d: placedPath(form.d, where) } }
      case 'group':
        return { ...shape, form: { kind: 'group', shapes: placed(form.shapes, where) } }
      case 'ellipse': {
        const [rx, ry] = [form.rx * Math.abs(scaleX), form.ry * Math.abs(scaleY)]
        return { ...shape, form: { kind: 'ellipse', x: x + form.x * scaleX, y: y + form.y * scaleY, rx, ry } }
      }
      case 'rect': {
        const [from, to] = [x + form.x * scaleX, x + (form.x + form.width) * scaleX]
        const [top, bottom] = [y + form.y * scaleY, y + (form.y + form.height) * scaleY]
        const [width, height] = [Math.abs(to - from), Math.abs(bottom - top)]
        const r = form.r * Math.abs(scaleX)
        return { ...shape, form: { kind: 'rect', x: Math.min(from, to), y: Math.min(top, bottom), width, height, r } }
      }
    }
  })
}

/** A path of absolute points (M, L, C, Q, Z) at its place. */
function placedPath(d: string, { x, y, scaleX, scaleY }: Where): string {
  let across = false
  return (d.match(/[A-Z]|-?(?:\d+(?:\.\d*)?|\.\d+)/g) ?? [])
    .map((token) => {
      if (/[A-Z]/.test(token)) {
        across = false
        return token
      }
      across = !across
      return (across ? x + Number(token) * scaleX : y + Number(token) * scaleY).toFixed(2)
    })
    .join(' ')
}
