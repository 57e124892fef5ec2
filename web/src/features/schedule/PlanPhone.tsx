import { weekdayLetters, shortDayText, dayText } from '@dentin/kit/date-text'
import { weekday, type LocalDate } from '@dentin/kit/datetime'
import { useState } from 'react'
import { Button, cx, Sheet as BottomSheet } from '../../ui/index.ts'
import { ChipBox, CellChips } from './Chips.tsx'
import type { Sheet, Shift } from './hooks.ts'
import { cellKey, chipFrom, spanWords, type Chip } from './model.ts'
import s from './schedule.module.css'

/** A week on the phone: one day at a time, a row for each person; a tap offers the shifts, one more puts one in. */
export function PlanPhone({
  sheet,
  shifts,
  today,
  chipsAt,
  isChanged,
  mayEdit,
  onPut,
  onMore,
}: {
  sheet: Sheet
  /** The shifts to choose from. */
  shifts: readonly Shift[]
  today: LocalDate
  chipsAt: (key: string) => readonly Chip[]
  isChanged: (key: string) => boolean
  mayEdit: boolean
  onPut: (at: { row: number; column: number }, what: Shift | 'clear') => void
  /** Times, chair and remark of a cell. */
  onMore: (at: { row: number; column: number }) => void
}) {
  const [column, setColumn] = useState(() =>
    Math.max(
      0,
      sheet.days.findIndex(({ date }) => date === today),
    ),
  )
  const [row, setRow] = useState<number | null>(null)
  const day = sheet.days[column]
  const person = row === null ? undefined : sheet.employees[row]
  if (!day) return null
  const put = (what: Shift | 'clear') => {
    if (row !== null) onPut({ row, column }, what)
    setRow(null)
  }
  return (
    <div className={s.phonePlan}>
      <div className={s.phoneDays} role="tablist" aria-label="日期">
        {sheet.days.map(({ date }, n) => (
          <button
            key={date}
            type="button"
            role="tab"
            aria-selected={n === column}
            className={cx(s.phoneDay, date === today && s.phoneToday)}
            onClick={() => setColumn(n)}
          >
            <span className="sr-only">{dayText(date)}</span>
            <span className="t-12" aria-hidden>
              {weekdayLetters[weekday(date)]}
            </span>
            <b className="num" aria-hidden>
              {Number(date.slice(8))}
            </b>
            {sheet.employees.some(({ id }) => isChanged(cellKey(id, date))) && (
              <i className={s.phoneChanged} aria-hidden />
            )}
          </button>
        ))}
      </div>
      <ul className={s.phoneRows} aria-label={`${shortDayText(day.date)}排班`}>
        {sheet.employees.map((employee, n) => {
          const key = cellKey(employee.id, day.date)
          const away = sheet.elsewhere.filter((each) => each.employeeId === employee.id && each.date === day.date)
          const chips = chipsAt(key)
          const content = (
            <>
              <span className={s.phoneWho}>
                <b>{employee.name}</b>
                <span className="t-12 secondary">{employee.chairName || employee.deptName}</span>
              </span>
              <span className={s.phoneChips}>
                <CellChips chips={chips} pending={isChanged(key)} />
                {away[0] && (
                  <span className={s.elsewhere}>
                    {away[0].clinicName} {spanWords(away)}
                  </span>
                )}
                {chips.length === 0 && !away[0] && <span className="tertiary">未排</span>}
              </span>
            </>
          )
          return (
            <li key={employee.id}>
              {mayEdit ? (
                <button type="button" className={s.phoneRow} onClick={() => setRow(n)}>
                  {content}
                </button>
              ) : (
                <div className={s.phoneRow}>{content}</div>
              )}
            </li>
          )
        })}
      </ul>
      {person && row !== null && (
        <BottomSheet label={`${person.name} ${shortDayText(day.date)}`} onClose={() => setRow(null)}>
          <div className={s.phoneSheet}>
            <p className="t-16 bold">
              {person.name} <span className="secondary t-13">{dayText(day.date)}</span>
            </p>
            <div className={s.phoneShifts}>
              {shifts.map((shift) => (
                <button key={shift.id} type="button" className={s.phoneShift} onClick={() => put(shift)}>
                  <ChipBox chip={{ ...chipFrom(shift), draft: false }} />
                </button>
              ))}
            </div>
            <div className={s.phoneEnd}>
              <Button onClick={() => put('clear')}>清空</Button>
              <Button
                icon="clock"
                onClick={() => {
                  setRow(null)
                  onMore({ row, column })
                }}
              >
                时间、诊椅、备注
              </Button>
            </div>
          </div>
        </BottomSheet>
      )}
    </div>
  )
}
