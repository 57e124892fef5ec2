import { dayText } from '@dentin/kit/date-text'
import type { PatientChoice } from '@dentin/contract/patient'
import { addDays, parseDate, weekday, type LocalDate } from '@dentin/kit/datetime'
import { Fragment, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useClinicSettings } from '../../../lib/clinic-settings.ts'
import { usePreload } from '../../../lib/deferred.ts'
import { useCan } from '../../../lib/permission.ts'
import { selectedDoctor } from '../../../lib/selected-doctor.ts'
import {
  Button,
  Chips,
  cx,
  DetailPane,
  EmptyState,
  ErrorLine,
  IconButton,
  Kbd,
  LinkButton,
  Menu,
  Meter,
  Notice,
  PageTitle,
  Segmented,
  SkeletonRows,
  SplitPane,
  Tabs,
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
import { DEFAULT_MINUTES, placeOfStart, placeToMove, type PlaceValue } from '../place.ts'
import {
  stepDate,
  useBookingOptions,
  useParked,
  useMoveCard,
  useNow,
  useOnlineCount,
  usePark,
  useWeek,
} from '../hooks.ts'
import {
  chairsOf,
  clockOf,
  hoursOf,
  hoursText,
  isHolding,
  isMovable,
  lengthText,
  minutesOf,
  presentMoment,
  refusalOf,
  type Detail,
  type Dragged,
  type Refusal,
  type Target,
  wireDate,
  worksOn,
  type Card,
  type Week,
} from '../model.ts'
import {
  AppointmentDetail,
  AppointmentPane,
  BookForm,
  MoveForm,
  OverPage,
  ParkedDrawer,
  WaitDialog,
  WaitDrawer,
} from '../deferred.ts'
import { Agenda } from './Agenda.tsx'
import { BoardGrid, type BoardColumn, type BoardHandle, type Wish } from './BoardGrid.tsx'
import type { BoardGuest, BookingStart, PatientPicker } from './BookForm.tsx'
import { BesideBoard, PANE_WIDTH, type BookParts } from './BookFrame.tsx'
import { MonthView } from './MonthView.tsx'
import type { Movable } from './MoveForm.tsx'
import { ParkedButton, Parking } from './Parking.tsx'
import { SidePanel } from './SidePanel.tsx'
import { weekColumns, WeekLoad, weekNumber, WeekSide, weekText } from './WeekBoard.tsx'
import { useWaiting } from '../waitlist.ts'
import type { WaitStart } from './WaitDialog.tsx'
import { WaitPanel } from './WaitPanel.tsx'
import w from './waitlist.module.css'
import s from './board.module.css'
import { present as presentTime } from '../../../lib/present.ts'

const AHEAD = [AppointmentDetail, BookForm, MoveForm]

/** What the pane beside the board is at: a new appointment or another time for one. */
type Forming =
  | { kind: 'book'; start: BookingStart; round: number }
  | { kind: 'move'; appointment: Movable; missed: boolean; round: number }
/** What the pane shows instead of its own, one click away. */
type Tray = 'parked' | 'wait' | null
const nobody: BoardGuest = { name: '', what: '', patientId: null }
const codecs = {
  date: urlOptional,
  view: urlEnum(['day', 'week', 'month'], 'day'),
  by: urlEnum(['doctor', 'chair'], 'doctor'),
  doctors: urlList,
  appointment: urlOptional,
  /** Finer than the clinic's grid it is not. */
  snap: urlNumber(0),
  /** In a week: whose, and as a calendar or as a load of all. */
  doctor: urlOptional,
  load: urlFlag,
  waitlist: urlFlag,
  parked: urlFlag,
  /** 'appointment': 新建预约 was chosen in the head of the page. */
  new: urlOptional,
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
const weekShapes = [
  { value: 'calendar', label: '周历', icon: 'calendar' },
  { value: 'load', label: '负荷', icon: 'columns' },
] as const
const snaps = [
  { value: 5, label: '5 分' },
  { value: 10, label: '10 分' },
  { value: 15, label: '15 分' },
] as const

export interface AppointmentBoardProps {
  renderPicker: PatientPicker
  patientHref: (patientId: string) => string
  recordHref: (recordId: string) => string
  renderCheckIn?: (appointment: Detail, done: () => void) => ReactNode
  /** Somebody to book for: the dialog opens with this patient; told when it has. */
  bookFor?: PatientChoice | null
  /** With whom, for what and how long. */
  bookWith?: Partial<BookingStart>
  onBookFor?: () => void
  /** Somebody waits elsewhere for a new appointment: called instead of showing it here. */
  onBooked?: () => void
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
  recordHref,
  renderCheckIn,
  bookFor,
  bookWith,
  onBookFor,
  onBooked,
}: AppointmentBoardProps) {
  const [url, setUrl] = useUrlState(codecs)
  const may = useCan()
  const phone = useIsMobile()
  const now = useNow()
  const present = presentMoment(now)
  const date = properDate(url.date, present.date)
  const view = phone ? 'day' : url.view
  const slot = useClinicSettings().data?.slotMinutes ?? 5
  const offered = snaps.filter(({ value }) => value % slot === 0)
  const snap = offered.find(({ value }) => value === url.snap)?.value ?? slot
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
  const [forming, setForming] = useState<Forming | null>(null)
  const [place, setPlace] = useState<PlaceValue | null>(null)
  const [guest, setGuest] = useState<BoardGuest>(nobody)
  const [tray, setTray] = useState<Tray>(null)
  const [waiting, setWaiting] = useState<WaitStart | null>(null)
  const [drawer, setDrawer] = useState<'left' | 'right' | null>(null)

  const today = week?.days.find((day) => day.date === date) ?? week?.days[0]
  const doctors = today?.doctors ?? []
  const chosen = url.doctors
  // By content: the address changes with every opened card, the columns do not.
  const chosenIds = chosen.join()
  const { doctor: askedDoctor, by } = url
  const maySchedule = may('/clinicSchedule:edit')
  // Free time shrinks by the minute; the columns are made anew every five.
  const { date: presentDate, minute: presentMinute } = presentMoment(now)
  const fiveMinutes = Math.floor(presentMinute / 5) * 5
  const { columns, weekOwner } = useMemo((): { columns: BoardColumn[]; weekOwner: string | null } => {
    if (!week) return { columns: [], weekOwner: null }
    const ids = chosenIds ? chosenIds.split(',') : []
    const owner = weekOwnerOf(week.days[0]?.doctors ?? [], [askedDoctor, ids.length === 1 ? (ids[0] ?? null) : null])
    const at = { date: presentDate, minute: fiveMinutes }
    const shown =
      view === 'month'
        ? []
        : view === 'week'
          ? weekColumns(week, owner, at, maySchedule)
          : by === 'chair' && chairs
            ? chairColumns(week, ids, chairs)
            : columnsOf(week, ids)
    return { columns: shown, weekOwner: owner }
  }, [week, view, chosenIds, by, chairs, askedDoctor, presentDate, fiveMinutes, maySchedule])
  const hours = useMemo(() => (week ? hoursOf(week) : { from: 510, to: 1110 }), [week])
  const setDate = (next: LocalDate) => {
    setUrl({ date: next === present.date ? null : next })
    setDrawer(null)
    if (next >= present.date) setPlace((now) => now && { ...now, date: next })
  }
  const open = (id: string | null) => {
    setTray(null)
    setUrl({ appointment: id })
  }
  const book = (given: Partial<BookingStart> = {}) => {
    setTray(null)
    // What is open already takes the place that was clicked, and keeps whatever was typed.
    if (forming?.kind === 'book' && given.patient === undefined) {
      setForming({ ...forming, start: { ...forming.start, minutes: given.minutes ?? null } })
      setPlace((now) => now && placeOn(now, given))
      return
    }
    if (forming?.kind === 'move' && given.time) return setPlace((now) => now && placeOn(now, given))
    const start: BookingStart = {
      doctorId: chosen.length === 1 ? (chosen[0] ?? null) : selectedDoctor.get(),
      date: date < present.date ? present.date : date,
      time: null,
      minutes: null,
      ...given,
    }
    setGuest(nobody)
    setForming({ kind: 'book', start, round: (forming?.round ?? 0) + 1 })
    setPlace(placeOfStart(start))
  }
  const moveTo = (appointment: Movable, missed: boolean) => {
    setTray(null)
    setGuest({ name: appointment.name, what: appointment.title, patientId: appointment.patientId })
    setForming({ kind: 'move', appointment, missed, round: (forming?.round ?? 0) + 1 })
    setPlace(placeToMove(appointment))
  }
  const endForm = () => {
    setForming(null)
    setPlace(null)
  }
  // The board follows the day that is chosen in the pane.
  const follow = useRef((_to: LocalDate) => {})
  useLayoutEffect(() => {
    follow.current = (to) => {
      if (to !== date) setUrl({ date: to === present.date ? null : to })
    }
  })
  const changePlace = useCallback((patch: Partial<PlaceValue>) => {
    setPlace((now) => now && { ...now, ...patch })
    if (patch.date) follow.current(patch.date)
  }, [])
  const sent = bookFor ?? null
  const [taken, setTaken] = useState<PatientChoice | null>(null)
  if (sent !== taken) {
    setTaken(sent)
    if (sent && mayAdd) book({ ...bookWith, patient: sent })
  }
  useEffect(() => {
    if (sent) onBookFor?.()
  }, [sent, onBookFor])
  const asked = url.new === 'appointment'
  const [answered, setAnswered] = useState(false)
  if (asked !== answered) {
    setAnswered(asked)
    if (asked && mayAdd && !sent) book()
  }
  useEffect(() => {
    if (asked) setUrl({ new: null })
  }, [asked, setUrl])
  const ownWeek = (doctorId: string) => {
    selectedDoctor.keep(doctorId)
    setUrl({ doctor: doctorId, load: false })
  }
  const turnDoctor = (step: 1 | -1) => {
    const at = doctors.findIndex((each) => each.doctorId === weekOwner)
    const next = doctors[(at + step + doctors.length) % Math.max(1, doctors.length)]
    if (next) ownWeek(next.doctorId)
  }
  const judge = (target: Target, moving: Dragged | null): Refusal | null =>
    week ? refusalOf(week, target, moving, presentTime()) : null
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
    {
      key: '[',
      does: '前一天，周里换上一位医生',
      run: () => (view === 'week' ? turnDoctor(-1) : setDate(stepDate(date, view, -1))),
    },
    {
      key: ']',
      does: '后一天，周里换下一位医生',
      run: () => (view === 'week' ? turnDoctor(1) : setDate(stepDate(date, view, 1))),
    },
  ])

  // The place that is being chosen, as the board shows it.
  const wish = useMemo<Wish | null>(
    () =>
      place && place.date && place.doctorId && forming
        ? {
            date: place.date,
            doctorId: place.doctorId,
            start: place.time ? minutesOf(place.time) : null,
            minutes: place.minutes ?? DEFAULT_MINUTES,
            ...guest,
          }
        : null,
    [place, forming, guest],
  )
  const showCard = (card: Card) => {
    const to = wireDate(card.startTime)
    if (to !== date) setUrl({ date: to === present.date ? null : to })
    requestAnimationFrame(() => {
      const element = document.querySelector<HTMLElement>(`[data-card="${card.id}"]`)
      element?.scrollIntoView({ block: 'center', inline: 'nearest' })
      element?.focus()
    })
  }

  const shown = columns.flatMap((column) => column.cards)
  const inView = (week?.days ?? []).flatMap((day) =>
    day.doctors.filter((doctor) => (chosen.length === 0 ? worksOn(doctor) : chosen.includes(doctor.doctorId))),
  )
  const people = shown.filter((card) => isHolding(card.status)).length
  const free = inView.reduce((sum, doctor) => sum + Math.max(0, doctor.availableMinutes - doctor.bookedMinutes), 0)
  // One place in both shapes: turning a phone does not lose what was typed.
  const dialogs = (
    <Fragment key="dialogs">
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
  const ended = (id: string | null, to: LocalDate) => {
    endForm()
    setTray(null)
    setUrl({ date: to === present.date ? null : to, appointment: id })
  }
  const trayContent =
    tray === 'parked' ? (
      <Parking mayEdit={mayEdit} onOpen={open} onTake={(card, pointer) => grid.current?.take(card, pointer)} />
    ) : tray === 'wait' ? (
      <WaitPanel
        mayEdit={mayEdit}
        onAdd={() => setWaiting({})}
        onEdit={(entry) => setWaiting({ entry })}
        onAll={() => setUrl({ waitlist: true })}
      />
    ) : null
  const tabs = (label: string) => <PaneTabs label={label} tray={tray} onTray={setTray} />
  const frame = (parts: BookParts) =>
    phone ? (
      <OverPage {...parts} />
    ) : (
      <BesideBoard {...parts} tabs={tabs(forming?.kind === 'move' ? '改期' : '新建预约')} tray={trayContent} />
    )
  const form = forming && place && (
    <Fragment key={`form ${forming.round}`}>
      {forming.kind === 'book' ? (
        <BookForm
          start={forming.start}
          place={place}
          onPlace={changePlace}
          frame={frame}
          onClose={endForm}
          onBooked={(answer, to) => (onBooked ? onBooked() : ended(answer.id, to))}
          renderPicker={renderPicker}
          phone={phone}
          besideBoard={!phone}
          onWho={setGuest}
          {...(phone ? {} : { onShowCard: showCard })}
          onWait={(patient) => setWaiting({ patient, doctorId: place.doctorId, duration: place.minutes })}
        />
      ) : (
        <MoveForm
          appointment={forming.appointment}
          missed={forming.missed}
          place={place}
          onPlace={changePlace}
          frame={frame}
          onClose={endForm}
          onDone={ended}
          phone={phone}
          besideBoard={!phone}
          {...(phone ? {} : { onShowCard: showCard })}
        />
      )}
    </Fragment>
  )
  const detail = {
    onClose: () => open(null),
    onShow: open,
    patientHref,
    recordHref,
    renderPicker,
    renderCheckIn,
  }
  const pane =
    form ||
    (url.appointment &&
      (phone ? (
        <AppointmentPane key={url.appointment} id={url.appointment} {...detail} />
      ) : (
        <DetailPane
          key={url.appointment}
          label="预约详情"
          head={tabs('预约详情')}
          width={PANE_WIDTH}
          onClose={() => open(null)}
        >
          {trayContent ?? <AppointmentDetail id={url.appointment} {...detail} onMove={moveTo} />}
        </DetailPane>
      )))
  const failed = query.error && !week && (
    <ErrorLine onRetry={() => void query.refetch()}>预约没有读到：{query.error.message}</ErrorLine>
  )

  if (phone) {
    const list = doctors
    const current =
      list.find((each) => each.doctorId === chosen[0]) ??
      list.find((each) => each.doctorId === selectedDoctor.get()) ??
      list.find((each) => !each.restFlag) ??
      list[0]
    const choose = (id: string) => {
      selectedDoctor.keep(id)
      setUrl({ doctors: [id] })
    }
    const turn = (step: 1 | -1) => {
      const next = list[list.findIndex((each) => each.doctorId === current?.doctorId) + step]
      if (next) choose(next.doctorId)
    }
    return (
      <div className={s.page}>
        <PageTitle
          key="title"
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
        <div key="bar" className={s.phoneBar}>
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
              onChange={choose}
              options={list.map((each) => ({
                value: each.doctorId,
                label: each.doctorName,
                count: each.appointments.length,
              }))}
            />
          )}
        </div>
        <div key="main" className={s.phoneMain}>
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
                        book({
                          doctorId: current.doctorId,
                          time: clockOf(start),
                          minutes: minutes < 30 ? minutes : null,
                        })
                    : null
                }
                onSwipe={turn}
              />
            ) : (
              <NoDoctors />
            ))}
          {pane}
        </div>
        {dialogs}
      </div>
    )
  }

  return (
    <div className={s.page}>
      <PageTitle
        key="title"
        extra={
          <>
            {view === 'day' && (
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
      <div key="main" className={s.main}>
        <SplitPane
          key="board"
          left={{
            label: '日期与医生',
            width: 216,
            content:
              view === 'week' ? (
                <WeekSide
                  date={date}
                  present={present}
                  week={week}
                  doctorId={weekOwner}
                  onDate={setDate}
                  onDoctor={ownWeek}
                />
              ) : (
                <SidePanel
                  date={date}
                  today={present.date}
                  onDate={setDate}
                  week={week}
                  doctors={doctors}
                  chosen={chosen}
                  onChoose={(ids) => {
                    if (ids.length === 1) selectedDoctor.keep(ids[0] ?? null)
                    setUrl({ doctors: ids })
                  }}
                />
              ),
          }}
          right={
            pane || view === 'week'
              ? undefined
              : {
                  label: '待安排与候补',
                  width: 232,
                  content: (
                    <div className={w.panel}>
                      <Parking
                        mayEdit={mayEdit}
                        onOpen={open}
                        onTake={(card, pointer) => grid.current?.take(card, pointer)}
                      />
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
              <Button onClick={() => setDate(present.date)}>{view === 'week' ? '本周' : '今天'}</Button>
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
                    : weekText(startDate)}
              </h2>
              <span className={cx(s.barLunar, 'secondary')}>
                {view === 'day'
                  ? [today?.lunar, today?.holidayName, today?.isClosed && '门诊不营业'].filter(Boolean).join('　')
                  : view === 'week'
                    ? `第 ${weekNumber(startDate)} 周`
                    : ''}
              </span>
              {view === 'week' && doctors.length > 0 && (
                <>
                  <span className={s.rule} />
                  <Menu
                    items={doctors.map((each) => ({
                      key: each.doctorId,
                      label: each.doctorName,
                      onSelect: () => ownWeek(each.doctorId),
                    }))}
                  >
                    <Button iconRight="chevron-down" aria-label="换医生">
                      {doctors.find((each) => each.doctorId === weekOwner)?.doctorName}
                    </Button>
                  </Menu>
                  <Kbd>[</Kbd>
                  <Kbd>]</Kbd>
                </>
              )}
              <div className={s.barEnd}>
                {view === 'week' && !pane && <ParkedButton onOpen={() => setUrl({ parked: true })} />}
                {week && view === 'day' && (
                  <span className={cx(s.barStat, 'secondary t-13 num')}>
                    已约 {people} 人　空闲 {lengthText(free)}
                  </span>
                )}
                {view === 'week' && (
                  <Segmented
                    label="周视图"
                    size="sm"
                    options={weekShapes}
                    value={url.load ? 'load' : 'calendar'}
                    onChange={(next) => setUrl({ load: next === 'load' })}
                  />
                )}
                {view === 'day' && offered.length > 1 && (
                  <>
                    <span className={s.rule} />
                    <Segmented
                      label="刻度"
                      size="sm"
                      options={offered}
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
            {week && view !== 'month' && today?.isPlanned === false && date >= present.date && (
              <div className={s.unplanned}>
                <Notice
                  tone="muted"
                  icon="calendar"
                  action={
                    maySchedule && (
                      <span className={s.barEnd}>
                        <Link className="brand" to={`/clinicSchedule?date=${date}&copy=last`}>
                          复制上周
                        </Link>
                        <Link className="brand" to={`/clinicSchedule?date=${date}`}>
                          去排班
                        </Link>
                      </span>
                    )
                  }
                >
                  这周还没排班，先按门诊的营业时间预约
                </Notice>
              </div>
            )}
            {!week && !failed && view !== 'month' && <SkeletonRows rows={12} height={54} double />}
            {view === 'month' && (
              <MonthView date={date} today={present.date} onPick={(day) => setUrl({ view: 'day', date: day })} />
            )}
            {week && view !== 'month' && columns.length === 0 && <NoDoctors />}
            {week && view === 'week' && url.load && (
              <WeekLoad
                week={week}
                present={present}
                onDay={(day, doctorId) => {
                  selectedDoctor.keep(doctorId)
                  setUrl({ view: 'day', date: day === present.date ? null : day, load: false })
                }}
              />
            )}
            {columns.length > 0 && !(view === 'week' && url.load) && (
              <BoardGrid
                key={`${view} ${url.by}`}
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
                wish={wish}
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

/** Whose week is shown: the first of those asked for who is there, whom one works with, else whoever is first. */
function weekOwnerOf(doctors: readonly { doctorId: string }[], asked: readonly (string | null)[]): string | null {
  const known = [...asked, selectedDoctor.get()].find((id) => doctors.some((each) => each.doctorId === id))
  return known ?? doctors[0]?.doctorId ?? null
}

/** The head of the pane: what it is at, and beside it what was put aside and who waits, one click away. */
function PaneTabs({ label, tray, onTray }: { label: string; tray: Tray; onTray: (tray: Tray) => void }) {
  const parked = useParked().data?.length ?? 0
  const waiting = useWaiting().list.data?.total ?? 0
  return (
    <span className={s.paneTabs} data-parking>
      <Tabs
        label="侧栏"
        value={tray ?? 'form'}
        onChange={(key) => onTray(key === 'form' ? null : key)}
        items={[
          { key: 'form', label },
          { key: 'parked', label: '待安排', count: parked },
          { key: 'wait', label: '候补', count: waiting },
        ]}
      />
      <Kbd>Esc</Kbd>
    </span>
  )
}

/** A place as it is after a click or a drag on the board. */
const placeOn = (now: PlaceValue, given: Partial<BookingStart>): PlaceValue => ({
  doctorId: given.doctorId ?? now.doctorId,
  chairId: given.chairId ?? (given.doctorId && given.doctorId !== now.doctorId ? null : now.chairId),
  date: given.date ?? now.date,
  time: given.time ?? now.time,
  minutes: given.minutes ?? now.minutes,
})

function NoDoctors() {
  return (
    <EmptyState layout="stack" icon="users" title="没有可以显示的医生" hint="在左侧勾选医生；新增医生请到员工设置" />
  )
}

/** Columns of the board: the doctors of the day; without a choice those who work or have appointments. */
function columnsOf(week: Week, chosen: readonly string[]): BoardColumn[] {
  return week.days.flatMap((day) =>
    day.doctors
      .filter((doctor) => (chosen.length === 0 ? worksOn(doctor) : chosen.includes(doctor.doctorId)))
      .map((doctor): BoardColumn => ({
        key: `${day.date} ${doctor.doctorId}`,
        date: day.date,
        doctor,
        cards: doctor.appointments,
        name: doctor.doctorName,
        startsDay: false,
        head: (
          <>
            <div className={s.headTop}>
              <span className={s.headName}>{doctor.doctorName}</span>
              <span className={s.headSub}>{doctor.room || doctor.deptName}</span>
              {doctor.stopFlag && <Tag tone="danger">停诊</Tag>}
            </div>
            <Load booked={doctor.bookedMinutes} available={doctor.availableMinutes} />
          </>
        ),
      })),
  )
}

/** Columns by chair: who works there, what stands in it. */
function chairColumns(
  week: Week,
  chosen: readonly string[],
  chairs: readonly { id: string; name: string }[],
): BoardColumn[] {
  return week.days.flatMap((day) =>
    chairsOf(day, chairs, chosen).map((chair): BoardColumn => {
      const [first] = chair.doctors
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
        startsDay: false,
        head: (
          <>
            <div className={s.headTop}>
              <span className={s.headName}>{chair.name}</span>
              <span className={s.headSub}>{names}</span>
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
