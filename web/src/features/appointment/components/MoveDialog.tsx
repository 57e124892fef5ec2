import { useRef, useState } from 'react'
import { appointment as calls } from '@dentin/contract/appointment'
import { ApiError, newRequestId } from '../../../lib/client.ts'
import { differences } from '../../../lib/conflict.ts'
import { useCall, useSend } from '../../../lib/query.ts'
import { Button, Field, TextField, toast } from '../../../ui/index.ts'
import { ConflictDialog, Dialog } from '../../../ui/heavy.ts'
import { appointmentReads, useBookingOptions } from '../hooks.ts'
import { clockOf, dayText, presentMoment, spanOf, spanText, wireDate, type Card, type Detail } from '../model.ts'
import { changedBeside, timeWords, useOvertaken } from '../overtaken.ts'
import { errorOf } from './fields.tsx'
import { PlaceFields, wirePlace, type PlaceValue } from './PlaceFields.tsx'
import { PlaceAnswer } from './Refusal.tsx'
import s from './board.module.css'

/** What a move needs to know of the appointment. */
export type Movable = Pick<
  Card,
  'id' | 'version' | 'name' | 'title' | 'doctorId' | 'chairId' | 'startTime' | 'endTime' | 'parkedTime'
> &
  Partial<Detail>

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
    return { ...placeOf(appointment), ...(over ? { date: today, time: null } : {}) }
  })
  const near = useCall(calls.nearbyPlaces, { id: appointment.id }, { keep: false })
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const requestId = useRef(newRequestId())
  const { overtaken, heed, drop } = useOvertaken(appointment.id)
  // The newest version that the person has seen.
  const [version, setVersion] = useState(appointment.version)
  const submit = async (
    permits: { overbook?: boolean; acceptWarnings?: boolean } = {},
    wanted = place,
    on = version,
  ): Promise<void> => {
    setTried(true)
    const wire = wirePlace(wanted)
    if (!wire) return
    if (Object.keys(permits).length > 0 || (rebook.error && !rebook.error.isNetwork)) requestId.current = newRequestId()
    const input = { id: appointment.id, version: on, ...wire, reason, ...permits }
    try {
      const answer = missed
        ? await rebook.mutateAsync({ ...input, requestId: requestId.current })
        : await move.mutateAsync(input)
      if (!answer.saved) return
      toast.success(parked ? '已安排' : '已改约')
      onDone(answer.id ?? appointment.id)
    } catch (error) {
      // The answer stands in the dialog; what somebody else changed is shown beside it.
      if (error instanceof ApiError) await heed(error)
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
  const conflict = sending.error?.isConflict ?? false
  const nameOf = (list: readonly { id: string; name: string }[] | undefined, id: unknown) =>
    id ? (list?.find((each) => each.id === id)?.name ?? '已停用') : ''
  const words = (field: string, value: unknown): string =>
    field === 'time'
      ? (value as string)
      : nameOf(field === 'doctorId' ? options.data?.doctors : options.data?.chairs, value)
  const mineAt = wirePlace(place)
  return (
    <>
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
          <PlaceFields
            value={place}
            onChange={change}
            options={options.data}
            error={sending.error}
            tried={tried}
            itemIds={appointment.itemIds ?? []}
          />
          <Field label="改约原因" className={s.wide} error={errorOf(sending.error, 'reason')}>
            <TextField value={reason} maxLength={100} onChange={(event) => setReason(event.target.value)} />
          </Field>
        </div>
        {!mismatch && !conflict && (
          <PlaceAnswer
            error={sending.error}
            answer={sending.data ?? null}
            busy={sending.isPending}
            onOverbook={() => void submit({ overbook: true, acceptWarnings: true })}
            onAccept={() => void submit({ acceptWarnings: true })}
          />
        )}
      </Dialog>
      {overtaken && mineAt && (
        <ConflictDialog
          what="这个预约"
          differences={differences(
            ['time', 'doctorId', 'chairId'],
            sideOf(appointment),
            sideOf(mineAt),
            sideOf(overtaken.now),
          )}
          changedBy={overtaken.changedBy}
          changedAt={overtaken.changedAt}
          also={changedBeside(appointment, overtaken.now, ['时间', '医生', '诊椅'])}
          labelOf={(field) => ({ time: '时间', doctorId: '医生', chairId: '诊椅' })[field] ?? field}
          wordsOf={words}
          busy={sending.isPending}
          onClose={drop}
          onTheirs={onClose}
          onKeep={(kept) => {
            // Put aside it stays, if that is what is kept.
            if (kept.time === PARKED) return onClose()
            const theirs = placeOf(overtaken.now)
            const wanted: PlaceValue = {
              ...place,
              ...('doctorId' in kept ? { doctorId: kept.doctorId as string } : {}),
              ...('chairId' in kept ? { chairId: kept.chairId as string | null } : {}),
              // The time is one thing: the day, the beginning and how long it takes.
              ...(kept.time === timeWords(overtaken.now)
                ? { date: theirs.date, time: theirs.time, minutes: theirs.minutes }
                : {}),
            }
            setPlace(wanted)
            setVersion(overtaken.now.version)
            drop()
            sending.reset()
            void submit({}, wanted, overtaken.now.version)
          }}
        />
      )}
    </>
  )
}

const PARKED = '待安排'
type Place = Pick<Detail, 'startTime' | 'endTime' | 'doctorId'> & {
  chairId?: string | null | undefined
  parkedTime?: string | null | undefined
}

/** A place as the form holds it. */
function placeOf(row: Place): PlaceValue {
  const { start, end } = spanOf(row)
  return {
    doctorId: row.doctorId,
    chairId: row.chairId ?? null,
    date: wireDate(row.startTime),
    time: clockOf(start),
    minutes: end - start,
  }
}

/** A place as it is compared. */
const sideOf = (row: Place) => ({
  time: row.parkedTime ? PARKED : timeWords(row),
  doctorId: row.doctorId,
  chairId: row.chairId ?? null,
})
