import { shortDayText } from '@dentin/kit/date-text'
import { registrationStates } from '@dentin/contract/core/status'
import { visit } from '@dentin/contract/visit'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ageYears, briefGenderAge } from '../../../domain/person.ts'
import { useFollowTotals } from '../../../features/follow-up/index.ts'
import { useUserInfo } from '../../../features/identity/index.ts'
import {
  clock,
  DaySkeleton,
  marksOf,
  minutesFrom,
  useDay,
  workText,
  type Day,
  type VisitCard,
} from '../../../features/reporting/index.ts'
import { useAlerts, useEmrList, VisitPane, type EmrRow } from '../../../features/visit/index.ts'
import { useCan } from '../../../lib/permission.ts'
import { useSend } from '../../../lib/query.ts'
import {
  Alerts,
  Avatar,
  Button,
  cx,
  EmptyState,
  ErrorLine,
  IconButton,
  LinkButton,
  Money,
  Page,
  PageHeader,
  PageTitle,
  ScrollRegion,
  Skeleton,
  Stat,
  StatusTag,
  TabPanel,
  Tabs,
  Tag,
  toast,
  urlEnum,
  urlNumber,
  urlOptional,
  useHotkeys,
  useUrlState,
  WaitMinutes,
} from '../../../ui/index.ts'
import { Pager } from '../../../ui/heavy.ts'
import { exists } from '../../routes.ts'
import { useDayActions } from '../../parts/day-actions.tsx'
import { dayInWords } from './day-words.ts'
import s from './doctor-index.module.css'
import { patientTo } from '../../parts/patient-links.ts'
import { recordTo } from '../../parts/visit-links.ts'

const codecs = {
  tab: urlEnum(['day', 'unwritten', 'written'], 'day'),
  visit: urlOptional,
  page: urlNumber(1),
}

/** /doctorIndex: the doctor's own queue, appointments, records to write and numbers. */
export default function DoctorIndex() {
  const [url, setUrl] = useUrlState(codecs)
  const navigate = useNavigate()
  const may = useCan()
  const me = useUserInfo()
  const mine = me.data?.employeeId ?? null
  const { query, day: fresh, now } = useDay(mine)
  const actions = useDayActions(now, fresh)
  const day = actions.shown
  const unwritten = useEmrList({ completed: false, ...(mine ? { doctorId: mine } : {}), pageSize: 1 })
  const follow = useFollowTotals(true, may('/followManagementList:view')).data
  const next = day?.waiting.find((each) => each.queueNo > 0)
  const chair = day?.inChair.at(-1)
  useHotkeys([
    {
      key: 's',
      does: '下一位开始就诊',
      enabled: may('/inTreatment:treat') && next !== undefined,
      run: () => next && void actions.begin(next),
    },
    {
      key: 'w',
      does: '写就诊中患者的病历',
      // A visit that only this screen has begun so far has no record to lead to yet.
      enabled: may('/patientMedicalRecord:add') && Boolean(chair?.treatmentId),
      run: () => chair && void navigate(recordTo(chair)),
    },
  ])
  const title = <PageTitle sub={day ? dayInWords(day) : ''} />
  if (!day || !mine)
    return (
      <Page>
        {title}
        {query.error ? (
          <div className={s.alone}>
            <ErrorLine onRetry={() => void query.refetch()}>工作台没有读到：{query.error.message}</ErrorLine>
          </div>
        ) : (
          <DaySkeleton />
        )}
      </Page>
    )
  const open = url.visit
    ? [...day.waiting, ...day.inChair, ...day.toCharge, ...day.departed].find((each) => each.id === url.visit)
    : undefined
  const onOpen = (id: string) => setUrl({ visit: id })
  const rest = day.waiting.filter((each) => each !== next)
  return (
    <Page>
      {title}
      <div className={s.work}>
        <ScrollRegion label="工作台" className={s.scroll}>
          <div className={s.numbers}>
            <Stat label="候诊" value={day.waiting.length} unit="人" />
            <Stat label="已看" value={day.toCharge.length + day.departed.length} unit="人" />
            <Stat label="今日预约" value={day.numbers.booked - day.numbers.cancelled} unit="人" />
            <Stat label="平均等待" value={day.numbers.averageWait} unit="分" />
            <Stat label="待写病历" value={unwritten.data?.total ?? '—'} unit="份" />
            {may('/followManagementList:view') && (
              <Link to="/followManagementList?mine=1" className={s.plainLink}>
                <Stat label="待随访" value={follow?.total ?? '—'} unit="人" />
              </Link>
            )}
            {day.numbers.received !== null && (
              <Stat label="实收" value={<Money yuan={day.numbers.received} strong />} />
            )}
          </div>
          {query.error && (
            <ErrorLine onRetry={() => void query.refetch()} retrying={query.isFetching}>
              没有读到最新的情况：{query.error.message}
            </ErrorLine>
          )}
          <div className={s.columns}>
            <section className={s.queue} aria-label="我的候诊">
              {day.inChair.map((card) => (
                <InChair key={card.id} card={card} day={day} now={now} actions={actions} onOpen={onOpen} may={may} />
              ))}
              {next ? (
                <NextPatient card={next} day={day} now={now} actions={actions} onOpen={onOpen} may={may} />
              ) : (
                <EmptyState
                  layout="stack"
                  icon="users"
                  title={day.inChair.length > 0 ? '后面没有人候诊' : '没有人候诊'}
                  hint={
                    day.toArrive[0]
                      ? `下一个预约 ${clock(day.toArrive[0].startTime)} ${day.toArrive[0].name}`
                      : undefined
                  }
                />
              )}
              {rest.length > 0 && <PageHeader title="后面" count={rest.length} />}
              {rest.map((card) => (
                <div key={card.id} className={s.row} data-row>
                  <span className={s.number}>{String(card.queueNo).padStart(2, '0')}</span>
                  <button type="button" className={s.name} onClick={() => onOpen(card.id)}>
                    {card.name}
                  </button>
                  <span className="t-12 secondary">{briefGenderAge(card, day.date)}</span>
                  <span className={s.marks}>{marksOf(card, day.date)}</span>
                  <span className={s.workText}>{workText(card)}</span>
                  {card.regType === 3 && <Tag tone="danger">急诊</Tag>}
                  {registrationStates.is(card.status, 'called') && <Tag tone="confirmed">已叫号</Tag>}
                  <WaitMinutes minutes={minutesFrom(card.regTime, now)} size={14} />
                  {may('/inTreatment:call') && <InsertButton card={card} onDone={actions.refresh} />}
                  {actions.actionOf(card)}
                </div>
              ))}
            </section>
            <section className={s.lists} aria-label="预约与病历">
              <Tabs
                label="我的工作"
                id="doctor-work"
                items={[
                  { key: 'day', label: '今天的预约', count: day.toArrive.length },
                  { key: 'unwritten', label: '待写病历', count: unwritten.data?.total ?? 0 },
                  { key: 'written', label: '已写病历' },
                ]}
                value={url.tab}
                onChange={(tab) => setUrl({ tab: tab as 'day', page: 1 })}
              />
              <TabPanel tabs="doctor-work" value={url.tab}>
                {url.tab === 'day' ? (
                  <DayList day={day} actions={actions} onOpen={onOpen} />
                ) : (
                  <Records
                    completed={url.tab === 'written'}
                    doctorId={mine}
                    page={url.page}
                    onPage={(page) => setUrl({ page })}
                    date={day.date}
                    writes={may('/patientMedicalRecord:add') && exists('/patientMedicalRecord')}
                  />
                )}
              </TabPanel>
            </section>
          </div>
        </ScrollRegion>
        {open && (
          <div className={s.pane}>
            <VisitPane
              key={open.id}
              visit={open}
              aside={briefGenderAge(open, day.date)}
              age={ageYears(open.birthDay, day.date)}
              work={workText(open)}
              patientHref={patientTo(open.patientId)}
              {...(open.treatmentId && exists('/patientMedicalRecord') ? { recordHref: recordTo(open) } : {})}
              next={actions.actionOf(open, true)}
              onRequeue={() => actions.requeue(open)}
              onChanged={actions.refresh}
              onClose={() => setUrl({ visit: null })}
            />
          </div>
        )}
      </div>
      {actions.dialogs}
    </Page>
  )
}

interface CardProps {
  card: VisitCard
  day: Day
  now: number
  actions: ReturnType<typeof useDayActions>
  onOpen: (id: string) => void
  may: ReturnType<typeof useCan>
}

/** The patient in the chair, with the way to the record. */
function InChair({ card, day, now, actions, onOpen, may }: CardProps) {
  const used = minutesFrom(card.startTime, now)
  const writes = may('/patientMedicalRecord:add') && exists('/patientMedicalRecord') && card.treatmentId !== null
  const warnings = useAlerts(card.id).data?.alerts.filter((each) => each.level !== 'blue') ?? []
  return (
    <article className={s.chair}>
      <div className={s.who}>
        <StatusTag kind="registration" value={3} />
        <button type="button" className={s.name} onClick={() => onOpen(card.id)}>
          {card.name}
        </button>
        <span className="t-13 secondary">{briefGenderAge(card, day.date)}</span>
        <span className={cx(s.doing, 't-13 secondary')}>
          {[workText(card), card.chairName].filter(Boolean).join('　')}
        </span>
        <span className={s.gap} />
        <span className={used > card.plannedMinutes ? 'wait num bold' : 'num bold'}>
          {used}/{card.plannedMinutes} 分
        </span>
      </div>
      <Alerts alerts={warnings} />
      <div className={s.actions}>
        <LinkButton to={patientTo(card.patientId)} size="sm">
          患者档案
        </LinkButton>
        {writes && (
          <LinkButton to={recordTo(card)} size="sm" icon="file-edit">
            写病历
          </LinkButton>
        )}
        <span className={s.gap} />
        {actions.actionOf(card)}
      </div>
    </article>
  )
}

/** 插队: somebody is taken before the others, or back to his place. */
function InsertButton({ card, onDone }: { card: VisitCard; onDone: () => void }) {
  const insert = useSend(visit.insertDelete)
  const inserted = card.pinnedReason !== null
  return (
    <IconButton
      icon="pin"
      size="sm"
      label={inserted ? `取消 ${card.name} 的插队` : `让 ${card.name} 插队`}
      pressed={inserted}
      disabled={insert.isPending}
      onClick={() =>
        insert.mutate(
          { id: card.id },
          {
            onSuccess: (done) => {
              toast.success(done.inserted ? `${card.name} 已插队` : `${card.name} 已回到原来的次序`)
              onDone()
            },
            onError: (error) => toast.error(error.message),
          },
        )
      }
    />
  )
}

/** Who comes next, large, with everything to know before beginning. */
function NextPatient({ card, day, now, actions, onOpen, may }: CardProps) {
  const alerts = useAlerts(card.id)
  const busy = actions.busy.has(card.id)
  return (
    <article className={s.next} aria-label="下一位">
      <div className={s.nextHead}>
        <Avatar gender={card.gender} age={ageYears(card.birthDay, day.date)} size={56} />
        <div className={s.nextWho}>
          <div className={s.who}>
            <button type="button" className={s.nextName} onClick={() => onOpen(card.id)}>
              {card.name}
            </button>
            <span className="secondary">{briefGenderAge(card, day.date)}</span>
            {card.regType === 3 && <Tag tone="danger">急诊</Tag>}
            {registrationStates.is(card.status, 'called') && <Tag tone="confirmed">已叫号</Tag>}
            {card.pinnedReason !== null && (
              <Tag icon="pin" title={card.pinnedReason}>
                置顶
              </Tag>
            )}
          </div>
          <div className="secondary t-13">
            {[
              `${String(card.queueNo).padStart(2, '0')} 号`,
              workText(card),
              card.appointTime ? `预约\u00a0${clock(card.appointTime)}` : '现场',
              `到\u00a0${clock(card.regTime)}`,
            ].join('　')}
          </div>
        </div>
        <WaitMinutes minutes={minutesFrom(card.regTime, now)} size={22} />
      </div>
      {alerts.data ? (
        alerts.data.alerts.length > 0 ? (
          <Alerts look="large" alerts={alerts.data.alerts} />
        ) : (
          <p className="t-13 tertiary">没有需要留意的事项</p>
        )
      ) : alerts.error ? (
        <ErrorLine onRetry={() => void alerts.refetch()}>提示没有读到：{alerts.error.message}</ErrorLine>
      ) : (
        <Skeleton height={40} light />
      )}
      <div className={s.actions}>
        {may('/inTreatment:call') && registrationStates.is(card.status, 'waiting') && (
          <Button busy={busy} onClick={() => actions.callIn(card)}>
            叫号
          </Button>
        )}
        <LinkButton to={patientTo(card.patientId)}>患者档案</LinkButton>
        {may('/inTreatment:call') && card.pinnedReason !== null && (
          <InsertButton card={card} onDone={actions.refresh} />
        )}
        <span className={s.gap} />
        {may('/inTreatment:treat') && (
          <Button variant="primary" size="lg" icon="play" busy={busy} onClick={() => void actions.begin(card)}>
            开始就诊
          </Button>
        )}
      </div>
    </article>
  )
}

/** The rest of the doctor's day. */
function DayList({
  day,
  actions,
  onOpen,
}: {
  day: Day
  actions: ReturnType<typeof useDayActions>
  onOpen: (id: string) => void
}) {
  const gone = [...day.toCharge, ...day.departed]
  if (day.toArrive.length === 0 && gone.length === 0)
    return (
      <EmptyState
        layout="stack"
        icon="calendar"
        title="今天没有其他预约"
        action={
          exists('/myAppointmentBoard') && (
            <LinkButton to="/myAppointmentBoard" size="sm">
              看预约板
            </LinkButton>
          )
        }
      />
    )
  return (
    <div>
      {day.toArrive.map((card) => (
        <div key={card.id} className={s.row} data-row>
          <span className={s.time}>{clock(card.startTime)}</span>
          <span className="bold">{card.name}</span>
          <span className="t-12 secondary">{briefGenderAge(card, day.date)}</span>
          <span className={s.workText}>{workText(card)}</span>
          <StatusTag kind="appointment" value={card.status} look="plain" />
          {actions.bookedActionOf(card)}
        </div>
      ))}
      {gone.map((card) => (
        <div key={card.id} className={s.row} data-row>
          <span className={s.time}>{clock(card.startTime)}</span>
          <button type="button" className={s.name} onClick={() => onOpen(card.id)}>
            {card.name}
          </button>
          <span className="t-12 secondary">{briefGenderAge(card, day.date)}</span>
          <span className={s.workText}>{workText(card)}</span>
          <StatusTag kind="registration" value={card.status} look="plain" />
          {!registrationStates.is(card.status, 'left') && actions.actionOf(card)}
        </div>
      ))}
    </div>
  )
}

/** Visits with or without a record. */
function Records({
  completed,
  doctorId,
  page,
  onPage,
  date,
  writes,
}: {
  completed: boolean
  doctorId: string
  page: number
  onPage: (page: number) => void
  date: string
  writes: boolean
}) {
  const [pageSize, setPageSize] = useState(20)
  const query = useEmrList({ completed, doctorId, pageNum: page, pageSize })
  if (query.error && !query.data)
    return <ErrorLine onRetry={() => void query.refetch()}>病历没有读到：{query.error.message}</ErrorLine>
  if (!query.data) return <Skeleton height={40} light />
  if (query.data.total === 0)
    return <EmptyState layout="stack" icon="file" title={completed ? '还没有写好的病历' : '病历都写完了'} />
  return (
    <div>
      {query.data.list.map((row: EmrRow) => (
        <div key={row.id} className={s.row} data-row>
          <span className={s.day}>
            {row.startTime.slice(0, 10) === date ? '今天' : shortDayText(row.startTime)} {clock(row.startTime)}
          </span>
          <span className="bold">{row.name}</span>
          <span className="t-12 secondary">{briefGenderAge(row, date)}</span>
          <span className={s.workText}>{workText(row)}</span>
          {row.overdue && <Tag tone="danger">超 24 小时</Tag>}
          {row.recordStatus !== null && <StatusTag kind="record" value={row.recordStatus} look="plain" />}
          {(writes || completed) && exists('/patientMedicalRecord') && (
            <LinkButton to={recordTo({ patientId: row.patientId, treatmentId: row.id })} size="xs" variant="row">
              {completed ? '查看' : '写病历'}
            </LinkButton>
          )}
        </div>
      ))}
      {query.data.total > pageSize && (
        <Pager
          page={page}
          pageSize={pageSize}
          total={query.data.total}
          noun="次"
          onChange={(next, size) => {
            setPageSize(size)
            onPage(next)
          }}
        />
      )}
    </div>
  )
}
