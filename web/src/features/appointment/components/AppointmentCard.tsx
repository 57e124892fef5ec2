import { appointmentStates } from '@dentin/contract/core/status'
import { memo } from 'react'
import { teethWords } from '../../../domain/teeth.ts'
import { briefGenderAge, isBirthday } from '../../../domain/person.ts'
import { cx, Icon, StatusIcon, usePainted, StatusTag, Tag } from '../../../ui/index.ts'
import { isMovable, numberTail, PX_PER_MINUTE, spanOf, spanText, wireDate, type Card, type Lane } from '../model.ts'
import s from './board.module.css'

export interface AppointmentCardProps {
  card: Card
  lane: Lane
  /** First minute of the board. */
  from: number
  selected: boolean
  /** Being dragged: only its dashed place stays. */
  ghost: boolean
  movable: boolean
  /** Of the patient who is being booked. */
  ringed: boolean
}

/** How wide somebody who did not come stands beside who has the time now. */
const ASIDE_WIDTH = 20

/** Marks of a person: allergy, debt, VIP, birthday, first visit. */
export function CardMarks({ card, size = 14 }: { card: Card; size?: number }) {
  return (
    <span className={s.marks}>
      {card.hasAllergy && <Icon name="alert" size={size} label="过敏" className={s.markDanger} />}
      {Number(card.arrears) > 0 && <Icon name="yen" size={size} label="欠费" className={s.markDanger} />}
      {card.patientType === 3 && <Icon name="crown" size={size} label="VIP" className={s.markMember} />}
      {isBirthday(card.birthDay, wireDate(card.startTime)) && <Icon name="cake" size={size} label="生日" />}
      {card.isUrgent && <span className={s.markUrgent}>急</span>}
      {card.isOverbook && <span className={s.markOver}>加</span>}
      {card.treatType === 1 && <span className={s.markFirst}>初</span>}
    </span>
  )
}

/** Where an appointment stands; one that is held for the waiting list says so. */
export function CardStatus({ card }: { card: Pick<Card, 'status' | 'visitStatus' | 'heldUntil' | 'parkedTime'> }) {
  if (card.parkedTime) return <Tag tone="wait">待安排</Tag>
  return card.heldUntil ? (
    <Tag tone="brand">候补保留</Tag>
  ) : (
    <StatusTag kind="appointment" value={card.status} visit={card.visitStatus} />
  )
}

/** One appointment on the board: one line under 30 px, two under 46, three above; from 66 on there is room for a fourth. */
export const AppointmentCard = memo(function AppointmentCard({
  card,
  lane,
  from,
  selected,
  ghost,
  movable,
  ringed,
}: AppointmentCardProps) {
  const { start, end } = spanOf(card)
  const height = (end - start) * PX_PER_MINUTE
  const { label: usual, tone, shape } = usePainted()('appointment', card.status, card.visitStatus)
  const label = card.heldUntil ? '候补保留' : usual
  const gone = appointmentStates.is(card.status, 'missed', 'walkedOut')
  // Sex and age stay together: what has no room beside the marks goes as a whole.
  const person = briefGenderAge(card, wireDate(card.startTime)).replaceAll(' ', '\u00a0')
  const what = card.heldUntil
    ? `候补保留到 ${card.heldUntil.slice(11, 16)}`
    : [card.title, teethWords(card.teeth)].filter(Boolean).join(' ')
  const tail = numberTail(card.medicalNumber)
  const lines = height < 30 ? 1 : height < 46 ? 2 : 3
  const share = 100 / lane.lanes
  return (
    <div
      role="button"
      tabIndex={0}
      data-card={card.id}
      data-movable={(movable && !card.heldUntil) || undefined}
      className={cx(
        s.card,
        s[`tone-${tone}`],
        gone && s.gone,
        appointmentStates.is(card.status, 'requested') && s.unconfirmed,
        card.heldUntil && s.held,
        card.offShift && s.offShift,
        selected && s.selected,
        ringed && s.ringed,
        ghost && s.ghost,
        lines === 1 && s.single,
        lines === 3 && height < 52 && s.tight,
        height >= 66 && s.tall,
        lines === 2 && height < 34 && s.low,
        lane.lanes > 1 && s.squeezed,
        lane.aside && s.aside,
      )}
      style={{
        top: (start - from) * PX_PER_MINUTE + 1,
        height: height - 2,
        ...(lane.aside
          ? { right: 5, width: ASIDE_WIDTH }
          : {
              left: `calc(${lane.lane * share}% + 4px)`,
              width: `calc(${share}% - ${9 + (lane.narrowed ? (ASIDE_WIDTH + 3) / lane.lanes : 0)}px)`,
            }),
      }}
      title={lane.aside ? `${label} ${card.name} ${what}` : card.remark || undefined}
    >
      <span className={s.cardStatus}>
        <StatusIcon shape={shape} size={13} />
        <span className="sr-only">{label} </span>
      </span>
      <span className={s.cardBody}>
        <span className={s.cardTop}>
          <span className={s.cardName}>{card.name}</span>{' '}
          <span className={cx(s.cardAside, lines > 1 && s.cardPerson)}>{lines === 1 ? what || person : person}</span>{' '}
          <CardMarks card={card} />
        </span>
        {lines > 1 && <span className={s.cardLine}> {what}</span>}
        <span className={lines > 2 ? s.cardTime : 'sr-only'}>
          {' '}
          <span>{spanText(start, end)}</span>
          {tail && (
            <span className={lane.lanes > 1 ? 'sr-only' : undefined}>
              <span className="sr-only"> </span>病历尾号 {tail}
            </span>
          )}
          {card.offShift && <span className="sr-only"> 班次外</span>}
        </span>
      </span>
      {movable && isMovable(card) && <span data-stretch className={s.handle} aria-hidden />}
    </div>
  )
})
