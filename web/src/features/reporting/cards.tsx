import { appointmentStates, registrationStates } from '@dentin/contract/core/status'
import { treatTypeNames } from '@dentin/contract/core/visit-words'
import type { ComponentProps, ReactNode } from 'react'
import { briefGenderAge } from '../../domain/person.ts'
import { CardInLane, Money, StatusTag, Tag, waitLevel, WaitMinutes } from '../../ui/index.ts'
import { marksOf } from './marks.tsx'
import { clock, minutesFrom, workText, type BookedCard, type VisitCard } from './model.ts'

/** What every card of a lane is given by the page. */
export interface CardContext {
  /** The server's day and time in ms. */
  date: string
  now: number
  openId: string | null
  onOpenVisit: (id: string) => void
  onOpenBooked: (id: string) => void
  /** The next step of a card, a button or nothing. */
  actionOf: (card: VisitCard) => ReactNode
  bookedActionOf: (card: BookedCard) => ReactNode
}

const kindTag = (treatType: number) => <Tag tone="outline">{treatTypeNames[treatType]}</Tag>
const meterTone = { calm: 'muted', wait: 'wait', danger: 'danger' } as const

/** Minutes past the appointed time, when there are any. */
export const lateBy = (card: BookedCard, now: number): number => minutesFrom(card.startTime, now)

export function ToArriveCard({ card, context }: { card: BookedCard; context: CardContext }) {
  const late = lateBy(card, context.now)
  return (
    <CardInLane
      title={card.name}
      aside={briefGenderAge(card, context.date)}
      marks={marksOf(card, context.date)}
      figure={late > 0 ? <WaitMinutes minutes={late} as="late" size={14} /> : null}
      line={`${workText(card)}　${card.doctorName}`}
      foot={
        <>
          {clock(card.startTime)}{' '}
          {appointmentStates.is(card.status, 'requested') ? (
            <StatusTag kind="appointment" value={card.status} />
          ) : (
            kindTag(card.treatType)
          )}
          {card.patientId === null && <Tag tone="wait">未建档</Tag>}
        </>
      }
      action={context.bookedActionOf(card)}
      selected={context.openId === card.id}
      onOpen={() => context.onOpenBooked(card.id)}
    />
  )
}

/** 现场 10:31, 到 09:55. */
export const arrivalText = (card: VisitCard): string =>
  `${card.appointmentId === null ? '现场' : '到'} ${clock(card.regTime)}`

/** The one thing to know first: called, emergency, put on top, late, else the kind of visit. */
function WaitingTags({ card }: { card: VisitCard }) {
  const tags = [
    registrationStates.is(card.status, 'called') && (
      <Tag key="called" tone="confirmed">
        已叫号
      </Tag>
    ),
    card.regType === 3 && (
      <Tag key="emergency" tone="danger">
        急诊
      </Tag>
    ),
    card.pinnedReason !== null && (
      <Tag key="pin" icon="pin" title={card.pinnedReason}>
        置顶
      </Tag>
    ),
    card.isLate && (
      <Tag key="late" tone="wait">
        迟到
      </Tag>
    ),
    card.feePaid === false && (
      <Tag key="fee" tone="wait">
        挂号费未收
      </Tag>
    ),
    <span key="kind">{kindTag(card.treatType)}</span>,
  ].filter(Boolean)
  return <>{tags[0]}</>
}

const number = (card: VisitCard) => (card.queueNo > 0 ? String(card.queueNo).padStart(2, '0') : '··')

export function WaitingCard({ card, context }: { card: VisitCard; context: CardContext }) {
  const waited = minutesFrom(card.regTime, context.now)
  return (
    <VisitFrame
      card={card}
      context={context}
      figure={<WaitMinutes minutes={waited} />}
      foot={
        <>
          {arrivalText(card)} <WaitingTags card={card} />
        </>
      }
      progress={{ value: waited / 60, tone: meterTone[waitLevel(waited)], label: '等待，60 分为满' }}
    />
  )
}

export function InChairCard({ card, context }: { card: VisitCard; context: CardContext }) {
  const used = minutesFrom(card.startTime, context.now)
  const over = used > card.plannedMinutes
  return (
    <VisitFrame
      card={card}
      context={context}
      figure={
        <span className={over ? 'wait' : undefined}>
          {used}
          <span className="t-12"> 分</span>
        </span>
      }
      foot={[card.chairName, `${clock(card.startTime)} 开始`].filter(Boolean).join('　')}
      progress={{
        value: used / card.plannedMinutes,
        tone: over ? 'wait' : 'chair',
        label: `计划 ${card.plannedMinutes} 分`,
      }}
    />
  )
}

export function ToChargeCard({ card, context }: { card: VisitCard; context: CardContext }) {
  const settled = registrationStates.is(card.status, 'charged')
  return (
    <VisitFrame
      card={card}
      context={context}
      figure={card.due === null || settled ? null : <Money yuan={card.due} strong />}
      wideFigure={card.due !== null && !settled}
      foot={
        settled ? (
          <>
            <Tag tone="done">已收费</Tag> {card.paid !== null && <Money yuan={card.paid} />}
          </>
        ) : (
          `诊毕 ${minutesFrom(card.endTime, context.now)} 分`
        )
      }
    />
  )
}

function VisitFrame({
  card,
  context,
  ...rest
}: { card: VisitCard; context: CardContext } & Pick<
  ComponentProps<typeof CardInLane>,
  'figure' | 'wideFigure' | 'foot' | 'progress'
>) {
  return (
    <CardInLane
      number={number(card)}
      title={card.name}
      aside={briefGenderAge(card, context.date)}
      marks={marksOf(card, context.date)}
      line={`${workText(card)}　${card.doctorName}`}
      action={context.actionOf(card)}
      selected={context.openId === card.id}
      onOpen={() => context.onOpenVisit(card.id)}
      {...rest}
    />
  )
}
