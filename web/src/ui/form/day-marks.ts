import type { LocalDate } from '@dentin/kit/datetime'
import { createContext } from 'react'

/** What stands at a day of a calendar. */
export interface DayMark {
  /** Festival, solar term or lunar day: 中秋, 冬至, 十二. */
  word?: string
  /** rest: a public holiday; work: a weekend that is worked in exchange. */
  mark?: 'rest' | 'work'
}

/** Where calendars read the marks of their days. The app provides it once; this room knows no calls. */
export interface DayMarkSource {
  /** Nothing outside 1900 to 2100, and until the year is there. */
  of: (date: LocalDate) => DayMark
  /** A calendar shows this year now. */
  need: (year: number) => void
}

export const DayMarks = createContext<DayMarkSource>({ of: () => ({}), need: () => {} })
