import type { Shape } from './shape.ts'
import { toothDrawing, type ToothDrawing } from './tooth-drawing.ts'

/** What stands at a tooth's place. */
export type Stands = 'tooth' | 'missing' | 'implant' | 'root'

/** The drawing of a place by what stands there alone. */
export function standingDrawing(stands: Stands): ToothDrawing {
  const drawing = toothDrawing([])
  if (stands === 'missing') drawing.natural = 'ghost'
  if (stands === 'root') drawing.natural = 'roots'
  if (stands === 'implant') {
    drawing.natural = 'none'
    drawing.implant = 'existing'
  }
  return drawing
}

/** Where the origin of a tooth's drawing is, and pixels a millimetre across and along it; below zero: mirrored. */
export interface Where {
  x: number
  y: number
  scaleX: number
  scaleY: number
}

/** Shapes reckoned where they stand, so that nothing needs a transform. */
export function placed(shapes: readonly Shape[], where: Where): Shape[] {
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
