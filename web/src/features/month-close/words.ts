/** 2026-10 as 2026年10月. */
export const monthName = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`

/** 2026-10 as 10月. */
export const shortMonthName = (month: string): string => `${Number(month.slice(5))}月`

/** The month so many after another. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, place = 1] = month.split('-').map(Number)
  const at = year * 12 + place - 1 + months
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}

/** Its first and its last day, as 10月1日 – 10月31日. */
export function monthDays(month: string): string {
  const [year = 0, place = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, place, 0)).getUTCDate()
  return `${place}月1日 – ${place}月${last}日`
}
