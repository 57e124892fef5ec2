import { expect, test } from 'vitest'
import { occlusalShapes } from './occlusal.ts'
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
    const of = (condition: 'retainer' | 'splint' | 'bracket') =>
      occlusalShapes(shape, toothDrawing([{ tooth: fdi, condition, surfaces: '', status: 'present' }]), view)
    for (const condition of ['retainer', 'splint'] as const) {
      const wire = of(condition).find(({ paints }) => paints.includes('existingLine'))
      const drawn = wire?.form.kind === 'path' ? wire.form.d : ''
      const [y = 0] = depths(drawn)
      expect(y, condition).toBeGreaterThan(0)
      expect(y, condition).toBeLessThan(shape.occlusal.halfDepth)
    }
    const bracket = of('bracket').find(({ form }) => form.kind === 'rect')
    expect(bracket?.form.kind === 'rect' && bracket.form.y).toBeLessThan(0)
  },
)
