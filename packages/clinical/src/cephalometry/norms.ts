import data from '../data/ceph-norms.json' with { type: 'json' }

/** A norm of one measure in one set. `verified` false: quoted, not compared with the book: 待确认. */
export interface Norm {
  set: string
  measure: string
  mean: number
  sd: number | null
  source: string
  verified: boolean
  changePerYear?: number
}

const norms = data.items as readonly Norm[]
/** Ricketts' means are of 9 years and move on until 18 (decision). */
const [BASE_AGE, LAST_AGE] = [9, 18]

/** The names of the sets. */
export const normSets: readonly string[] = [...new Set(norms.map(({ set }) => set))]

/** The norms of a set by measure, for an age in years where they move with it. */
export function normsOf(set: string, age: number | null): ReadonlyMap<string, Norm> {
  return new Map(
    norms
      .filter((norm) => norm.set === set)
      .map((norm) => {
        const years = age === null ? 0 : Math.min(age, LAST_AGE) - BASE_AGE
        return [norm.measure, { ...norm, mean: norm.mean + years * (norm.changePerYear ?? 0) }]
      }),
  )
}

/** How far a value is from its norm. Level 0 within one SD, ±1 within two, ±2 beyond; without an SD only the difference. */
export type NormReading = { z: number; level: -2 | -1 | 0 | 1 | 2 } | { difference: number }

/** Reads a value against a mean and SD of the same unit. */
export function readAgainst(value: number, { mean, sd }: { mean: number; sd: number | null }): NormReading {
  if (sd === null || !(sd > 0)) return { difference: value - mean }
  const z = (value - mean) / sd
  const size = Math.abs(z) <= 1 ? 0 : Math.abs(z) <= 2 ? 1 : 2
  return { z, level: (size === 0 ? 0 : z < 0 ? -size : size) as -2 | -1 | 0 | 1 | 2 }
}

export type SkeletalClass = 'Ⅰ' | 'Ⅱ' | 'Ⅲ'
/** The skeletal class by ANB in degrees: 0–5 Ⅰ, above Ⅱ, below Ⅲ (decision). */
export const skeletalClass = (anb: number): SkeletalClass => (anb < 0 ? 'Ⅲ' : anb > 5 ? 'Ⅱ' : 'Ⅰ')

/** The growth pattern by posterior to anterior face height (Jarabak). */
export const growthPattern = (fhi: number): '垂直生长型' | '均衡生长型' | '水平生长型' =>
  fhi < 0.62 ? '垂直生长型' : fhi > 0.65 ? '水平生长型' : '均衡生长型'
