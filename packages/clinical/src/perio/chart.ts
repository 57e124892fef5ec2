import { known } from '../geometry.ts'

/** Sites of a tooth in stored order: 近中颊 颊 远中颊 近中舌 舌 远中舌. */
export const PERIO_SITES = ['MB', 'B', 'DB', 'ML', 'L', 'DL'] as const
const INTERDENTAL = [0, 2, 3, 5] as const

type Site = number | null | undefined
/** One tooth; a site that was not measured is null. */
export interface PerioTooth {
  /** Probing depth in mm, 0–15. */
  pd?: readonly Site[] | null
  /** Margin to CEJ in mm: + recession, − margin coronal of it. */
  rec?: readonly Site[] | null
  /** 1 or true where it bled. */
  bop?: readonly (Site | boolean)[] | null
  /** 1 or true where there is plaque. */
  plaque?: readonly (Site | boolean)[] | null
}

export interface PerioChart {
  /** Probed sites. */
  sites: number
  /** Bleeding sites in % of the probed ones; not there when bleeding was recorded nowhere. */
  bopPct?: number
  plaquePct?: number
  /** Attachment loss pd + rec in mm by tooth and site; null at a site that lacks one of both. */
  cal: Record<string, (number | null)[]>
  /** Largest attachment loss of MB, DB, ML and DL in mm. */
  maxInterdentalCal?: number
  maxPd?: number
  /** Sites of 5 mm and more. */
  pd5Sites?: number
}

/** From this depth in mm a pocket counts for the recall. */
const DEEP_MM = 5

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const largest = (values: readonly number[]): number | undefined => (values.length > 0 ? Math.max(...values) : undefined)

/** Sum of a six-site chart. What was not measured counts nowhere, and never as 0. Source: clinical-calculators §5. */
export function perioChart({ teeth }: { teeth: Readonly<Record<string, PerioTooth>> }): PerioChart {
  const depths: number[] = []
  const interdental: number[] = []
  const cal: PerioChart['cal'] = {}
  const marked = { bop: 0, plaque: 0 }
  const recorded = { bop: false, plaque: false }
  for (const [tooth, chart] of Object.entries(teeth)) {
    const losses = PERIO_SITES.map((_, site) => {
      const [depth, recession] = [chart.pd?.[site], chart.rec?.[site]]
      return isNumber(depth) && isNumber(recession) ? depth + recession : null
    })
    if (losses.some(isNumber)) cal[tooth] = losses
    interdental.push(...INTERDENTAL.map((site) => losses[site]).filter(isNumber))
    for (const site of PERIO_SITES.keys()) {
      const depth = chart.pd?.[site]
      if (!isNumber(depth)) continue
      depths.push(depth)
      for (const index of ['bop', 'plaque'] as const) {
        if (chart[index]?.[site]) marked[index] += 1
        recorded[index] ||= Boolean(chart[index])
      }
    }
  }
  const share = (index: 'bop' | 'plaque') =>
    recorded[index] && depths.length > 0 ? (100 * marked[index]) / depths.length : undefined
  return known({
    sites: depths.length,
    bopPct: share('bop'),
    plaquePct: share('plaque'),
    cal,
    maxInterdentalCal: largest(interdental),
    maxPd: largest(depths),
    pd5Sites: depths.length > 0 ? depths.filter((depth) => depth >= DEEP_MM).length : undefined,
  })
}

/** A case without attachment loss by its bleeding in %: below 10 健康, to 30 局限型, more 广泛型 gingivitis. */
export const gingivalCase = (bopPct: number): 'health' | 'localized' | 'generalized' =>
  bopPct < 10 ? 'health' : bopPct <= 30 ? 'localized' : 'generalized'
