import { weekdayName } from '@dentin/kit/date-text'
import { addDays } from '@dentin/kit/datetime'
import { useState } from 'react'
import { ErrorLine, PrintPage, PrintView, SkeletonRows } from '../../ui/index.ts'
import { usePublished } from './hooks.ts'
import { cellKey, cellsOf, rangeWords, shown, spanWords, sundayOf } from './model.ts'
import s from './schedule.module.css'
import { presentDay } from '../../lib/present.ts'

/** A week's schedule on paper. */
export function PrintSchedule({ date, clinicName, onBack }: { date: string; clinicName: string; onBack: () => void }) {
  const from = sundayOf(date)
  const query = usePublished({ from, to: addDays(from, 6) })
  const [printedOn] = useState(presentDay)
  const sheet = query.data
  const cells = sheet && cellsOf(sheet.stretches)
  const people = sheet?.employees.filter(({ id }) => sheet.stretches.some(({ employeeId }) => employeeId === id)) ?? []
  return (
    <PrintView title={`排班表 ${from}`} onBack={onBack}>
      <PrintPage
        clinicName={clinicName}
        title="排班表"
        number={`${from.slice(0, 4)}年${rangeWords(from, addDays(from, 6))}`}
        note={`打印于 ${printedOn}`}
      >
        {query.error && <ErrorLine onRetry={() => void query.refetch()}>{query.error.message}</ErrorLine>}
        {query.isPending && <SkeletonRows rows={8} height={30} />}
        {sheet && people.length === 0 && <p>这一周还没有发布排班</p>}
        {sheet && people.length > 0 && (
          <table className={s.printTable}>
            <thead>
              <tr>
                <th scope="col">姓名</th>
                {sheet.days.map((day) => (
                  <th key={day.date} scope="col">
                    {Number(day.date.slice(8))} {weekdayName(day.date)}
                    {day.holidayName ? <div>{day.holidayName}</div> : null}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map((employee) => (
                <tr key={employee.id}>
                  <th scope="row">{employee.name}</th>
                  {sheet.days.map((day) => (
                    <td key={day.date}>
                      {shown(cells?.get(cellKey(employee.id, day.date))?.chips ?? []).map((chip, n) => (
                        <div key={n}>
                          {chip.name}
                          {chip.kind === 2 ? null : <div className="num">{spanWords(chip.spans)}</div>}
                        </div>
                      ))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </PrintPage>
    </PrintView>
  )
}
