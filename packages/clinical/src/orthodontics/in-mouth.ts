import type { Arch } from '../teeth.ts'
import { strippingSums, type Stripping } from './ipr.ts'
import type { DatedVisit, OrthoVisit } from './visit.ts'
import type { ChainKind, Elastic, OrthoPhase, Span, SpringKind, Wire } from './vocabulary.ts'

/** What is in a mouth, and since when (YYYY-MM-DD). */
export interface Since<T> {
  what: T
  since: string
}

/** What visits have left in a mouth. */
export interface InMouth {
  upper: Since<Wire> | null
  lower: Since<Wire> | null
  elastics: readonly Elastic[]
  chains: readonly Span<ChainKind>[]
  springs: readonly Span<SpringKind>[]
  /** The tray that was handed over last. */
  tray: Since<NonNullable<OrthoVisit['tray']>> | null
  wearHours: number | null
  /** Teeth whose bracket is off, and whose attachment is. */
  lostBrackets: readonly string[]
  lostAttachments: readonly string[]
  phase: OrthoPhase | null
  /** Everything that was taken away between teeth, and its sums in mm. */
  stripping: readonly Stripping[]
  strippingSums: Record<Arch, number>
}

const nothing: InMouth = {
  upper: null,
  lower: null,
  elastics: [],
  chains: [],
  springs: [],
  tray: null,
  wearHours: null,
  lostBrackets: [],
  lostAttachments: [],
  phase: null,
  stripping: [],
  strippingSums: { upper: 0, lower: 0 },
}

const sameWire = (a: Wire, b: Wire): boolean => a.size === b.size && a.material === b.material

/** A wire that is put in again unchanged has been in since it was put in first. */
function wireAfter(before: Since<Wire> | null, now: Wire | null, isOff: boolean, day: string): Since<Wire> | null {
  if (isOff) return null
  if (now === null) return before
  return before !== null && sameWire(before.what, now) ? before : { what: now, since: day }
}

/** The tray that is worn after a visit; the one that was worn before has been since its own day. */
export function trayAfter(before: InMouth['tray'], now: OrthoVisit['tray'], day: string): InMouth['tray'] {
  if (now === null) return before
  const isSame = before?.what.no === now.no && before.what.refinement === now.refinement
  return { what: now, since: isSame ? before.since : day }
}

const without = (all: readonly string[], gone: readonly string[]): string[] =>
  all.filter((each) => !gone.includes(each))
/** What was lost before and now, without what was bonded again. */
const lostAfter = (before: readonly string[], lost: readonly string[], again: readonly string[]): string[] =>
  [...without([...new Set([...before, ...lost])], again)].toSorted()

/** What is in the mouth after visits, the oldest first. */
export function inMouth(visits: readonly DatedVisit[]): InMouth {
  return visits.reduce<InMouth>((before, { day, visit }) => {
    const stripping = [...before.stripping, ...visit.stripping]
    return {
      upper: wireAfter(before.upper, visit.upperWire, visit.wiresOff.includes('upper'), day),
      lower: wireAfter(before.lower, visit.lowerWire, visit.wiresOff.includes('lower'), day),
      elastics: visit.elastics ?? before.elastics,
      chains: visit.chains ?? before.chains,
      springs: visit.springs ?? before.springs,
      tray: trayAfter(before.tray, visit.tray, day),
      wearHours: visit.wearHours ?? before.wearHours,
      lostBrackets: lostAfter(before.lostBrackets, visit.bracketLoss, visit.rebonded),
      lostAttachments: lostAfter(before.lostAttachments, visit.attachmentLoss, visit.attachmentsRebonded),
      phase: visit.phase ?? before.phase,
      stripping,
      strippingSums: strippingSums(stripping),
    }
  }, nothing)
}

/** A wire as it went in, and how long it stayed; until null: it is in. */
export interface WireRun extends Since<Wire> {
  until: string | null
}

/** The wires of one arch over the months, the oldest first. */
export function wireRuns(visits: readonly DatedVisit[], arch: Arch): WireRun[] {
  const runs: WireRun[] = []
  for (const { day, visit } of visits) {
    const now = arch === 'upper' ? visit.upperWire : visit.lowerWire
    const last = runs.at(-1)
    const isOff = visit.wiresOff.includes(arch)
    const isNew = now !== null && (last === undefined || last.until !== null || !sameWire(last.what, now))
    if (last?.until === null && (isOff || isNew)) last.until = day
    if (isNew && !isOff) runs.push({ what: now, since: day, until: null })
  }
  return runs
}

/** What a visit takes over when nothing has changed; what is found or done on a day is not among it. */
export function sameAsBefore(
  mouth: InMouth,
): Pick<OrthoVisit, 'phase' | 'upperWire' | 'lowerWire' | 'elastics' | 'chains' | 'springs' | 'tray' | 'wearHours'> {
  const { phase, upper, lower, elastics, chains, springs, tray, wearHours } = mouth
  return {
    phase,
    upperWire: upper?.what ?? null,
    lowerWire: lower?.what ?? null,
    elastics,
    chains,
    springs,
    tray: tray?.what ?? null,
    wearHours,
  }
}
