import {
  cellOf,
  cellProblem,
  changesBetween,
  isMarked,
  isMissing,
  measureAt,
  statusOf,
  togetherProblem,
  withCell,
  withChanges,
  type CellChange,
  type CellKey,
  type CellValue,
  type Mark,
  type Measure,
  type PerioCells,
  type ToothCells,
} from './cells.ts'
import { passesOf, type Asked, type PerioPass, type PerioRounds } from './keys.ts'
import { firstPlace, nextPlace, stopIndex, type Place } from './places.ts'
import { furcationPlaces, isCharted, sideOf, sitesOnScreen, stopsOf, type PerioPath, type Site } from './sites.ts'

const UNDO_STEPS = 200

/** What is waited for: the second key of a two-key entry. */
export type Waiting = { kind: 'prefix' | 'minus' | 'menu' | 'menu2' } | { kind: Asked; typed: string } | null

interface Step {
  changes: readonly CellChange[]
  before: Pick<PerioEntry, 'place' | 'last' | 'done'>
}

/** Entry into a chart: what is recorded, and where it goes on. */
export interface PerioEntry {
  cells: PerioCells
  path: PerioPath
  rounds: PerioRounds
  pass: PerioPass
  /** Where the next value goes. */
  place: Place
  /** The site just recorded, to which marks belong; null after a jump. */
  last: Site | null
  /** The last site of the path was recorded. */
  done: boolean
  waiting: Waiting
  /** Why the last key was refused, and where it is told. */
  problem: (Site & { message: string }) | null
  /** A tooth was said to be missing or an implant: whether the mouth says so too is to be asked. */
  askMouth: { tooth: string; status: 'missing' | 'implant' } | null
  undo: readonly Step[]
  /** Noughts in a row in a pass of margins: two and Enter fill the rest. */
  noughts: number
}

/** Entry at the first site that there is. */
export function beginEntry(
  cells: PerioCells,
  path: PerioPath = 'snake',
  rounds: PerioRounds = 'depthThenMargin',
): PerioEntry {
  const [pass] = passesOf(rounds)
  return {
    cells,
    path,
    rounds,
    pass,
    place: firstPlace(cells, path, pass),
    last: null,
    done: false,
    waiting: null,
    problem: null,
    askMouth: null,
    undo: [],
    noughts: 0,
  }
}

export const refused = (entry: PerioEntry, { tooth, site }: Site, message: string): PerioEntry => ({
  ...entry,
  problem: { tooth, site, message },
})
export const at = (entry: PerioEntry, place: Place): PerioEntry => ({ ...entry, place, last: null, done: false })

export const switched = (entry: PerioEntry, path: PerioPath, pass: PerioPass): PerioEntry => ({
  ...at(entry, firstPlace(entry.cells, path, pass)),
  path,
  pass,
})

/** Other rounds: what is recorded goes on where the new ones have it too. */
export function roundsChosen(entry: PerioEntry, rounds: PerioRounds): PerioEntry {
  const passes = passesOf(rounds)
  return { ...(passes.includes(entry.pass) ? entry : switched(entry, entry.path, passes[0])), rounds }
}

/** The round that comes after one that is through; null: it was the last. */
export function nextRound({ done, pass, rounds }: PerioEntry): PerioPass | null {
  const passes = passesOf(rounds)
  return (done && passes.includes(pass) && passes[passes.indexOf(pass) + 1]) || null
}

export function onSide(entry: PerioEntry, side: 'B' | 'L'): PerioEntry {
  const { tooth } = entry.place
  const stop = stopsOf(entry.path).find((each) => each.tooth === tooth && each.side === side)
  return at(entry, { tooth, site: stop?.sites[0] ?? (side === 'B' ? 0 : 3), kind: kindOf(entry.pass) })
}
const kindOf = (pass: PerioPass): Place['kind'] => (pass === 'both' ? 'pd' : pass)

/** To a tooth, also to one that is missing: there it can be said to be there again. */
export function jumped(entry: PerioEntry, tooth: string): PerioEntry {
  if (!isCharted(tooth)) return refused(entry, entry.place, `没有 ${tooth} 这颗恒牙`)
  const side = sideOf(entry.place.site)
  return onSide({ ...entry, place: { ...entry.place, tooth, site: side === 'B' ? 0 : 3 } }, side)
}

/** To the first site of the next side of the path, or the one before. */
export function stepped(entry: PerioEntry, by: 1 | -1): PerioEntry {
  const stops = stopsOf(entry.path)
  for (let index = stopIndex(entry.path, entry.place) + by; index >= 0 && index < stops.length; index += by) {
    const stop = stops[index]
    if (stop && !isMissing(entry.cells[stop.tooth]))
      return at(entry, { tooth: stop.tooth, site: stop.sites[0] ?? 0, kind: kindOf(entry.pass) })
  }
  return refused(entry, entry.place, by === 1 ? '后面没有牙了' : '前面没有牙了')
}

/** Changes cells of a tooth as one step that can be taken back; what can't be is told at its place. */
export function changed(
  entry: PerioEntry,
  tooth: string,
  cells: readonly [CellKey, CellValue | null][],
  then: Partial<PerioEntry> = {},
): PerioEntry {
  let next: ToothCells = entry.cells[tooth] ?? {}
  for (const [key, value] of cells) {
    const problem = value === null ? null : cellProblem(tooth, key, value)
    if (problem !== null) return refused(entry, { tooth, site: siteOf(key, entry) }, problem)
    next = withCell(next, key, value)
  }
  const problem = togetherProblem(tooth, next)
  if (problem) return refused(entry, { tooth, site: siteOf(problem.cell, entry) }, problem.message)
  return { ...stepFrom(entry, { ...entry.cells, [tooth]: next }), ...then }
}
const siteOf = (key: CellKey, entry: PerioEntry) => (/\.\d$/.test(key) ? Number(key.at(-1)) : entry.place.site)

function stepFrom(entry: PerioEntry, cells: PerioCells): PerioEntry {
  const { place, last, done } = entry
  const step: Step = { changes: changesBetween(entry.cells, cells), before: { place, last, done } }
  return { ...entry, cells, undo: [...entry.undo, step].slice(-UNDO_STEPS) }
}

/** A value where the cursor is; then the next site. */
export function recorded(entry: PerioEntry, value: number): PerioEntry {
  const { place } = entry
  if (entry.done) return refused(entry, place, '已是最后一个位点')
  const { tooth, site } = place
  if (place.kind === 'plaque' && value > 1) return refused(entry, place, '菌斑：1 有，0 无')
  const cells: [CellKey, CellValue | null][] =
    place.kind === 'plaque'
      ? [[cellOf('plaque', site), value]]
      : [
          [cellOf(place.kind, site), value],
          ...(place.kind === 'gm' ? ([[cellOf('filled', site), null]] as [CellKey, null][]) : []),
        ]
  const after = nextPlace(entry.cells, entry.path, entry.pass, place)
  return changed(entry, tooth, cells, { last: { tooth, site }, place: after ?? place, done: after === null })
}

/** The margin of a site: where the cursor stands in a pass of margins, else of the site just recorded. */
export function margin(entry: PerioEntry, value: number): PerioEntry {
  const found = value === 0 ? 0 : value
  if (entry.place.kind === 'gm') return recorded(entry, found)
  const { tooth, site } = entry.last ?? entry.place
  return changed(entry, tooth, [
    [cellOf('gm', site), found],
    [cellOf('filled', site), null],
  ])
}

export function marked(entry: PerioEntry, mark: Mark, whole: boolean): PerioEntry {
  const { tooth, site } = entry.last ?? entry.place
  const sites = whole ? sitesOnScreen(tooth, sideOf(site)) : [site]
  const on = sites.every((each) => isMarked(entry.cells[tooth], mark, each))
  return changed(
    entry,
    tooth,
    sites.map((each) => [cellOf(mark, each), on ? null : 1]),
  )
}

/** One key for two marks: plaque, calculus, both, neither. Held down, what the site has stands on the whole side. */
export function dotted(entry: PerioEntry, whole: boolean): PerioEntry {
  const { tooth, site } = entry.last ?? entry.place
  const now =
    Number(isMarked(entry.cells[tooth], 'plaque', site)) + 2 * Number(isMarked(entry.cells[tooth], 'calculus', site))
  const next = whole ? now : (now + 1) % 4
  const sites = whole ? sitesOnScreen(tooth, sideOf(site)) : [site]
  return changed(
    entry,
    tooth,
    sites.flatMap((each): [CellKey, CellValue | null][] => [
      [cellOf('plaque', each), next % 2 === 1 ? 1 : null],
      [cellOf('calculus', each), next >= 2 ? 1 : null],
    ]),
  )
}

/** @param tooth what is said is of the tooth just probed, what is typed of the one at the cursor */
export function furcated(entry: PerioEntry, place: string, degree: number, tooth = entry.place.tooth): PerioEntry {
  const known = furcationPlaces(tooth).find((each) => each === place)
  const key = `furcation.${known ?? 'B'}` as const
  if (!known) return refused(entry, entry.place, cellProblem(tooth, `furcation.${place}`, degree) ?? '')
  return changed(entry, tooth, [[key, degree]])
}

/** Missing, implant, or there again. What was measured of a missing tooth goes, and comes back with undo. */
export function withStatus(entry: PerioEntry, status: 'missing' | 'implant'): PerioEntry {
  const { tooth } = entry.place
  const before = entry.cells[tooth]
  const off = statusOf(before) === status
  const kept =
    status === 'missing'
      ? {}
      : Object.fromEntries(
          Object.entries(before ?? {}).filter(([key]) => !key.startsWith('furcation') && key !== 'status'),
        )
  const next: ToothCells = off ? withCell(before, 'status', null) : { ...kept, status }
  const made = stepFrom(entry, { ...entry.cells, [tooth]: next })
  if (off) return made
  const asking: PerioEntry = { ...made, askMouth: { tooth, status } }
  return status === 'missing' ? { ...stepped(asking, 1), askMouth: asking.askMouth, problem: null } : asking
}

/** The value of the site before once more. */
export function repeated(entry: PerioEntry): PerioEntry {
  const before = nextPlace(entry.cells, entry.path, entry.pass, entry.place, -1)
  const from = entry.last && entry.pass !== 'both' ? { ...entry.place, ...entry.last } : before
  if (!from) return refused(entry, entry.place, '前面没有位点')
  const same = entry.pass === 'both' ? nextPlace(entry.cells, entry.path, 'both', before ?? entry.place, -1) : from
  if (!same) return refused(entry, entry.place, '前面没有位点')
  if (same.kind === 'plaque') return recorded(entry, isMarked(entry.cells[same.tooth], 'plaque', same.site) ? 1 : 0)
  const value = measureAt(entry.cells[same.tooth], same.kind, same.site)
  return value === null ? refused(entry, entry.place, '前一个位点没有数') : recorded(entry, value)
}

/** Back to the site before, and clears what was recorded there. */
export function backed(entry: PerioEntry): PerioEntry {
  const to = entry.done ? entry.place : nextPlace(entry.cells, entry.path, entry.pass, entry.place, -1)
  if (!to) return entry
  const { tooth, site, kind } = to
  const marks: Mark[] = kind === 'pd' ? ['bop', 'pus', 'plaque', 'calculus'] : []
  const keys: CellKey[] = [
    cellOf(kind === 'plaque' ? 'plaque' : (kind as Measure), site),
    ...marks.map((mark) => cellOf(mark, site)),
  ]
  const then = { place: to, last: null, done: false }
  const isEmpty = keys.every((key) => entry.cells[tooth]?.[key] === undefined)
  return isEmpty
    ? { ...entry, ...then }
    : changed(
        entry,
        tooth,
        keys.map((key) => [key, null]),
        then,
      )
}

/** Takes the last change back, wherever somebody else has not changed it since. */
export function undone(entry: PerioEntry): PerioEntry {
  const step = entry.undo.at(-1)
  if (!step) return entry
  const back = step.changes.flatMap(({ tooth, cell, from, to }) =>
    (entry.cells[tooth]?.[cell] ?? null) === to ? [{ tooth, cell, from: to, to: from }] : [],
  )
  return { ...entry, cells: withChanges(entry.cells, back), undo: entry.undo.slice(0, -1), ...step.before }
}

/** Every margin that is still empty becomes 0, and is marked as filled in. */
export function filled(entry: PerioEntry): PerioEntry {
  const next: Record<string, ToothCells> = { ...entry.cells }
  for (const { tooth, sites } of stopsOf(entry.path))
    if (!isMissing(next[tooth]))
      for (const site of sites)
        if (measureAt(next[tooth], 'gm', site) === null)
          next[tooth] = withCell(withCell(next[tooth], cellOf('gm', site), 0), cellOf('filled', site), 1)
  return stepFrom(entry, next)
}

/** The same entry after others changed the chart: their cells are taken over, the cursor stays. */
export function withOthers(entry: PerioEntry, changes: readonly CellChange[]): PerioEntry {
  return { ...entry, cells: withChanges(entry.cells, changes) }
}
