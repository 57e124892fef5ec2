import {
  isMarked,
  isMissing,
  isPlaqueSought,
  measureAt,
  numberIn,
  statusOf,
  type Mark,
  type PerioCells,
  type ToothCells,
} from './cells.ts'
import { perioChart, type PerioTooth } from './chart.ts'
import { furcationPlaces, PERIO_TEETH } from './sites.ts'

/** Figures of a chart. A share that has no denominator is null: nothing was measured. */
export interface PerioSummary {
  /** Probed sites of natural teeth: the denominator of bleeding, plaque and mean depth. */
  sites: number
  bopSites: number
  bopPct: number | null
  plaqueSites: number
  /** null also when plaque was looked for nowhere. */
  plaquePct: number | null
  meanPd: number | null
  /** Sites with depth and margin: the denominator of the mean attachment loss. */
  calSites: number
  meanCal: number | null
  pd3: number
  pd4to5: number
  pd6plus: number
  pd5Sites: number
  maxPd: number | null
  /** The worst interdental loss and its tooth. */
  maxInterdentalCal: number | null
  worstTooth: string | null
  /** Natural teeth that are there, and those that are not. */
  teeth: number
  missing: number
  maxMobility: number | null
  maxFurcation: number | null
  /** Implants apart. */
  implants: { count: number; sites: number; bopPct: number | null; meanPd: number | null; maxPd: number | null }
}

const SITES = [0, 1, 2, 3, 4, 5] as const
const round2 = (value: number) => Math.round(value * 100) / 100
const mean = (values: readonly number[]) =>
  values.length === 0 ? null : round2(values.reduce((sum, value) => sum + value, 0) / values.length)
const most = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values))

const toothOf = (cells: ToothCells): PerioTooth => ({
  pd: SITES.map((site) => measureAt(cells, 'pd', site)),
  rec: SITES.map((site) => measureAt(cells, 'gm', site)),
  bop: SITES.map((site) => isMarked(cells, 'bop', site)),
  plaque: SITES.map((site) => isMarked(cells, 'plaque', site)),
})

/** The natural teeth that are there, as the chart of decision tables takes them. */
function naturalTeeth(cells: PerioCells): Record<string, PerioTooth> {
  return Object.fromEntries(
    PERIO_TEETH.filter((tooth) => !isMissing(cells[tooth]) && statusOf(cells[tooth]) !== 'implant').map((tooth) => [
      tooth,
      toothOf(cells[tooth] ?? {}),
    ]),
  )
}

/** Figures of a chart by records' rules: what was not measured counts nowhere, implants stand apart. */
export function perioSummary(cells: PerioCells): PerioSummary {
  const natural = naturalTeeth(cells)
  const chart = perioChart({ teeth: natural })
  const depths = Object.values(natural).flatMap(({ pd }) => (pd ?? []).filter((value) => typeof value === 'number'))
  const losses = Object.values(chart.cal).flatMap((values) => values.filter((value) => value !== null))
  const marked = (mark: Mark) =>
    Object.keys(natural).flatMap((tooth) =>
      SITES.filter((site) => measureAt(cells[tooth], 'pd', site) !== null && isMarked(cells[tooth], mark, site)),
    ).length
  const plaqueSites = marked('plaque')
  const isSought = Object.keys(natural).some((tooth) => SITES.some((site) => isPlaqueSought(cells[tooth], site)))
  const worst = chart.maxInterdentalCal ?? null
  const implants = PERIO_TEETH.filter((tooth) => statusOf(cells[tooth]) === 'implant')
  const fixture = perioChart({
    teeth: Object.fromEntries(implants.map((tooth) => [tooth, toothOf(cells[tooth] ?? {})])),
  })
  const fixtureDepths = implants.flatMap((tooth) => SITES.flatMap((site) => measureAt(cells[tooth], 'pd', site) ?? []))
  const teeth = Object.keys(natural)
  return {
    sites: chart.sites,
    bopSites: marked('bop'),
    bopPct: chart.sites === 0 ? null : (chart.bopPct ?? null),
    plaqueSites,
    plaquePct: isSought ? (chart.plaquePct ?? null) : null,
    meanPd: mean(depths),
    calSites: losses.length,
    meanCal: mean(losses),
    pd3: depths.filter((mm) => mm <= 3).length,
    pd4to5: depths.filter((mm) => mm === 4 || mm === 5).length,
    pd6plus: depths.filter((mm) => mm >= 6).length,
    pd5Sites: chart.pd5Sites ?? 0,
    maxPd: chart.maxPd ?? null,
    maxInterdentalCal: worst,
    worstTooth: worst === null ? null : (teeth.find((tooth) => interdental(chart.cal[tooth]).includes(worst)) ?? null),
    teeth: teeth.length,
    missing: PERIO_TEETH.filter((tooth) => isMissing(cells[tooth])).length,
    maxMobility: most(teeth.flatMap((tooth) => numberIn(cells[tooth], 'mobility') ?? [])),
    maxFurcation: most(
      teeth.flatMap((tooth) =>
        furcationPlaces(tooth).flatMap((place) => numberIn(cells[tooth], `furcation.${place}`) ?? []),
      ),
    ),
    implants: {
      count: implants.length,
      sites: fixture.sites,
      bopPct: fixture.sites === 0 ? null : (fixture.bopPct ?? null),
      meanPd: mean(fixtureDepths),
      maxPd: fixture.maxPd ?? null,
    },
  }
}

const interdental = (losses: readonly (number | null)[] = []) => [0, 2, 3, 5].map((site) => losses[site] ?? null)

/** Teeth whose interdental attachment loss is at least so many mm. */
export function teethWithLoss(cells: PerioCells, mm: number): string[] {
  const { cal } = perioChart({ teeth: naturalTeeth(cells) })
  return Object.keys(cal).filter((tooth) => interdental(cal[tooth]).some((loss) => loss !== null && loss >= mm))
}
