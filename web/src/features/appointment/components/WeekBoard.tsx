import { weekdayName, shortDayText, dayText } from '@dentin/kit/date-text'
import { appointmentStates } from '@dentin/contract/core/status'
import { addDays, daysBetween, weekday, type LocalDate } from '@dentin/kit/datetime'
import type { ReactNode } from 'react'
import { cx, LinkButton, Meter, Tag } from '../../../ui/index.ts'
import {
  bookedShare,
  gapsOf,
  hoursText,
  isHolding,
  lengthText,
  LEAST_GAP,
  type DoctorDay,
  type Week,
} from '../model.ts'
import type { BoardColumn } from './BoardGrid.tsx'
import { MiniMonth } from './SidePanel.tsx'
import b from './board.module.css'
import s from './week.module.css'

/** A day with less than this free is full. */
const FULL = 0.85

interface Present {
  date: LocalDate
  minute: number
}

/** From when on a day's free time counts: not before now. */
const notBefore = (date: LocalDate, present: Present): number =>
  date < present.date ? 1440 : date === present.date ? Math.ceil(present.minute / 5) * 5 : 0

const freeMinutes = (doctor: DoctorDay, date: LocalDate, present: Present): number =>
  gapsOf(doctor, notBefore(date, present)).reduce((sum, gap) => sum + gap.end - gap.start, 0)

/** '12月27日–1月2日' */
export const weekText = (from: LocalDate): string => `${shortDayText(from)}–${shortDayText(addDays(from, 6))}`

/** Which week of the year it is, of those that begin on Sunday. */
export function weekNumber(sunday: LocalDate): number {
  const first = `${sunday.slice(0, 4)}-01-01`
  return Math.floor(daysBetween(addDays(first, -weekday(first)), sunday) / 7) + 1
}

/** Why nobody is received on a day, in two lines. */
function offWords(day: Week['days'][number], doctor: DoctorDay): { title: string; line: string } | null {
  if (doctor.stopFlag) return { title: '停止接诊', line: '当天不再预约' }
  if (!doctor.restFlag) return null
  const block = doctor.blocks[0]
  if (block) return { title: block.title, line: '' }
  if (day.holidayName && !day.isWorkday) return { title: day.holidayName, line: '法定假日' }
  if (day.isClosed) return { title: '不营业', line: `${weekdayName(day.date)}门诊休息` }
  return { title: '休息', line: `${weekdayName(day.date)}不排班` }
}

/** The seven days of one doctor as columns. */
export function weekColumns(
  week: Week,
  doctorId: string | null,
  present: Present,
  maySchedule: boolean,
): BoardColumn[] {
  return week.days.flatMap((day): BoardColumn[] => {
    const doctor = day.doctors.find((each) => each.doctorId === doctorId)
    if (!doctor) return []
    const isToday = day.date === present.date
    const off = offWords(day, doctor)
    const free = freeMinutes(doctor, day.date, present)
    return [
      {
        key: day.date,
        date: day.date,
        doctor,
        cards: doctor.appointments,
        name: dayText(day.date),
        startsDay: false,
        isToday,
        freeFrom: notBefore(day.date, present),
        moreTo: `/myAppointmentBoard?date=${day.date}`,
        offNote: off && (
          <span className={s.offNote}>
            <b>{off.title}</b>
            {off.line}
            {maySchedule && off.title === '休息' && day.date >= present.date && (
              <LinkButton size="sm" to={`/clinicSchedule?date=${day.date}`}>
                加班次
              </LinkButton>
            )}
          </span>
        ),
        head: (
          <>
            <div className={s.headDay}>
              <span className="secondary">{weekdayName(day.date)}</span>
              <b className={cx(s.dayNumber, isToday && s.today)}>{Number(day.date.slice(8))}</b>
              <span className="tertiary t-12">{day.lunar.slice(-2)}</span>
              <span className={s.headEnd}>
                {isToday && <span className={s.todayWord}>今天</span>}
                {day.holidayName && <Tag tone={day.isWorkday ? 'muted' : 'danger'}>{day.isWorkday ? '班' : '休'}</Tag>}
              </span>
            </div>
            {off ? (
              <span className={s.headOff}>{off.title}</span>
            ) : (
              <div className={s.headLoad}>
                <Load doctor={doctor} />
                <span className="num">
                  {hoursText(doctor.bookedMinutes)}/{hoursText(doctor.availableMinutes)}
                </span>
                {day.date >= present.date && (
                  <span className={cx('num', s.free, free < LEAST_GAP && s.freeLittle)}>空 {hoursText(free)}</span>
                )}
              </div>
            )}
          </>
        ),
      },
    ]
  })
}

function Load({ doctor }: { doctor: DoctorDay }) {
  return (
    <span className={cx(s.load, bookedShare(doctor) >= FULL && s.loadFull)}>
      <Meter value={Math.min(1, bookedShare(doctor))} label="已约比例" height={4} />
    </span>
  )
}

/** How full a day is, in five steps; null: the doctor is off. */
const stepOf = (doctor: DoctorDay | undefined): number | null => {
  if (!doctor || doctor.restFlag) return null
  const share = bookedShare(doctor)
  return share >= FULL ? 5 : share >= 0.6 ? 4 : share >= 0.35 ? 3 : share > 0.1 ? 2 : 1
}

/** Left of the week: the month, the doctors with the load of their week, and the sums of the one that is looked at. */
export function WeekSide({
  date,
  present,
  week,
  doctorId,
  onDate,
  onDoctor,
}: {
  date: LocalDate
  present: Present
  week: Week | undefined
  doctorId: string | null
  onDate: (date: LocalDate) => void
  onDoctor: (doctorId: string) => void
}) {
  const doctors = week?.days[0]?.doctors ?? []
  const own = (week?.days ?? []).flatMap((day) =>
    day.doctors.filter((each) => each.doctorId === doctorId).map((doctor) => ({ doctor, date: day.date })),
  )
  const cards = own.flatMap(({ doctor }) => doctor.appointments)
  const sum = (of: (doctor: DoctorDay) => number) => own.reduce((total, { doctor }) => total + of(doctor), 0)
  const left = own.reduce((total, { doctor, date: day }) => total + freeMinutes(doctor, day, present), 0)
  return (
    <div className={b.side}>
      <MiniMonth date={date} today={present.date} onPick={onDate} band />
      <section className={b.sidePart} aria-label="医生">
        <div className={b.sideHead}>
          <span>医生</span>
          <span className="t-12 tertiary">本周负荷 日–六</span>
        </div>
        {doctors.map((doctor) => (
          <button
            key={doctor.doctorId}
            type="button"
            className={s.doctor}
            aria-current={doctor.doctorId === doctorId || undefined}
            onClick={() => onDoctor(doctor.doctorId)}
          >
            <span className={s.doctorName}>
              <b>{doctor.doctorName}</b>
              <span className="t-12 tertiary">{doctor.deptName}</span>
            </span>
            <span className={s.cells} aria-hidden>
              {(week?.days ?? []).map((day) => {
                const step = stepOf(day.doctors.find((each) => each.doctorId === doctor.doctorId))
                return (
                  <span
                    key={day.date}
                    className={cx(s.cell, day.date === present.date && s.cellToday)}
                    data-step={step ?? 'off'}
                  />
                )
              })}
            </span>
          </button>
        ))}
        <div className={s.scale} aria-hidden>
          空
          {[1, 2, 3, 4, 5].map((step) => (
            <span key={step} className={s.cell} data-step={step} />
          ))}
          满 85%
          <span className={s.cell} data-step="off" />休
        </div>
      </section>
      <section className={b.sidePart} aria-label="本周">
        <div className={b.sideHead}>
          <span>本周</span>
          <span className="t-12 tertiary">{own[0]?.doctor.doctorName}</span>
        </div>
        <dl className={s.sums}>
          <dt>已约</dt>
          <dd>{cards.filter((card) => isHolding(card.status)).length} 人</dd>
          <dt>已用工时</dt>
          <dd className="num">
            {hoursText(sum((each) => each.bookedMinutes))} / {hoursText(sum((each) => each.availableMinutes))}
          </dd>
          <dt>剩余可约</dt>
          <dd className={s.left}>{lengthText(left)}</dd>
          <dt>爽约</dt>
          <dd>{cards.filter((card) => appointmentStates.is(card.status, 'missed')).length} 人</dd>
        </dl>
      </section>
    </div>
  )
}

/** 负荷: every doctor's week side by side; a cell opens the day. */
export function WeekLoad({
  week,
  present,
  onDay,
}: {
  week: Week
  present: Present
  onDay: (date: LocalDate, doctorId: string) => void
}) {
  const doctors = week.days[0]?.doctors ?? []
  const cell = (day: Week['days'][number], doctorId: string): ReactNode => {
    const doctor = day.doctors.find((each) => each.doctorId === doctorId)
    if (!doctor || doctor.restFlag) return <span className={s.loadOff}>{doctor?.blocks[0]?.title ?? '休'}</span>
    const gaps = gapsOf(doctor, notBefore(day.date, present)).filter((gap) => gap.end - gap.start >= LEAST_GAP)
    const free = freeMinutes(doctor, day.date, present)
    return (
      <button type="button" className={s.loadCell} onClick={() => onDay(day.date, doctorId)}>
        <Load doctor={doctor} />
        <span className="num">
          {hoursText(doctor.bookedMinutes)}/{hoursText(doctor.availableMinutes)}
        </span>
        <span className={cx('num', s.free, free < LEAST_GAP && s.freeLittle)}>
          空 {hoursText(free)}
          {gaps.length > 0 && <span className="tertiary">　{gaps.length} 段</span>}
        </span>
      </button>
    )
  }
  return (
    <div className={s.loadScroll} role="region" aria-label={`${weekText(week.days[0]?.date ?? '')}负荷`} tabIndex={-1}>
      <table className={s.loadTable}>
        <thead>
          <tr>
            <th scope="col">医生</th>
            {week.days.map((day) => (
              <th key={day.date} scope="col" className={cx(day.date === present.date && s.today)}>
                {weekdayName(day.date)} {Number(day.date.slice(8))}
                {day.holidayName && <span className="danger t-12"> {day.isWorkday ? '班' : '休'}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {doctors.map((doctor) => (
            <tr key={doctor.doctorId}>
              <th scope="row">
                {doctor.doctorName}
                <span className="t-12 tertiary">{doctor.deptName}</span>
              </th>
              {week.days.map((day) => (
                <td key={day.date}>{cell(day, doctor.doctorId)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
