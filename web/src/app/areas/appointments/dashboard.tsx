import { dayText } from '@dentin/kit/date-text'
import { registrationStates } from '@dentin/contract/core/status'
import { useSearchParams } from 'react-router'
import { AppointmentPane } from '../../../features/appointment/index.ts'
import { useFollowTotals } from '../../../features/follow-up/index.ts'
import { useUserInfo } from '../../../features/identity/index.ts'
import {
  DayLanes,
  DayNumbers,
  DayPhone,
  DayRail,
  DaySkeleton,
  DayTable,
  DoctorStrip,
  laneKeys,
  ofDoctor,
  useDay,
  type CardContext,
} from '../../../features/reporting/index.ts'
import { Earnings } from '../../../features/report/index.ts'
import { QueueLink, VisitPane } from '../../../features/visit/index.ts'
import { usePreload } from '../../../lib/deferred.ts'
import { useCan } from '../../../lib/permission.ts'
import { deskDoctor } from '../../../lib/selected-doctor.ts'
import {
  Button,
  ErrorLine,
  IconButton,
  LinkButton,
  Page,
  PageTitle,
  Segmented,
  SplitPane,
  TextButton,
  urlEnum,
  urlFlag,
  urlOptional,
  useHotkeys,
  useIsMobile,
  useIsNarrow,
  useUrlState,
  Menu,
  Icon,
  type Trigger,
} from '../../../ui/index.ts'
import { exists } from '../../routes.ts'
import { useDayActions } from '../../parts/day-actions.tsx'
import { dayInWords } from './day-words.ts'
import s from './dashboard.module.css'
import { tasksOf } from './dashboard-tasks.ts'
import { MissedMenu } from './missed-menu.tsx'
import { Pane } from './visit-look.tsx'

const AHEAD = [VisitPane, AppointmentPane]

/** The word for all doctors in the address: they were asked for, nobody is remembered. */
const EVERYBODY = 'all'

const codecs = {
  doctor: urlOptional,
  view: urlEnum(['board', 'list'], 'board'),
  lane: urlEnum(laneKeys, 'waiting'),
  visit: urlOptional,
  appointment: urlOptional,
  /** The rail, where it is a drawer. */
  rail: urlFlag,
  /** The link of the waiting room's screen. */
  screen: urlFlag,
}

const views = [
  { value: 'board', label: '看板', icon: 'columns' },
  { value: 'list', label: '列表', icon: 'list' },
] as const

/** /dashboard: who is expected, here, in the chair, at the desk and gone; one click moves a patient on. */
export default function Dashboard() {
  const [url, setUrl] = useUrlState(codecs)
  const [, setParams] = useSearchParams()
  const may = useCan()
  const mobile = useIsMobile()
  const narrow = useIsNarrow()
  const me = useUserInfo().data
  // Whom one looked at last, until another or everybody is chosen.
  const doctorId = url.doctor === EVERYBODY ? null : (url.doctor ?? deskDoctor.get())
  const chooseDoctor = (id: string | null) => {
    deskDoctor.keep(id)
    setUrl({ doctor: id ?? EVERYBODY })
  }
  const { query, day: freshOwn, now } = useDay(doctorId)
  const freshAll = useDay(null).day
  const actions = useDayActions(now, { own: freshOwn, all: freshAll })
  const { own, all } = actions.shown
  const day = own ?? (query.error ? all : undefined)
  const whole = all ?? day
  const follow = useFollowTotals().data
  usePreload(AHEAD, day !== undefined)

  const registers = may('/inTreatment:register')
  const openByAddress = (name: string, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set(name, value)
      return next
    })
  const openRegistration = () => openByAddress('new', 'registration')
  useHotkeys([
    { key: 'n', does: '现场挂号', enabled: registers, run: openRegistration },
    {
      key: 'c',
      does: '叫候诊第一位',
      enabled: may('/inTreatment:call'),
      run: () => {
        const first = lanes?.waiting.find((each) => registrationStates.is(each.status, 'waiting') && each.queueNo > 0)
        if (first) actions.callIn(first)
      },
    },
    { key: 'v', does: '看板、列表切换', run: () => setUrl({ view: url.view === 'board' ? 'list' : 'board' }) },
  ])

  const lanes = day && ofDoctor(day, doctorId)
  const isDoctor = whole?.doctors.some((each) => each.id === me?.employeeId) ?? false
  const firstWaiting = lanes?.waiting.find((each) => registrationStates.is(each.status, 'waiting'))?.id
  const context: CardContext | null = day
    ? {
        date: day.date,
        now,
        openId: url.visit ?? url.appointment,
        onOpenVisit: (id) => setUrl({ visit: id, appointment: null }),
        onOpenBooked: (id) => setUrl({ appointment: id, visit: null }),
        actionOf: (card) => actions.actionOf(card, card.id === firstWaiting),
        bookedActionOf: actions.bookedActionOf,
      }
    : null
  const register = registers && (
    <Button icon="user-plus" onClick={openRegistration}>
      现场挂号
    </Button>
  )
  const book = may('/myAppointmentBoard:add') && exists('/myAppointmentBoard') && (
    <LinkButton to="/myAppointmentBoard" size="sm" icon="calendar-plus">
      新建预约
    </LinkButton>
  )
  const waitingScreen = (registers || may('/inTreatment:call')) && (
    <TextButton
      tone="quiet"
      icon="external"
      className={mobile ? s.phoneFilter : undefined}
      onClick={() => setUrl({ screen: true })}
    >
      候诊屏
    </TextButton>
  )
  const queueLink = url.screen && <QueueLink onClose={() => setUrl({ screen: false })} />
  const title = (
    <PageTitle
      sub={day ? (mobile ? [dayText(day.date), me?.clinicName].filter(Boolean).join('　') : dayInWords(day)) : ''}
      mobileActions={
        <>
          {may('/allTimePatients:view') && (
            <IconButton
              icon="search"
              label="搜索患者"
              size="lg"
              iconSize={22}
              onClick={() => openByAddress('search', '1')}
            />
          )}
          {registers && (
            <IconButton
              icon="plus"
              label="现场挂号"
              variant="primary"
              size="lg"
              iconSize={22}
              onClick={openRegistration}
            />
          )}
        </>
      }
    />
  )
  if (!day || !lanes || !context || !whole)
    return (
      <Page>
        {title}
        {query.error ? (
          <div className={s.alone}>
            <ErrorLine onRetry={() => void query.refetch()}>今日没有读到：{query.error.message}</ErrorLine>
          </div>
        ) : (
          <DaySkeleton />
        )}
      </Page>
    )
  // Whoever sees the own day only has nothing to choose.
  const choosable = whole.doctors.length > 1
  const chosenDoctor = whole.doctors.find((each) => each.id === doctorId)?.name ?? '全部医生'
  const doctorMenu = (button: Trigger) => (
    <Menu
      align="end"
      items={[{ id: null, name: '全部医生' }, ...whole.doctors].map(({ id, name }) => ({
        key: id ?? 'all',
        label: name,
        extra: id === doctorId && <Icon name="check" size={14} label="已选" />,
        onSelect: () => chooseDoctor(id),
      }))}
    >
      {button}
    </Menu>
  )
  const doctorChoice = !choosable ? null : isDoctor ? (
    <Segmented
      label="医生"
      options={[
        { value: 'all', label: '全部医生' },
        { value: 'mine', label: '我的' },
      ]}
      value={doctorId === null ? 'all' : doctorId === me?.employeeId ? 'mine' : null}
      onChange={(value) => chooseDoctor(value === 'mine' ? (me?.employeeId ?? null) : null)}
    />
  ) : (
    doctorMenu(<Button iconRight="chevron-down">{chosenDoctor}</Button>)
  )
  const pane = (
    <Pane
      day={whole}
      visitId={url.visit}
      appointmentId={url.appointment}
      actions={actions}
      onShow={(id) => setUrl({ appointment: id })}
      onClose={() => setUrl({ visit: null, appointment: null })}
    />
  )
  const failed = query.error && (
    <div className={s.alone}>
      <ErrorLine onRetry={() => void query.refetch()} retrying={query.isFetching}>
        没有读到最新的情况：{query.error.message}
      </ErrorLine>
    </div>
  )
  if (mobile)
    return (
      <Page scroll>
        {title}
        {failed}
        <DayPhone
          day={lanes}
          lane={url.lane}
          onLane={(lane) => setUrl({ lane })}
          context={context}
          filter={
            <span className={s.phoneFilters}>
              {waitingScreen}
              {choosable &&
                doctorMenu(
                  <TextButton icon="sliders" tone="quiet" className={s.phoneFilter}>
                    {chosenDoctor}
                  </TextButton>,
                )}
            </span>
          }
          empty={register}
        />
        {pane}
        {actions.dialogs}
        {queueLink}
      </Page>
    )
  const emptyActions = { toArrive: book, waiting: register }
  const rail = (
    <DayRail
      day={lanes}
      tasks={tasksOf(lanes, may, follow)}
      onOpenBooked={context.onOpenBooked}
      onOpenVisit={context.onOpenVisit}
      missedActionOf={(card) => <MissedMenu card={card} onOpen={context.onOpenBooked} onDone={actions.refresh} />}
      below={
        may('/clinicanalysisData:view') && may('/field:amounts') ? (
          <Earnings to="/clinicanalysisData?period=day" />
        ) : null
      }
    />
  )
  return (
    <Page>
      {title}
      <div className={s.head}>
        <DayNumbers numbers={lanes.numbers} />
        <div className={s.headEnd}>
          {narrow && url.view === 'board' && (
            <Button aria-expanded={url.rail} onClick={() => setUrl({ rail: true })}>
              待办与进展
            </Button>
          )}
          {doctorChoice}
          <Segmented label="视图" options={views} value={url.view} onChange={(view) => setUrl({ view })} />
          {register}
        </div>
      </div>
      {failed}
      <DoctorStrip day={whole} now={now} doctorId={doctorId} onDoctor={chooseDoctor} />
      <div className={s.work}>
        {url.view === 'list' ? (
          <DayTable day={lanes} context={context} empty={book || register} />
        ) : narrow ? (
          <SplitPane
            open={url.rail ? 'right' : null}
            onOpen={(side) => setUrl({ rail: side !== null })}
            openedElsewhere
            right={{ label: '待办与进展', width: 300, content: rail }}
          >
            <DayLanes day={lanes} context={context} emptyActions={emptyActions} waitingFoot={waitingScreen} />
          </SplitPane>
        ) : (
          <DayLanes day={lanes} context={context} emptyActions={emptyActions} waitingFoot={waitingScreen} rail={rail} />
        )}
        {(url.visit || url.appointment) && <div className={s.pane}>{pane}</div>}
      </div>
      {actions.dialogs}
      {queueLink}
    </Page>
  )
}
