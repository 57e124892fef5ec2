/** Ages in whole years; null: no limit. */
export interface AgeRange {
  from: number | null
  to: number | null
}

/** In words: "0–3 岁", "14 岁起", "3 岁以下"; '' without a limit. */
export function ageRangeText({ from, to }: AgeRange): string {
  if (from !== null && to !== null) return `${from}–${to} 岁`
  return from !== null ? `${from} 岁起` : to !== null ? `${to} 岁以下` : ''
}

/** Is somebody too young or too old? */
export const isOutsideAges = (age: number, { from, to }: AgeRange): boolean =>
  (from !== null && age < from) || (to !== null && age > to)
