import { ellipse, group, path, type Shape } from './shape.ts'
import type { ToothDrawing, ZoneFill } from './tooth-drawing.ts'
import type { ToothShape } from './tooth-shape.ts'

const layerOf = (fill: ZoneFill) => (fill.plan ? 'plan' : fill.base === 'finding' ? 'finding' : 'existing')

/** Fields of the crown that are filled or ill, seen from the side. */
function surfaces(shape: ToothShape, drawing: ToothDrawing): Shape[] {
  const { crownHeight: height } = shape
  const wide = shape.width / 2
  const shapes: Shape[] = []
  for (const zone of ['M', 'D'] as const) {
    const fill = drawing.zones[zone]
    const x = (zone === 'M' ? 1 : -1) * wide * 0.72
    const [rx, ry] = [Math.min(0.92, wide * 0.26), 1.5 * Math.min(1, height / 7)]
    if (fill) shapes.push(ellipse(x, height * 0.56, rx, ry, 'spot', layerOf(fill)))
  }
  const buccal = drawing.zones.B
  if (buccal && !drawing.veneer && !drawing.cervical)
    shapes.push(ellipse(0, height * 0.52, wide * 0.36, height * 0.17, 'spot', layerOf(buccal)))
  const edge = drawing.zones.O
  if (edge && shape.occlusal.fissures === '' && !drawing.fracture)
    shapes.push({ ...path(shape.crown, layerOf(edge)), clip: `M-9 ${height * 0.86}h18v9h-18Z` })
  return shapes
}

/** What is done or found at the crown, seen from the side: fillings, posts, cracks, brackets. */
export function worksOnCrown(shape: ToothShape, drawing: ToothDrawing, crown: ToothDrawing['crown']): Shape[] {
  const { crownHeight: height, neck } = shape
  const wide = shape.width / 2
  const { natural } = drawing
  const lens = neck * 0.72
  const shapes: Shape[] = []
  if (natural === 'roots' && !crown)
    shapes.push(
      path(
        `M${-neck} .3C${-neck * 0.6} -1.1 ${neck * 0.6} -1.1 ${neck} .3L${neck * 0.62} 1L${neck * 0.3} .55L${neck * 0.02} 1.15L${-neck * 0.3} .5L${-neck * 0.64} 1.05Z`,
        'finding',
      ),
    )
  // A pontic rests on the gum: its underside is rounded, and no root is below it.
  if (drawing.pontic) shapes.push(path(`M${-neck} .5Q0 -2.2 ${neck} .5Q0 1.5 ${-neck} .5Z`, 'spot', drawing.pontic))
  if (natural === 'whole' && !crown) shapes.push(...surfaces(shape, drawing))
  if (drawing.cervical && natural !== 'roots' && natural !== 'none')
    shapes.push(path(`M${-lens} 1.05Q0 -.35 ${lens} 1.05Q0 2.45 ${-lens} 1.05Z`, 'spot', drawing.cervical))
  if (drawing.post)
    shapes.push(
      path(
        shape.canals.length > 1
          ? `M${-neck * 0.6} 3L${-neck * 0.5} -4.5M${neck * 0.6} 3L${neck * 0.5} -4.5M${-neck * 0.7} 3H${neck * 0.7}`
          : `M0 3.4L-.3 -6M${-neck * 0.5} 3.4H${neck * 0.5}`,
        'post',
        drawing.post,
      ),
    )
  if (drawing.crack)
    shapes.push(
      path(
        `M.5 ${height * 0.16}L-.25 ${height * 0.5}L.55 ${height * 0.66}L-.35 ${height * 0.97}`,
        'line',
        `${drawing.crack}Line`,
      ),
    )
  if (drawing.fracture && natural === 'whole')
    shapes.push({
      ...path(
        `M${wide + 1} ${height * 0.5}L${wide * 0.55} ${height * 0.62}L${wide * 0.4} ${height * 0.56}L${wide * 0.05} ${height * 0.8}L${-wide * 0.1} ${height * 0.76}L${-wide * 0.35} ${height * 1.2}L${wide + 1} ${height * 1.2}Z`,
        'spot',
        drawing.fracture,
      ),
      clip: shape.crown,
    })
  if (drawing.worn) shapes.push(path(`M${-wide * 0.6} ${height * 0.8}H${wide * 0.6}`, 'line', `${drawing.worn}Line`))
  if (drawing.retained) shapes.push(path(shape.crown, 'line', 'findingLine', 'dashed'))
  if (drawing.bracket) {
    const [y, wing] = [height * 0.52, height * 0.52 + 0.88]
    const plate: Shape = { form: { kind: 'rect', x: -0.95, y, width: 1.9, height: 1.75, r: 0.3 }, paints: [] }
    shapes.push(group([plate, path(`M-.95 ${wing}H.95`)], drawing.bracket))
  }
  if (drawing.band)
    shapes.push(
      path(
        `M${-wide * 0.94} ${height * 0.3}H${wide * 0.94}V${height * 0.58}H${-wide * 0.94}ZM${wide * 0.94} ${height * 0.44}h2.6`,
        'light',
        drawing.band,
      ),
    )
  return shapes
}
