import type { PatientChoice } from '@dentin/contract/patient'
import { addDays, parseDate, weekday, type LocalDate } from '@dentin/kit/datetime'
import { Fragment, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { usePreload } from '../../../lib/deferred.ts'
import { useCan } from '../../../lib/permission.ts'
import {
  Button,
  Chips,
  cx,
  EmptyState,
  ErrorLine,
  IconButton,
  LinkButton,
  Meter,
  PageTitle,
  Segmented,
  SkeletonRows,
  SplitPane,
  Tag,
  urlEnum,
  urlFlag,
  urlList,
  urlNumber,
  urlOptional,
  useHotkeys,
  useIsMobile,
  useUrlState,
} from '../../../ui/index.ts'
import { stepDate, useBookingOptions, useMoveCard, useNow, useOnlineCount, usePark, useWeek } from '../hooks.ts'
import {
  chairsOf,
  clockOf,
  dayText,
  hoursOf,
  hoursText,
  isHolding,
  isMovable,
  lengthText,
  presentMoment,
  refusalOf,
  type Detail,
  type Dragged,
  type Refusal,
  type Target,
  worksOn,
  type Week,
} from '../model.ts'
import { AppointmentPane, BookDialog, ParkedDrawer, WaitDialog, WaitDrawer } from '../parts.ts'
import { Agenda } from './Agenda.tsx'
import { BoardGrid, type BoardColumn, type BoardHandle } from './BoardGrid.tsx'
import type { BookingStart, PatientPicker } from './BookDialog.tsx'
import { MonthView } from './MonthView.tsx'
import { ParkedButton, Parking } from './Parking.tsx'
import { SidePanel } from './SidePanel.tsx'
import type { WaitStart } from './WaitDialog.tsx'
import { WaitPanel } from './WaitPanel.tsx'
import w from './waitlist.module.css'
import s from './board.module.css'

const AHEAD = [AppointmentPane, BookDialog]
const codecs = {
  date: urlOptional,
  view: urlEnum(['day', 'week', 'month'], 'day'),
  by: urlEnum(['doctor', 'chair'], 'doctor'),
  doctors: urlList,
  appointment: urlOptional,
  snap: urlNumber(5),
  waitlist: urlFlag,
  parked: urlFlag,
}
const views = [
  { value: 'day', label: '日' },
  { value: 'week', label: '周' },
  { value: 'month', label: '月' },
] as const
const sides = [
  { value: 'doctor', label: '医生' },
  { value: 'chair', label: '诊椅' },
] as const
const viewNames = { day: '天', week: '周', month: '月' } as const
const snaps = [
  { value: 5, label: '5 分' },
  { value: 10, label: '10 分' },
  { value: 15, label: '15 分' },
] as const

export interface AppointmentBoardProps {
  renderPicker: PatientPicker
  patientHref: (patientId: string) => string
  renderCheckIn?: (appointment: Detail, done: () => void) => ReactNode
  /** Somebody to book for: the dialog opens with this patient; told when it has. */
  bookFor?: PatientChoice | null
  onBookFor?: () => void
}

function properDate(text: string | null, today: LocalDate): LocalDate {
  try {
    if (text) parseDate(text)
    return text ?? today
  } catch {
    return today
  }
}

/** The appointment board: a column per doctor (day) or per day (week), drag to book, move and stretch. */
export function AppointmentBoard({
  renderPicker,
  patientHref,
  renderCheckIn,
  bookFor,
  onBookFor,
}: AppointmentBoardProps) {
  const [url, setUrl] = useUrlState(codecs)
  const may = useCan()
  const phone = useIsMobile()
  const now = useNow()
  const present = presentMoment(now)
  const date = properDate(url.date, present.date)
  const view = phone ? 'day' : url.view
  const snap = url.snap === 10 || url.snap === 15 ? url.snap : 5
  const startDate = view === 'week' ? addDays(date, -weekday(date)) : date
  const { query, input } = useWeek(startDate, view === 'week' ? 7 : 1, [])
  const chairs = useBookingOptions().data?.chairs
  const week = query.data
  usePreload(AHEAD, week !== undefined)
  const mayAdd = may('/myAppointmentBoard:add')
  const mayEdit = may('/myAppointmentBoard:edit')
  const online = useOnlineCount(may('/myAppointmentNetwork:view'))
  const mayOverbook = may('/myAppointmentBoard:overbook')
  const move = useMoveCard(input, mayOverbook)
  const park = usePark()
  const grid = useRef<BoardHandle>(null)
  const [booking, setBooking] = useState<BookingStart | null>(null)
  const [waiting, setWaiting] = useState<WaitStart | null>(null)
  const [drawer, setDrawer] = useState<'left' | 'right' | null>(null)

  const today = week?.days.find((day) => day.date === date) ?? week?.days[0]
  const doctors = today?.doctors ?? []
  const chosen = url.doctors
  // By content: the address changes with every opened card, the columns do not.
  const chosenIds = chosen.join()
  const columns = useMemo(() => {
    if (!week || view === 'month') return []
    const ids = chosenIds ? chosenIds.split(',') : []
    return url.by === 'chair' && chairs ? chairColumns(week, view, ids, chairs) : columnsOf(week, view, ids)
  }, [week, view, chosenIds, url.by, chairs])
  const hours = useMemo(() => (week ? hoursOf(week) : { from: 510, to: 1110 }), [week])
  const setDate = (next: LocalDate) => {
    setUrl({ date: next === present.date ? null : next })
    setDrawer(null)
  }
  const open = (id: string | null) => setUrl({ appointment: id })
  const book = (start: Partial<BookingStart> = {}) =>
    setBooking({
      doctorId: chosen.length === 1 ? (chosen[0] ?? null) : null,
      date,
      time: null,
      minutes: null,
      ...start,
    })
  const sent = bookFor ?? null
  const [taken, setTaken] = useState<PatientChoice | null>(null)
  if (sent !== taken) {
    setTaken(sent)
    if (sent && mayAdd) book({ patient: sent })
  }
  useEffect(() => {
    if (sent) onBookFor?.()
  }, [sent, onBookFor])
  const judge = (target: Target, moving: Dragged | null): Refusal | null =>
    week ? refusalOf(week, target, moving, new Date()) : null
  useHotkeys([
    { key: 'n', does: '新建预约', run: () => book(), enabled: mayAdd },
    {
      key: 'p',
      does: '选中的预约放入待安排',
      enabled: mayEdit,
      run: () => {
        const id = document.activeElement?.closest('[data-card]')?.getAttribute('data-card') ?? url.appointment
        const card = columns.flatMap((column) => column.cards).find((each) => each.id === id)
        if (card && isMovable(card)) void park(card)
      },
    },
    { key: 't', does: '回到今天', run: () => setDate(present.date) },
    { key: '[', does: '前一天（周）', run: () => setDate(stepDate(date, view, -1)) },
    { key: ']', does: '后一天（周）', run: () => setDate(stepDate(date, view, 1)) },
  ])

  const shown = columns.flatMap((column) => column.cards)
  const inView = (week?.days ?? []).flatMap((day) =>
    day.doctors.filter((doctor) => (chosen.length === 0 ? worksOn(doctor) : chosen.includes(doctor.doctorId))),
  )
  const people = shown.filter((card) => isHolding(card.status)).length
  const free = inView.reduce((sum, doctor) => sum + Math.max(0, doctor.availableMinutes - doctor.bookedMinutes), 0)
  // One place in both shapes: turning a phone does not lose what was typed.
  const dialogs = (
    <Fragment key="dialogs">
      {booking && (
        <BookDialog
          key={`${booking.date} ${booking.time} ${booking.doctorId}`}
          start={booking}
          renderPicker={renderPicker}
          onClose={() => setBooking(null)}
          onBooked={(answer) => {
            setBooking(null)
            if (answer.id) open(answer.id)
          }}
        />
      )}
      {url.waitlist && (
        <WaitDrawer
          mayEdit={mayEdit}
          onAdd={() => setWaiting({})}
          onEdit={(entry) => setWaiting({ entry })}
          onClose={() => setUrl({ waitlist: false })}
        />
      )}
      {url.parked && (
        <ParkedDrawer
          onOpen={(id) => setUrl({ appointment: id, parked: false })}
          onClose={() => setUrl({ parked: false })}
        />
      )}
      {waiting && <WaitDialog start={waiting} renderPicker={renderPicker} onClose={() => setWaiting(null)} />}
    </Fragment>
  )
  const pane = url.appointment && (
    <AppointmentPane
      key={url.appointment}
      id={url.appointment}
      onClose={() => open(null)}
      onShow={open}
      patientHref={patientHref}
      renderPicker={renderPicker}
      renderCheckIn={renderCheckIn}
    />
  )
  const failed = query.error && !week && (
    <ErrorLine onRetry={() => void query.refetch()}>预约没有读到：{query.error.message}</ErrorLine>
  )

  if (phone) {
    const list = doctors
    const current = list.find((each) => each.doctorId === chosen[0]) ?? list.find((each) => !each.restFlag) ?? list[0]
    const turn = (step: 1 | -1) => {
      const next = list[list.findIndex((each) => each.doctorId === current?.doctorId) + step]
      if (next) setUrl({ doctors: [next.doctorId] })
    }
    return (
      <div className={s.page}>
        <PageTitle
          title="预约"
          sub={today?.lunar}
          mobileActions={
            mayAdd && (
              <IconButton
                icon="plus"
                label="新建预约"
                variant="primary"
                size="lg"
                onClick={() => book({ doctorId: current?.doctorId ?? null })}
              />
            )
          }
        />
        <div className={s.phoneBar}>
          <div className={s.phoneDate}>
            <IconButton icon="chevron-left" label="前一天" onClick={() => setDate(addDays(date, -1))} />
            <b>{dayText(date)}</b>
            <IconButton icon="chevron-right" label="后一天" onClick={() => setDate(addDays(date, 1))} />
            {date !== present.date && (
              <Button size="sm" onClick={() => setDate(present.date)}>
                今天
              </Button>
            )}
            <Button size="sm" onClick={() => setUrl({ waitlist: true })}>
              候补
            </Button>
            <ParkedButton onOpen={() => setUrl({ parked: true })} />
          </div>
          {list.length > 0 && (
            <Chips
              label="医生"
              value={current?.doctorId ?? null}
              onChange={(id) => setUrl({ doctors: [id] })}
              options={list.map((each) => ({
                value: each.doctorId,
                label: each.doctorName,
                count: each.appointments.length,
              }))}
            />
          )}
        </div>
        {failed ||
          (!week ? (
            <SkeletonRows rows={8} height={72} double />
          ) : current ? (
            <Agenda
              key={`${date} ${current.doctorId}`}
              doctor={current}
              from={date < present.date ? 1440 : date === present.date ? Math.ceil(present.minute / 5) * 5 : 0}
              onOpen={open}
              onFree={
                mayAdd
                  ? (start, minutes) =>
                      book({ doctorId: current.doctorId, time: clockOf(start), minutes: minutes < 30 ? minutes : null })
                  : null
              }
              onSwipe={turn}
            />
          ) : (
            <NoDoctors />
          ))}
        {pane}
        {dialogs}
      </div>
    )
  }

  return (
    <div className={s.page}>
      <PageTitle
        title="预约"
        extra={
          <>
            {view !== 'month' && (
              <Segmented label="列" options={sides} value={url.by} onChange={(next) => setUrl({ by: next })} />
            )}
            <Segmented label="视图" options={views} value={view} onChange={(next) => setUrl({ view: next })} />
            {may('/myAppointmentList:view') && (
              <LinkButton variant="text" icon="list" to="/myAppointmentList">
                列表
              </LinkButton>
            )}
            {may('/myAppointmentNetwork:view') && (
              <LinkButton variant="text" icon="qr" to="/myAppointmentNetwork">
                网上预约{online > 0 ? ` ${online}` : ''}
              </LinkButton>
            )}
          </>
        }
      />
      <div className={s.main}>
        <SplitPane
          left={{
            label: '日期与医生',
            width: 216,
            content: (
              <SidePanel
                date={date}
                today={present.date}
                onDate={setDate}
                week={week}
                doctors={doctors}
                chosen={chosen}
                onChoose={(ids) => setUrl({ doctors: ids })}
                parking={
                  <Parking
                    mayEdit={mayEdit}
                    onOpen={open}
                    onTake={(card, pointer) => grid.current?.take(card, pointer)}
                  />
                }
              />
            ),
          }}
          right={
            pane
              ? undefined
              : {
                  label: '候补名单',
                  width: 232,
                  content: (
                    <div className={w.panel}>
                      <WaitPanel
                        mayEdit={mayEdit}
                        onAdd={() => setWaiting({})}
                        onEdit={(entry) => setWaiting({ entry })}
                        onAll={() => setUrl({ waitlist: true })}
                      />
                    </div>
                  ),
                }
          }
          open={drawer}
          onOpen={setDrawer}
        >
          <div className={s.centre}>
            <div className={s.bar}>
              <Button onClick={() => setDate(present.date)}>今天</Button>
              <span style={{ display: 'flex' }}>
                <IconButton
                  icon="chevron-left"
                  label={`前一${viewNames[view]}`}
                  onClick={() => setDate(stepDate(date, view, -1))}
                />
                <IconButton
                  icon="chevron-right"
                  label={`后一${viewNames[view]}`}
                  onClick={() => setDate(stepDate(date, view, 1))}
                />
              </span>
              <h2 className={s.barDate}>
                {view === 'day'
                  ? dayText(date)
                  : view === 'month'
                    ? `${date.slice(0, 4)}年${Number(date.slice(5, 7))}月`
                    : `${dayText(startDate)} – ${dayText(addDays(startDate, 6))}`}
              </h2>
              <span className={cx(s.barLunar, 'secondary')}>
                {view === 'day'
                  ? [today?.lunar, today?.holidayName, today?.isClosed && '门诊不营业'].filter(Boolean).join('　')
                  : ''}
              </span>
              <div className={s.barEnd}>
                {week && view !== 'month' && (
                  <span className={cx(s.barStat, 'secondary t-13 num')}>
                    已约 {people} 人　空闲 {lengthText(free)}
                  </span>
                )}
                {view !== 'month' && (
                  <>
                    <span className={s.rule} />
                    <Segmented
                      label="刻度"
                      size="sm"
                      options={snaps}
                      value={snap}
                      onChange={(next) => setUrl({ snap: next })}
                    />
                  </>
                )}
                <LinkButton
                  to={`/myAppointmentBoard/print?date=${date}`}
                  icon="printer"
                  aria-label="打印当天预约"
                  title="打印当天预约"
                  variant="text"
                />
              </div>
            </div>
            {failed}
            {!week && !failed && view !== 'month' && <SkeletonRows rows={12} height={54} double />}
            {view === 'month' && (
              <MonthView date={date} today={present.date} onPick={(day) => setUrl({ view: 'day', date: day })} />
            )}
            {week && view !== 'month' && columns.length === 0 && <NoDoctors />}
            {columns.length > 0 && (
              <BoardGrid
                key={`${view} ${url.by} ${startDate}`}
                label={`${dayText(date)}预约板`}
                columns={columns}
                hours={hours}
                snap={snap}
                present={present}
                selectedId={url.appointment}
                mayEdit={mayEdit}
                mayAdd={mayAdd}
                onOpen={open}
                onCreate={(column, start, end) =>
                  book({
                    doctorId: column.doctor.doctorId || null,
                    ...(column.chairId === undefined ? {} : { chairId: column.chairId }),
                    date: column.date,
                    time: clockOf(start),
                    minutes: end === null ? null : end - start,
                  })
                }
                onMove={move}
                onPark={(card) => void park(card)}
                handle={grid}
                judge={judge}
              />
            )}
          </div>
        </SplitPane>
        {pane}
      </div>
      {dialogs}
    </div>
  )
}

function NoDoctors() {
  return (
    <EmptyState layout="stack" icon="users" title="没有可以显示的医生" hint="在左侧勾选医生；新增医生请到员工设置" />
  )
}

/** Columns of the board: the doctors of each day; without a choice those who work or have appointments. */
function columnsOf(week: Week, view: 'day' | 'week', chosen: readonly string[]): BoardColumn[] {
  const today = presentMoment(new Date()).date
  return week.days.flatMap((day) => {
    const doctors = day.doctors.filter((doctor) =>
      chosen.length === 0 ? worksOn(doctor) : chosen.includes(doctor.doctorId),
    )
    return doctors.map((doctor, n): BoardColumn => {
      const alone = view === 'week' && doctors.length === 1
      const date = dayText(day.date)
      return {
        key: `${day.date} ${doctor.doctorId}`,
        date: day.date,
        doctor,
        cards: doctor.appointments,
        name: view === 'day' ? doctor.doctorName : `${doctor.doctorName} ${date}`,
        startsDay: view === 'week' && n === 0,
        head: (
          <>
            <div className={s.headTop}>
              <span className={cx(s.headName, alone && day.date === today && s.headToday)}>
                {alone ? date : doctor.doctorName}
              </span>
              <span className={cx(s.headSub, view === 'week' && day.date === today && s.headToday)}>
                {view === 'day'
                  ? doctor.room || doctor.deptName
                  : alone
                    ? (day.holidayName ?? (day.isClosed ? '不营业' : day.lunar.slice(-2)))
                    : date.slice(date.indexOf('月') + 1)}
              </span>
              {doctor.stopFlag && <Tag tone="danger">停诊</Tag>}
            </div>
            <Load booked={doctor.bookedMinutes} available={doctor.availableMinutes} />
          </>
        ),
      }
    })
  })
}

/** Columns by chair: who works there, what stands in it. */
function chairColumns(
  week: Week,
  view: 'day' | 'week',
  chosen: readonly string[],
  chairs: readonly { id: string; name: string }[],
): BoardColumn[] {
  return week.days.flatMap((day) =>
    chairsOf(day, chairs, chosen).map((chair, n): BoardColumn => {
      const [first] = chair.doctors
      const date = dayText(day.date)
      const names = chair.doctors.map((each) => each.doctorName).join('、')
      return {
        key: `${day.date} ${chair.chairId ?? 'none'}`,
        date: day.date,
        chairId: chair.chairId,
        doctor: {
          doctorId: first?.doctorId ?? '',
          doctorName: first?.doctorName ?? '',
          deptName: '',
          room: chair.name,
          chairId: chair.chairId,
          colour: '',
          shifts: chair.doctors.flatMap((each) => each.shifts),
          blocks: chair.doctors.length === 1 ? (first?.blocks ?? []) : [],
          restFlag: false,
          stopFlag: false,
          bookedMinutes: chair.bookedMinutes,
          availableMinutes: chair.availableMinutes,
          appointments: chair.cards,
        },
        cards: chair.cards,
        name: chair.name,
        startsDay: view === 'week' && n === 0,
        head: (
          <>
            <div className={s.headTop}>
              <span className={s.headName}>{chair.name}</span>
              <span className={s.headSub}>{view === 'day' ? names : date.slice(date.indexOf('月') + 1)}</span>
            </div>
            <Load booked={chair.bookedMinutes} available={chair.availableMinutes} />
          </>
        ),
      }
    }),
  )
}

function Load({ booked, available }: { booked: number; available: number }) {
  return (
    <div className={s.headLoad}>
      <Meter value={available > 0 ? booked / available : booked > 0 ? 1 : 0} label="已约比例" height={4} />
      <span>
        {hoursText(booked)}/{hoursText(available)}
      </span>
    </div>
  )
}
