import { surfaceText } from '../teeth.ts'
import { markLayer, toothCondition, toothMarkStatuses, type ToothLayer, type ToothMark } from '../tooth-conditions.ts'
import type { Zone } from './tooth-shape.ts'

/** How one of the five zones is filled; `plan` is hatched over whatever lies there now. */
export interface ZoneFill {
  base: 'finding' | 'existing' | 'sealant' | null
  plan: boolean
}

/** What the marks of one tooth come to on the drawing. */
export interface ToothDrawing {
  /** The natural tooth: whole, cut down, roots only, a dashed ghost where it is missing, or nothing. */
  natural: 'whole' | 'stump' | 'roots' | 'ghost' | 'none'
  /** The tooth was never laid down: its ghost has no roots, and a ring in place of the cross. */
  neverThere: boolean
  position: 'normal' | 'impacted' | 'embedded' | 'unerupted' | 'erupting' | 'overerupted'
  zones: Partial<Record<Zone, ZoneFill>>
  /** Fill at the neck: wedge defect, root caries or a cervical filling. */
  cervical: ToothLayer | null
  crown: ToothLayer | 'temporary' | 'removable' | null
  pontic: ToothLayer | null
  implant: ToothLayer | null
  abutment: ToothLayer | null
  canals: ToothLayer | null
  post: ToothLayer | null
  apical: ToothLayer | null
  veneer: ToothLayer | null
  bracket: ToothLayer | null
  band: ToothLayer | null
  crack: ToothLayer | null
  fracture: ToothLayer | null
  furcation: ToothLayer | null
  recession: ToothLayer | null
  /** Attrition, fluorosis: drawn on the crown. */
  worn: ToothLayer | null
  mottled: ToothLayer | null
  retained: boolean
  /** A lesion of the root's tip that is as large as a cyst. */
  cyst: boolean
  rootFracture: ToothLayer | null
  resorption: ToothLayer | null
  overgrowth: ToothLayer | null
  /** The neighbours have closed the gap. */
  closed: ToothLayer | null
  malposed: ToothLayer | null
  anomaly: ToothLayer | null
  /** Which way an impacted or a malposed tooth has turned or gone, one of the details of its condition; '': not said. */
  turn: string
  extraction: boolean
  other: ToothLayer | null
  /** Degree of mobility in Roman numerals, written beside the apex. */
  mobility: string
}

const rank: Record<ToothLayer, number> = { existing: 0, finding: 1, plan: 2 }

const isLayer = (value: string | null): value is ToothLayer => value !== null && value in rank

const stronger = (before: string | null, layer: ToothLayer): ToothLayer =>
  isLayer(before) && rank[before] > rank[layer] ? before : layer

const zoneOf = (letter: string): Zone | null => (letter === 'I' ? 'O' : letter === 'C' ? null : (letter as Zone))

/** Turns the marks of one tooth into what is drawn; later marks do not hide lesions or plans, what was taken off is not drawn. */
export function toothDrawing(marks: readonly ToothMark[]): ToothDrawing {
  const drawing: ToothDrawing = {
    natural: 'whole',
    neverThere: false,
    position: 'normal',
    zones: {},
    cervical: null,
    crown: null,
    pontic: null,
    implant: null,
    abutment: null,
    canals: null,
    post: null,
    apical: null,
    veneer: null,
    bracket: null,
    band: null,
    crack: null,
    fracture: null,
    furcation: null,
    recession: null,
    worn: null,
    mottled: null,
    retained: false,
    cyst: false,
    rootFracture: null,
    resorption: null,
    overgrowth: null,
    closed: null,
    malposed: null,
    anomaly: null,
    turn: '',
    extraction: false,
    other: null,
    mobility: '',
  }
  const fillZones = (surfaces: string, layer: ToothLayer, light: boolean): void => {
    for (const letter of surfaces) {
      const zone = zoneOf(letter)
      if (!zone) continue
      const before = drawing.zones[zone] ?? { base: null, plan: false }
      if (layer === 'plan') drawing.zones[zone] = { ...before, plan: true }
      else if (before.base !== 'finding')
        drawing.zones[zone] = { ...before, base: layer === 'finding' ? 'finding' : light ? 'sealant' : 'existing' }
    }
  }
  let missing = false
  for (const mark of marks) {
    if (mark.status === 'removed') continue
    const layer = markLayer(mark)
    switch (mark.condition) {
      case 'sound':
        break
      case 'caries':
      case 'secondary_caries':
      case 'filling':
      case 'inlay':
        fillZones(mark.surfaces, layer, false)
        if (mark.surfaces.includes('C')) drawing.cervical = stronger(drawing.cervical, layer)
        break
      case 'sealant':
        fillZones(mark.surfaces, layer, true)
        break
      case 'attrition':
        fillZones(mark.surfaces, layer, false)
        drawing.worn = layer
        break
      case 'wedge':
        drawing.cervical = stronger(drawing.cervical, layer)
        break
      case 'veneer':
        fillZones(mark.surfaces, layer, true)
        drawing.veneer = layer
        break
      case 'crown':
        drawing.crown = stronger(drawing.crown, layer)
        break
      case 'bridge_abutment':
        drawing.crown = stronger(drawing.crown, layer)
        break
      case 'pontic':
        drawing.crown = stronger(drawing.crown, layer)
        drawing.pontic = layer
        if (layer !== 'plan') drawing.natural = 'none'
        break
      case 'removable':
      case 'full_denture':
        drawing.crown = layer === 'plan' ? 'plan' : 'removable'
        if (layer !== 'plan') drawing.natural = 'none'
        break
      case 'temporary_crown':
        if (layer === 'plan') drawing.crown = 'plan'
        else drawing.crown ??= 'temporary'
        break
      case 'implant':
        drawing.implant = layer
        if (layer !== 'plan') drawing.natural = 'none'
        break
      case 'implant_abutment':
        drawing.abutment = layer
        if (layer !== 'plan') drawing.natural = 'none'
        break
      case 'rct':
      case 'rct_needed':
      case 'pulpitis':
        drawing.canals = stronger(drawing.canals, layer)
        break
      case 'cyst':
      case 'periapical':
        drawing.cyst ||= mark.condition === 'cyst'
        drawing.apical = stronger(drawing.apical, layer)
        break
      case 'post_core':
        drawing.post = layer
        break
      case 'residual_root':
        if (layer !== 'plan') drawing.natural = 'roots'
        break
      case 'residual_crown':
        if (layer !== 'plan') drawing.natural = 'stump'
        break
      case 'missing':
        if (layer === 'plan') drawing.extraction = true
        else missing = true
        break
      case 'extract_planned':
        drawing.extraction = true
        break
      case 'lost_early':
        missing = true
        break
      case 'congenitally_missing':
        missing = true
        drawing.neverThere = true
        break
      case 'space_closed':
        drawing.closed = layer
        if (layer !== 'plan') missing = true
        break
      case 'root_fracture':
        drawing.rootFracture = layer
        break
      case 'resorption':
        drawing.resorption = layer
        break
      case 'overgrowth':
        drawing.overgrowth = layer
        break
      case 'malposed':
        drawing.malposed = layer
        drawing.turn = mark.detail ?? ''
        break
      case 'anomaly':
        drawing.anomaly = layer
        break
      case 'retainer':
      case 'splint':
        // What is one piece over several teeth is drawn once, over the teeth.
        break
      case 'impacted':
        drawing.position = 'impacted'
        drawing.turn = mark.detail ?? ''
        break
      case 'embedded':
      case 'unerupted':
      case 'erupting':
      case 'overerupted':
        drawing.position = mark.condition
        break
      case 'retained_deciduous':
        drawing.retained = true
        break
      case 'supernumerary':
        // It is drawn as a tooth of its own.
        break
      case 'mobility1':
        drawing.mobility = 'Ⅰ'
        break
      case 'mobility2':
        drawing.mobility = 'Ⅱ'
        break
      case 'mobility3':
        drawing.mobility = 'Ⅲ'
        break
      case 'bracket':
        drawing.bracket = layer
        break
      case 'space_maintainer':
        drawing.band = layer
        break
      case 'crack':
        drawing.crack = layer
        break
      case 'fracture':
      case 'veneer_defect':
        fillZones(mark.surfaces, layer, false)
        drawing.fracture = layer
        break
      case 'furcation':
        drawing.furcation = layer
        break
      case 'recession':
        drawing.recession = layer
        break
      case 'fluorosis':
        drawing.mottled = layer
        break
      case 'other':
        drawing.other = layer
        break
    }
  }
  if (missing && drawing.natural !== 'none') drawing.natural = 'ghost'
  return drawing
}

/** The marks of a tooth in words: '龋 近中𬌗面、计划 冠'; '健康' for none. */
export function marksText(marks: readonly ToothMark[]): string {
  if (marks.length === 0) return '健康'
  return marks
    .map((mark) => {
      const status = mark.status === 'present' ? '' : toothMarkStatuses.find((item) => item.id === mark.status)?.nameZh
      return [
        status,
        `${mark.detail ?? ''}${toothCondition(mark.condition).nameZh}`,
        surfaceText(mark.tooth, mark.surfaces),
      ]
        .filter(Boolean)
        .join(' ')
    })
    .join('、')
}

/**
 * Groups marks by the tooth they stand on. An unchanged group keeps the array of
 * the former grouping, so that only the teeth that changed draw again.
 */
export function groupMarks(
  marks: readonly ToothMark[],
  former: ReadonlyMap<string, readonly ToothMark[]>,
): Map<string, readonly ToothMark[]> {
  const groups = new Map<string, ToothMark[]>()
  for (const mark of marks) {
    const group = groups.get(mark.tooth)
    if (group) group.push(mark)
    else groups.set(mark.tooth, [mark])
  }
  const result = new Map<string, readonly ToothMark[]>()
  for (const [fdi, group] of groups) {
    const before = former.get(fdi)
    const same = before?.length === group.length && group.every((mark, index) => sameMark(mark, before[index]))
    result.set(fdi, same ? before : group)
  }
  return result
}

function sameMark(a: ToothMark, b: ToothMark | undefined): boolean {
  return (
    a === b ||
    (b !== undefined &&
      a.tooth === b.tooth &&
      a.condition === b.condition &&
      a.surfaces === b.surfaces &&
      a.status === b.status &&
      a.detail === b.detail &&
      a.group === b.group)
  )
}

/** The own code of a supernumerary tooth, 'S' and the tooth that it stands mesially of; null for marks of other teeth. */
export const supernumeraryOf = (mark: ToothMark): string | null =>
  mark.tooth.startsWith('S') ? mark.tooth : mark.condition === 'supernumerary' ? `S${mark.tooth}` : null

/** Depth in mm of teeth that are still in the bone or out of their row; a transform in SVG's words. */
const depths: Record<Exclude<ToothDrawing['position'], 'impacted'>, string | undefined> = {
  normal: undefined,
  embedded: 'translate(0 -4.6)',
  unerupted: 'translate(0 -3.6)',
  erupting: 'translate(0 -1.6)',
  overerupted: 'translate(0 1.5)',
}
/** How an impacted tooth lies; one that lies across or upside down is smaller, or it would cover its neighbours. */
const impactions: Readonly<Record<string, string>> = {
  垂直: 'translate(0 -4.4)',
  近中: 'translate(-.3 -3.1) rotate(-25 0 3.2)',
  水平: 'translate(-1 -3.4) scale(.72) rotate(-84 0 -3)',
  远中: 'translate(.3 -3.1) rotate(25 0 3.2)',
  倒置: 'translate(0 -4.6) scale(.84) rotate(180 0 -2.4)',
}
const sideways: Readonly<Record<string, string>> = {
  近中: 'rotate(-16 0 -4)',
  远中: 'rotate(16 0 -4)',
  扭转: 'rotate(-4) scale(.82 1)',
  唇颊向: 'translate(0 .5) scale(1.08)',
  舌腭向: 'translate(0 -.5) scale(.9)',
}
const fromAbove: Readonly<Record<string, string>> = {
  近中: 'translate(.7 0)',
  远中: 'translate(-.7 0)',
  扭转: 'rotate(38)',
  唇颊向: 'translate(0 -1.7)',
  舌腭向: 'translate(0 1.7)',
}

/** How a tooth that stands wrong is tilted and moved, seen from the side; a transform in SVG's words. */
export function sideTilt({ position, malposed, turn }: ToothDrawing): string | undefined {
  if (position === 'impacted') return impactions[turn] ?? impactions['近中']
  return [depths[position], malposed && sideways[turn]].filter(Boolean).join(' ') || undefined
}

/** The same seen from above. */
export const tiltFromAbove = ({ position, malposed, turn }: ToothDrawing): string | undefined =>
  malposed && position !== 'impacted' ? fromAbove[turn] : undefined
