import { findTooth, type Arch } from '../teeth.ts'

/** Places of an arch from the patient's right to the left, as a viewer sees it: 18 … 11 21 … 28. */
export function toothRow(arch: Arch): string[] {
  const [right, left] = arch === 'upper' ? ['1', '2'] : ['4', '3']
  const places = Array.from({ length: 8 }, (_, n) => n + 1)
  return [...places.toReversed().map((n) => `${right}${n}`), ...places.map((n) => `${left}${n}`)]
}

/** The place of a tooth in its row: a deciduous tooth stands at its successor's. */
function placeOf(tooth: string): { arch: Arch; at: number } | null {
  const found = findTooth(tooth)
  if (!found) return null
  const successor = found.dentition === 'permanent' ? tooth : `${Number(tooth[0]) - 4}${tooth[1]}`
  return { arch: found.arch, at: toothRow(found.arch).indexOf(successor) }
}

/**
 * Do two teeth touch: in one arch, with no tooth between them? What stands between and is gone (extracted, missing) lets its
 * neighbours touch.
 */
export function touch(one: string, other: string, gone: ReadonlySet<string> = new Set()): boolean {
  const [a, b] = [placeOf(one), placeOf(other)]
  if (!a || !b || a.arch !== b.arch || a.at === b.at || gone.has(one) || gone.has(other)) return false
  const between = toothRow(a.arch).slice(Math.min(a.at, b.at) + 1, Math.max(a.at, b.at))
  return between.every((tooth) => gone.has(tooth))
}

/** The teeth of a span along one arch, both ends in, without what is gone; null when the ends are no span. */
export function teethBetween(from: string, to: string, gone: ReadonlySet<string> = new Set()): string[] | null {
  const [a, b] = [placeOf(from), placeOf(to)]
  if (!a || !b || a.arch !== b.arch || a.at === b.at || gone.has(from) || gone.has(to)) return null
  return toothRow(a.arch)
    .slice(Math.min(a.at, b.at), Math.max(a.at, b.at) + 1)
    .filter((tooth) => !gone.has(tooth))
}

/** Which arch a tooth stands in; null for no tooth. */
export const archOf = (tooth: string): Arch | null => findTooth(tooth)?.arch ?? null
