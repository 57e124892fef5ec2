import { expect, test } from 'vitest'
import type { ToothMark } from '../tooth-conditions.ts'
import { layoutChart } from './chart-layout.ts'
import { occlusalShapes } from './occlusal.ts'
import { pieceShapes } from './pieces.ts'
import { toothDrawing } from './tooth-drawing.ts'
import { toothShape } from './tooth-shape.ts'

const view = { chosen: '', alone: true, bare: false }
/** The numbers of a path that stand for y: every second one. */
const depths = (path: string): number[] =>
  (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number).filter((_, index) => index % 2 === 1)
const middle = (path: string): number => depths(path).reduce((sum, y) => sum + y, 0) / depths(path).length

test.each(['13', '11', '21', '33', '41', '43', '36', '51'])(
  'a wire that holds the teeth of %s lies on the tongue’s side, a bracket on the cheek’s',
  (fdi) => {
    const shape = toothShape(fdi)
    const { zones } = shape.occlusal
    expect(middle(zones.L)).toBeGreaterThan(0)
    expect(middle(zones.B)).toBeLessThan(0)
    const marksOf = (condition: ToothMark['condition']): ToothMark[] => [
      { tooth: fdi, condition, surfaces: '', status: 'present' },
    ]
    const layout = layoutChart(fdi === '51' ? 'deciduous' : 'permanent', 700, 'small')
    const place = layout.places.find((each) => each.fdi === fdi)
    for (const condition of ['retainer', 'splint'] as const) {
      const wires = pieceShapes(layout, marksOf(condition)).over
      expect(wires.length, condition).toBeGreaterThan(0)
      for (const { form } of wires) {
        const [at = 0] = depths(form.kind === 'path' ? form.d : '')
        const y = ((place?.flipY ?? 1) * (at * layout.scale - (place?.occlusalY ?? 0))) / layout.scale
        expect(y, condition).toBeGreaterThan(0)
        expect(y, condition).toBeLessThan(shape.occlusal.halfDepth)
      }
    }
    const bracket = occlusalShapes(shape, toothDrawing(marksOf('bracket')), view).find(
      ({ form }) => form.kind === 'rect',
    )
    expect(bracket?.form.kind === 'rect' && bracket.form.y).toBeLessThan(0)
  },
)
