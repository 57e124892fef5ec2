import { shortDayText } from '@dentin/kit/date-text'
import { appointmentStates, registrationStates } from '@dentin/contract/core/status'
import { reporting } from '@dentin/contract/reporting'
import { daysBetween, parseDateTime } from '@dentin/kit/datetime'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useUserInfo } from '../../../features/identity/index.ts'
import { usePatientAccount, momentInWords } from '../../../features/patient/index.ts'
import {
  clock,
  minutesFrom,
  workText,
  headStepOf,
  lateness,
  minutesSoFar,
  type DeskStep,
  type DeskStepKind,
  type Standing,
  type TodayEntry,
} from '../../../features/reporting/index.ts'
import { useLive } from '../../../lib/live.ts'
import { useCan } from '../../../lib/permission.ts'
import { presentDay } from '../../../lib/present.ts'
import { useCall } from '../../../lib/query.ts'
import { useServerNow } from '../../../lib/when.ts'
import {
  Button,
  Kbd,
  LinkButton,
  Money,
  Skeleton,
  StatusTag,
  TextButton,
  useHotkeys,
  WaitMinutes,
  type IconName,
} from '../../../ui/index.ts'
import { useDayActions } from '../../parts/day-actions.tsx'
import { bookingTo, chargingTo } from '../../parts/patient-links.ts'
import { chargeTo } from '../../parts/visit-links.ts'
import s from './patient-head.module.css'

const icons: Record<DeskStepKind, IconName> = {
  checkIn: 'user-check',
  callIn: 'bell-ring',
  start: 'play',
  finish: 'check',
  charge: 'receipt',
  leave: 'check',
  register: 'user-plus',
  book: 'calendar-plus',
}

/** How the patient stands today; read again when the day changes. */
function useStanding(id: string) {
  useLive(['reception', 'appointment', 'bill'], [reporting.standing])
  const query = useCall(reporting.standing, { patientIds: [id] }, { keep: false, offline: true })
  const standing = query.data?.[0]
  return { standing, now: useServerNow(standing?.now, query.dataUpdatedAt) }
}

/** The head of a file: what to do next as the one filled button, and the strip of facts it comes from. */
export function usePatientHead(id: string, name: string, onMove: (appointmentId: string) => void) {
  const may = useCan()
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const me = useUserInfo().data?.employeeId ?? null
  const { standing, now } = useStanding(id)
  const actions = useDayActions(now, null)
  const step = standing ? headStepOf(standing, may, me) : null

  const run = ({ kind, entry }: DeskStep) => {
    if (kind === 'book') return void navigate(bookingTo(id))
    if (kind === 'register')
      return setParams((before) => {
        const next = new URLSearchParams(before)
        next.set('new', 'registration')
        next.set('patientId', id)
        return next
      })
    if (!entry) return
    const card = {
      id: entry.registrationId ?? entry.appointmentId ?? '',
      patientId: id,
      name,
      status: entry.status,
      queueNo: entry.queueNo,
      due: entry.due,
    }
    switch (kind) {
      case 'checkIn':
        return actions.checkIn(card)
      case 'callIn':
        return actions.callIn(card)
      case 'start':
        return void actions.begin(card)
      case 'finish':
        return actions.finish(card)
      case 'charge':
        return void navigate(chargeTo(card))
      case 'leave':
        return void actions.leave(card)
    }
  }
  const busy = step?.entry ? actions.busy.has(step.entry.registrationId ?? step.entry.appointmentId ?? '') : false
  useHotkeys([
    {
      key: 'F2',
      does: '患者的下一步',
      enabled: step !== null && !busy,
      whileTyping: true,
      run: () => step && run(step),
    },
  ])
  return {
    /** What the filled button does, so that nothing beside it offers the same. */
    kind: step?.kind ?? null,
    primary: step && (
      <Button variant="primary" icon={icons[step.kind]} busy={busy} onClick={() => run(step)}>
        {step.label}
        <span className={s.key}>
          <Kbd>F2</Kbd>
        </span>
      </Button>
    ),
    strip: <Strip id={id} standing={standing} now={now} onMove={onMove} />,
    booked: standing
      ? standing.today.some((each) => each.registrationId === null && !appointmentStates.is(each.status, 'missed')) ||
        standing.next !== null
      : false,
    dialogs: actions.dialogs,
  }
}

/** Today, what is owed, what is next: facts with their own action, split by hairlines. */
function Strip({
  id,
  standing,
  now,
  onMove,
}: {
  id: string
  standing: Standing | undefined
  now: number
  onMove: (appointmentId: string) => void
}) {
  const may = useCan()
  const account = usePatientAccount(id).data
  const moves = may('/myAppointmentBoard:edit')
  if (!standing)
    return (
      <section className={s.strip} aria-label="今天与下次">
        <div className={s.cell}>
          <Skeleton width={220} height={14} />
        </div>
      </section>
    )
  const { next, last, today } = standing
  const oldest = account?.arrears.at(-1)
  const days = oldest ? daysBetween(oldest.openTime.slice(0, 10), presentDay()) : 0
  return (
    <section className={s.strip} aria-label="今天与下次">
      {today.length === 0 ? (
        <Fact
          label="今天没有预约"
          value={last ? `上次 ${shortDayText(last.visitTime)}　${last.doctorName}` : '还没有就诊过'}
          quiet
        />
      ) : (
        today.map((entry) => (
          <Today
            key={entry.registrationId ?? entry.appointmentId}
            entry={entry}
            now={now}
            move={
              entry.within && entry.registrationId === null && moves ? (
                <TextButton onClick={() => onMove(entry.appointmentId ?? '')}>改期</TextButton>
              ) : null
            }
          />
        ))
      )}
      {account?.arrearsAmount != null && Number(account.arrearsAmount) > 0 && (
        <Fact
          label={oldest ? `欠费 ${account.arrears.length} 笔，${days} 天` : '欠费'}
          value={<Money yuan={account.arrearsAmount} as="debt" strong />}
          action={
            may('/orderSet:charge') && (
              <LinkButton to={chargingTo(id)} size="sm" variant="tint">
                收费
              </LinkButton>
            )
          }
        />
      )}
      <Fact
        label="下次"
        value={
          next ? (
            <>
              <span className="num">{momentInWords(next.startTime)}</span>{' '}
              <span className={s.work}>
                {[next.title, next.within ? '' : next.clinicName].filter(Boolean).join('　')}
              </span>
            </>
          ) : (
            '未约'
          )
        }
        quiet={next === null}
        action={next?.within && moves ? <TextButton onClick={() => onMove(next.id)}>改期</TextButton> : null}
      />
    </section>
  )
}

function Fact({
  label,
  value,
  action,
  quiet,
}: {
  label: string
  value: ReactNode
  action?: ReactNode
  quiet?: boolean
}) {
  return (
    <div className={s.cell}>
      <div className={s.words}>
        <div className="t-12 secondary">{label}</div>
        <div className={quiet ? 'secondary t-13' : s.value}>{value}</div>
      </div>
      {action}
    </div>
  )
}

/** What stands for today: its time and state, what is done, by whom and where. */
function Today({ entry, now, move }: { entry: TodayEntry; now: number; move: ReactNode }) {
  const late = lateness(entry, now)
  const minutes = minutesSoFar(entry, now)
  const visit = entry.registrationId !== null
  const length =
    entry.startTime && entry.endTime ? minutesFrom(entry.startTime, parseDateTime(entry.endTime).getTime()) : 0
  return (
    <div className={s.today} data-late={late > 0 || undefined}>
      <div className={s.words}>
        <div className={s.first}>
          <b className="num">今天 {clock(entry.startTime ?? entry.regTime)}</b>
          <StatusTag
            kind={visit ? 'registration' : 'appointment'}
            value={entry.status}
            lead={visit && entry.queueNo > 0 ? `${String(entry.queueNo).padStart(2, '0')} 号` : ''}
          />
          {late > 0 && <WaitMinutes minutes={late} as="late" size={14} />}
          {minutes !== null && (
            <WaitMinutes
              minutes={minutes}
              as={registrationStates.is(entry.status, 'inTreatment') ? 'plain' : 'wait'}
              size={14}
            />
          )}
          {!entry.within && <span className="secondary t-12">{entry.clinicName}</span>}
        </div>
        <div className={s.second}>
          {[
            workText(entry),
            [entry.doctorName, entry.room].filter(Boolean).join(' · '),
            length > 0 ? `${length} 分` : '',
          ]
            .filter(Boolean)
            .join('　')}
        </div>
      </div>
      {move}
    </div>
  )
}
