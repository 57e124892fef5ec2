import { dayText } from '@dentin/kit/date-text'
import { addDays } from '@dentin/kit/datetime'
import { useMemo, useState } from 'react'
import { Select } from '../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  ErrorLine,
  IconButton,
  LinkButton,
  Segmented,
  SkeletonRows,
  Toolbar,
  urlEnum,
  urlOptional,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { usePublished } from './hooks.ts'
import { cellsOf, rangeWords, sundayOf } from './model.ts'
import { PlanGrid } from './PlanGrid.tsx'
import { properDate } from './words.ts'
import s from './schedule.module.css'
import { presentDay } from '../../lib/present.ts'

const codecs = { date: urlOptional, view: urlEnum(['week', 'day'] as const, 'week'), dept: urlOptional }
const VIEWS = [
  { value: 'week', label: '周' },
  { value: 'day', label: '日' },
] as const

/** Who works when, as published; for everybody. */
export function ScheduleView() {
  const [url, setUrl] = useUrlState(codecs)
  const phone = useIsMobile()
  const [present] = useState(presentDay)
  const date = properDate(url.date, present)
  const view = phone ? 'day' : url.view
  const from = view === 'day' ? date : sundayOf(date)
  const to = view === 'day' ? date : addDays(from, 6)
  const query = usePublished({ from, to })
  const sheet =
    query.data?.days[0]?.date === from && query.data.days.length === (view === 'day' ? 1 : 7) ? query.data : undefined
  const cells = useMemo(() => (sheet ? cellsOf(sheet.stretches) : undefined), [sheet])
  const depts = [...new Set((sheet?.employees ?? []).map(({ deptName }) => deptName).filter(Boolean))]
  const shownSheet = sheet && {
    ...sheet,
    employees: sheet.employees.filter(
      (each) =>
        (!url.dept || each.deptName === url.dept) && sheet.stretches.some(({ employeeId }) => employeeId === each.id),
    ),
  }
  const step = view === 'day' ? 1 : 7
  return (
    <>
      <Toolbar
        className={s.bar}
        end={
          <>
            {depts.length > 1 && (
              <Select
                label="科室"
                width={132}
                clearable
                placeholder="全部科室"
                options={depts.map((name) => ({ value: name, label: name }))}
                value={url.dept}
                onChange={(dept) => setUrl({ dept })}
              />
            )}
            {!phone && (
              <>
                <Segmented label="范围" options={VIEWS} value={url.view} onChange={(next) => setUrl({ view: next })} />
                <LinkButton icon="printer" to={`/orgSchedule/print?date=${sundayOf(date)}`}>
                  打印
                </LinkButton>
              </>
            )}
          </>
        }
      >
        <span className={s.moment}>
          <Button onClick={() => setUrl({ date: present })}>{view === 'day' ? '今天' : '本周'}</Button>
          <IconButton
            icon="chevron-left"
            label={view === 'day' ? '前一天' : '上一周'}
            onClick={() => setUrl({ date: addDays(date, -step) })}
          />
          <IconButton
            icon="chevron-right"
            label={view === 'day' ? '后一天' : '下一周'}
            onClick={() => setUrl({ date: addDays(date, step) })}
          />
        </span>
        <span className="t-16 bold num">
          {view === 'day' ? `${dayText(date)}` : `${from.slice(0, 4)}年${rangeWords(from, to)}`}
        </span>
      </Toolbar>
      {query.error && !sheet ? (
        <ErrorLine onRetry={() => void query.refetch()}>{query.error.message}</ErrorLine>
      ) : !shownSheet || !cells ? (
        <SkeletonRows rows={8} height={54} />
      ) : shownSheet.employees.length === 0 ? (
        <EmptyState
          layout="stack"
          icon="calendar"
          title={view === 'day' ? '这一天还没有发布排班' : '这一周还没有发布排班'}
          hint="发布后在这里查看"
        />
      ) : (
        <PlanGrid
          label="排班表"
          sheet={shownSheet}
          today={present}
          narrow={view === 'day'}
          chipsAt={(key) => cells.get(key)?.chips ?? []}
          sub={(employee) => employee.chairName || employee.deptName}
        />
      )}
    </>
  )
}
