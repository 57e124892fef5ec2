import { normaliseSurfaces, surfaceText } from './teeth.ts'
import {
  isPlan,
  markLayer,
  standsWithoutTooth,
  toothCondition,
  type ToothConditionId,
  type ToothLayer,
  type ToothMark,
  type ToothMarkStatus,
} from './tooth-conditions.ts'

/**
 * One thing that a signed record says of one tooth. Entries are only added: an amendment or a deletion ends what is known,
 * not what was written.
 */
export interface ChartEntry {
  id: string
  /** FDI code, or 'S' and its neighbour for a supernumerary tooth. */
  tooth: string
  /** Letters in stored order (M D B L O I C); '' for the whole tooth. */
  surfaces: string
  condition: ToothConditionId
  status: ToothMarkStatus
  /** Depth, material or grade; '' when none is said. */
  detail: string
  /** What is one piece over several teeth (bridge, denture, retainer, splint) shares it. */
  groupId: string | null
  recordId: string
  /** When the visit began that found or did it, in milliseconds. */
  visitAt: number
  /** When the record was first signed: between entries of one visit time the earlier signature comes first. */
  signedAt: number
  /** Its place in the record. */
  place: number
  /** When this was first known: the signature of the version that says it. */
  knownFrom: number
  /** When a later version or a deletion took it back; null when it still stands. */
  knownTo: number | null
}

/** What an entry has become by a moment. */
export interface MouthMark {
  entry: ChartEntry
  layer: ToothLayer
  /** The surfaces that are left of it: a filling on O leaves M and D of a caries. */
  surfaces: string
  /** Lies under a crown, or in a tooth whose place an implant has: not drawn, and there again when that is taken off. */
  hidden: boolean
  /** A periapical lesion after the root filling: 观察中. */
  watched: boolean
  /** The entry that ended it; null while it stands. */
  endedBy: ChartEntry | null
}

/** A mouth at a moment. */
export interface Mouth {
  /** What stands of each tooth, in the order in which it came; a tooth of which nothing stands is not there. */
  teeth: ReadonlyMap<string, readonly MouthMark[]>
  /** Every mark there was, those that ended too. */
  marks: readonly MouthMark[]
}

/** The two questions of a look back, in milliseconds; each is the present when left out. */
export interface MouthMoment {
  /** The state after all visits up to then. */
  at?: number
  /** Only what was known by then: later amendments, deletions and signatures are left out. */
  knownAt?: number
}

type Conditions = ReadonlySet<ToothConditionId>
const setOf = (...ids: ToothConditionId[]): Conditions => new Set(ids)

const RESTORES = setOf('filling', 'inlay', 'sealant')
const RESTORED = setOf('caries', 'secondary_caries', 'wedge', 'attrition', 'fracture')
const CROWNS = setOf('crown', 'temporary_crown')
/** With these the natural tooth is no longer there. */
const TAKES_TOOTH = setOf('missing', 'lost_early', 'implant')
const MISSING = setOf('missing', 'lost_early')
/** What stands in the place of a tooth. */
const REPLACES = setOf('implant', 'pontic')
/** Of the tissue round the root: a root filling does not end them, it has them watched. */
const LESIONS = setOf('periapical', 'cyst')
/** What goes on without the natural tooth. */
const OUTLIVES_TOOTH = setOf(
  'missing',
  'lost_early',
  'space_closed',
  'pontic',
  'removable',
  'full_denture',
  'space_maintainer',
  'retainer',
  'splint',
)
/** Work that has a place without the natural tooth: its plans stay when the tooth is taken out. */
const FOR_A_GAP = setOf(
  'implant',
  'implant_abutment',
  'pontic',
  'removable',
  'full_denture',
  'space_maintainer',
  'space_closed',
)
/** What lies on the crown of a tooth, and under one that is put on it. */
const UNDER_CROWN = setOf(
  'caries',
  'secondary_caries',
  'wedge',
  'attrition',
  'crack',
  'fracture',
  'fluorosis',
  'residual_crown',
  'filling',
  'inlay',
  'sealant',
  'veneer',
  'veneer_defect',
  'post_core',
)
/** Of each of these a tooth has one at a time. */
const ONE_OF: readonly Conditions[] = [
  setOf('mobility1', 'mobility2', 'mobility3'),
  setOf('unerupted', 'erupting', 'embedded', 'missing', 'lost_early'),
  CROWNS,
]
/** A plan that is called otherwise than the work. */
const WORK_OF: Partial<Record<ToothConditionId, ToothConditionId>> = { rct_needed: 'rct', extract_planned: 'missing' }
const workOf = (condition: ToothConditionId): ToothConditionId => WORK_OF[condition] ?? condition

const overlaps = (one: string, other: string): boolean =>
  one === '' || other === '' || [...one].some((letter) => other.includes(letter))
/** What is left of surfaces without others; null: nothing, or the whole tooth was said by one of them. */
const without = (surfaces: string, gone: string): string | null =>
  [...surfaces].filter((letter) => gone !== '' && !gone.includes(letter)).join('') || null

/** The order in which entries act: by visit, then by signature, then by their place in the record. */
export const inOrder = (one: ChartEntry, other: ChartEntry): number =>
  one.visitAt - other.visitAt ||
  one.signedAt - other.signedAt ||
  (one.recordId < other.recordId ? -1 : one.recordId > other.recordId ? 1 : one.place - other.place)

/** What an entry leaves of a mark: undefined = all of it, text = some surfaces, null = nothing. */
function leftOf(mark: MouthMark, entry: ChartEntry): string | null | undefined {
  const { entry: earlier, surfaces } = mark
  const here = earlier.tooth === entry.tooth
  if (entry.status === 'removed' && entry.groupId) return earlier.groupId === entry.groupId ? null : undefined
  if (!here) return undefined
  const same = earlier.condition === entry.condition
  if (entry.status === 'removed')
    return same && overlaps(surfaces, entry.surfaces) ? without(surfaces, entry.surfaces) : undefined
  const sameWork = workOf(earlier.condition) === workOf(entry.condition) && overlaps(surfaces, entry.surfaces)
  // A plan ends nothing but the former plan of the same work.
  if (isPlan(entry)) return isPlan(earlier) && sameWork ? null : undefined
  const takesTooth = TAKES_TOOTH.has(entry.condition)
  if (isPlan(earlier)) {
    if (sameWork) return null
    if (takesTooth) return FOR_A_GAP.has(earlier.condition) ? undefined : null
    return undefined
  }
  if (entry.condition === 'sound') return mark.layer === 'finding' ? null : undefined
  if (takesTooth && !OUTLIVES_TOOTH.has(earlier.condition) && !same) return null
  if (ONE_OF.some((set) => set.has(entry.condition) && set.has(earlier.condition)) && !same) return null
  if (entry.condition === 'rct' && earlier.condition === 'pulpitis') return null
  const replaced = RESTORES.has(entry.condition) && (RESTORED.has(earlier.condition) || RESTORES.has(earlier.condition))
  if (replaced || same) return overlaps(surfaces, entry.surfaces) ? without(surfaces, entry.surfaces) : undefined
  return undefined
}

/** Whether an entry says what already stands: it was noted before, and stays as old as it is. */
const saysAgain = (mark: MouthMark, entry: ChartEntry): boolean =>
  mark.entry.tooth === entry.tooth &&
  mark.entry.condition === entry.condition &&
  mark.entry.detail === entry.detail &&
  mark.entry.groupId === entry.groupId &&
  mark.surfaces === entry.surfaces &&
  isPlan(mark.entry) === isPlan(entry) &&
  (!isPlan(entry) || mark.entry.status === entry.status)

/** Says of each standing mark of a tooth whether it is covered by another. */
function cover(standing: readonly MouthMark[]): void {
  const done = standing.filter(({ entry }) => !isPlan(entry))
  const crowned = done.some(({ entry }) => CROWNS.has(entry.condition))
  const replaced = done.some(({ entry }) => REPLACES.has(entry.condition))
  for (const mark of done)
    mark.hidden = (crowned && UNDER_CROWN.has(mark.entry.condition)) || (replaced && MISSING.has(mark.entry.condition))
}

/**
 * The mouth as the entries of signed records leave it. The same entries give the same mouth in whatever order they come:
 * a visit that is signed late acts at the time of the visit, and never ends what later visits found.
 * What ends what is the project's own reading (待医师复核); `mouth.test.ts` has a case for each rule.
 */
export function foldMouth(entries: readonly ChartEntry[], { at, knownAt }: MouthMoment = {}): Mouth {
  const known = entries.filter(({ visitAt, knownFrom, knownTo }) => {
    if (at !== undefined && visitAt > at) return false
    return knownAt === undefined ? knownTo === null : knownFrom <= knownAt && (knownTo === null || knownTo > knownAt)
  })
  const marks: MouthMark[] = []
  const standing = new Map<string, MouthMark[]>()
  const groups = new Map<string, Set<string>>()
  for (const entry of known.sort(inOrder)) {
    const own = standing.get(entry.tooth) ?? []
    standing.set(entry.tooth, own)
    if (entry.status !== 'removed' && own.some((mark) => saysAgain(mark, entry))) continue
    const group = entry.groupId === null ? undefined : (groups.get(entry.groupId) ?? new Set<string>())
    const teeth = entry.status === 'removed' && group ? [...group] : [entry.tooth]
    for (const tooth of teeth) {
      const stay = (standing.get(tooth) ?? []).filter((mark) => {
        const left = leftOf(mark, entry)
        if (left === null) mark.endedBy = entry
        else if (left !== undefined) mark.surfaces = left
        return left !== null
      })
      standing.set(tooth, stay)
    }
    // A sound tooth and a removal leave no mark of their own.
    if (entry.condition === 'sound' || entry.status === 'removed') continue
    const mark: MouthMark = {
      entry,
      layer: markLayer(entry),
      surfaces: entry.surfaces,
      hidden: false,
      watched: false,
      endedBy: null,
    }
    marks.push(mark)
    standing.get(entry.tooth)?.push(mark)
    if (entry.groupId !== null) groups.set(entry.groupId, (group ?? new Set<string>()).add(entry.tooth))
  }
  const teeth = new Map<string, readonly MouthMark[]>()
  for (const [tooth, own] of standing) {
    if (own.length === 0) continue
    cover(own)
    const filled = own.some(({ entry }) => entry.condition === 'rct' && !isPlan(entry))
    for (const mark of own) mark.watched = filled && LESIONS.has(mark.entry.condition)
    teeth.set(tooth, own)
  }
  return { teeth, marks }
}

/** What is drawn of a mouth: what stands and is not covered, as far as it is left. Tooth by tooth, in the order in which it came. */
export function drawnMarks({ teeth }: Mouth): ToothMark[] {
  return [...teeth.values()]
    .flat()
    .filter(({ hidden }) => !hidden)
    .map(({ entry: { tooth, condition, status, detail, groupId }, surfaces }) => ({
      tooth,
      condition,
      surfaces,
      status,
      ...(detail && { detail }),
      ...(groupId && { group: groupId }),
    }))
}

/** Teeth that are not there: a bridge over them has its pontics at them. */
export const missingTeeth = (mouth: readonly ToothMark[]): ReadonlySet<string> =>
  new Set(mouth.filter((mark) => MISSING.has(mark.condition) && !isPlan(mark)).map(({ tooth }) => tooth))

/** It is there and not to be reached. */
const HIDDEN = setOf('unerupted', 'embedded')

/** In the place of a tooth stands something else. */
const INSTEAD = setOf('implant', 'pontic', 'removable', 'full_denture')

/** What makes that a tooth carries no finding of a natural one: its code and what is there instead, in words. */
export function goneTeeth(mouth: readonly ToothMark[]): ReadonlyMap<string, string> {
  const gone = new Map<string, string>()
  for (const mark of mouth) {
    if (isPlan(mark) || mark.status === 'removed') continue
    if (MISSING.has(mark.condition)) gone.set(mark.tooth, '已缺失')
    else if (INSTEAD.has(mark.condition)) gone.set(mark.tooth, `是${toothCondition(mark.condition).nameZh}`)
  }
  return gone
}

/**
 * Teeth that can only be taken out or brought in: the code and what is said of it, in words. One that was charted otherwise
 * beside has come through since.
 */
export function hiddenTeeth(mouth: readonly ToothMark[]): ReadonlyMap<string, string> {
  const standing = mouth.filter((mark) => !isPlan(mark) && mark.status !== 'removed')
  const seen = new Set(standing.flatMap(({ tooth, condition }) => (HIDDEN.has(condition) ? [] : [tooth])))
  return new Map(
    standing.flatMap(({ tooth, condition }) =>
      HIDDEN.has(condition) && !seen.has(tooth) ? [[tooth, `是${toothCondition(condition).nameZh}牙`] as const] : [],
    ),
  )
}

/**
 * Why a mark can't be: a surface that the tooth has not got, or something of a natural tooth where there is none.
 * @param gone as `goneTeeth` gives it, of what was there before the mark
 * @returns the reason in Chinese; null when the mark can be
 */
export function markProblem(mark: ToothMark, gone: ReadonlyMap<string, string>): string | null {
  const { nameZh } = toothCondition(mark.condition)
  const why = gone.get(mark.tooth)
  if (why !== undefined && mark.status !== 'removed' && !standsWithoutTooth(mark.condition))
    return `${mark.tooth} ${why}，不能标${nameZh}`
  const lacks = [...mark.surfaces].find((letter) => normaliseSurfaces(mark.tooth, letter) === '')
  return lacks === undefined ? null : `${mark.tooth} 没有${surfaceText(mark.tooth, lacks)}`
}
