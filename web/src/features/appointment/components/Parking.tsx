import { dayText } from '@dentin/kit/date-text'
import { useRef } from 'react'
import { teethWords } from '../../../domain/teeth.ts'
import { briefGenderAge } from '../../../domain/person.ts'
import { Button, ErrorLine, Icon } from '../../../ui/index.ts'
import { useParked } from '../hooks.ts'
import { spanOf, spanText, wireDate, type Dragged, type Parked } from '../model.ts'
import s from './board.module.css'

/** Pixels after which a press is a drag. */
const THRESHOLD = 4

export interface ParkingProps {
  mayEdit: boolean
  onOpen: (id: string) => void
  /** A card is dragged out: the board takes over the pointer. */
  onTake: (card: Dragged, pointer: { pointerId: number; clientX: number; clientY: number }) => void
}

/** 待安排区: cards that gave their place back and wait for another; dragged in from the board and out to it. */
export function Parking({ mayEdit, onOpen, onTake }: ParkingProps) {
  const { data, error, refetch } = useParked()
  return (
    <section className={s.parking} aria-label="待安排" data-parking>
      <div className={s.sideHead}>
        <span>待安排</span>
        {data && data.length > 0 && <span className="tertiary num">{data.length}</span>}
      </div>
      {error && <ErrorLine onRetry={() => void refetch()}>待安排没有读到</ErrorLine>}
      {data?.length === 0 && (
        <p className={s.parkingEmpty}>{mayEdit ? '把预约拖到这里，让出时段，之后再安排' : '没有待安排的预约'}</p>
      )}
      {data && data.length > 0 && (
        <ul className={s.parked}>
          {data.map((card) => (
            <ParkedCard key={card.id} card={card} mayEdit={mayEdit} onOpen={onOpen} onTake={onTake} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** On the phone: how many wait to be placed; opens their list. */
export function ParkedButton({ onOpen }: { onOpen: () => void }) {
  const count = useParked().data?.length ?? 0
  return (
    <Button size="sm" onClick={onOpen}>
      待安排{count > 0 ? ` ${count}` : ''}
    </Button>
  )
}

function ParkedCard({ card, mayEdit, onOpen, onTake }: ParkingProps & { card: Parked }) {
  const pressed = useRef<{ x: number; y: number } | null>(null)
  const date = wireDate(card.startTime)
  const { start, end } = spanOf(card)
  return (
    <li>
      <button
        type="button"
        data-parked={card.id}
        className={s.parkedCard}
        data-movable={mayEdit || undefined}
        onClick={() => onOpen(card.id)}
        onPointerDown={(event) => {
          if (!mayEdit || event.button !== 0 || event.pointerType === 'touch') return
          pressed.current = { x: event.clientX, y: event.clientY }
          // A quick hand has left the card before it has moved on it.
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          const from = pressed.current
          if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) <= THRESHOLD) return
          pressed.current = null
          onTake(card, event)
        }}
        onPointerUp={() => (pressed.current = null)}
        onPointerCancel={() => (pressed.current = null)}
      >
        <span className={s.parkedHead}>
          <b className="ellipsis">{card.name}</b>
          <span className="secondary">{briefGenderAge(card, date)}</span>
          {mayEdit && (
            <span className={s.parkedGrip}>
              <Icon name="grip" size={14} />
            </span>
          )}
        </span>
        <span className={s.parkedLine}>
          {[card.title, teethWords(card.teeth), `${end - start} 分`].filter(Boolean).join(' ')}
        </span>
        <span className={s.parkedLine}>
          {card.doctorName}　原 {dayText(date)} {spanText(start, end)}
        </span>
      </button>
    </li>
  )
}
