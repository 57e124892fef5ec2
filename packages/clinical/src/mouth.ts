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
  /** Why it was taken off; left out where nothing was. */
  reason?: string
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
  /** Nobody charted this gap: it is where the implant or pontic of this entry was, which was taken off. */
  gapOf?: ChartEntry
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
const TAKES_TOOTH = setOf('missing', 'lost_early', 'congenitally_missing', 'implant')
const MISSING = setOf('missing', 'lost_early', 'congenitally_missing')
/** What stands in the place of a tooth. */
const REPLACES = setOf('implant', 'pontic')
/** It is there and not to be reached. */
const HIDDEN = setOf('unerupted', 'embedded')
/** How far a tooth has come through: one that is sound to the eye has come all the way. */
const ON_ITS_WAY = setOf('unerupted', 'embedded', 'erupting')
/** With these a tooth has no surface of which anything could be said. */
const EXCLUSIVE: Conditions = new Set([...MISSING, ...REPLACES, ...HIDDEN])
/** Of the tissue round the root: a root filling does not end them, it has them watched. */
const LESIONS = setOf('periapical', 'cyst')
/** What goes on without the natural tooth. */
const OUTLIVES_TOOTH = setOf(
  'missing',
  'lost_early',
  'congenitally_missing',
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
  setOf('unerupted', 'erupting', 'embedded', 'missing', 'lost_early', 'congenitally_missing'),
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

/** Whether a state of a tooth leaves no room for something that is said of its surfaces. A hidden tooth may have plans. */
const closes = (
  state: Pick<ChartEntry, 'condition' | 'status'>,
  said: Pick<ChartEntry, 'condition' | 'status'>,
): boolean =>
  EXCLUSIVE.has(state.condition) &&
  !isPlan(state) &&
  toothCondition(said.condition).perSurface &&
  !(isPlan(said) && HIDDEN.has(state.condition))

/**
 * Whether an entry says something of surfaces that its tooth does not have. What a later visit finds on a tooth that was
 * unerupted or embedded says that it has come through: that ends the state (records from before the rule was asked have such).
 */
const hasNoSurface = (mark: MouthMark, entry: ChartEntry): boolean =>
  closes(mark.entry, entry) && !(HIDDEN.has(mark.entry.condition) && mark.entry.visitAt < entry.visitAt)

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
  if (closes(entry, earlier) || closes(earlier, entry)) return null
  const takesTooth = TAKES_TOOTH.has(entry.condition)
  if (isPlan(earlier)) {
    if (sameWork) return null
    if (takesTooth) return FOR_A_GAP.has(earlier.condition) ? undefined : null
    return undefined
  }
  if (entry.condition === 'sound')
    return mark.layer === 'finding' || ON_ITS_WAY.has(earlier.condition) ? null : undefined
  if (takesTooth && !OUTLIVES_TOOTH.has(earlier.condition) && !same) return null
  if (ONE_OF.some((set) => set.has(entry.condition) && set.has(earlier.condition)) && !same) return null
  if (entry.condition === 'rct' && earlier.condition === 'pulpitis') return null
  const replaced = RESTORES.has(entry.condition) && (RESTORED.has(earlier.condition) || RESTORES.has(earlier.condition))
  if (replaced || same) return overlaps(surfaces, entry.surfaces) ? without(surfaces, entry.surfaces) : undefined
  return undefined
}

/**
 * What taking something off leaves of its tooth: where an implant or a pontic stood is a gap, whether or not somebody had
 * charted the tooth as missing. What stood on an implant goes with it; under a pontic a root may still be.
 */
function leaveGap(before: readonly MouthMark[], after: MouthMark[], entry: ChartEntry): MouthMark[] {
  const off = before.find((mark) => mark.endedBy === entry && REPLACES.has(mark.entry.condition) && !isPlan(mark.entry))
  if (!off) return after
  const gap: ChartEntry = {
    ...entry,
    id: `${off.entry.id} gap`,
    tooth: off.entry.tooth,
    condition: 'missing',
    status: 'present',
    surfaces: '',
    detail: '',
    groupId: null,
    reason: '',
  }
  const isThere = ({ entry: said }: MouthMark) => !isPlan(said) && !OUTLIVES_TOOTH.has(said.condition)
  if (off.entry.condition !== 'implant' && after.some(isThere)) return after
  const stay = after.filter((mark) => {
    const goes = leftOf(mark, gap) === null
    if (goes) mark.endedBy = entry
    return !goes
  })
  if (stay.some((mark) => MISSING.has(mark.entry.condition) && !isPlan(mark.entry))) return stay
  const mark = { layer: markLayer(gap), surfaces: '', hidden: false, watched: false, endedBy: null }
  return [...stay, { ...mark, entry: gap, gapOf: off.entry }]
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
 * The version of the fold. It counts up when the fold begins to answer otherwise for entries that stand: what is stored of
 * their fates is then folded anew, once.
 */
export const MOUTH_FOLD = 3

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
    if (entry.status !== 'removed' && own.some((mark) => saysAgain(mark, entry) || hasNoSurface(mark, entry))) continue
    const group = entry.groupId === null ? undefined : (groups.get(entry.groupId) ?? new Set<string>())
    const teeth = entry.status === 'removed' && group ? [...group] : [entry.tooth]
    for (const tooth of teeth) {
      const before = standing.get(tooth) ?? []
      const stay = before.filter((mark) => {
        const left = leftOf(mark, entry)
        if (left === null) mark.endedBy = entry
        else if (left !== undefined) mark.surfaces = left
        return left !== null
      })
      const left = entry.status === 'removed' ? leaveGap(before, stay, entry) : stay
      marks.push(...left.filter((mark) => mark.gapOf && !before.includes(mark)))
      standing.set(tooth, left)
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

/** In the place of a tooth stands something else. */
const INSTEAD = setOf('implant', 'pontic', 'removable', 'full_denture')

const NEVER_THERE = '先天缺失'

/** What makes that a tooth carries no finding of a natural one: its code and what is there instead, in words. */
export function goneTeeth(mouth: readonly ToothMark[]): ReadonlyMap<string, string> {
  const gone = new Map<string, string>()
  for (const mark of mouth) {
    if (isPlan(mark) || mark.status === 'removed') continue
    if (mark.condition === 'congenitally_missing') gone.set(mark.tooth, NEVER_THERE)
    else if (MISSING.has(mark.condition)) gone.set(mark.tooth, '已缺失')
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

/** That a tooth has not got one of these surfaces, in Chinese; null when it has them all. */
export function lackingSurface(tooth: string, surfaces: string): string | null {
  const lacks = [...surfaces].find((letter) => normaliseSurfaces(tooth, letter) === '')
  return lacks === undefined ? null : `${tooth} 没有${surfaceText(tooth, lacks)}`
}

/**
 * Why a mark can't be: a surface that the tooth has not got, or something of a natural tooth where there is none.
 * @param gone as `goneTeeth` gives it, of what was there before the mark
 * @returns the reason in Chinese; null when the mark can be
 */
function markProblem(mark: ToothMark, gone: ReadonlyMap<string, string>): string | null {
  const { tooth, condition, status } = mark
  const { nameZh } = toothCondition(condition)
  if (condition === 'congenitally_missing' && status !== 'present') return `${tooth} 先天缺失是现有的情况，性质应选现有`
  const why = gone.get(tooth)
  if (why !== undefined && status !== 'removed' && !standsWithoutTooth(condition))
    return `${tooth} ${why}，不能标${nameZh}`
  const takenOut = condition === 'missing' && status !== 'present' && status !== 'removed'
  if (why === NEVER_THERE && takenOut) return `${tooth} ${why}，没有牙可拔`
  return lackingSurface(tooth, mark.surfaces)
}

/** A mark as an entry of a visit of its own. */
function entryOfMark(mark: ToothMark, place: number, visitAt: number): ChartEntry {
  const { group, detail, ...rest } = mark
  return {
    ...rest,
    id: `${visitAt} ${place}`,
    detail: detail ?? '',
    groupId: group ?? null,
    recordId: String(visitAt),
    visitAt,
    signedAt: visitAt,
    place,
    knownFrom: visitAt,
    knownTo: null,
  }
}

/** A mouth with what a record charts after it, as it will be when the record is signed. */
export function marksAfter(before: readonly ToothMark[], charted: readonly ToothMark[]): ToothMark[] {
  return drawnMarks(
    foldMouth([
      ...before.map((mark, place) => entryOfMark(mark, place, 0)),
      ...charted.map((mark, place) => entryOfMark(mark, place, 1)),
    ]),
  )
}

/** Whether a mark says how a tooth was found, or what was done to it or is to be done. */
const isFound = ({ status }: ToothMark): boolean => status === 'present' || status === 'external'
const saysSurfaces = ({ condition, status }: ToothMark): boolean =>
  toothCondition(condition).perSurface && status !== 'removed'

/**
 * Why each of the marks of one record can't be, in its place; null where it can. What the visit found and what it did are
 * two times: a tooth may be found with caries and taken out in the same record, and can't be found missing and filled.
 * @param before the mouth that the visit found
 */
export function chartProblems(before: readonly ToothMark[], charted: readonly ToothMark[]): (string | null)[] {
  const goneBefore = goneTeeth(before)
  return charted.map((mark, at) => {
    // What was found or taken off holds for the whole record; what was done, for what came after it.
    const others = charted.filter(
      (each, n) =>
        n !== at &&
        (each.tooth === mark.tooth || (each.status === 'removed' && each.group !== undefined)) &&
        !saysSurfaces(each) &&
        (isFound(each) || each.status === 'removed' || (each.status === 'completed' && !isFound(mark) && n < at)),
    )
    const here = before.filter(({ tooth }) => tooth === mark.tooth)
    const mouth = marksAfter(here, others)
    const gone = goneTeeth(mouth)
    const { nameZh } = toothCondition(mark.condition)
    const isNatural = mark.status !== 'removed' && !standsWithoutTooth(mark.condition)
    const said = others.findLast((each) => each.tooth === mark.tooth && EXCLUSIVE.has(each.condition))
    if (isNatural && said && gone.has(mark.tooth) && !goneBefore.has(mark.tooth)) {
      const hint = said.condition === 'missing' && isFound(said) ? '；本次拔除的，缺失的性质选已完成' : ''
      return `${mark.tooth} 在这份病历里标了${toothCondition(said.condition).nameZh}，不能再标${nameZh}${hint}`
    }
    const closed = mouth.find((each) => closes(each, mark))
    if (closed && HIDDEN.has(closed.condition) && saysSurfaces(mark))
      return `${mark.tooth} 是${toothCondition(closed.condition).nameZh}牙，不能标${nameZh}；已萌出的先标健康或萌出中`
    return markProblem(mark, gone)
  })
}

/**
 * The first problem that a change of what a record charts brings, in Chinese; null when it brings none.
 * @param before the mouth that the visit found
 */
export function newChartProblem(
  before: readonly ToothMark[],
  was: readonly ToothMark[],
  is: readonly ToothMark[],
): string | null {
  const known = new Set(chartProblems(before, was))
  return chartProblems(before, is).find((problem) => problem !== null && !known.has(problem)) ?? null
}
