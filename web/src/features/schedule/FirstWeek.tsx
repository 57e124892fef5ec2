import { weekdayLetters, shortDayText } from '@dentin/kit/date-text'
import type { ScheduleEntry } from '@dentin/contract/schedule'
import { addDays, weekday, type LocalDate } from '@dentin/kit/datetime'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { presentDay } from '../../lib/present.ts'
import { Button, cx, ErrorLine, Icon, ScrollRegion, SkeletonRows, toast, useIsMobile } from '../../ui/index.ts'
import { usePlan, usePlanChairs, usePublish, useSaveCells, useSaveShift, useShifts, type Shift } from './hooks.ts'
import { firstWeekOf, turned, type DayKind, type Pattern } from './first-week.ts'
import s from './first-week.module.css'

const patterns: readonly { key: Pattern; title: string; times: string }[] = [
  { key: 'whole', title: '白天全天', times: '08:30–12:00　13:30–17:30' },
  { key: 'halves', title: '早晚两班', times: '08:30–14:30　14:30–20:30' },
]
const kindWords: Readonly<Record<DayKind, string>> = { whole: '全天', early: '早班', late: '晚班', off: '休' }
/** The shifts that stand behind the kinds; made with the first week that needs them. */
const shiftsBehind = {
  whole: {
    name: '全日班',
    shortName: '全',
    colour: 'teal',
    periods: [
      ['08:30', '12:00'],
      ['13:30', '17:30'],
    ],
  },
  early: { name: '早班', shortName: '早', colour: 'blue', periods: [['08:30', '14:30']] },
  late: { name: '晚班', shortName: '晚', colour: 'purple', periods: [['14:30', '20:30']] },
} as const

/** The first seven days of a clinic, ready to be published: a pattern, and a table whose cells turn with a click. */
export function FirstWeek({
  byHand,
  beside,
}: {
  /** Where a week is planned from nothing. */
  byHand: string
  /** Right of the button. */
  beside?: ReactNode
}) {
  const [from] = useState(presentDay)
  const to = addDays(from, 6)
  const days = Array.from({ length: 7 }, (_, n) => addDays(from, n))
  const mobile = useIsMobile()
  const may = useCan()
  const plan = usePlan({ from, to })
  const shifts = useShifts()
  const chairs = usePlanChairs()
  const [pattern, setPattern] = useState<Pattern>('whole')
  const [changed, setChanged] = useState<ReadonlyMap<string, DayKind>>(new Map())
  const saveShift = useSaveShift()
  const saveCells = useSaveCells()
  const publish = usePublish()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (plan.error) return <ErrorLine onRetry={() => void plan.refetch()}>排班没有读到：{plan.error.message}</ErrorLine>
  if (!plan.data || !shifts.data || !chairs.data) return <SkeletonRows rows={4} />
  const doctors = plan.data.employees.filter(({ isDoctor }) => isDoctor)
  if (doctors.length === 0) return <p>先登记一位医生，再排班。</p>
  const week = firstWeekOf(pattern, doctors.length, days)
  const kindAt = (row: number, date: LocalDate): DayKind =>
    changed.get(`${row} ${date}`) ?? week[row]?.[days.indexOf(date)] ?? 'off'
  const chairOf = (row: number) => doctors[row]?.chairId ?? chairs.data[row]?.id ?? null
  const choose = (next: Pattern) => {
    setPattern(next)
    setChanged(new Map())
  }

  const shiftOf = async (kind: Exclude<DayKind, 'off'>): Promise<Pick<Shift, 'id'>> => {
    const { name, shortName, colour, periods } = shiftsBehind[kind]
    const there = shifts.data.find((shift) => shift.name === name && shift.enabled && shift.type === 1)
    return (
      there ??
      (await saveShift.mutateAsync({
        requestId: newRequestId(),
        name,
        shortName,
        colour,
        type: 1,
        periods: periods.map(([start, end]) => ({ start, end })),
        bookable: true,
      }))
    )
  }
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const planned = doctors.flatMap((doctor, row) =>
        days.map((date) => ({ doctor, row, date, kind: kindAt(row, date) })),
      )
      const used = [...new Set(planned.map(({ kind }) => kind))].filter((kind) => kind !== 'off')
      const ids = new Map<DayKind, string>()
      for (const kind of used) ids.set(kind, (await shiftOf(kind)).id)
      const cells = planned.flatMap(({ doctor, row, date, kind }) => {
        const shiftId = ids.get(kind)
        const entries: ScheduleEntry[] = shiftId ? [{ shiftId, chairId: chairOf(row) }] : []
        const seen = plan.data.stretches
          .filter((each) => each.employeeId === doctor.id && each.date === date)
          .map(({ id, version }) => ({ id, version }))
        return entries.length > 0 || seen.length > 0 ? [{ employeeId: doctor.id, date, seen, entries }] : []
      })
      await saveCells.mutateAsync({ requestId: newRequestId(), cells, acceptAffected: false })
      await publish.mutateAsync({ requestId: newRequestId(), from, to, acceptAffected: false })
      toast.success('第一周已发布，预约表上有可约的时间了')
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '没有发布成功，请重试')
      void plan.refetch()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className={s.patterns} role="group" aria-label="班次样式">
        {patterns.map(({ key, title, times }) => (
          <button
            key={key}
            type="button"
            className={s.pattern}
            aria-pressed={pattern === key}
            onClick={() => choose(key)}
          >
            <span className="bold">{title}</span>
            <span className="t-13 secondary num">{times}</span>
            {pattern === key && <Icon name="check-circle" size={16} className={s.chosen} />}
          </button>
        ))}
        <Link to={byHand} className={s.pattern}>
          <span className="bold">自己排</span>
          <span className="t-13 secondary">从空白周表开始</span>
        </Link>
      </div>
      <ScrollRegion label="第一周" className={s.scroll}>
        <table className={s.week}>
          <thead>
            <tr>
              <th scope="col">{shortDayText(from)}起</th>
              {days.map((date) => (
                <th key={date} scope="col">
                  {weekdayLetters[weekday(date)]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {doctors.map((doctor, row) => (
              <tr key={doctor.id}>
                <th scope="row">
                  <span className="bold">{doctor.name}</span>
                  {!mobile && (
                    <span className="t-12 secondary">
                      {' '}
                      {doctor.chairName || chairs.data.find(({ id }) => id === chairOf(row))?.name}
                    </span>
                  )}
                </th>
                {days.map((date) => {
                  const kind = kindAt(row, date)
                  return (
                    <td key={date}>
                      <button
                        type="button"
                        className={cx(s.cell, kind === 'off' && s.off)}
                        aria-label={`${doctor.name} ${shortDayText(date)} ${kindWords[kind]}，点击更换`}
                        onClick={() => setChanged(new Map(changed).set(`${row} ${date}`, turned(pattern, kind)))}
                      >
                        {kindWords[kind]}
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {failure && <ErrorLine>{failure}</ErrorLine>}
      <div className={s.actions}>
        <Button
          size="lg"
          variant="primary"
          icon="check"
          busy={busy}
          disabled={!may('/clinicSchedule:edit')}
          onClick={() => void send()}
        >
          就这样，发布第一周
        </Button>
        <span className="t-13 secondary">点格子可换班；以后在排班中心按周复制</span>
        {beside}
      </div>
    </>
  )
}
