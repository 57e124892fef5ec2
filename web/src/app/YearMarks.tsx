import { clinic } from '@dentin/contract/clinic'
import { daysBetween, type LocalDate } from '@dentin/kit/datetime'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { send } from '../lib/client.ts'
import { keyOf } from '../lib/query.ts'
import { session } from '../lib/session.ts'
import type { DayMarkSource } from '../ui/form/day-marks.ts'

/** A year changes when the company changes its holidays, which the next page load will see. */
const keptForever = { staleTime: Infinity, gcTime: Infinity, retry: 1 }

/** Reads the words of the days of these years and the holidays, as the company at work has them. */
export default function YearMarks({
  years,
  onRead,
}: {
  years: readonly number[]
  onRead: (marks: DayMarkSource['of']) => void
}) {
  const words = useQueries({
    queries: years.map((year) => ({
      queryKey: keyOf(clinic.calendarYear, { year }),
      queryFn: () => send(clinic.calendarYear, { year }, { offline: true }),
      ...keptForever,
    })),
    combine: dataOf,
  })
  const inClinic = Boolean(session.get()?.clinicId) && !window.location.pathname.startsWith('/platform')
  const own = useQueries({
    queries: (inClinic ? years : []).map((year) => {
      const range = { from: `${year}-01-01`, to: `${year}-12-31` }
      return {
        queryKey: keyOf(clinic.holidays, range),
        queryFn: () => send(clinic.holidays, range, { offline: true }),
        ...keptForever,
      }
    }),
    combine: dataOf,
  })
  const marks = useMemo<DayMarkSource['of']>(() => {
    const lists = new Map(years.map((year, at) => [year, words[at]?.words]))
    const holidays = new Map(
      years
        .flatMap((_, at) => (inClinic ? (own[at] ?? []) : (words[at]?.holidays ?? [])))
        .map((day) => [day.date, day.isWorkday ? ('work' as const) : ('rest' as const)]),
    )
    return (date: LocalDate) => {
      const year = date.slice(0, 4)
      const word = lists.get(Number(year))?.[daysBetween(`${year}-01-01`, date)]
      const mark = holidays.get(date)
      return { ...(word ? { word } : {}), ...(mark ? { mark } : {}) }
    }
  }, [years, words, own, inClinic])
  useEffect(() => onRead(marks), [onRead, marks])
  return null
}

const dataOf = <T,>(answers: { data?: T }[]): (T | undefined)[] => answers.map(({ data }) => data)
