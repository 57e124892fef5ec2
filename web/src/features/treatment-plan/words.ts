/** 95 → 9.5 折. */
export const discountWords = (percent: number): string => `${percent / 10} 折`

/** '2026-12' → 2026年12月; '' stays ''. */
export function monthWords(month: string): string {
  const [year, at] = month.split('-')
  return year && at ? `${year}年${Number(at)}月` : ''
}
