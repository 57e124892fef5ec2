import { appointmentStates, registrationStates } from '@dentin/contract/core/status'
import { treatTypeNames } from '@dentin/contract/core/visit-words'
import type { ReactNode } from 'react'
import { ageYears, briefGenderAge } from '../../domain/person.ts'
import { Avatar, Chips, EmptyState, Icon, Money, Tag, WaitMinutes } from '../../ui/index.ts'
import { arrivalText, lateBy, type CardContext } from './cards.tsx'
import { absence } from './DayRail.tsx'
import {
  clock,
  laneCounts,
  laneKeys,
  laneNames,
  mean,
  minutesFrom,
  workText,
  type BookedCard,
  type Day,
  type LaneKey,
  type VisitCard,
} from './model.ts'
import s from './reporting.module.css'

/** The phone: one lane at a time, chosen by chips. */
export function DayPhone({
  day,
  lane,
  onLane,
  context,
  filter,
  empty,
}: {
  day: Day
  lane: LaneKey
  onLane: (lane: LaneKey) => void
  context: CardContext
  /** The choice of a doctor. */
  filter: ReactNode
  empty: ReactNode
}) {
  const counts = laneCounts(day)
  const waits = day.waiting.map((each) => minutesFrom(each.regTime, context.now))
  return (
    <>
      <div className={s.phoneChips}>
        <Chips
          label="状态"
          options={laneKeys.map((key) => ({ value: key, label: laneNames[key], count: counts[key] }))}
          value={lane}
          onChange={onLane}
        />
      </div>
      <div className={s.phoneBar}>
        <span className="secondary">
          平均等待 <b className="num">{lane === 'waiting' ? mean(waits) : day.numbers.averageWait}</b> 分
        </span>
        {filter}
      </div>
      <ul className={s.phoneList} aria-label={laneNames[lane]}>
        {lane === 'toArrive' || lane === 'unarrived'
          ? day[lane].map((card) => (
              <BookedRow key={card.id} card={card} context={context} missed={lane === 'unarrived'} />
            ))
          : day[lane].map((card) => <VisitRow key={card.id} card={card} context={context} />)}
      </ul>
      {counts[lane] === 0 && (
        <EmptyState
          layout="stack"
          title={`${laneNames[lane]}没有患者`}
          action={lane === 'waiting' ? empty : undefined}
        />
      )}
    </>
  )
}

function Person({
  card,
  date,
  tags,
  lines,
  onOpen,
}: {
  card: VisitCard | BookedCard
  date: string
  tags: ReactNode
  lines: [ReactNode, ReactNode]
  onOpen: () => void
}) {
  return (
    <>
      <Avatar gender={card.gender} age={ageYears(card.birthDay, date)} size={42} />
      <button type="button" className={s.phoneWho} onClick={onOpen}>
        <span className={s.phoneName}>
          <b>{card.name}</b> <span className="t-13 secondary">{briefGenderAge(card, date)}</span> {tags}
        </span>
        <span className={s.phoneLine}>{lines[0]}</span>
        <span className={s.phoneLine}>
          {card.hasAllergy && (
            <span className={s.phoneAlert}>
              <Icon name="alert" size={14} /> 过敏
            </span>
          )}
          {lines[1]}
        </span>
      </button>
    </>
  )
}

function VisitRow({ card, context }: { card: VisitCard; context: CardContext }) {
  const tags =
    card.regType === 3 ? (
      <Tag tone="danger">急诊</Tag>
    ) : registrationStates.is(card.status, 'called') ? (
      <Tag tone="confirmed">已叫号</Tag>
    ) : card.treatType === 2 ? null : (
      <Tag tone="outline">{treatTypeNames[card.treatType]}</Tag>
    )
  const when: Record<number, string> = {
    3: [card.chairName, `${clock(card.startTime)} 开始`].filter(Boolean).join('　'),
    4: `诊毕 ${minutesFrom(card.endTime, context.now)} 分`,
    5: '已收费',
    6: `${clock(card.leaveTime)} 离开`,
  }
  const number = card.queueNo > 0 ? String(card.queueNo).padStart(2, '0') : '··'
  return (
    <li className={s.phoneRow}>
      <Person
        card={card}
        date={context.date}
        tags={tags}
        lines={[`${number}　${workText(card)}　${card.doctorName}`, when[card.status] ?? arrivalText(card)]}
        onOpen={() => context.onOpenVisit(card.id)}
      />
      {registrationStates.is(card.status, 'toCome') && (
        <WaitMinutes minutes={minutesFrom(card.regTime, context.now)} size={22} stacked />
      )}
      {registrationStates.is(card.status, 'inTreatment') && (
        <WaitMinutes as="plain" minutes={minutesFrom(card.startTime, context.now)} size={22} stacked />
      )}
      {registrationStates.is(card.status, 'toCharge') && card.due !== null && <Money yuan={card.due} strong />}
      {registrationStates.is(card.status, 'charged', 'left') && card.paid !== null && <Money yuan={card.paid} />}
      {context.actionOf(card)}
    </li>
  )
}

function BookedRow({ card, context, missed }: { card: BookedCard; context: CardContext; missed: boolean }) {
  const late = lateBy(card, context.now)
  return (
    <li className={s.phoneRow}>
      <Person
        card={card}
        date={context.date}
        tags={card.treatType === 2 ? null : <Tag tone="outline">{treatTypeNames[card.treatType]}</Tag>}
        lines={[
          `${clock(card.startTime)}　${workText(card)}　${card.doctorName}`,
          missed ? absence(card, context.date) : appointmentStates.is(card.status, 'confirmed') ? '已确认' : '未确认',
        ]}
        onOpen={() => context.onOpenBooked(card.id)}
      />
      {!missed && late > 0 && <WaitMinutes minutes={late} as="late" size={16} />}
      {context.bookedActionOf(card)}
    </li>
  )
}
