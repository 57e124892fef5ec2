import { clockOf, weekday, type LocalDate } from './datetime.ts'

/** From when to when a place is open on a day, in minutes after midnight. */
export interface DayHours {
  opensMin: number
  closesMin: number
}

/** The hours of the seven days of a week, Sunday first; null: closed on that day. */
export type WeekHours = (DayHours | null)[]

/** The days of a week, Sunday first. */
export const weekdayNames = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const

/** The hours of one day; null: closed. */
export const hoursOn = (week: Readonly<WeekHours>, date: LocalDate): DayHours | null => week[weekday(date)] ?? null

/** From the first opening to the last closing of some days; null: closed on all of them. */
export function widestHours(days: Readonly<WeekHours>): DayHours | null {
  const open = days.filter((day) => day !== null)
  if (open.length === 0) return null
  return {
    opensMin: Math.min(...open.map((day) => day.opensMin)),
    closesMin: Math.max(...open.map((day) => day.closesMin)),
  }
}

/** '08:30–18:30', or '休息' on a closed day. */
export const hoursText = (day: DayHours | null): string =>
  day ? `${clockOf(day.opensMin)}–${clockOf(day.closesMin)}` : '休息'

/** A week in words, Monday first, neighbouring days with the same hours together: ['周一至周六 08:30–18:30', '周日 休息']. */
export function weekHoursText(week: Readonly<WeekHours>): string[] {
  const groups: { from: number; to: number; text: string }[] = []
  for (const day of [1, 2, 3, 4, 5, 6, 0]) {
    const text = hoursText(week[day] ?? null)
    const last = groups.at(-1)
    if (last?.text === text) last.to = day
    else groups.push({ from: day, to: day, text })
  }
  const [only] = groups
  if (groups.length === 1 && only) return [`每天 ${only.text}`]
  return groups.map(({ from, to, text }) =>
    from === to ? `${weekdayNames[from]} ${text}` : `${weekdayNames[from]}至${weekdayNames[to]} ${text}`,
  )
}
