import { furcationPlaces, PERIO_TEETH, type CellValue, type PerioCells } from '@dentin/clinical/perio/index'
import type { Random } from '../../random.ts'

const SITES = [0, 1, 2, 3, 4, 5] as const
const INTERDENTAL: readonly number[] = [0, 2, 3, 5]
const POCKET = 5
/** Teeth at which an implant stands, in turn. */
const IMPLANT_AT = ['36', '46', '16', '26', '15', '25'] as const

/** A site as treatment finds it, and what treatment does to it. */
interface SiteCourse {
  tooth: string
  site: number
  depth: number
  margin: number
  /** mm by which the pocket shrinks, and the margin goes back, until the last examination. */
  gain: number
  recession: number
  /** Order in which sites bleed, and carry plaque: the smallest first. */
  bleeds: number
  soils: number
}
/** A mouth that is treated. */
export interface Healing {
  sites: readonly SiteCourse[]
  statuses: Readonly<Record<string, 'missing' | 'implant'>>
  mobile: readonly string[]
  /** Share of bleeding sites, and of those with plaque, at the first and last examination. */
  bleeding: readonly [number, number]
  plaque: readonly [number, number]
}

/** Draws a mouth with periodontitis. @param nthImplant which of the implants stands in it; null: none */
export function drawMouth(r: Random, missing: ReadonlySet<string>, nthImplant: number | null): Healing {
  const severity = 0.25 + r.next() * 0.35
  const implant = nthImplant === null ? null : IMPLANT_AT[nthImplant % IMPLANT_AT.length]
  const isGone = (tooth: string) => tooth !== implant && (missing.has(tooth) || (tooth.endsWith('8') && r.chance(0.8)))
  const gone = PERIO_TEETH.filter(isGone)
  const statuses = Object.fromEntries([
    ...gone.map((tooth) => [tooth, 'missing'] as const),
    ...(implant ? [[implant, 'implant'] as const] : []),
  ])
  const sites = PERIO_TEETH.filter((tooth) => !gone.includes(tooth)).flatMap((tooth) => {
    const isMolar = Number(tooth[1]) >= 6
    // Two or three teeth of a mouth are worse than the others.
    const own = severity + (isMolar ? 0.15 : 0) + (r.chance(0.12) ? 0.3 : 0)
    return SITES.map((site) => drawSite(r, tooth, site, tooth === implant ? 0.2 : own))
  })
  const front = ['31', '41', '32', '42'].filter((tooth) => !gone.includes(tooth))
  return {
    sites,
    statuses,
    mobile: front.filter(() => r.chance(severity)),
    bleeding: [0.61 + r.next() * 0.08, 0.16 + r.next() * 0.08],
    plaque: [0.6 + r.next() * 0.2, 0.18 + r.next() * 0.12],
  }
}

function drawSite(r: Random, tooth: string, site: number, severity: number): SiteCourse {
  const isDeep = r.chance(INTERDENTAL.includes(site) ? severity : severity * 0.3)
  const depth = isDeep
    ? r.weighted([
        [4, 5],
        [5, 4],
        [6, 2],
        [7, 1],
      ] as const)
    : r.int(2, 3)
  const gain = depth >= POCKET ? r.int(1, 2) : depth === 4 ? r.int(0, 1) : 0
  return {
    tooth,
    site,
    depth,
    margin: r.weighted([
      [0, 6],
      [1, 3],
      [2, 1],
    ] as const),
    gain,
    recession: gain > 0 ? r.int(0, 1) : 0,
    bleeds: r.next() - depth * 0.12,
    soils: r.next() - (Number(tooth[1]) >= 6 ? 0.2 : 0),
  }
}

/** A chart of a mouth. @param progress 0 before treatment, 1 at the last examination; @param reached how many sites were probed */
export function chartAt(healing: Healing, progress: number, reached = Number.POSITIVE_INFINITY): PerioCells {
  const cells: Record<string, Record<string, CellValue>> = Object.fromEntries(
    Object.entries(healing.statuses).map(([tooth, status]) => [tooth, { status }]),
  )
  const probed = healing.sites.slice(0, reached)
  const marked = (order: (each: SiteCourse) => number, [first, last]: readonly [number, number]) => {
    const share = first + (last - first) * progress
    return new Set(probed.toSorted((a, b) => order(a) - order(b)).slice(0, Math.round(probed.length * share)))
  }
  const bleeding = marked(({ bleeds }) => bleeds, healing.bleeding)
  const plaque = marked(({ soils }) => soils, healing.plaque)
  for (const each of probed) {
    const { tooth, site, gain, recession } = each
    const own = (cells[tooth] ??= {})
    own[`pd.${site}`] = each.depth - Math.round(gain * progress)
    own[`gm.${site}`] = each.margin + Math.round(recession * progress)
    if (bleeding.has(each)) own[`bop.${site}`] = 1
    if (plaque.has(each)) own[`plaque.${site}`] = 1
  }
  for (const tooth of Object.keys(cells)) {
    const own = cells[tooth] ?? {}
    if (own.status === undefined && Math.max(...SITES.map((site) => Number(own[`pd.${site}`] ?? 0))) >= 7)
      for (const place of furcationPlaces(tooth).slice(0, 1)) own[`furcation.${place}`] = 1
  }
  for (const tooth of healing.mobile) if (cells[tooth] && progress < 1) cells[tooth].mobility = 1
  return cells
}
