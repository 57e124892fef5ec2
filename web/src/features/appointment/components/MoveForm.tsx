import { dayText } from '@dentin/kit/date-text'
import { appointment as calls } from '@dentin/contract/appointment'
import type { LocalDate } from '@dentin/kit/datetime'
import { useCallback, useState } from 'react'
import { ApiError, newRequestId } from '../../../lib/client.ts'
import { differences } from '../../../lib/conflict.ts'
import { can } from '../../../lib/permission.ts'
import { useSend } from '../../../lib/query.ts'
import { Field, TextField, toast, useIsMobile } from '../../../ui/index.ts'
import { ConflictDialog, Select } from '../../../ui/heavy.ts'
import { appointmentReads, useBookingOptions } from '../hooks.ts'
import { chairChoices, spanOf, spanText, wireDate, type Card, type Detail } from '../model.ts'
import { changedBeside, timeWords, useOvertaken } from '../overtaken.ts'
import { PLACE_TAKEN, placeOf, placeToMove, wirePlace, type PlaceValue } from '../place.ts'
import type { BookFrame } from './BookFrame.tsx'
import { errorOf } from './fields.tsx'
import type { Start } from './FreePlaces.tsx'
import { OverPage } from './OverPage.tsx'
import { PlaceChooser, RefusedPlace, usePlaceWarnings } from './PlaceChooser.tsx'
import { PlaceAnswer } from './Refusal.tsx'
import { SaveFoot } from './SaveFoot.tsx'
import s from './book.module.css'

/** What a move needs to know of the appointment. */
export type Movable = Pick<
  Card,
  'id' | 'version' | 'name' | 'title' | 'doctorId' | 'chairId' | 'startTime' | 'endTime' | 'parkedTime' | 'patientId'
> &
  Partial<Detail>

export interface MoveFormProps {
  appointment: Movable
  /** Somebody did not come: a new appointment, the no-show stays. */
  missed: boolean
  place: PlaceValue
  onPlace: (patch: Partial<PlaceValue>) => void
  frame: BookFrame
  onClose: () => void
  onDone: (id: string, date: LocalDate) => void
  phone?: boolean
  besideBoard?: boolean
  onShowCard?: (card: Card) => void
}

/**
 * Another time, doctor or chair; a time for what was put aside; for somebody who did not come a new appointment, the
 * no-show stays.
 */
export function MoveForm({
  appointment: opened,
  missed: openedMissed,
  place,
  onPlace,
  frame,
  onClose,
  onDone,
  phone = false,
  besideBoard = false,
  onShowCard,
}: MoveFormProps) {
  // A live update must not hide that somebody was faster.
  const [{ appointment, missed }] = useState({ appointment: opened, missed: openedMissed })
  const options = useBookingOptions()
  const move = useSend(calls.move, { refresh: appointmentReads })
  const rebook = useSend(calls.rebookMissed, { refresh: appointmentReads })
  const sending = missed ? rebook : move
  const { start, end } = spanOf(appointment)
  const parked = appointment.parkedTime !== null
  const what = parked ? '安排' : '改约'
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [lost, setLost] = useState<Start[]>([])
  const [requestId, setRequestId] = useState(newRequestId)
  const [told, setTold] = useState(true)
  const { overtaken, heed, drop } = useOvertaken(appointment.id)
  // The newest version that the person has seen.
  const [version, setVersion] = useState(appointment.version)
  const warnings = usePlaceWarnings(place, appointment, appointment.patientId)
  const mayOverbook = can('/myAppointmentBoard:overbook')
  const submit = async (
    tell: boolean,
    permits: { overbook?: boolean; acceptWarnings?: boolean } = {},
    wanted = place,
    on = version,
  ): Promise<void> => {
    setTried(true)
    setTold(tell)
    const wire = wirePlace(wanted)
    if (!wire) return
    const isNew = Object.keys(permits).length > 0 || (rebook.error !== null && !rebook.error.isNetwork)
    const first = isNew ? newRequestId() : requestId
    setRequestId(first)
    const input = { id: appointment.id, version: on, ...wire, reason, tell, ...permits }
    const run = (request: string, more: { acceptWarnings?: boolean } = {}) =>
      missed ? rebook.mutateAsync({ ...input, ...more, requestId: request }) : move.mutateAsync({ ...input, ...more })
    try {
      let answer = await run(first)
      // What the patient has that day has been said while choosing.
      if (!answer.saved && warnings.others.length > 0 && answer.warnings.every((each) => each.kind === 'patient')) {
        const again = newRequestId()
        setRequestId(again)
        answer = await run(again, { acceptWarnings: true })
      }
      if (!answer.saved) return
      toast.success(parked ? '已安排' : '已改约')
      onDone(answer.id ?? appointment.id, wanted.date ?? wireDate(appointment.startTime))
    } catch (error) {
      if (!(error instanceof ApiError)) return
      // The answer stands in the form; what somebody else changed is shown beside it.
      const { date, time } = wanted
      if (PLACE_TAKEN.includes(error.code) && date && time) setLost((now) => [...now, { date, time }])
      await heed(error)
    }
  }
  const change = (patch: Partial<PlaceValue>) => {
    sending.reset()
    onPlace(patch)
  }
  const mismatch = sending.error instanceof ApiError && sending.error.fields.length > 0
  const conflict = sending.error?.isConflict ?? false
  const nameOf = (list: readonly { id: string; name: string }[] | undefined, id: unknown) =>
    id ? (list?.find((each) => each.id === id)?.name ?? '已停用') : ''
  const words = (field: string, value: unknown): string =>
    field === 'time'
      ? (value as string)
      : nameOf(field === 'doctorId' ? options.data?.doctors : options.data?.chairs, value)
  const mineAt = wirePlace(place)
  const moves = mineAt !== null && mineAt.startTime !== appointment.startTime
  const writes = options.data?.sms.moved != null && moves && appointment.mobile !== ''
  const busy = sending.isPending
  const refusal = warnings.refusal
  const footer = (
    <SaveFoot
      place={place}
      words={[nameOf(options.data?.doctors, place.doctorId)]}
      what={what}
      writes={writes}
      told={told}
      busy={busy}
      phone={phone}
      onSave={(tell) => void submit(tell)}
    />
  )
  const body = (
    <>
      <div className={s.before}>
        <b>{appointment.name}</b>
        <span className="secondary t-13">{[appointment.title, `${end - start} 分`].filter(Boolean).join(' ')}</span>
        <span className="secondary t-13 num">
          原时间 {dayText(wireDate(appointment.startTime))} {spanText(start, end)}
          {missed ? '　爽约记录保留，生成新预约' : ''}
        </span>
      </div>
      <PlaceChooser
        value={place}
        onChange={change}
        options={options.data}
        itemIds={appointment.itemIds ?? []}
        item={
          <Field label="诊椅" labelHidden={phone} error={errorOf(sending.error, 'chairId')}>
            <Select
              value={place.chairId}
              onChange={(chairId) => change({ chairId })}
              clearable
              placeholder="不指定"
              options={chairChoices(options.data, appointment.itemIds ?? [])}
            />
          </Field>
        }
        exceptId={missed ? null : appointment.id}
        warnings={warnings}
        error={sending.error}
        tried={tried}
        lengthByItem={false}
        lost={lost}
        besideBoard={besideBoard}
        phone={phone}
        onShowCard={onShowCard}
        onWait={undefined}
        onTaken={() => document.querySelector<HTMLElement>('[data-save]')?.focus()}
      />
      {refusal && moves && !sending.error && (
        <RefusedPlace
          refusal={refusal}
          mayOverbook={mayOverbook}
          busy={busy}
          onOverbook={() => void submit(told, { overbook: true, acceptWarnings: true })}
        />
      )}
      <Field label="改约原因" error={errorOf(sending.error, 'reason')}>
        <TextField value={reason} maxLength={100} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {!mismatch && !conflict && (
        <PlaceAnswer
          error={sending.error}
          answer={sending.data ?? null}
          busy={busy}
          onOverbook={() => void submit(told, { overbook: true, acceptWarnings: true })}
          onAccept={() => void submit(told, { acceptWarnings: true })}
        />
      )}
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
          busy={busy}
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
            onPlace(wanted)
            setVersion(overtaken.now.version)
            drop()
            sending.reset()
            void submit(told, {}, wanted, overtaken.now.version)
          }}
        />
      )}
    </>
  )
  return frame({
    label: `${parked ? '安排时间' : '改期'}：${appointment.name}`,
    body,
    footer,
    onSubmit: () => {
      if (!busy) void submit(true)
    },
    onClose,
  })
}

/** The same over another page; on the phone as a page of its own. */
export function Moving(
  props: Pick<MoveFormProps, 'appointment' | 'missed' | 'onClose'> & { onDone: (id: string) => void },
) {
  const phone = useIsMobile()
  const [place, setPlace] = useState<PlaceValue>(() => placeToMove(props.appointment))
  const change = useCallback((patch: Partial<PlaceValue>) => setPlace((now) => ({ ...now, ...patch })), [])
  return <MoveForm {...props} place={place} onPlace={change} frame={(parts) => <OverPage {...parts} />} phone={phone} />
}

const PARKED = '待安排'
/** A place as it is compared. */
const sideOf = (row: Parameters<typeof placeOf>[0]) => ({
  time: row.parkedTime ? PARKED : timeWords(row),
  doctorId: row.doctorId,
  chairId: row.chairId ?? null,
})
