import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { DayMarks, type DayMarkSource } from '../ui/form/day-marks.ts'

// Sign-in has no calendar: what reads the years comes with the first one that is opened.
const YearMarks = lazy(() => import('./YearMarks.tsx'))
const FIRST_YEAR = 1900
const LAST_YEAR = 2100
const nothing: DayMarkSource['of'] = () => ({})

/** Gives every calendar below it the marks of its days. */
export function DayMarksFromServer({ children }: { children: ReactNode }) {
  const [years, setYears] = useState<readonly number[]>([])
  const [marks, setMarks] = useState(() => nothing)
  const need = useCallback((year: number) => {
    if (year < FIRST_YEAR || year > LAST_YEAR) return
    setYears((known) => (known.includes(year) ? known : [...known, year]))
  }, [])
  const keep = useCallback((read: DayMarkSource['of']) => setMarks(() => read), [])
  const source = useMemo(() => ({ of: marks, need }), [marks, need])
  return (
    <DayMarks value={source}>
      {children}
      <Suspense>{years.length > 0 && <YearMarks years={years} onRead={keep} />}</Suspense>
    </DayMarks>
  )
}
