/** Limits of a class table: below the first, between, above the second. Source: Wang et al. 2016, one Taiwanese hospital. */
interface Limits {
  measure: string
  low: number
  high: number
  /** Class below, between and above. */
  classes: readonly [below: number, between: number, above: number]
}

const tables: Readonly<Record<string, Limits>> = {
  ANB: { measure: 'ANB', low: 3.2, high: 5.7, classes: [3, 1, 2] },
  SNB: { measure: 'SNB', low: 74.6, high: 78.7, classes: [2, 1, 3] },
  SNA: { measure: 'SNA', low: 79.4, high: 83.2, classes: [3, 1, 2] },
  ODI: { measure: 'ODI', low: 68.4, high: 80.5, classes: [3, 1, 2] },
  APDI: { measure: 'APDI', low: 77.6, high: 85.2, classes: [2, 1, 3] },
  FHI: { measure: 'FHI', low: 0.65, high: 0.75, classes: [3, 1, 2] },
  // In that data set the angle called FHA is SN to Go–Gn.
  FHA: { measure: 'SN_GoGn', low: 26.8, high: 31.4, classes: [3, 1, 2] },
}

/** Edge to edge 2, crossbite 3, large overjet 4, normal 1; 0–2 mm is not defined in the paper and 0 here (decision). */
function mwClass(mm: number): number {
  if (Math.abs(mm) <= 0.1) return 2
  if (mm < 0) return 3
  if (mm < 2) return 0
  return mm <= 4.5 ? 1 : 4
}

/** Classes of the eight ISBI measures; one that can't be taken has no key. No norms for a diagnosis. */
export function isbiClasses(measures: Readonly<Record<string, number>>): Record<string, number> {
  const classes: Record<string, number> = {}
  for (const [
    name,
    {
      measure,
      low,
      high,
      classes: [below, between, above],
    },
  ] of Object.entries(tables)) {
    const value = measures[measure]
    if (value !== undefined) classes[name] = value < low ? below : value > high ? above : between
  }
  if (measures.MW !== undefined) classes.MW = mwClass(measures.MW)
  return classes
}
