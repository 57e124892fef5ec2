import { useRef, useState } from 'react'
import { appointment as calls } from '@dentin/contract/appointment'
import { ApiError, newRequestId } from '../../../lib/client.ts'
import { useCall, useSend } from '../../../lib/query.ts'
import { Button, Field, TextField, toast } from '../../../ui/index.ts'
import { Dialog } from '../../../ui/heavy.ts'
import { appointmentReads, useBookingOptions } from '../hooks.ts'
import { clockOf, dayText, presentMoment, spanOf, spanText, wireDate, type Card } from '../model.ts'
import { errorOf } from './fields.tsx'
import { PlaceFields, wirePlace, type PlaceValue } from './PlaceFields.tsx'
import { PlaceAnswer } from './Refusal.tsx'
import s from './board.module.css'

/** What a move needs to know of the appointment. */
export type Movable = Pick<
  Card,
  'id' | 'version' | 'name' | 'title' | 'doctorId' | 'chairId' | 'startTime' | 'endTime' | 'parkedTime'
>

/**
 * Another time, doctor or chair; a time for what was put aside; for somebody who did not come a new appointment, the
 * no-show stays.
 */
export function MoveDialog({
  appointment: opened,
  missed: openedMissed,
  onClose,
  onDone,
}: {
  appointment: Movable
  missed: boolean
  onClose: () => void
  onDone: (id: string) => void
}) {
  // A live update must not hide that somebody was faster.
  const [{ appointment, missed }] = useState({ appointment: opened, missed: openedMissed })
  const options = useBookingOptions()
  const move = useSend(calls.move, { refresh: appointmentReads })
  const rebook = useSend(calls.rebookMissed, { refresh: appointmentReads })
  const sending = missed ? rebook : move
  const { start, end } = spanOf(appointment)
  const parked = appointment.parkedTime !== null
  const what = parked ? '安排' : '改约'
  const [place, setPlace] = useState<PlaceValue>(() => {
    const { date: today, minute } = presentMoment(new Date())
    const date = wireDate(appointment.startTime)
    // What was put aside can't go back to a time that has passed: the day begins with today, the time is asked for.
    const over = parked && (date < today || (date === today && start < minute))
    return {
      doctorId: appointment.doctorId,
      chairId: appointment.chairId,
      date: over ? today : date,
      time: over ? null : clockOf(start),
      minutes: end - start,
    }
  })
  const near = useCall(calls.nearbyPlaces, { id: appointment.id }, { keep: false })
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const requestId = useRef(newRequestId())
  const submit = async (permits: { overbook?: boolean; acceptWarnings?: boolean } = {}) => {
    setTried(true)
    const wire = wirePlace(place)
    if (!wire) return
    if (Object.keys(permits).length > 0 || (rebook.error && !rebook.error.isNetwork)) requestId.current = newRequestId()
    const input = { id: appointment.id, version: appointment.version, ...wire, reason, ...permits }
    try {
      const answer = missed
        ? await rebook.mutateAsync({ ...input, requestId: requestId.current })
        : await move.mutateAsync(input)
      if (!answer.saved) return
      toast.success(parked ? '已安排' : '已改约')
      onDone(answer.id ?? appointment.id)
    } catch {
      // The answer stands in the dialog.
    }
  }
  const change = (patch: Partial<PlaceValue>) => {
    sending.reset()
    setPlace((now) => ({ ...now, ...patch }))
  }
  // Of the doctor who has it, for as long as it takes now: another choice has other free times.
  const offered =
    place.doctorId === appointment.doctorId && place.minutes === end - start
      ? (near.data ?? []).filter((each) => each.startTime !== appointment.startTime || parked)
      : []
  const mismatch = sending.error instanceof ApiError && sending.error.fields.length > 0
  return (
    <Dialog
      open
      title={`${parked ? '安排时间' : '改约'}：${appointment.name}`}
      width={600}
      sticky
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText={what}
      busy={sending.isPending}
    >
      <p className="secondary t-13">
        {parked && appointment.title ? `${appointment.title} ${end - start} 分　` : ''}
        原时间 {dayText(wireDate(appointment.startTime))} {spanText(start, end)}
        {missed ? '　爽约记录保留，生成新预约' : ''}
      </p>
      {offered.length > 0 && (
        <div className={s.near} role="group" aria-label="最近的空档">
          <span className="tertiary t-12">最近的空档</span>
          {offered.map((each) => {
            const [date, time] = [wireDate(each.startTime), each.startTime.slice(11, 16)]
            const chosen = place.date === date && place.time === time
            return (
              <Button
                key={each.startTime}
                size="sm"
                variant={chosen ? 'primary' : 'default'}
                aria-pressed={chosen}
                onClick={() => change({ date, time })}
              >
                {dayText(date)} {time}
              </Button>
            )
          })}
        </div>
      )}
      <div className={s.form}>
        <PlaceFields value={place} onChange={change} options={options.data} error={sending.error} tried={tried} />
        <Field label="改约原因" className={s.wide} error={errorOf(sending.error, 'reason')}>
          <TextField value={reason} maxLength={100} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </div>
      {!mismatch && (
        <PlaceAnswer
          error={sending.error}
          answer={sending.data ?? null}
          busy={sending.isPending}
          onOverbook={() => void submit({ overbook: true, acceptWarnings: true })}
          onAccept={() => void submit({ acceptWarnings: true })}
        />
      )}
    </Dialog>
  )
}
