import { known, sum } from '../geometry.ts'

/** Ratios of a population in %, with their spread. */
export interface BoltonNorm {
  id: string
  nameZh: string
  anterior: { mean: number; sd: number }
  overall: { mean: number; sd: number }
  source: string
  /** Compared with a published text. */
  verified: boolean
}

const norm = (
  id: string,
  nameZh: string,
  anterior: readonly [number, number],
  overall: readonly [number, number],
  source: string,
  verified: boolean,
): BoltonNorm => ({
  id,
  nameZh,
  anterior: { mean: anterior[0], sd: anterior[1] },
  overall: { mean: overall[0], sd: overall[1] },
  source,
  verified,
})

/** Norms to choose from; what has not been compared with its source is 待确认. */
export const boltonNorms: readonly BoltonNorm[] = [
  norm('bolton', 'Bolton', [77.2, 1.65], [91.3, 1.91], 'Bolton 1958', false),
  norm('cn_textbook', '国人教材', [78.8, 1.72], [91.5, 1.51], '《口腔正畸学》通行引用值', false),
  norm('cn_chengdu', '成都', [79.32, 2.27], [91.75, 1.62], '成都地区正常𬌗研究，论文摘要', true),
  norm('cn_shanghai', '上海', [78.36, 2.18], [90.99, 1.7], '上海地区正常𬌗研究，论文摘要', true),
]

/** Mesiodistal widths in mm by FDI number. */
export type ToothWidths = Readonly<Partial<Record<string, number | null>>>

/** A ratio in %, which arch is too wide for the other, and by how many mm. */
export interface BoltonRatio {
  ratio: number
  excess: 'mandibular' | 'maxillary' | 'none'
  mm: number
}

export interface BoltonResult {
  /** Sums in mm; of an arch with a tooth missing there is none. */
  sumMaxAnt?: number
  sumMandAnt?: number
  sumMaxAll?: number
  sumMandAll?: number
  anterior?: BoltonRatio
  overall?: BoltonRatio
}

/** A ratio that lies nearer to the norm than this, in percentage points, has no excess. */
const NO_EXCESS = 0.005

/** Teeth of two neighbouring quadrants up to a place from the midline. */
const teethOf = (quadrants: readonly [number, number], upTo: number): string[] =>
  quadrants.flatMap((quadrant) => Array.from({ length: upTo }, (_, n) => `${quadrant}${n + 1}`))
const UPPER = [1, 2] as const
const LOWER = [3, 4] as const

/** Sum of widths; undefined when a tooth has no positive one. */
const widthOf = (widths: ToothWidths, teeth: readonly string[]): number | undefined =>
  sum(...teeth.map((tooth) => positive(widths[tooth])))
const positive = (width: number | null | undefined): number | undefined =>
  typeof width === 'number' && width > 0 && Number.isFinite(width) ? width : undefined

function ratioOf(mand: number | undefined, max: number | undefined, mean: number): BoltonRatio | undefined {
  if (mand === undefined || max === undefined) return undefined
  const ratio = (100 * mand) / max
  if (Math.abs(ratio - mean) < NO_EXCESS) return { ratio, excess: 'none', mm: 0 }
  return ratio > mean
    ? { ratio, excess: 'mandibular', mm: mand - (max * mean) / 100 }
    : { ratio, excess: 'maxillary', mm: max - (mand * 100) / mean }
}

/**
 * Bolton 1958: widths of the mandibular teeth in % of the maxillary ones, 3–3 and 6–6, and the excess of the arch that is too
 * wide for the norm, in mm. A missing tooth leaves out each ratio that needs it.
 * @param norm id of `boltonNorms`
 * @throws Error for a norm that is not in the table
 */
export function bolton({ max, mand, norm: id }: { max: ToothWidths; mand: ToothWidths; norm: string }): BoltonResult {
  const norm = boltonNorms.find((each) => each.id === id || each.id === `cn_${id}`)
  if (!norm) throw new Error(`Unknown Bolton norm ${id}`)
  const sums = {
    sumMaxAnt: widthOf(max, teethOf(UPPER, 3)),
    sumMandAnt: widthOf(mand, teethOf(LOWER, 3)),
    sumMaxAll: widthOf(max, teethOf(UPPER, 6)),
    sumMandAll: widthOf(mand, teethOf(LOWER, 6)),
  }
  return known({
    ...sums,
    anterior: ratioOf(sums.sumMandAnt, sums.sumMaxAnt, norm.anterior.mean),
    overall: ratioOf(sums.sumMandAll, sums.sumMaxAll, norm.overall.mean),
  })
}
