import { cx, StatusIcon, Tag } from '../../ui/index.ts'
import { minutesFrom, workText, type Day } from './model.ts'
import s from './reporting.module.css'

/** Every doctor of the day: room, who is in the chair, minutes used of those planned, how many wait. Pressing one narrows the lanes. */
export function DoctorStrip({
  day,
  now,
  doctorId,
  onDoctor,
}: {
  day: Day
  now: number
  doctorId: string | null
  onDoctor: (id: string | null) => void
}) {
  return (
    <div className={s.strip} role="group" aria-label="医生">
      {day.doctors.map((doctor) => {
        const queue = day.waiting.filter((each) => each.doctorId === doctor.id).length
        const here = day.inChair.filter((each) => each.doctorId === doctor.id)
        const current = here.at(-1)
        const used = current ? minutesFrom(current.startTime, now) : 0
        return (
          <button
            key={doctor.id}
            type="button"
            className={cx(s.doctor, doctor.id === doctorId && s.doctorChosen)}
            aria-pressed={doctor.id === doctorId}
            onClick={() => onDoctor(doctor.id === doctorId ? null : doctor.id)}
          >
            <span className={s.doctorHead}>
              <span className={s.doctorName}>{doctor.name}</span>
              <span className={s.room}>{current?.chairName || doctor.room}</span>
              {doctor.stopped ? (
                <Tag>停诊</Tag>
              ) : (
                <span className={cx(s.queue, queue >= 2 && 'wait')}>{queue === 0 ? '无候诊' : `候 ${queue}`}</span>
              )}
            </span>
            <span className={s.doctorNow}>
              {current ? (
                <>
                  <StatusIcon shape="threeQuarter" size={13} className={s.chairIcon} />
                  <span className={s.nowName}>{current.name}</span>
                  <span className={s.nowWork}>{workText(current)}</span>
                  <span className={cx(s.used, used > current.plannedMinutes && 'wait')}>
                    {used}/{current.plannedMinutes}
                  </span>
                </>
              ) : (
                <span className="tertiary">空闲</span>
              )}
            </span>
          </button>
        )
      })}
    </div>
  )
}
