import { shortMoment } from '../../../lib/when.ts'
import type { appointment } from '@dentin/contract/appointment'
import type { WireOutput } from '@dentin/contract/core/call'
import { statusOf } from '../../../ui/index.ts'
import s from './trace.module.css'

/** What happened: moves and steps of the status, the latest first. */
export function AppointmentTrace({
  trace,
}: {
  trace: Pick<WireOutput<typeof appointment.trace>, 'changes' | 'statusLog'>
}) {
  const events = [
    ...trace.changes.map((each) => ({
      key: each.id,
      time: each.time,
      who: each.actorName,
      words: `改约：${each.oldStartTime.slice(5, 16)}–${each.oldEndTime.slice(11, 16)} ${each.oldDoctorName} → ${each.newStartTime.slice(5, 16)}–${each.newEndTime.slice(11, 16)} ${each.newDoctorName}`,
      reason: each.reason,
    })),
    ...trace.statusLog.map((each) => ({
      key: each.id,
      time: each.time,
      who: each.actorName,
      words: statusOf('appointment', each.toStatus).label,
      reason: each.reason ?? '',
    })),
  ].sort((a, b) => b.time.localeCompare(a.time))
  return (
    <section>
      <div className={s.head}>操作记录</div>
      <div className={s.log}>
        {events.map((each) => (
          <div key={each.key} className={s.logLine}>
            <span className={s.logTime}>{shortMoment(each.time)}</span>
            <span>
              {each.words}
              <span className="tertiary">
                {['', each.who, each.reason].filter((word, n) => n === 0 || word).join('　')}
              </span>
            </span>
          </div>
        ))}
      </div>
    </section>
  )
}
