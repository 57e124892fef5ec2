import { useRef, type PointerEvent } from 'react'
import { minutesOf } from '@dentin/kit/datetime'
import { teethWords } from '../../../domain/teeth.ts'
import { briefGenderAge } from '../../../domain/person.ts'
import { EmptyState, Icon } from '../../../ui/index.ts'
import { clockOf, gapsOf, lengthText, numberTail, spanOf, wireDate, type DoctorDay } from '../model.ts'
import { CardMarks, CardStatus } from './AppointmentCard.tsx'
import s from './board.module.css'

export interface AgendaProps {
  doctor: DoctorDay
  /** Free time before this minute is not offered. */
  from: number
  onOpen: (id: string) => void
  onFree: ((start: number, minutes: number) => void) | null
  /** Swiped to the next or former doctor. */
  onSwipe: (step: 1 | -1) => void
}

const SWIPE = 60

/** The phone's board: one doctor's day as a list, free time as rows to book. */
export function Agenda({ doctor, from, onOpen, onFree, onSwipe }: AgendaProps) {
  const down = useRef<{ x: number; y: number } | null>(null)
  const onPointerUp = (event: PointerEvent) => {
    const start = down.current
    down.current = null
    if (!start) return
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
    if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) onSwipe(dx < 0 ? 1 : -1)
  }
  const rows = [
    ...doctor.appointments.map((card) => ({ kind: 'card' as const, at: spanOf(card).start, card })),
    ...doctor.blocks.map((block) => ({ kind: 'block' as const, at: minutesOf(block.start), block })),
    ...(onFree ? gapsOf(doctor, from).map((free) => ({ kind: 'free' as const, at: free.start, free })) : []),
  ].sort((a, b) => a.at - b.at)
  return (
    <div
      className={s.agenda}
      style={{ touchAction: 'pan-y' }}
      onPointerDown={(event) => (down.current = { x: event.clientX, y: event.clientY })}
      onPointerUp={onPointerUp}
      onPointerCancel={() => (down.current = null)}
    >
      {rows.length === 0 && (
        <EmptyState layout="stack" icon="calendar" title={doctor.restFlag ? '医生当天休息' : '暂无预约'} />
      )}
      {rows.map((row) =>
        row.kind === 'card' ? (
          <button key={row.card.id} type="button" className={s.agendaRow} onClick={() => onOpen(row.card.id)}>
            <span className={s.agendaTime}>
              {clockOf(row.at)}
              <small>{clockOf(spanOf(row.card).end)}</small>
            </span>
            <span style={{ minWidth: 0 }}>
              <span className={s.agendaName}>
                <b className="ellipsis">{row.card.name}</b>
                <span className="secondary t-13">{briefGenderAge(row.card, wireDate(row.card.startTime))}</span>
                <CardMarks card={row.card} />
              </span>
              <span className="secondary t-13 ellipsis" style={{ display: 'block' }}>
                {[row.card.title, teethWords(row.card.teeth)].filter(Boolean).join(' ')}
                {row.card.medicalNumber && (
                  <span className="tertiary">
                    <span className="sr-only"> 病历号尾号 </span>
                    <span aria-hidden>　#</span>
                    {numberTail(row.card.medicalNumber)}
                  </span>
                )}
              </span>
            </span>
            <CardStatus card={row.card} />
          </button>
        ) : row.kind === 'block' ? (
          <div key={`b${row.at}`} className={`${s.agendaRow} tertiary`} style={{ minHeight: 44 }}>
            <span className={s.agendaTime}>{row.block.start}</span>
            <span>{row.block.title}</span>
            <Icon name="ban" />
          </div>
        ) : (
          <button
            key={`f${row.at}`}
            type="button"
            className={`${s.agendaRow} ${s.agendaFree}`}
            onClick={() => onFree?.(row.free.start, row.free.end - row.free.start)}
          >
            <span className={s.agendaTime}>{clockOf(row.free.start)}</span>
            <span>空闲 {lengthText(row.free.end - row.free.start)}</span>
            <Icon name="plus" label="预约" />
          </button>
        ),
      )}
    </div>
  )
}
