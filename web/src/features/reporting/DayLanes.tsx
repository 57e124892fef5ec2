import { registrationStates } from '@dentin/contract/core/status'
import { formatYuanText } from '@dentin/kit/money'
import { useState, type ReactNode } from 'react'
import { cx, EmptyState, Lane, TextButton } from '../../ui/index.ts'
import { InChairCard, ToArriveCard, ToChargeCard, WaitingCard, type CardContext } from './cards.tsx'
import { mean, minutesFrom, soon, sumOf, type Day } from './model.ts'
import s from './reporting.module.css'

/** The four lanes in flow order; the rail, when there is room for it, stands at their right. */
export function DayLanes({
  day,
  context,
  rail,
  emptyActions,
  waitingFoot,
}: {
  day: Day
  context: CardContext
  rail?: ReactNode
  /** What to do in an empty lane, when there is something. */
  emptyActions: { toArrive?: ReactNode; waiting?: ReactNode }
  /** Under those who wait. */
  waitingFoot?: ReactNode
}) {
  const [all, setAll] = useState(false)
  const next = soon(day.toArrive, context.now)
  const expected = all ? day.toArrive : next.shown
  const waits = day.waiting.map((each) => minutesFrom(each.regTime, context.now))
  const due = day.toCharge.filter((each) => registrationStates.is(each.status, 'toCharge'))
  return (
    <div className={cx(s.lanes, rail != null && s.withRail)}>
      <Lane
        title="待到店"
        count={day.toArrive.length}
        tone="booked"
        shape="ring"
        foot={
          next.later > 0 && (
            <TextButton tone="quiet" onClick={() => setAll(!all)}>
              {all ? '收起' : `${next.after} 以后还有 ${next.later} 人`}
            </TextButton>
          )
        }
      >
        {expected.map((card) => (
          <ToArriveCard key={card.id} card={card} context={context} />
        ))}
        {day.toArrive.length === 0 && <LaneEmpty text="没有待到店的预约" action={emptyActions.toArrive} />}
      </Lane>
      <Lane
        title="候诊"
        count={day.waiting.length}
        tone="wait"
        shape="half"
        note={waits.length > 0 && `平均等待 ${mean(waits)} 分`}
        foot={waitingFoot}
      >
        {day.waiting.map((card) => (
          <WaitingCard key={card.id} card={card} context={context} />
        ))}
        {day.waiting.length === 0 && <LaneEmpty text="没有人候诊" action={emptyActions.waiting} />}
      </Lane>
      <Lane title="就诊中" count={day.inChair.length} tone="chair" shape="threeQuarter">
        {day.inChair.map((card) => (
          <InChairCard key={card.id} card={card} context={context} />
        ))}
        {day.inChair.length === 0 && <LaneEmpty text="没有就诊中的患者" />}
      </Lane>
      <Lane
        title="待收费"
        count={day.toCharge.length}
        tone="done"
        shape="open"
        note={
          due.length > 0 &&
          due.every((each) => each.due !== null) &&
          `合计 ${formatYuanText(sumOf(due.map((each) => each.due)))}`
        }
      >
        {day.toCharge.map((card) => (
          <ToChargeCard key={card.id} card={card} context={context} />
        ))}
        {day.toCharge.length === 0 && <LaneEmpty text="没有待收费的患者" />}
      </Lane>
      {rail}
    </div>
  )
}

function LaneEmpty({ text, action }: { text: string; action?: ReactNode }) {
  return <EmptyState layout="stack" title={text} action={action} />
}
