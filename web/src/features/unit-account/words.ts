export const monthName = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`

/** The month so many months after another. */
export function monthAfter(month: string, months: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}
