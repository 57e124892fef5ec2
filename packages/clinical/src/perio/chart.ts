/** Six sites of a tooth in the order they are kept: MB B DB ML L DL. Null: not measured. */
export type Sites<T> = readonly (T | null)[]
export const SITES = ['MB', 'B', 'DB', 'ML', 'L', 'DL'] as const
const INTERDENTAL = [0, 2, 3, 5]

/** What was measured at a tooth: depths and recession in mm (− where the margin covers the CEJ), 1 or true where it bleeds. */
export interface ToothSites {
  pd?: Sites<number>
  rec?: Sites<number>
  bop?: Sites<number | boolean>
  plaque?: Sites<number | boolean>
}

export interface PerioFigures {
  /** Sites with a depth. */
  sites: number
  /** Percent of the sites at which it was looked for; no key where it was nowhere. */
  bopPct?: number
  plaquePct?: number
  /** Attachment loss by tooth; null where depth or margin is not measured. */
  cal: Record<string, (number | null)[]>
  maxInterdentalCal?: number
  maxPd?: number
  /** Sites of 5 mm and more. */
  pd5Sites: number
}

/** Figures of a chart of present teeth. What was not measured counts nowhere: neither as 0 nor in a denominator. */
export function perioFigures(teeth: Readonly<Record<string, ToothSites>>): PerioFigures {
  const cal: Record<string, (number | null)[]> = {}
  const depths: number[] = []
  const between: number[] = []
  const signs = { bop: { on: 0, of: 0 }, plaque: { on: 0, of: 0 } }
  for (const [tooth, { pd = [], rec = [], bop = [], plaque = [] }] of Object.entries(teeth)) {
    cal[tooth] = SITES.map((_, n) => {
      const [depth, margin] = [pd[n] ?? null, rec[n] ?? null]
      if (depth !== null) depths.push(depth)
      const loss = depth === null || margin === null ? null : depth + margin
      if (loss !== null && INTERDENTAL.includes(n)) between.push(loss)
      return loss
    })
    for (const [sign, found] of [
      ['bop', bop],
      ['plaque', plaque],
    ] as const)
      for (const [n, value] of found.entries()) {
        // Bleeding is looked for with the probe: a site that was not probed can't have it.
        if (value === null || (sign === 'bop' && (pd[n] ?? null) === null)) continue
        signs[sign].of += 1
        if (value) signs[sign].on += 1
      }
  }
  const percent = ({ on, of }: { on: number; of: number }) => (of === 0 ? undefined : (100 * on) / of)
  const figures = {
    sites: depths.length,
    bopPct: percent(signs.bop),
    plaquePct: percent(signs.plaque),
    cal,
    maxInterdentalCal: between.length > 0 ? Math.max(...between) : undefined,
    maxPd: depths.length > 0 ? Math.max(...depths) : undefined,
    pd5Sites: depths.filter((depth) => depth >= 5).length,
  }
  return Object.fromEntries(
    Object.entries(figures).filter(([, value]) => value !== undefined),
  ) as unknown as PerioFigures
}

/** Gingivitis by bleeding in percent where no attachment is lost. */
export const gingivalHealth = (bopPct: number): '健康' | '局限型牙龈炎' | '广泛型牙龈炎' =>
  bopPct < 10 ? '健康' : bopPct <= 30 ? '局限型牙龈炎' : '广泛型牙龈炎'
