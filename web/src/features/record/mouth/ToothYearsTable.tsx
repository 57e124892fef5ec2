import { useLayoutEffect, useRef } from 'react'
import { cx } from '../../../ui/index.ts'
import type { toothYears, YearEntry } from './history.ts'
import s from './mouth.module.css'

/** Teeth by year, what was found and what was done; each thing opens the record that says it. */
export function ToothYearsTable({
  table: { years, rows },
  tooth,
  onTooth,
  onOpen,
}: {
  table: ReturnType<typeof toothYears>
  tooth: string | null
  onTooth: (tooth: string) => void
  onOpen: (recordId: string) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The present year is what one looks for first.
    if (frame.current) frame.current.scrollLeft = frame.current.scrollWidth
  }, [])
  return (
    <div ref={frame} className={s.yearsFrame}>
      <table className={s.years}>
        <caption className="sr-only">牙位逐年</caption>
        <thead>
          <tr>
            <th scope="col">牙位</th>
            {years.map((year, n) => (
              <th key={year} scope="col" className={cx(n === years.length - 1 && s.thisYear)}>
                {year}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.tooth} className={cx(row.tooth === tooth && s.chosenRow)}>
              <th scope="row">
                <button type="button" className={s.toothButton} onClick={() => onTooth(row.tooth)}>
                  {row.tooth}
                </button>
              </th>
              {row.years.map((own, n) => (
                <td key={years[n]}>
                  {own.map((entry) => (
                    <YearMark key={entry.id} entry={entry} onOpen={onOpen} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function YearMark({ entry, onOpen }: { entry: YearEntry; onOpen: (recordId: string) => void }) {
  const { recordId } = entry
  if (recordId === null)
    return (
      <span className={cx(s.mark, s[entry.layer])} title={`${entry.day}，建档时已有`}>
        {entry.text}
      </span>
    )
  return (
    <button
      type="button"
      className={cx(s.mark, s[entry.layer])}
      title={`${entry.text}（${entry.day}，打开病历）`}
      onClick={() => onOpen(recordId)}
    >
      <span className={s.markText}>{entry.text}</span>
    </button>
  )
}
