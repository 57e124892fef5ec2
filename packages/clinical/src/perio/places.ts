import { isMissing, type PerioCells } from './cells.ts'
import type { PerioPass } from './keys.ts'
import {
  rowOf,
  sideOf,
  sitesOnScreen,
  stopsOf,
  UPPER_ROW,
  LOWER_ROW,
  type PerioPath,
  type PerioSide,
  type Site,
} from './sites.ts'

/** A site and what is recorded there next. */
export interface Place extends Site {
  kind: 'pd' | 'gm' | 'plaque'
}

interface Way {
  places: readonly Place[]
  index: ReadonlyMap<string, number>
}
const keyOf = ({ tooth, site, kind }: Place) => `${tooth}.${site}.${kind}`
const ways = new Map<string, Way>()

/** All places of a path and pass in their order, missing teeth among them. */
function wayOf(path: PerioPath, pass: PerioPass): Way {
  const name = `${path}.${pass}`
  const known = ways.get(name)
  if (known) return known
  const kinds: readonly Place['kind'][] = pass === 'both' ? ['pd', 'gm'] : [pass]
  const places = stopsOf(path).flatMap(({ tooth, sites }) =>
    sites.flatMap((site) => kinds.map((kind) => ({ tooth, site, kind }))),
  )
  const way = { places, index: new Map(places.map((place, index) => [keyOf(place), index])) }
  ways.set(name, way)
  return way
}

export const sameSite = (a: Site | null, b: Site | null): boolean => a?.tooth === b?.tooth && a?.site === b?.site

/** The place after another, or before it, over missing teeth; null at the end. */
export function nextPlace(
  cells: PerioCells,
  path: PerioPath,
  pass: PerioPass,
  from: Place,
  by: 1 | -1 = 1,
): Place | null {
  const { places, index } = wayOf(path, pass)
  for (let at = (index.get(keyOf(from)) ?? -1) + by; at >= 0 && at < places.length; at += by) {
    const place = places[at]
    if (place && !isMissing(cells[place.tooth])) return place
  }
  return null
}

export function firstPlace(cells: PerioCells, path: PerioPath, pass: PerioPass): Place {
  const { places } = wayOf(path, pass)
  return places.find(({ tooth }) => !isMissing(cells[tooth])) ?? (places[0] as Place)
}

/** Where a site's side stands in the path. */
export const stopIndex = (path: PerioPath, { tooth, site }: Site): number =>
  stopsOf(path).findIndex((stop) => stop.tooth === tooth && stop.side === sideOf(site))

/** Rows of sites on the screen from the top. */
const screenRows: readonly { teeth: readonly string[]; side: PerioSide }[] = [
  { teeth: UPPER_ROW, side: 'B' },
  { teeth: UPPER_ROW, side: 'L' },
  { teeth: LOWER_ROW, side: 'L' },
  { teeth: LOWER_ROW, side: 'B' },
]

/** One step on the screen, over missing teeth; at an edge it stays. */
export function moved(cells: PerioCells, from: Place, to: 'left' | 'right' | 'up' | 'down'): Place {
  const row = screenRows.findIndex(({ teeth, side }) => teeth === rowOf(from.tooth) && side === sideOf(from.site))
  const sitesOf = (index: number) => {
    const each = screenRows[index]
    return each ? each.teeth.flatMap((tooth) => sitesOnScreen(tooth, each.side).map((site) => ({ tooth, site }))) : []
  }
  const column = sitesOf(row).findIndex((each) => sameSite(each, from))
  if (to === 'left' || to === 'right') {
    const by = to === 'left' ? -1 : 1
    const sites = sitesOf(row)
    for (let at = column + by; at >= 0 && at < sites.length; at += by) {
      const site = sites[at]
      if (site && !isMissing(cells[site.tooth])) return { ...site, kind: from.kind }
    }
    return from
  }
  const by = to === 'up' ? -1 : 1
  for (let at = row + by; at >= 0 && at < screenRows.length; at += by) {
    const site = sitesOf(at)[column]
    if (site && !isMissing(cells[site.tooth])) return { ...site, kind: from.kind }
  }
  return from
}
