import { shortDayText, dayText } from '@dentin/kit/date-text'
import { appointmentStates } from '@dentin/contract/core/status'
import type { PatientChoice } from '@dentin/contract/patient'
import { appointment } from '@dentin/contract/appointment'
import { appointmentSourceNames } from '@dentin/contract/core/visit-words'
import { today, type LocalDate } from '@dentin/kit/datetime'
import { fillSms } from '@dentin/kit/sms'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ageYears, genders, briefGenderAge } from '../../../domain/person.ts'
import { ApiError, newRequestId } from '../../../lib/client.ts'
import { can } from '../../../lib/permission.ts'
import { useSend } from '../../../lib/query.ts'
import { selectedDoctor } from '../../../lib/selected-doctor.ts'
import { ownKey } from '../../../lib/session.ts'
import { useUnsavedDraft } from '../../../lib/use-draft.ts'
import {
  Avatar,
  Button,
  Checkbox,
  confirm,
  Field,
  Icon,
  IconButton,
  Notice,
  NumberField,
  Segmented,
  StatusTag,
  Switch,
  TextButton,
  TextField,
  toast,
} from '../../../ui/index.ts'
import { Select } from '../../../ui/heavy.ts'
import { appointmentReads, useBookingOptions, useNow, useWeek } from '../hooks.ts'
import {
  chairChoices,
  isHolding,
  minutesOf,
  presentMoment,
  wireDate,
  type Card,
  type Placed,
  type Series,
} from '../model.ts'
import { DEFAULT_MINUTES, PLACE_TAKEN, wirePlace, type PlaceValue } from '../place.ts'
import type { BookFrame } from './BookFrame.tsx'
import {
  emptyContent,
  errorOf,
  ItemsField,
  PeopleFields,
  SubjectFields,
  VisibleRemark,
  type Content,
} from './fields.tsx'
import type { Start } from './FreePlaces.tsx'
import { minutesOfLines, PlannedField, useBookableLines } from './PlannedField.tsx'
import { PlaceChooser, RefusedPlace, usePlaceWarnings } from './PlaceChooser.tsx'
import { PlaceAnswer } from './Refusal.tsx'
import { SaveFoot } from './SaveFoot.tsx'
import b from './board.module.css'
import s from './book.module.css'

/** How somebody was found: by which letters, and how many others were. */
interface FoundBy {
  text: string
  others: number
}

/** The picker of the patients' feature, put together with this form by the page. */
export type PatientPicker = (props: {
  value: PatientChoice | null
  onPick: (patient: PatientChoice | null, how?: FoundBy) => void
  /** Somebody without a file: what was typed. */
  onNew: (text: string) => void
  autoFocus?: boolean
}) => ReactNode

/** Who is about to be booked, as the board shows it. */
export interface BoardGuest {
  name: string
  what: string
  patientId: string | null
}

/** Where a new appointment begins. */
export interface BookingStart {
  doctorId: string | null
  date: LocalDate
  time: string | null
  minutes: number | null
  /** Left out: the doctor's own. */
  chairId?: string | null
  patient?: PatientChoice | null
  /** What it is for, as far as that is known. */
  itemIds?: string[]
  /** Lines of the patient's treatment plans that are to be done. */
  planLineIds?: string[]
  title?: string
  source?: number
}

interface Draft {
  patient: PatientChoice | null
  /** Nobody with a file: who calls is booked under a name and a number. */
  temporary: boolean
  tempName: string
  tempMobile: string
  tempGender: 0 | 1 | null
  source: number
  planLineIds: string[]
  content: Content
}
const emptyDraft: Draft = {
  patient: null,
  temporary: false,
  tempName: '',
  tempMobile: '',
  tempGender: null,
  source: 1,
  planLineIds: [],
  content: emptyContent,
}
const repeats = [
  { value: 0, label: '不重复' },
  ...[1, 2, 3, 4, 6, 8, 12].map((value) => ({ value, label: value === 1 ? '每周' : `每 ${value} 周` })),
]
const sources = [1, 2, 3, 4, 5, 6, 7, 8].map((value) => ({ value, label: appointmentSourceNames[value] ?? '' }))
/** What is chosen most stands open; the others in 更多. */
const usualSources = sources.filter(({ value }) => value <= 3 || value === 5)

function keptDraft(): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(ownKey('draft.appointment')) ?? 'null') as Draft | null
    return kept && { ...emptyDraft, ...kept }
  } catch {
    return null
  }
}

/** What speaks against a series: each day that is taken, and what one has to know of the others, said once. */
function seriesText({ conflicts, warnings }: Series, times: number): string {
  const days = new Map<string, string[]>()
  for (const { startTime, text } of warnings) days.set(text, [...(days.get(text) ?? []), dayText(wireDate(startTime))])
  const parts = [
    ...conflicts.map((each) => `${dayText(wireDate(each.startTime))} ${each.reason}`),
    ...[...days].map(([text, on]) => (on.length === times - conflicts.length ? text : `${on.join('、')} ${text}`)),
  ]
  return `${conflicts.length > 0 ? `${conflicts.length} 次有冲突，` : ''}还没有保存：${parts.join('；')}`
}

export interface BookFormProps {
  start: BookingStart
  place: PlaceValue
  onPlace: (patch: Partial<PlaceValue>) => void
  frame: BookFrame
  onClose: () => void
  /** `date`: the day it was booked for. */
  onBooked: (answer: Placed, date: LocalDate) => void
  renderPicker: PatientPicker
  phone?: boolean
  besideBoard?: boolean
  /** Who and what, for the ghost on the board. */
  onWho?: (who: BoardGuest) => void
  onShowCard?: (card: Card) => void
  onWait?: (patient: PatientChoice | null) => void
}

/** Books an appointment: for a patient with a file, or under a name and a phone number until there is one. */
export function BookForm({
  start,
  place,
  onPlace,
  frame,
  onClose,
  onBooked,
  renderPicker,
  phone = false,
  besideBoard = false,
  onWho,
  onShowCard,
  onWait,
}: BookFormProps) {
  const options = useBookingOptions()
  const create = useSend(appointment.create, { refresh: appointmentReads })
  const repeat = useSend(appointment.repeat, { refresh: appointmentReads })
  const [every, setEvery] = useState(0)
  const [times, setTimes] = useState<number | null>(4)
  const [offered, setOffered] = useState(keptDraft)
  const [draft, setDraft] = useState<Draft>(() => beginning(start))
  const [foundBy, setFoundBy] = useState<FoundBy | null>(null)
  const [lengthSet, setLengthSet] = useState(start.minutes !== null)
  const [backfill, setBackfill] = useState(false)
  const [more, setMore] = useState(false)
  const [tried, setTried] = useState(false)
  const [lost, setLost] = useState<Start[]>([])
  const [requestId, setRequestId] = useState(newRequestId)
  // Whether the last attempt was to write to the patient: its question is answered in the same way.
  const [told, setTold] = useState(true)
  const [touched, setTouched] = useState(false)
  const key = ownKey('draft.appointment')
  const mayOverbook = can('/myAppointmentBoard:overbook')

  useEffect(() => {
    if (!touched) return
    const timer = setTimeout(() => localStorage.setItem(key, JSON.stringify(draft)), 300)
    return () => clearTimeout(timer)
  }, [draft, key, touched])

  // Another place from the board, such as a click or a drag, is another length as well.
  const [given, setGiven] = useState(start)
  if (given !== start) {
    setGiven(start)
    if (start.minutes !== null) setLengthSet(true)
    create.reset()
  }

  const planLines = useBookableLines(draft.temporary ? null : (draft.patient?.id ?? null), draft.planLineIds)
  const change = (patch: Partial<Draft>) => {
    setTouched(true)
    create.reset()
    repeat.reset()
    const others = 'patient' in patch || patch.temporary
    setDraft((now) => ({ ...now, ...patch, planLineIds: patch.planLineIds ?? (others ? [] : now.planLineIds) }))
  }
  const changePlace = (patch: Partial<PlaceValue>) => {
    create.reset()
    repeat.reset()
    if (patch.minutes !== undefined) setLengthSet(true)
    if (patch.doctorId) selectedDoctor.keep(patch.doctorId)
    onPlace(patch)
  }
  const changeContent = (patch: Partial<Content>) => {
    change({ content: { ...draft.content, ...patch } })
    if (patch.itemIds) fitLength(patch.itemIds, draft.planLineIds)
  }
  const changePlanned = (planLineIds: string[]) => {
    change({ planLineIds })
    fitLength(draft.content.itemIds, planLineIds)
  }
  const fitLength = (itemIds: readonly string[], planLineIds: readonly string[]) => {
    if (lengthSet) return
    const sum = itemIds.reduce(
      (total, id) => total + (options.data?.items.find((each) => each.id === id)?.duration ?? 0),
      minutesOfLines(planLines, planLineIds),
    )
    onPlace({ minutes: sum || DEFAULT_MINUTES })
  }
  // The length of lines that another page sent, as soon as they are there.
  const fitted = useRef(start.planLineIds === undefined)
  useEffect(() => {
    if (fitted.current || planLines.length === 0 || !options.data) return
    fitted.current = true
    if (lengthSet) return
    const minutes = minutesOfLines(planLines, draft.planLineIds)
    if (minutes > 0) onPlace({ minutes })
  }, [planLines, options.data, lengthSet, draft.planLineIds, onPlace])
  // The chair of the doctor who was given, as soon as the list is there.
  const ownChair = options.data?.doctors.find((each) => each.id === place.doctorId)?.chairId ?? null
  const chairFor = useRef(start.chairId === undefined ? null : place.doctorId)
  useEffect(() => {
    if (ownChair === null || chairFor.current === place.doctorId) return
    chairFor.current = place.doctorId
    if (place.chairId === null) onPlace({ chairId: ownChair })
  }, [onPlace, ownChair, place.chairId, place.doctorId])
  // A doctor of earlier days may have left.
  const unknown =
    options.data !== undefined && place.doctorId !== null && !options.data.doctors.some((d) => d.id === place.doctorId)
  useEffect(() => {
    if (unknown) onPlace({ doctorId: null })
  }, [unknown, onPlace])

  const forget = () => {
    localStorage.removeItem(key)
    setOffered(null)
  }

  const wire = wirePlace(place)
  const present = presentMoment(useNow())
  const past =
    place.date !== null &&
    place.time !== null &&
    (place.date < present.date ||
      (place.date === present.date && minutesOf(place.time) < Math.floor(present.minute / 5) * 5))
  const hasPerson = draft.temporary
    ? draft.tempName.trim() !== '' && draft.tempMobile.trim().length === 11
    : draft.patient !== null
  const warnings = usePlaceWarnings(place, null, draft.temporary ? null : (draft.patient?.id ?? null))
  const refusal = past ? null : warnings.refusal
  const name = (draft.temporary ? draft.tempName.trim() : draft.patient?.name) ?? ''
  const what =
    draft.content.title ||
    [
      ...draft.content.itemIds.map((id) => options.data?.items.find((each) => each.id === id)?.name ?? ''),
      ...planLines.filter(({ line }) => draft.planLineIds.includes(line.id)).map(({ line }) => line.name),
    ].join('、')
  const patientId = draft.temporary ? null : (draft.patient?.id ?? null)
  useEffect(() => onWho?.({ name, what, patientId }), [name, what, patientId, onWho])

  const send = {
    patientId: draft.temporary ? null : draft.patient?.id,
    tempName: draft.temporary ? draft.tempName : '',
    tempMobile: draft.temporary ? draft.tempMobile.trim() : '',
    tempGender: draft.temporary ? draft.tempGender : null,
    ...draft.content,
    planLineIds: draft.planLineIds,
    source: draft.source as 1,
  }
  const series = async (skipConflicts: boolean, tell: boolean): Promise<void> => {
    setTried(true)
    setTold(tell)
    if (!wire || !hasPerson || !times) return
    const isNew = skipConflicts || (repeat.error !== null && !repeat.error.isNetwork)
    const id = isNew ? newRequestId() : requestId
    setRequestId(id)
    try {
      const answer = await repeat.mutateAsync({
        requestId: id,
        ...send,
        ...wire,
        tell,
        everyWeeks: every,
        times,
        skipConflicts,
      })
      const [first] = answer.made
      if (!answer.saved || !first) return
      setTouched(false)
      forget()
      toast.success(`已预约 ${answer.made.length} 次`)
      onBooked(
        { saved: true, id: first.id, version: null, isOverbook: false, offShift: false, warnings: [] },
        place.date ?? start.date,
      )
    } catch {
      // The answer stands in the form.
    }
  }
  const submit = async (
    tell: boolean,
    permits: { overbook?: boolean; acceptWarnings?: boolean } = {},
  ): Promise<boolean> => {
    setTried(true)
    setTold(tell)
    if (!wire || !hasPerson) {
      leadTo(!hasPerson ? 'person' : 'place')
      return false
    }
    // A question that was answered is another request; a repeat after a lost connection is the same.
    const isNew = Object.keys(permits).length > 0 || (create.error !== null && !create.error.isNetwork)
    const id = isNew ? newRequestId() : requestId
    setRequestId(id)
    try {
      let answer = await create.mutateAsync({
        requestId: id,
        ...send,
        ...wire,
        tell,
        backfill: past && backfill,
        ...permits,
      })
      // What the patient has that day has been said while choosing.
      if (!answer.saved && warnings.others.length > 0 && answer.warnings.every((each) => each.kind === 'patient')) {
        const again = newRequestId()
        setRequestId(again)
        answer = await create.mutateAsync({
          requestId: again,
          ...send,
          ...wire,
          tell,
          backfill: past && backfill,
          ...permits,
          acceptWarnings: true,
        })
      }
      if (!answer.saved) return false
      setTouched(false)
      forget()
      if (place.doctorId) selectedDoctor.keep(place.doctorId)
      toast.success(answer.isOverbook ? '已作为加号预约' : '预约成功')
      onBooked(answer, place.date ?? start.date)
      return true
    } catch (error) {
      // Somebody was quicker: the list is read again, everything else stays.
      if (error instanceof ApiError && PLACE_TAKEN.includes(error.code) && place.date && place.time)
        setLost((now) => [...now, { date: place.date as LocalDate, time: place.time as string }])
      return false
    }
  }
  const close = async () => {
    const typed = touched && (name !== '' || what !== '' || draft.content.remark !== '')
    if (
      typed &&
      !(await confirm({
        title: `不要${name ? `给 ${name} ` : '这'}的预约了？`,
        okText: '不要了',
        cancelText: '接着填',
      }))
    )
      return
    setTouched(false)
    forget()
    onClose()
  }
  useUnsavedDraft(
    touched
      ? {
          name: ['新预约', name].filter(Boolean).join(' '),
          save: async () => {
            if ((past && !backfill) || !(await submit(true))) throw new Error('预约没有保存成功')
          },
          discard: () => {
            setTouched(false)
            setDraft({ ...emptyDraft, patient: start.patient ?? null })
            forget()
          },
        }
      : null,
  )

  const mobile = draft.temporary ? draft.tempMobile : (draft.patient?.mobile ?? '')
  const words = options.data?.sms.created ?? null
  const writes = words !== null && !past && !(draft.patient !== null && !draft.temporary && mobile === '')
  const doctor = options.data?.doctors.find((each) => each.id === place.doctorId)
  const sms =
    writes && place.date && place.time && name
      ? fillSms(words, {
          姓名: name,
          医生: doctor?.name ?? '',
          时间: `${shortDayText(place.date)} ${place.time}`,
          项目: what || '就诊',
        })
      : null
  const mismatch = create.error instanceof ApiError && create.error.fields.length > 0
  const busy = create.isPending || repeat.isPending
  const save = (tell: boolean) => void (every > 0 ? series(false, tell) : submit(tell))
  const stopped = past && !backfill

  const body = (
    <>
      {offered && (
        <Notice
          action={
            <span className={b.inline}>
              <TextButton
                onClick={() => {
                  setTouched(true)
                  setDraft(offered)
                  setOffered(null)
                }}
              >
                恢复
              </TextButton>
              <TextButton tone="quiet" onClick={forget}>
                放弃
              </TextButton>
            </span>
          }
        >
          有一份没有提交的预约
          {offered.patient?.name || offered.tempName ? `（${offered.patient?.name ?? offered.tempName}）` : ''}
        </Notice>
      )}
      <Who
        draft={draft}
        change={(patch) => {
          setFoundBy(null)
          change(patch)
        }}
        onFound={setFoundBy}
        foundBy={foundBy}
        fixed={start.patient != null}
        renderPicker={renderPicker}
        error={create.error}
        tried={tried}
        autoFocus={besideBoard}
      />
      <PlannedField lines={planLines} value={draft.planLineIds} onChange={changePlanned} error={create.error} />
      <PlaceChooser
        value={place}
        onChange={changePlace}
        options={options.data}
        itemIds={draft.content.itemIds}
        item={
          <ItemsField
            label="项目"
            labelHidden={phone}
            placeholder="项目"
            value={draft.content}
            onChange={changeContent}
            options={options.data}
            error={create.error}
          />
        }
        exceptId={null}
        warnings={warnings}
        error={create.error}
        tried={tried}
        lengthByItem={!lengthSet && draft.content.itemIds.length + draft.planLineIds.length > 0}
        lost={lost}
        besideBoard={besideBoard}
        phone={phone}
        onShowCard={onShowCard}
        onWait={onWait && (() => onWait(draft.temporary ? null : draft.patient))}
        onTaken={() => leadTo('save')}
      />
      {refusal && !create.error && (
        <RefusedPlace
          refusal={refusal}
          mayOverbook={mayOverbook}
          busy={busy}
          onOverbook={() => void submit(told, { overbook: true, acceptWarnings: true })}
        />
      )}
      {past && (
        <Checkbox checked={backfill} onChange={(event) => setBackfill(event.target.checked)}>
          时间已过，作为补录
        </Checkbox>
      )}
      <div className={s.line}>
        <Field label="来源" layout="left" labelWidth={36}>
          {more || !usualSources.some(({ value }) => value === draft.source) ? (
            <Select value={draft.source} onChange={(source) => change({ source: source ?? 1 })} options={sources} />
          ) : (
            <Segmented
              size="sm"
              options={usualSources}
              value={draft.source}
              onChange={(source) => change({ source })}
            />
          )}
        </Field>
        <Field label="备注" layout="left" labelWidth={36} error={errorOf(create.error, 'remark')}>
          <TextField
            value={draft.content.remark}
            maxLength={500}
            placeholder="写给接诊的人"
            onChange={(event) => changeContent({ remark: event.target.value })}
          />
        </Field>
      </div>
      {sms && (
        <div className={s.sms} aria-label="短信">
          <span className={s.smsHead}>
            <Icon name="message" size={13} /> 短信
          </span>
          {sms}
        </div>
      )}
      <TextButton
        icon={more ? 'chevron-up' : 'chevron-down'}
        onClick={() => setMore((now) => !now)}
        aria-expanded={more}
      >
        {more ? '收起' : '更多：诊椅、牙位、护士、重复'}
      </TextButton>
      {more && (
        <div className={s.more}>
          <Field label="诊椅" error={errorOf(create.error, 'chairId')}>
            <Select
              value={place.chairId}
              onChange={(chairId) => changePlace({ chairId })}
              clearable
              placeholder="不指定"
              options={chairChoices(options.data, draft.content.itemIds)}
            />
          </Field>
          <Field label="重复">
            <div className={b.two}>
              <Select
                label="重复间隔"
                value={every}
                onChange={(weeks) => {
                  repeat.reset()
                  setEvery(weeks ?? 0)
                }}
                options={repeats}
              />
              {every > 0 && (
                <NumberField
                  aria-label="重复次数"
                  value={times}
                  onChange={(next) => {
                    repeat.reset()
                    setTimes(next)
                  }}
                  min={2}
                  max={24}
                  unit="次"
                />
              )}
            </div>
          </Field>
          <SubjectFields value={draft.content} onChange={changeContent} error={create.error} />
          <VisibleRemark value={draft.content} onChange={changeContent} error={create.error} />
          <PeopleFields value={draft.content} onChange={changeContent} options={options.data} error={create.error} />
          <Switch checked={draft.content.isUrgent} onChange={(isUrgent) => changeContent({ isUrgent })}>
            加急
          </Switch>
        </div>
      )}
      {every > 0 && repeat.error && <Notice tone="danger">{repeat.error.message}</Notice>}
      {every > 0 && repeat.data && !repeat.data.saved && (
        <Notice
          tone="wait"
          icon="alert"
          action={
            repeat.data.conflicts.length < (times ?? 0) ? (
              <Button size="sm" busy={repeat.isPending} onClick={() => void series(true, told)}>
                {repeat.data.conflicts.length > 0
                  ? `跳过这些，预约其余 ${(times ?? 0) - repeat.data.conflicts.length} 次`
                  : '仍然预约'}
              </Button>
            ) : undefined
          }
        >
          {seriesText(repeat.data, times ?? 0)}
        </Notice>
      )}
      {!mismatch && every === 0 && (
        <PlaceAnswer
          error={create.error}
          answer={create.data ?? null}
          busy={create.isPending}
          onOverbook={() => void submit(told, { overbook: true, acceptWarnings: true })}
          onAccept={() => void submit(told, { acceptWarnings: true })}
        />
      )}
    </>
  )
  const saveText = every > 0 ? `预约 ${times ?? ''} 次` : '保存'
  const footer = (
    <SaveFoot
      place={place}
      words={[doctor?.name, !phone && mobile && writes && `短信发往 ${mobile.slice(-4)}`]}
      what={saveText}
      writes={writes}
      told={told}
      busy={busy}
      disabled={stopped}
      phone={phone}
      onSave={save}
    />
  )
  return frame({
    label: '新建预约',
    body,
    footer,
    onSubmit: () => {
      if (!stopped && !busy) save(true)
    },
    onClose: () => void close(),
  })
}

const beginning = (start: BookingStart): Draft => ({
  ...emptyDraft,
  patient: start.patient ?? null,
  source: start.source ?? 1,
  planLineIds: start.planLineIds ?? [],
  content: { ...emptyContent, itemIds: start.itemIds ?? [], title: start.title ?? '' },
})

/** Puts the keyboard where something is missing, or on what saves. */
function leadTo(where: 'person' | 'place' | 'save'): void {
  const selector = {
    person: '[data-book] [data-who] input',
    place: '[data-book] [data-place]',
    save: '[data-save]',
  }[where]
  const target = document.querySelector<HTMLElement>(selector)
  target?.scrollIntoView?.({ block: 'center' })
  target?.focus()
}

/** Who comes: somebody with a file, found by a few letters; or name, sex and number of somebody without. */
function Who({
  draft,
  change,
  onFound,
  foundBy,
  fixed,
  renderPicker,
  error,
  tried,
  autoFocus,
}: {
  draft: Draft
  change: (patch: Partial<Draft>) => void
  onFound: (how: FoundBy | null) => void
  foundBy: FoundBy | null
  fixed: boolean
  renderPicker: PatientPicker
  error: unknown
  tried: boolean
  autoFocus: boolean
}) {
  if (draft.temporary)
    return (
      <Field
        label="新患者"
        group
        labelRight={<TextButton onClick={() => change({ temporary: false })}>找已建档的患者</TextButton>}
      >
        <div className={s.newPerson} data-who>
          <Field
            label="姓名"
            required
            labelHidden
            error={errorOf(error, 'tempName') ?? (tried && !draft.tempName.trim() ? '请填写姓名' : undefined)}
          >
            <TextField
              placeholder="姓名"
              autoFocus={draft.tempName === ''}
              value={draft.tempName}
              maxLength={30}
              onChange={(event) => change({ tempName: event.target.value })}
            />
          </Field>
          <Segmented
            label="性别"
            options={genders}
            value={draft.tempGender}
            onChange={(gender) => change({ tempGender: gender as 0 | 1 })}
          />
          <Field
            label="手机"
            required
            labelHidden
            className={s.mobile}
            error={
              errorOf(error, 'tempMobile') ??
              (tried && draft.tempMobile.trim().length !== 11 ? '请填写 11 位手机号' : undefined)
            }
          >
            <TextField
              placeholder="11 位手机号"
              inputMode="tel"
              autoFocus={draft.tempName !== ''}
              value={draft.tempMobile}
              maxLength={11}
              onChange={(event) => change({ tempMobile: event.target.value.replace(/\D/g, '') })}
            />
          </Field>
        </div>
      </Field>
    )
  if (draft.patient)
    return (
      <Field
        label="患者"
        group
        labelRight={
          foundBy && foundBy.text ? (
            <span className="t-12 secondary">
              按 <b>{foundBy.text}</b> 找到{foundBy.others > 0 ? `，另有 ${foundBy.others} 人` : ''}
            </span>
          ) : undefined
        }
      >
        <ChosenPatient patient={draft.patient} onClear={fixed ? null : () => change({ patient: null })} />
      </Field>
    )
  return (
    <Field label="患者" group required error={errorOf(error, 'patientId') ?? (tried ? '请选择患者' : undefined)}>
      <div data-who>
        {renderPicker({
          value: null,
          autoFocus,
          onPick: (patient, how) => {
            change({ patient })
            if (patient) onFound(how ?? null)
          },
          onNew: (text) =>
            change(
              /^\d+$/.test(text)
                ? { temporary: true, tempMobile: text.slice(0, 11) }
                : { temporary: true, tempName: text },
            ),
        })}
      </div>
    </Field>
  )
}

/** Who was chosen, with what brings the person here today. */
function ChosenPatient({ patient, onClear }: { patient: PatientChoice; onClear: (() => void) | null }) {
  const present = today(useNow())
  const day = useWeek(present, 1, []).query.data?.days[0]
  const visit = day?.doctors
    .flatMap((doctor) => doctor.appointments.map((card) => ({ card, doctorName: doctor.doctorName })))
    .find(
      ({ card }) =>
        card.patientId === patient.id && (isHolding(card.status) || appointmentStates.is(card.status, 'missed')),
    )
  return (
    <div className={s.person}>
      <Avatar gender={patient.gender} age={ageYears(patient.birthDay, present)} size={36} />
      <div className={s.personWords}>
        <span className={s.personName}>
          <b>{patient.name}</b>
          <span className="secondary t-13">{briefGenderAge(patient, present)}</span>
          {visit?.card.patientType === 3 && <Icon name="crown" size={14} label="VIP" className={b.markMember} />}
          <span className="tertiary t-12 num">
            {patient.mobile ? `尾号 ${patient.mobile.slice(-4)}` : '没有手机号'}
          </span>
        </span>
        <span className={s.personLine}>
          {visit ? (
            <>
              今天 {visit.card.startTime.slice(11, 16)} {visit.doctorName}
              <StatusTag kind="appointment" value={visit.card.status} />
            </>
          ) : (
            <span className="tertiary num">{patient.medicalNumber}</span>
          )}
        </span>
      </div>
      {onClear && <IconButton icon="x" size="sm" label="换人" onClick={onClear} />}
    </div>
  )
}
