import { dayText } from '@dentin/kit/date-text'
import { useState } from 'react'
import { teethWords } from '../../../domain/teeth.ts'
import { briefGenderAge } from '../../../domain/person.ts'
import { useCan } from '../../../lib/permission.ts'
import { Button, EmptyState, ErrorLine, SkeletonRows } from '../../../ui/index.ts'
import { Drawer } from '../../../ui/heavy.ts'
import { useParked } from '../hooks.ts'
import { spanOf, spanText, wireDate, type Parked } from '../model.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { Moving } from './MoveForm.tsx'
import s from './board.module.css'

/** Statuses that can be cancelled; what waits for the desk's word is refused instead, in its own pane. */
const CANCELLABLE = [1, 2]

/** What was put aside, where there is no room for it beside the board: choose a time or cancel, by touch. */
export function ParkedDrawer({ onOpen, onClose }: { onOpen: (id: string) => void; onClose: () => void }) {
  const { data, error, refetch } = useParked()
  const [asked, setAsked] = useState<{ card: Parked; what: 'place' | 'cancel' } | null>(null)
  const settled = () => setAsked(null)
  return (
    <Drawer open title={data && data.length > 0 ? `待安排 ${data.length}` : '待安排'} width={480} onClose={onClose}>
      {error && !data && <ErrorLine onRetry={() => void refetch()}>待安排没有读到：{error.message}</ErrorLine>}
      {!data && !error && <SkeletonRows rows={3} height={96} double />}
      {data?.length === 0 && (
        <EmptyState
          layout="stack"
          icon="inbox"
          title="没有待安排的预约"
          hint="在预约详情的更多操作里放入待安排，让出时段，之后再安排"
        />
      )}
      {data?.map((card) => (
        <ParkedRow key={card.id} card={card} onOpen={onOpen} onAsk={(what) => setAsked({ card, what })} />
      ))}
      {asked?.what === 'place' && <Moving appointment={asked.card} missed={false} onClose={settled} onDone={settled} />}
      {asked?.what === 'cancel' && <CancelDialog appointment={asked.card} onClose={settled} onDone={settled} />}
    </Drawer>
  )
}

function ParkedRow({
  card,
  onOpen,
  onAsk,
}: {
  card: Parked
  onOpen: (id: string) => void
  onAsk: (what: 'place' | 'cancel') => void
}) {
  const may = useCan()
  const date = wireDate(card.startTime)
  const { start, end } = spanOf(card)
  return (
    <section className={s.parkedRow} aria-label={card.name}>
      <button type="button" className={s.parkedWho} onClick={() => onOpen(card.id)}>
        <span className={s.detailName}>
          <b>{card.name}</b>
          <span className="secondary t-13">{briefGenderAge(card, date)}</span>
          <span className="tertiary t-13 num">{card.mobile}</span>
        </span>
        <span className="t-13">
          {[card.title, teethWords(card.teeth), `${end - start} 分`].filter(Boolean).join(' ')}　{card.doctorName}
        </span>
        <span className="secondary t-13 num">
          原 {dayText(date)} {spanText(start, end)}　{card.parkedName} {card.parkedTime.slice(5, 16)} 放入
        </span>
      </button>
      <div className={s.actions}>
        {may('/myAppointmentBoard:edit') && (
          <Button variant="primary" onClick={() => onAsk('place')}>
            安排时间
          </Button>
        )}
        {may('/myAppointmentBoard:cancel') && CANCELLABLE.includes(card.status) && (
          <Button variant="danger" onClick={() => onAsk('cancel')}>
            取消预约
          </Button>
        )}
      </div>
    </section>
  )
}
