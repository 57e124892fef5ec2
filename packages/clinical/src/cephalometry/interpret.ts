import { atMost } from '../geometry.ts'

/** How far a value lies from the mean: in it, by one mark or by two; the sign says in which direction. */
export type Level = -2 | -1 | 0 | 1 | 2

/**
 * A value against a norm: `z = (value − mean) ÷ SD`; level 0 for |z| ≤ 1, ±1 for ≤ 2, ±2 above. Without an SD only the
 * difference (value − mean, in the unit of the value) can be said. Source: clinical-calculators §1.5.
 */
export function interpret(
  value: number,
  { mean, sd }: { mean: number; sd: number | null },
): { z: number; level: Level } | { difference: number } {
  if (sd === null || !(sd > 0)) return { difference: value - mean }
  const z = (value - mean) / sd
  const far = atMost(Math.abs(z), 1) ? 0 : atMost(Math.abs(z), 2) ? 1 : 2
  return { z, level: (far === 0 ? 0 : z < 0 ? -far : far) as Level }
}

/** Limits of the words below (decision, may be configured). */
export const SKELETAL_LIMITS = { anb: { from: 0, to: 5 }, fhi: { from: 0.62, to: 0.65 } } as const

/** Skeletal class by ANB in degrees: 0–5 Ⅰ, above Ⅱ, below Ⅲ. */
export type SkeletalClass = 'I' | 'II' | 'III'
export const anbClass = (anb: number): SkeletalClass =>
  anb < SKELETAL_LIMITS.anb.from ? 'III' : atMost(anb, SKELETAL_LIMITS.anb.to) ? 'I' : 'II'

/** Skeletal class by Wits in mm against a norm: more than one SD above Ⅱ, below Ⅲ (decision: the text names no limit). */
export function witsClass(wits: number, norm: { mean: number; sd: number }): SkeletalClass {
  const read = interpret(wits, norm)
  const level = 'level' in read ? read.level : 0
  return level > 0 ? 'II' : level < 0 ? 'III' : 'I'
}

/** Growth pattern by posterior ÷ anterior face height (Jarabak): vertical below 0.62, horizontal above 0.65. */
export const growthPattern = (fhi: number): 'vertical' | 'balanced' | 'horizontal' =>
  fhi < SKELETAL_LIMITS.fhi.from ? 'vertical' : atMost(fhi, SKELETAL_LIMITS.fhi.to) ? 'balanced' : 'horizontal'

const CLASS_WORDS = { I: '骨性Ⅰ类', II: '骨性Ⅱ类', III: '骨性Ⅲ类' } as const
const GROWTH_WORDS = { vertical: '垂直生长型', balanced: '均衡', horizontal: '水平生长型' } as const

/** Means and spreads that the words are said against. */
interface ReadingNorms {
  FMA?: { mean: number; sd: number | null }
  SN_MP?: { mean: number; sd: number | null }
  wits?: { mean: number; sd: number }
}

/**
 * What measures of a film say in words: skeletal class, high or low angle, growth pattern. When ANB and Wits say different
 * classes both are printed, with 请结合临床. What was not measured, or has no norm, says nothing.
 */
export function readingOf(measures: Readonly<Partial<Record<string, number>>>, norms: ReadingNorms): string[] {
  const words: string[] = []
  const { ANB: anb, wits, FHI: fhi } = measures
  if (anb !== undefined) {
    const byAnb = anbClass(anb)
    const byWits = wits !== undefined && norms.wits ? witsClass(wits, norms.wits) : byAnb
    words.push(
      byAnb === byWits
        ? CLASS_WORDS[byAnb]
        : `ANB 提示${CLASS_WORDS[byAnb]}，Wits 提示${CLASS_WORDS[byWits]}，请结合临床`,
    )
  }
  for (const [id, label] of [
    ['FMA', 'FH-MP'],
    ['SN_MP', 'SN-MP'],
  ] as const) {
    const [value, norm] = [measures[id], norms[id]]
    const read = value !== undefined && norm ? interpret(value, norm) : undefined
    if (read && 'level' in read && read.level !== 0) words.push(`${label} ${read.level > 0 ? '高角' : '低角'}`)
  }
  if (fhi !== undefined) words.push(GROWTH_WORDS[growthPattern(fhi)])
  return words
}
