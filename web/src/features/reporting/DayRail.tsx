import { shortDayText } from '@dentin/kit/date-text'
import { appointmentStates, confirmStates } from '@dentin/contract/core/status'
import { addDays } from '@dentin/kit/datetime'
import { formatYuanText } from '@dentin/kit/money'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, Money, StatusIcon, type IconName } from '../../ui/index.ts'
import { clock, sumOf, type BookedCard, type Day } from './model.ts'
import s from './reporting.module.css'

/** Something left to do, with the page where it is done. */
export interface Task {
  key: string
  label: string
  icon: IconName
  count: number
  to: string
}

/** Why somebody is not here, as far as it is known. */
export function absence(card: BookedCard, date: string): string {
  if (confirmStates.is(card.confirmStatus, 'unreached')) return '联系不上'
  if (confirmStates.is(card.confirmStatus, 'toMove')) return '要求改期'
  const day = card.startTime.slice(0, 10)
  return day === date ? (appointmentStates.is(card.status, 'missed') ? '爽约' : '过时未到') : shortDayText(day)
}

/** At the right of the lanes: what is left to do, who did not come, who has gone and paid what. */
export function DayRail({
  day,
  tasks,
  onOpenBooked,
  onOpenVisit,
  missedActionOf,
  below,
}: {
  day: Day
  tasks: readonly Task[]
  onOpenBooked: (id: string) => void
  onOpenVisit: (id: string) => void
  /** 改约、取消、忽略, as far as the person may. */
  missedActionOf: (card: BookedCard) => ReactNode
  /** What else the person is shown of the day. */
  below?: ReactNode
}) {
  const open = tasks.filter((task) => task.count > 0)
  // A sum of what one happens to see would be taken for the whole.
  const whole = day.departed.length > 0 && day.departed.every((each) => each.paid !== null)
  const sum = whole ? sumOf(day.departed.map((each) => each.paid)) : null
  return (
    <aside className={s.rail} aria-label="待办与进展">
      <RailHead title="待办" count={open.reduce((total, task) => total + task.count, 0)} />
      {open.map((task) => (
        <Link key={task.key} to={task.to} className={s.task}>
          <Icon name={task.icon} size={15} className="secondary" />
          <span>{task.label}</span>
          <span className={s.taskCount}>{task.count}</span>
          <Icon name="chevron-right" size={14} className="tertiary" />
        </Link>
      ))}
      {open.length === 0 && <p className={s.railEmpty}>待办都做完了</p>}

      <RailHead title="未到" count={day.unarrived.length} icon={<StatusIcon shape="slash" className="tertiary" />} />
      {day.unarrived.map((card) => (
        <div key={card.id} className={s.railRow}>
          <span className={s.railTime}>{clock(card.startTime)}</span>
          <button type="button" className={s.railName} onClick={() => onOpenBooked(card.id)}>
            {card.name}
          </button>
          <span className={s.railNote}>{absence(card, day.date)}</span>
          {missedActionOf(card)}
        </div>
      ))}
      {day.unarrived.length === 0 && <p className={s.railEmpty}>今天没有未到的患者</p>}
      {day.olderUnarrived > 0 && (
        <Link
          to={`/myAppointmentList?statuses=9&from=${addDays(day.date, -30)}&to=${addDays(day.date, -1)}`}
          className={s.railOlder}
        >
          更早还有 {day.olderUnarrived} 位未处理
          <Icon name="chevron-right" size={14} />
        </Link>
      )}

      <RailHead
        title="已离开"
        count={day.departed.length}
        icon={<StatusIcon shape="check" className={s.doneIcon} />}
        note={sum !== null && `已付 ${formatYuanText(sum)}`}
      />
      {day.departed.map((card) => (
        <div key={card.id} className={s.railRow}>
          <span className={s.railTime}>{clock(card.leaveTime)}</span>
          <button type="button" className={s.railName} onClick={() => onOpenVisit(card.id)}>
            {card.name}
          </button>
          {card.paid !== null && <Money yuan={card.paid} className={s.railMoney} />}
        </div>
      ))}
      {day.departed.length === 0 && <p className={s.railEmpty}>还没有人离开</p>}
      {below}
    </aside>
  )
}

function RailHead({ title, count, icon, note }: { title: string; count: number; icon?: ReactNode; note?: ReactNode }) {
  return (
    <header className={s.railHead}>
      {icon}
      <h2>{title}</h2>
      <span className="t-13 tertiary num">{count}</span>
      {note && <span className={s.railSum}>{note}</span>}
    </header>
  )
}
