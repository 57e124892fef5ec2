/** Norms of the Bolton ratios in percent, with SD. Source: Bolton 1958; textbook 待确认; Chengdu and Shanghai as published. */
export const boltonNorms = {
  bolton: { name: 'Bolton 1958', anterior: [77.2, 1.65], overall: [91.3, 1.91] },
  cn_textbook: { name: '国人教材（待确认）', anterior: [78.8, 1.72], overall: [91.5, 1.51] },
  chengdu: { name: '成都', anterior: [79.32, 2.27], overall: [91.75, 1.62] },
  shanghai: { name: '上海', anterior: [78.36, 2.18], overall: [90.99, 1.7] },
} as const
export type BoltonNorm = keyof typeof boltonNorms

/** Widths of teeth in mm by FDI number. */
export type Widths = Readonly<Partial<Record<string, number | null>>>
export interface BoltonRatio {
  /** Percent. */
  ratio: number
  excess: 'mandibular' | 'maxillary' | 'none'
  /** How much too wide that jaw is, mm. */
  mm: number
}
export interface BoltonResult {
  sumMaxAnt?: number
  sumMandAnt?: number
  sumMaxAll?: number
  sumMandAll?: number
  anterior?: BoltonRatio
  overall?: BoltonRatio
}

const teeth = (quadrants: readonly number[], last: number) =>
  quadrants.flatMap((quadrant) => Array.from({ length: last }, (_, n) => `${quadrant}${n + 1}`))

/** The sum of some teeth; undefined when one of them is not measured. */
function sumOf(widths: Widths, codes: readonly string[]): number | undefined {
  const found = codes.map((code) => widths[code])
  return found.every((width): width is number => typeof width === 'number' && width > 0)
    ? found.reduce((sum, width) => sum + width, 0)
    : undefined
}

function ratioOf(mand: number | undefined, max: number | undefined, norm: number): BoltonRatio | undefined {
  if (mand === undefined || max === undefined) return undefined
  const ratio = (100 * mand) / max
  if (Math.abs(ratio - norm) < 0.005) return { ratio, excess: 'none', mm: 0 }
  return ratio > norm
    ? { ratio, excess: 'mandibular', mm: mand - (max * norm) / 100 }
    : { ratio, excess: 'maxillary', mm: max - (mand * 100) / norm }
}

/** Bolton's tooth-size analysis (1958), widths in mm. A ratio for which a tooth is not measured has no key. */
export function boltonAnalysis(max: Widths, mand: Widths, norm: BoltonNorm): BoltonResult {
  const sums = {
    sumMaxAnt: sumOf(max, teeth([1, 2], 3)),
    sumMandAnt: sumOf(mand, teeth([3, 4], 3)),
    sumMaxAll: sumOf(max, teeth([1, 2], 6)),
    sumMandAll: sumOf(mand, teeth([3, 4], 6)),
  }
  const { anterior, overall } = boltonNorms[norm]
  const result = {
    ...sums,
    anterior: ratioOf(sums.sumMandAnt, sums.sumMaxAnt, anterior[0]),
    overall: ratioOf(sums.sumMandAll, sums.sumMaxAll, overall[0]),
  }
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== undefined))
}
