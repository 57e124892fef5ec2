import type { ToothLayer } from '../tooth-conditions.ts'
import { ellipse, group, path, type Shape } from './shape.ts'
import type { ToothDrawing } from './tooth-drawing.ts'
import type { ToothShape } from './tooth-shape.ts'
import { worksOnCrown } from './crown-works.ts'

/** A jagged line from side to side at a height, for broken edges. */
export const jag = (w: number, y: number): string =>
  `M${-w} ${y}L${-w * 0.62} ${y + 0.55}L${-w * 0.3} ${y - 0.25}L${w * 0.05} ${y + 0.6}L${w * 0.4} ${y - 0.2}L${w * 0.7} ${y + 0.5}L${w} ${y}`

const threads = [0.04, 0.19, 0.34, 0.49, 0.64, 0.79, 0.94]

/** Screw of an implant with its threads, in the place of the roots. */
function implant(shape: ToothShape, layer: ToothLayer): Shape {
  const length = Math.min(shape.rootLength * 0.86, 11.6)
  const wide = Math.min(shape.neck * 0.78, 2.6)
  const narrow = wide * 0.64
  const half = (t: number) => wide + (narrow - wide) * t
  const top = -0.4 - length
  const body = `M${-wide} -.4L${-narrow} ${top + 0.8}Q${-narrow} ${top} ${-narrow + 0.7} ${top}L${narrow - 0.7} ${top}Q${narrow} ${top} ${narrow} ${top + 0.8}L${wide} -.4Z`
  const lines = threads.map((t) => {
    const y = -0.6 - t * (length - 0.9)
    const w = half(t) + 0.16
    return `M${-w} ${y + 0.22}L${w} ${y - 0.5}`
  })
  return group([path(body), path(lines.join(''), 'thread')], 'implant', layer === 'plan' && 'implantPlan')
}

/** Roots and what lies in them, below the crown. */
function belowCrown(shape: ToothShape, drawing: ToothDrawing, roots: boolean): Shape[] {
  const { crownHeight: height, neck } = shape
  const shapes: Shape[] = []
  if (roots)
    shapes.push(
      group(
        [
          ...shape.rootsBehind.map((d) => path(d, 'rootFar')),
          ...shape.roots.map((d) => path(d, 'root')),
          ...shape.grooves.map((d) => path(d, 'groove')),
        ],
        'roots',
      ),
    )
  if (drawing.implant) shapes.push(implant(shape, drawing.implant))
  if (drawing.abutment)
    shapes.push(
      path(
        `M${-neck * 0.62} -.4L${-neck * 0.4} ${height * 0.5}L${neck * 0.4} ${height * 0.5}L${neck * 0.62} -.4Z`,
        drawing.abutment,
      ),
    )
  if (roots && drawing.canals)
    shapes.push(
      group(
        shape.canals.map((d) => path(d)),
        'canal',
        `canal-${drawing.canals}`,
      ),
    )
  return shapes
}

/** The crown, natural or made, with what covers it whole. */
function crownOf(shape: ToothShape, drawing: ToothDrawing, crown: ToothDrawing['crown']): Shape[] {
  const { crownHeight: height } = shape
  const wide = shape.width / 2
  const stump = drawing.natural === 'stump'
  const whole = path(shape.crown, 'crown', crown === 'temporary' && 'temporary')
  const shapes: Shape[] = [
    stump ? { ...whole, clip: `${jag(wide + 1, height * 0.5)}L${wide + 1} -3L${-wide - 1} -3Z` } : whole,
  ]
  if (stump) shapes.push(path(jag(wide * 0.97, height * 0.5), 'line', 'findingLine'))
  if (!stump && !crown) shapes.push(path(shape.neckArc, 'neckArc'))
  if (!crown && drawing.natural === 'whole' && drawing.canals)
    shapes.push(
      group(
        shape.canals.map((d) => path(d)),
        'chamber',
        `canal-${drawing.canals}`,
      ),
    )
  if (drawing.mottled) shapes.push(path(shape.crown, 'plain', 'light', drawing.mottled))
  if (drawing.veneer) {
    const plan = drawing.veneer === 'plan'
    const veneer = plan ? path(shape.crown, 'planHatch') : path(shape.crown, 'light', drawing.veneer)
    shapes.push({ ...veneer, hatched: plan, transform: `translate(0 ${height * 0.12}) scale(.84 .84)` })
  }
  if (crown && crown !== 'temporary') {
    const plan = crown === 'plan'
    const made = plan
      ? path(shape.crown, 'restored', 'planHatch')
      : path(
          shape.crown,
          'restored',
          'light',
          crown === 'removable' ? 'existing' : crown,
          crown === 'removable' && 'dashed',
        )
    shapes.push({ ...made, hatched: plan })
  }
  if (!stump)
    for (const d of shape.crownMarks)
      shapes.push(path(d, 'mark', crown && crown !== 'temporary' ? `mark-${crown}` : null))
  return shapes
}

/** An arrow at the biting edge: round for a tooth that is rotated, else the way in which it has gone. */
function malposedArrow(turn: ToothDrawing['turn'], w: number, y: number): string {
  switch (turn) {
    case '近中':
      return `M${-w} ${y + 0.8}H${w}m-1 -.8l1 .8l-1 .8`
    case '远中':
      return `M${w} ${y + 0.8}H${-w}m1 -.8l-1 .8l1 .8`
    default:
      return `M${-w} ${y}Q0 ${y + 1.8} ${w} ${y}l-.2 1.1m.2 -1.1l-1.2 .1`
  }
}

/** What is seen at the roots and over the whole tooth, above everything else. */
function overAll(shape: ToothShape, drawing: ToothDrawing, roots: boolean): Shape[] {
  const { crownHeight: height, neck, rootLength } = shape
  const wide = shape.width / 2
  const shapes: Shape[] = []
  if (drawing.furcation && shape.roots.length > 1)
    shapes.push(path('M0 -1.1L1.15 -3.3L-1.15 -3.3Z', 'spot', drawing.furcation))
  if (drawing.recession)
    shapes.push(path(`M${-neck - 0.7} -.9Q0 -4.2 ${neck + 0.7} -.9`, 'line', `${drawing.recession}Line`))
  const r = drawing.cyst ? 2 : 1.1
  if (roots && drawing.apical)
    for (const [x, y] of shape.apices) shapes.push(ellipse(x, y, r, r, 'apical', drawing.apical))
  if (roots && drawing.rootFracture)
    shapes.push(path(jag(neck * 0.9, -rootLength * 0.45), 'line', `${drawing.rootFracture}Line`))
  if (roots && drawing.resorption)
    for (const [x, y] of shape.apices)
      shapes.push(
        path(
          `M${x - 1.2} ${y - 0.4}L${x - 0.5} ${y + 1.7}L${x} ${y + 0.7}L${x + 0.5} ${y + 1.7}L${x + 1.2} ${y - 0.4}Z`,
          'spot',
          drawing.resorption,
        ),
      )
  if (drawing.overgrowth)
    shapes.push(
      path(
        `M${-wide - 0.3} -1.2Q${-wide * 0.5} 2.9 0 2.2Q${wide * 0.5} 2.9 ${wide + 0.3} -1.2Q0 -.2 ${-wide - 0.3} -1.2Z`,
        'light',
        drawing.overgrowth,
      ),
    )
  if (drawing.anomaly) shapes.push(path(shape.crown, 'line', `${drawing.anomaly}Line`, 'dashed'))
  if (drawing.malposed)
    shapes.push(path(malposedArrow(drawing.turn, wide * 0.6, height + 0.4), 'line', `${drawing.malposed}Line`))
  if (drawing.other) shapes.push(ellipse(0, height * 0.4, 0.8, 0.8, 'spot', drawing.other))
  if (drawing.extraction) {
    const [w, apex] = [wide * 0.9, -rootLength * 0.72]
    shapes.push(path(`M${-w} ${height}L${w} ${apex}M${w} ${height}L${-w} ${apex}`, 'line', 'planLine'))
  }
  return shapes
}

/** A tooth from its buccal side in mm, apex upwards, from the lowest layer to the highest. */
export function silhouetteShapes(shape: ToothShape, drawing: ToothDrawing): Shape[] {
  const crown = drawing.crown ?? (drawing.abutment ? null : drawing.implant)
  const { natural } = drawing
  if (natural === 'ghost' && drawing.neverThere && !drawing.implant && !crown)
    return [path(shape.crown, 'ghost'), ellipse(0, shape.crownHeight * 0.48, 1.3, 1.3, 'cross')]
  if (natural === 'ghost' && !drawing.implant && !crown)
    return [group([...shape.roots.map((d) => path(d)), path(shape.crown)], 'ghost')]
  const roots = natural === 'whole' || natural === 'roots' || natural === 'stump'
  return [
    ...belowCrown(shape, drawing, roots),
    ...(natural === 'whole' || natural === 'stump' || crown ? crownOf(shape, drawing, crown) : []),
    ...worksOnCrown(shape, drawing, crown),
    ...overAll(shape, drawing, roots),
  ]
}
