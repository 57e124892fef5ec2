import { weekdayName } from '@dentin/kit/date-text'
import type { LocalDate } from '@dentin/kit/datetime'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx, ScrollRegion, Tag } from '../../ui/index.ts'
import { CellChips } from './Chips.tsx'
import type { Sheet } from './hooks.ts'
import { cellKey, hoursWords, shown, spanWords, within, workMinutes, type Block, type Chip } from './model.ts'
import s from './schedule.module.css'

export interface At {
  row: number
  column: number
}

interface PlanGridProps {
  label: string
  sheet: Sheet
  today: LocalDate
  chipsAt: (key: string) => readonly Chip[]
  /** So few days that it needs no width of its own. */
  narrow?: boolean
  /** Under the name: who this is. */
  sub?: (employee: Sheet['employees'][number]) => ReactNode
  /** What makes it a table to plan in; without it the table is only read. */
  edit?: {
    block: Block | null
    active: At
    isChanged: (key: string) => boolean
    onDown: (at: At, extend: boolean) => void
    onEnter: (at: At) => void
    onUp: () => void
    onOpen: (at: At) => void
    onKey: (event: KeyboardEvent) => void
  }
}

/** People down, days across. To plan in it: drag, or move with the arrows, extend with shift, open with Enter. */
export function PlanGrid({ label, sheet, today, chipsAt, sub, narrow = false, edit }: PlanGridProps) {
  const table = useRef<HTMLTableElement>(null)
  const focused = useRef(false)
  const active = edit?.active
  useEffect(() => {
    if (!active || !focused.current) return
    table.current?.querySelector<HTMLElement>(`[data-at="${active.row}-${active.column}"]`)?.focus()
  }, [active])
  return (
    <ScrollRegion label={label} className={s.scroll}>
      <table
        ref={table}
        className={cx(s.grid, !edit && s.still, narrow && s.narrow)}
        aria-label={label}
        {...(edit
          ? {
              role: 'grid',
              'aria-multiselectable': true,
              onPointerUp: edit.onUp,
              onKeyDown: edit.onKey,
              onFocus: () => {
                focused.current = true
              },
              onBlur: () => {
                focused.current = false
              },
            }
          : {})}
      >
        <thead>
          <tr>
            <th scope="col" className={s.who}>
              <span className="t-12 tertiary">员工</span>
            </th>
            {sheet.days.map((day) => (
              <th key={day.date} scope="col" className={cx(day.date === today && s.todayHead)}>
                <span className={s.dayHead}>
                  <b className="num">{Number(day.date.slice(8))}</b>
                  <span className="t-13 secondary">{weekdayName(day.date)}</span>
                  {day.holidayName ? (
                    <Tag tone={day.isWorkday ? 'muted' : 'danger'}>{day.holidayName}</Tag>
                  ) : (
                    <span className={cx(s.lunarDay, 't-12', 'tertiary', 'ellipsis')}>{day.lunar}</span>
                  )}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.employees.map((employee, row) => {
            const minutes = sheet.days.reduce(
              (sum, day) => sum + workMinutes(chipsAt(cellKey(employee.id, day.date))),
              0,
            )
            return (
              <tr key={employee.id}>
                <th scope="row" className={s.who}>
                  <div className="bold ellipsis">{employee.name}</div>
                  <div className="t-12 tertiary ellipsis">{sub?.(employee) ?? employee.deptName}</div>
                  <div className="t-12 tertiary num">{minutes > 0 ? hoursWords(minutes) : ''}</div>
                </th>
                {sheet.days.map((day, column) => {
                  const key = cellKey(employee.id, day.date)
                  const chips = chipsAt(key)
                  const away = sheet.elsewhere.filter(
                    (each) => each.employeeId === employee.id && each.date === day.date,
                  )
                  const at = { row, column }
                  const isActive = edit && active?.row === row && active.column === column
                  const words = [
                    ...shown(chips).map((chip) => `${chip.name}${chip.kind === 2 ? '' : ` ${spanWords(chip.spans)}`}`),
                    ...(away[0] ? [`${away[0].clinicName} ${spanWords(away)}`] : []),
                  ].join(' ')
                  return (
                    <td
                      key={day.date}
                      data-at={`${row}-${column}`}
                      className={cx(
                        s.cell,
                        day.holidayName !== null && !day.isWorkday && s.offDay,
                        edit?.block && within(edit.block, at) && s.selected,
                        isActive && s.active,
                        edit?.isChanged(key) && s.changed,
                      )}
                      {...(edit
                        ? {
                            role: 'gridcell',
                            tabIndex: isActive ? 0 : -1,
                            'aria-selected': edit.block ? within(edit.block, at) : false,
                            'aria-label': `${employee.name} ${day.date} ${words || '未排'}`,
                            onPointerDown: (event) => {
                              if (event.button === 0) edit.onDown(at, event.shiftKey)
                            },
                            onPointerEnter: () => edit.onEnter(at),
                            onDoubleClick: () => edit.onOpen(at),
                          }
                        : {})}
                    >
                      <CellChips chips={chips} pending={edit?.isChanged(key) ?? false} />
                      {away.length > 0 && (
                        <span className={s.elsewhere}>
                          {away[0]?.clinicName} <span className="num">{spanWords(away)}</span>
                        </span>
                      )}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
