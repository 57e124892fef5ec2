import type { Arch } from '../teeth.ts'
import { archOf, touch } from './arch-places.ts'

/** Enamel taken away between two teeth that touch, in mm. */
export interface Stripping {
  between: readonly [string, string]
  mm: number
}

/** Least and most at one contact, in mm. */
export const STRIPPING_MM = { least: 0.1, most: 0.5 } as const

/** Why enamel can't be taken away there; null when it can. */
export function strippingProblem({ between: [one, other], mm }: Stripping, gone?: ReadonlySet<string>): string | null {
  if (!touch(one, other, gone)) return `${one} 与 ${other} 不相邻，不能片切`
  if (mm < STRIPPING_MM.least || mm > STRIPPING_MM.most)
    return `片切量应在 ${STRIPPING_MM.least}～${STRIPPING_MM.most} mm 之间`
  return null
}

/** Sum of both arches in mm, to a hundredth. */
export function strippingSums(done: readonly Stripping[]): Record<Arch, number> {
  const sum = (arch: Arch) =>
    Math.round(done.reduce((all, { between, mm }) => (archOf(between[0]) === arch ? all + mm : all), 0) * 100) / 100
  return { upper: sum('upper'), lower: sum('lower') }
}
