import { ellipse, group, path, type Shape } from './shape.ts'
import type { ToothDrawing } from './tooth-drawing.ts'
import { zones, type ToothShape } from './tooth-shape.ts'

export interface OcclusalView {
  /** Letters of the fields that are chosen, drawn tinted. */
  chosen: string
  /** Drawn without the silhouette beside it: roots and state show here too. */
  alone: boolean
  /** Healthy teeth keep only their outline. */
  bare: boolean
}

const hatched = (shape: Shape, yes: boolean): Shape => (yes ? { ...shape, hatched: true } : shape)

function missingTooth(shape: ToothShape, drawing: ToothDrawing, cross: string): Shape[] {
  const { occlusal } = shape
  const { halfWidth: w } = occlusal
  const r = Math.min(w, occlusal.halfDepth) * 0.4
  return [
    path(occlusal.outline, 'ghost'),
    drawing.closed
      ? path(`M${-w} 0h${w * 0.7}m-.9 -.8l.9 .8l-.9 .8M${w} 0h${-w * 0.7}m.9 -.8l-.9 .8l.9 .8`, 'cross')
      : drawing.neverThere
        ? ellipse(0, 0, r, r, 'cross')
        : path(cross, 'cross'),
  ]
}

function crowned(
  shape: ToothShape,
  drawing: ToothDrawing,
  crown: NonNullable<ToothDrawing['crown']>,
  pick: Shape[],
): Shape[] {
  const { occlusal } = shape
  const layer = crown === 'temporary' || crown === 'removable' ? 'existing' : crown
  const plan = layer === 'plan'
  const outline = plan
    ? path(occlusal.outline, 'restored', 'planHatch')
    : path(occlusal.outline, 'restored', 'light', layer, crown === 'removable' && 'dashed')
  const shapes = [hatched(outline, plan), path(occlusal.margin, 'margin', `${layer}Line`)]
  if (drawing.implant)
    shapes.push(
      group(
        [ellipse(0, 0, 1.42, 1.42), ellipse(0, 0, 0.46, 0.46, 'screwHole')],
        'screw',
        drawing.implant === 'plan' && 'implantPlan',
      ),
    )
  if (drawing.pontic) {
    const r = Math.min(occlusal.halfWidth, occlusal.halfDepth) * 0.42
    shapes.push(ellipse(0, 0, r, r, 'line', `${drawing.pontic}Line`))
  }
  return [...shapes, ...pick]
}

function natural(shape: ToothShape, drawing: ToothDrawing, bare: boolean, pick: Shape[]): Shape[] {
  const { occlusal } = shape
  const hidden = drawing.position === 'embedded' || drawing.position === 'unerupted'
  const field = drawing.zones.O
  const ink = field ? (field.plan ? 'plan' : field.base) : null
  const shapes = [path(occlusal.outline, 'outlineFill', (bare || hidden) && 'faint', hidden && 'dashed')]
  if (!bare) shapes.push(path(occlusal.ridges, 'ridge'), path(occlusal.zones.O, 'ridge'))
  for (const zone of zones) {
    const value = drawing.zones[zone]
    const d = occlusal.zones[zone]
    if (value?.base === 'sealant') shapes.push(path(d, 'light', 'existing', 'sealant'))
    else if (value?.base) shapes.push(path(d, value.base))
    if (value?.plan) shapes.push(hatched(path(d, 'planHatch'), true))
  }
  shapes.push(...pick)
  if (!bare) shapes.push(path(occlusal.fissures, 'ridge', ink && `fissure-${ink}`))
  if (drawing.natural === 'stump') shapes.push(path(occlusal.margin, 'line', 'findingLine', 'dashed'))
  if (drawing.crack)
    shapes.push(
      path(
        `M${-occlusal.halfWidth * 0.62} .2L-.5 -.35L.4 .35L${occlusal.halfWidth * 0.62} -.2`,
        'line',
        `${drawing.crack}Line`,
      ),
    )
  return [...shapes, path(occlusal.outline, 'outline', (bare || hidden) && 'faint', hidden && 'dashed')]
}

/** A tooth from above in mm, y > 0 lingual: outline, five fields, fissures, from the lowest layer to the highest. */
export function occlusalShapes(shape: ToothShape, drawing: ToothDrawing, view: OcclusalView): Shape[] {
  const { occlusal } = shape
  const { alone } = view
  const c = Math.min(occlusal.halfWidth, occlusal.halfDepth) * 0.36
  const cross = `M${-c} ${-c}L${c} ${c}M${c} ${-c}L${-c} ${c}`
  const crown = drawing.crown ?? (drawing.abutment ? null : drawing.implant)
  const pick = zones.map((zone): Shape => ({
    ...path(occlusal.zones[zone], 'zone', view.chosen.includes(zone) && 'chosen'),
    zone,
  }))
  const shapes =
    drawing.natural === 'ghost' && !crown && !drawing.implant
      ? missingTooth(shape, drawing, cross)
      : drawing.natural === 'roots' && !crown
        ? [{ ...path(`${occlusal.outline}${occlusal.hole}`, 'finding'), evenOdd: true }, ...pick]
        : crown
          ? crowned(shape, drawing, crown, pick)
          : natural(shape, drawing, view.bare, pick)
  if (alone && drawing.canals) shapes.push(ellipse(0, 0, 0.8, 0.8, 'spot', drawing.canals))
  if (alone && drawing.apical) shapes.push(ellipse(0, 0, 1.5, 1.5, 'apical', drawing.apical))
  if (alone && drawing.position === 'impacted') shapes.push(path(`M${-c} ${c * 0.6}L${c} ${-c * 0.6}`, 'outline'))
  if (alone && drawing.bracket)
    shapes.push({
      form: { kind: 'rect', x: -0.8, y: -occlusal.halfDepth - 0.4, width: 1.6, height: 1.1, r: 0 },
      paints: [drawing.bracket],
    })
  if (drawing.extraction) shapes.push(path(cross, 'line', 'planLine'))
  return shapes
}
