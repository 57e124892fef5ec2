import { useRef, useState } from 'react'
import { appointment as calls } from '@dentin/contract/appointment'
import { ApiError, newRequestId } from '../../../lib/client.ts'
import { useSend } from '../../../lib/query.ts'
import { Field, TextField, toast } from '../../../ui/index.ts'
import { Dialog } from '../../../ui/heavy.ts'
import { appointmentReads, useBookingOptions } from '../hooks.ts'
import { clockOf, dayText, spanOf, spanText, wireDate, type Card } from '../model.ts'
import { errorOf } from './fields.tsx'
import { PlaceFields, wirePlace, type PlaceValue } from './PlaceFields.tsx'
import { PlaceAnswer } from './Refusal.tsx'
import s from './board.module.css'

/** What a move needs to know of the appointment. */
export type Movable = Pick<Card, 'id' | 'version' | 'name' | 'doctorId' | 'chairId' | 'startTime' | 'endTime'>

/** Another time, doctor or chair; for somebody who did not come a new appointment, the no-show stays. */
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
  const [place, setPlace] = useState<PlaceValue>({
    doctorId: appointment.doctorId,
    chairId: appointment.chairId,
    date: wireDate(appointment.startTime),
    time: clockOf(start),
    minutes: end - start,
  })
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
      toast.success('已改约')
      onDone(answer.id ?? appointment.id)
    } catch {
      // The answer stands in the dialog.
    }
  }
  const mismatch = sending.error instanceof ApiError && sending.error.fields.length > 0
  return (
    <Dialog
      open
      title={`改约：${appointment.name}`}
      width={600}
      sticky
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText="改约"
      busy={sending.isPending}
    >
      <p className="secondary t-13">
        原时间 {dayText(wireDate(appointment.startTime))} {spanText(start, end)}
        {missed ? '　爽约记录保留，生成新预约' : ''}
      </p>
      <div className={s.form}>
        <PlaceFields
          value={place}
          onChange={(patch) => {
            sending.reset()
            setPlace((now) => ({ ...now, ...patch }))
          }}
          options={options.data}
          error={sending.error}
          tried={tried}
        />
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
