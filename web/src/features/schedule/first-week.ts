import { weekday, type LocalDate } from '@dentin/kit/datetime'

/** How the first week of a clinic is laid out. */
export type Pattern = 'whole' | 'halves'
export type DayKind = 'whole' | 'early' | 'late' | 'off'

/**
 * A ready week, a row for each doctor: a single doctor rests on Sunday; several rest on different days, so that the clinic
 * is never empty. In two shifts every second doctor comes late, and the turns change in the middle of the week.
 */
export function firstWeekOf(pattern: Pattern, doctors: number, days: readonly LocalDate[]): DayKind[][] {
  return Array.from({ length: doctors }, (_, row) =>
    days.map((date): DayKind => {
      const day = weekday(date)
      if (day === (row * 2) % 7) return 'off'
      if (pattern === 'whole') return 'whole'
      return (row + (day >= 4 ? 1 : 0)) % 2 === 0 ? 'early' : 'late'
    }),
  )
}

/** What a cell becomes when it is clicked. */
export function turned(pattern: Pattern, kind: DayKind): DayKind {
  const turns: readonly DayKind[] = pattern === 'whole' ? ['whole', 'off'] : ['early', 'late', 'off']
  return turns[(turns.indexOf(kind) + 1) % turns.length] ?? 'off'
}
