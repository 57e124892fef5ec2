import { shortDayText, dayText } from '@dentin/kit/date-text'
import { appointmentStates } from '@dentin/contract/core/status'
import { appointment as calls } from '@dentin/contract/appointment'
import { addDays, minutesOf, today, type LocalDate } from '@dentin/kit/datetime'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, newRequestId } from '../../../lib/client.ts'
import { useCall, useSend } from '../../../lib/query.ts'
import {
  Button,
  Checkbox,
  ErrorLine,
  Field,
  Kbd,
  Notice,
  NumberField,
  Popover,
  Segmented,
  Skeleton,
  TextButton,
  toast,
} from '../../../ui/index.ts'
import { DayField, MultiSelect, Select } from '../../../ui/heavy.ts'
import { appointmentReads, useBookingOptions, useFreePlaces, useNow, useWeek } from '../hooks.ts'
import { isHolding, spanOf, type FreeDay } from '../model.ts'
import { BY_DOCTOR, DEFAULT_MINUTES, wirePlace } from '../place.ts'
import { FreePlaces } from './FreePlaces.tsx'
import { usePlaceWarnings } from './PlaceChooser.tsx'
import s from './book.module.css'

const WEEKS = [1, 2, 4] as const

export interface NextVisitProps {
  patient: { id: string; name: string }
  /** The record that this is asked from. */
  recordId: string
  doctorId: string
  /** When this visit began: the next is offered near the same hour. */
  visitTime: string
  /** What the record proposes: after how many days, for what, with whom and as which kinds of appointment. */
  proposal: { days: number | null; remark: string; doctorId: string | null; itemIds: readonly string[] }
}

/** 约下次: the next appointment in one click and Enter, as this visit was: same doctor, item, length, hour. */
export function NextVisit(props: NextVisitProps) {
  const [open, setOpen] = useState(false)
  const present = today(useNow())
  const list = useCall(calls.byPatient, { patientId: props.patient.id, pageSize: 20 })
  const coming = (list.data?.list ?? [])
    .filter((each) => each.startTime.slice(0, 10) > present && appointmentStates.is(each.status, 'coming'))
    .sort((a, b) => a.startTime.localeCompare(b.startTime))[0]
  const label = coming
    ? `已约 ${shortDayText(coming.startTime.slice(0, 10))} ${coming.startTime.slice(11, 16)}`
    : '约下次'
  return (
    <Popover
      side="top"
      align="end"
      open={open}
      onOpenChange={setOpen}
      content={
        <div className={s.next} role="dialog" aria-label="约下次">
          <header className={s.nextHead}>
            <b className="t-16">约下次</b>
            <span className="secondary t-13">{props.patient.name}　按本次沿用，改哪项点哪项</span>
            <Kbd>Esc</Kbd>
          </header>
          {coming && <Coming of={coming} patientId={props.patient.id} />}
          <NextForm {...props} again={coming !== undefined} onClose={() => setOpen(false)} />
        </div>
      }
    >
      <Button icon={coming ? 'calendar-check' : 'calendar-plus'} iconRight={open ? 'chevron-down' : 'chevron-up'}>
        {label}
      </Button>
    </Popover>
  )
}

/** What is booked already stands first. */
function Coming({
  of,
  patientId,
}: {
  of: { id: string; startTime: string; doctorName: string; title: string }
  patientId: string
}) {
  return (
    <Notice
      icon="calendar-check"
      action={
        <Link
          className="brand"
          to={`/myAppointmentBoard?date=${of.startTime.slice(0, 10)}&appointment=${of.id}`}
          data-patient={patientId}
        >
          改
        </Link>
      }
    >
      已约 {dayText(of.startTime.slice(0, 10))} {of.startTime.slice(11, 16)}　{of.doctorName}　{of.title}
    </Notice>
  )
}

function NextForm({
  patient,
  recordId,
  doctorId: own,
  visitTime,
  proposal,
  again,
  onClose,
}: NextVisitProps & {
  again: boolean
  onClose: () => void
}) {
  const present = today(useNow())
  const options = useBookingOptions()
  const create = useSend(calls.create, { refresh: [...appointmentReads] })
  // The appointment of this visit, if it had one, says what for and how long.
  const week = useWeek(present, 1, []).query
  const card = week.data?.days[0]?.doctors
    .flatMap((doctor) => doctor.appointments)
    .find((each) => each.patientId === patient.id && isHolding(each.status))
  const detail = useCall(calls.get, { id: card?.id ?? '' }, { enabled: card !== undefined })
  const ready = week.data !== undefined && (card === undefined || detail.data !== undefined || detail.error !== null)
  const items = options.data?.items
  if (!ready || items === undefined) return <Skeleton height={220} />
  // What the record asks for goes before what this visit was.
  const proposed = items.filter(({ id }) => proposal.itemIds.includes(id))
  const usual = card ? spanOf(card).end - spanOf(card).start : DEFAULT_MINUTES
  const doctor = options.data?.doctors.find(({ id }) => id === proposal.doctorId)
  return (
    <NextPlace
      patient={patient}
      recordId={recordId}
      own={doctor?.id ?? own}
      visitTime={visitTime}
      proposal={proposal}
      again={again}
      present={present}
      itemIds={
        proposed.length > 0
          ? proposed.map(({ id }) => id)
          : (detail.data?.itemIds ?? []).filter((id) => items.some((each) => each.id === id))
      }
      minutes={proposed.length > 0 ? proposed.reduce((sum, { duration }) => sum + duration, 0) : usual}
      create={create}
      onClose={onClose}
    />
  )
}

function NextPlace({
  patient,
  recordId,
  own,
  visitTime,
  proposal,
  again,
  present,
  itemIds: usualItems,
  minutes: usualMinutes,
  create,
  onClose,
}: Pick<NextVisitProps, 'patient' | 'recordId' | 'visitTime' | 'proposal'> & {
  own: string
  again: boolean
  present: LocalDate
  itemIds: string[]
  minutes: number
  create: ReturnType<typeof useSend<typeof calls.create>>
  onClose: () => void
}) {
  const options = useBookingOptions().data
  const [wanted, setWanted] = useState<LocalDate | null>(() => addDays(present, proposal.days ?? 14))
  const [doctorId, setDoctorId] = useState(own)
  const [itemIds, setItemIds] = useState(usualItems)
  const [minutes, setMinutes] = useState<number | null>(usualMinutes)
  const [tell, setTell] = useState(true)
  const [picked, setPicked] = useState<{ date: LocalDate; time: string } | null>(null)
  const requestId = useRef(newRequestId())
  const save = useRef<HTMLButtonElement>(null)
  const chairId = options?.doctors.find((each) => each.id === doctorId)?.chairId ?? null
  const places = useFreePlaces({ doctorId, chairId, minutes, itemIds, exceptId: null, date: wanted })
  // A day off moves to the next day on which the doctor is there, and says so.
  const day = wanted ? workDay(places.around, wanted) : null
  const moved = day !== null && wanted !== null && day.date !== wanted
  const hour = minutesOf(visitTime.slice(11, 16))
  const near = day && nearestTo(day.starts, hour)
  const chosen = picked && picked.date >= (wanted ?? '') ? picked : day && near ? { date: day.date, time: near } : null
  const shownDate = picked ? picked.date : (day?.date ?? wanted)
  const place = { doctorId, chairId, date: shownDate, time: chosen?.time ?? null, minutes }
  const warnings = usePlaceWarnings(place, null, patient.id)
  const words = options?.sms.created ?? null
  // One click and Enter: what saves has the keyboard as soon as there is a place.
  const isReady = chosen !== null && !places.isOld
  const focused = useRef(false)
  useEffect(() => {
    if (!isReady || focused.current) return
    focused.current = true
    save.current?.focus()
  }, [isReady])
  const go = (weeks: number) => {
    setPicked(null)
    setWanted(addDays(present, weeks * 7))
  }
  const submit = async () => {
    const wire = chosen && wirePlace({ ...place, ...chosen })
    if (!wire) return
    if (create.error && !create.error.isNetwork) requestId.current = newRequestId()
    const title = itemIds.length === 0 ? proposal.remark.slice(0, 60) : ''
    try {
      await create.mutateAsync({
        requestId: requestId.current,
        patientId: patient.id,
        tempName: '',
        tempMobile: '',
        ...wire,
        itemIds,
        title,
        teeth: '',
        source: BY_DOCTOR,
        isUrgent: false,
        remark: '',
        visibleRemark: '',
        tell: tell || words === null,
        acceptWarnings: true,
      })
      toast.success(`已约 ${dayText(chosen.date)} ${chosen.time}`)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Somebody was quicker: the list is read again, the rest stays.
      setPicked(null)
      places.retry()
    }
  }
  // What is chosen here goes along, and saving there leads back to the record.
  const toBoard = new URLSearchParams({
    patientId: patient.id,
    treatDentistId: doctorId,
    fromRecord: recordId,
    ...(shownDate ? { date: shownDate } : {}),
    ...(itemIds.length > 0
      ? { items: itemIds.join(',') }
      : proposal.remark
        ? { title: proposal.remark.slice(0, 60) }
        : {}),
    ...(minutes ? { minutes: String(minutes) } : {}),
  }).toString()
  const weeks = WEEKS.find((n) => wanted === addDays(present, n * 7)) ?? null
  return (
    <form
      className={s.nextForm}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={s.nextRow}>
        <Segmented
          label="多久以后"
          options={WEEKS.map((n) => ({ value: n, label: `${n} 周后` }))}
          value={weeks}
          onChange={go}
        />
        <DayField
          label="日期"
          value={wanted}
          today={present}
          onChange={(date) => {
            setPicked(null)
            setWanted(date)
          }}
        />
      </div>
      <div className={s.nextFields}>
        <Field label="医生">
          <Select
            value={doctorId}
            onChange={(id) => id && setDoctorId(id)}
            options={(options?.doctors ?? []).map((each) => ({
              value: each.id,
              label: each.name,
              search: each.search,
            }))}
          />
        </Field>
        <Field
          label="项目"
          labelRight={
            itemIds.length === 0 && proposal.remark ? (
              <span className="t-12 brand">来自复诊建议</span>
            ) : usualItems.length > 0 ? (
              <span className="t-12 tertiary">同本次</span>
            ) : undefined
          }
        >
          <MultiSelect
            value={itemIds}
            onChange={setItemIds}
            placeholder={proposal.remark || '不指定'}
            options={(options?.items ?? []).map((each) => ({ value: each.id, label: each.name, search: each.search }))}
          />
        </Field>
        <Field label="时长">
          <NumberField value={minutes} onChange={setMinutes} min={5} max={600} step={5} unit="分" />
        </Field>
      </div>
      {moved && wanted && day && (
        <p className={s.off} role="status">
          {dayText(wanted)}{' '}
          {places.around.find((each) => each.date === wanted)?.off?.replace(/^医生/, '') ?? '没有空位'}
          ，顺延到 {dayText(day.date)}
        </p>
      )}
      <div className={s.sixColumns}>
        <FreePlaces
          places={places}
          date={shownDate}
          time={chosen?.time ?? null}
          minutes={minutes}
          onPick={(start, byKey) => {
            setPicked(start)
            if (byKey) save.current?.focus()
          }}
          note={null}
          lost={[]}
          onWait={undefined}
          phone={false}
          dayOnly
        />
      </div>
      {warnings.others[0] && (
        <p className={s.off}>该患者当天 {warnings.others[0].startTime.slice(11, 16)} 已有预约，可照常保存</p>
      )}
      {create.error && <ErrorLine>{create.error.message}</ErrorLine>}
      {words !== null && (
        <Checkbox checked={tell} onChange={(event) => setTell(event.target.checked)}>
          发短信
        </Checkbox>
      )}
      <footer className={s.nextFoot}>
        <Link className="brand t-13" to={`/myAppointmentBoard?${toBoard}`}>
          到预约表里选
        </Link>
        <span className={s.placesEnd}>
          <TextButton tone="quiet" onClick={onClose}>
            取消
          </TextButton>
          <Button ref={save} type="submit" variant="primary" busy={create.isPending} disabled={!isReady}>
            {chosen ? `${again ? '再约' : '约'} ${shortDayText(chosen.date)} ${chosen.time}` : '选一个时间'}
          </Button>
        </span>
      </footer>
    </form>
  )
}

/** The day that is wanted or, when the doctor is not there, the next one on which there is room. */
function workDay(days: readonly FreeDay[], wanted: LocalDate): FreeDay | null {
  const there = days.find((day) => day.date === wanted)
  if (there && there.off === null) return there
  return days.find((day) => day.date > wanted && day.off === null && day.starts.length > 0) ?? null
}

/** The place nearest to an hour of the day. */
function nearestTo(starts: readonly string[], minute: number): string | undefined {
  return [...starts].sort((a, b) => Math.abs(minutesOf(a) - minute) - Math.abs(minutesOf(b) - minute))[0]
}
