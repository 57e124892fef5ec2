import type { PatientChoice } from '@dentin/contract/patient'
import type { LocalDate } from '@dentin/kit/datetime'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { appointment } from '@dentin/contract/appointment'
import { ApiError, newRequestId } from '../../../lib/client.ts'
import { useSend } from '../../../lib/query.ts'
import { ownKey } from '../../../lib/session.ts'
import { useUnsavedDraft } from '../../../lib/use-draft.ts'
import {
  Button,
  Checkbox,
  Field,
  Notice,
  NumberField,
  Segmented,
  TextButton,
  TextField,
  toast,
} from '../../../ui/index.ts'
import { Dialog, Select } from '../../../ui/heavy.ts'
import { appointmentReads, useBookingOptions, useNow } from '../hooks.ts'
import { dayText, presentMoment, minutesOf, wireDate, type Placed, type Series } from '../model.ts'
import { ContentFields, emptyContent, errorOf, type Content } from './fields.tsx'
import { PlaceFields, wirePlace, type PlaceValue } from './PlaceFields.tsx'
import { PlaceAnswer } from './Refusal.tsx'
import s from './board.module.css'

/** The picker of the patients' feature, put together with this dialog by the page. */
export type PatientPicker = (props: {
  value: PatientChoice | null
  onPick: (patient: PatientChoice | null) => void
  /** Somebody without a file: what was typed. */
  onNew: (text: string) => void
}) => ReactNode

/** Where a new appointment begins. */
export interface BookingStart {
  doctorId: string | null
  date: LocalDate
  time: string | null
  minutes: number | null
  /** Left out: the doctor's own. */
  chairId?: string | null
  patient?: PatientChoice | null
}

interface Draft {
  patient: PatientChoice | null
  temporary: boolean
  tempName: string
  tempMobile: string
  source: number
  content: Content
}
const emptyDraft: Draft = {
  patient: null,
  temporary: false,
  tempName: '',
  tempMobile: '',
  source: 1,
  content: emptyContent,
}
const DEFAULT_MINUTES = 30
const repeats = [
  { value: 0, label: '不重复' },
  ...[1, 2, 3, 4, 6, 8, 12].map((value) => ({ value, label: value === 1 ? '每周' : `每 ${value} 周` })),
]
const sources = ['前台', '电话', '医生自约', '小程序', '公众号', '网电', '第三方', '转诊'].map((label, n) => ({
  value: n + 1,
  label,
}))

function keptDraft(): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(ownKey('draft.appointment')) ?? 'null') as Draft | null
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

/** Books an appointment: for a patient with a file, or under a name and a phone number until there is one. */
export function BookDialog({
  start,
  onClose,
  onBooked,
  renderPicker,
}: {
  start: BookingStart
  onClose: () => void
  /** `date`: the day it was booked for. */
  onBooked: (answer: Placed, date: LocalDate) => void
  renderPicker: PatientPicker
}) {
  const options = useBookingOptions()
  const create = useSend(appointment.create, { refresh: appointmentReads })
  const repeat = useSend(appointment.repeat, { refresh: appointmentReads })
  const [every, setEvery] = useState(0)
  const [times, setTimes] = useState<number | null>(4)
  const [offered, setOffered] = useState(keptDraft)
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, patient: start.patient ?? null })
  const [place, setPlace] = useState<PlaceValue>({
    doctorId: start.doctorId,
    chairId: start.chairId ?? null,
    date: start.date,
    time: start.time,
    minutes: start.minutes ?? DEFAULT_MINUTES,
  })
  const [lengthSet, setLengthSet] = useState(start.minutes !== null)
  const [backfill, setBackfill] = useState(false)
  const [tried, setTried] = useState(false)
  const requestId = useRef(newRequestId())
  const [touched, setTouched] = useState(false)
  const key = ownKey('draft.appointment')

  useEffect(() => {
    if (!touched) return
    const timer = setTimeout(() => localStorage.setItem(key, JSON.stringify(draft)), 300)
    return () => clearTimeout(timer)
  }, [draft, key, touched])

  const change = (patch: Partial<Draft>) => {
    setTouched(true)
    create.reset()
    repeat.reset()
    setDraft((now) => ({ ...now, ...patch }))
  }
  const changePlace = (patch: Partial<PlaceValue>) => {
    create.reset()
    repeat.reset()
    if (patch.minutes !== undefined) setLengthSet(true)
    setPlace((now) => ({ ...now, ...patch }))
  }
  const changeContent = (patch: Partial<Content>) => {
    change({ content: { ...draft.content, ...patch } })
    if (patch.itemIds && !lengthSet) {
      const sum = patch.itemIds.reduce(
        (total, id) => total + (options.data?.items.find((each) => each.id === id)?.duration ?? 0),
        0,
      )
      setPlace((now) => ({ ...now, minutes: sum || DEFAULT_MINUTES }))
    }
  }
  // The chair of the doctor who was given, as soon as the list is there.
  const ownChair = options.data?.doctors.find((each) => each.id === start.doctorId)?.chairId ?? null
  const [chairGiven, setChairGiven] = useState(start.chairId !== undefined)
  if (!chairGiven && ownChair !== null) {
    setChairGiven(true)
    setPlace((now) => ({ ...now, chairId: now.chairId ?? ownChair }))
  }
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
  const person = draft.temporary
    ? draft.tempName.trim() !== '' && draft.tempMobile.trim() !== ''
    : draft.patient !== null
  const mismatch = create.error instanceof ApiError && create.error.fields.length > 0

  const series = async (skipConflicts: boolean): Promise<void> => {
    setTried(true)
    if (!wire || !person || !times) return
    if (skipConflicts || (repeat.error && !repeat.error.isNetwork)) requestId.current = newRequestId()
    try {
      const answer = await repeat.mutateAsync({
        requestId: requestId.current,
        patientId: draft.temporary ? null : draft.patient?.id,
        tempName: draft.temporary ? draft.tempName : '',
        tempMobile: draft.temporary ? draft.tempMobile.trim() : '',
        ...wire,
        ...draft.content,
        source: draft.source as 1,
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
      // The answer stands in the dialog.
    }
  }
  const submit = async (permits: { overbook?: boolean; acceptWarnings?: boolean } = {}): Promise<boolean> => {
    setTried(true)
    if (!wire || !person) return false
    // A question that was answered is another request; a repeat after a lost connection is the same.
    if (Object.keys(permits).length > 0 || (create.error && !create.error.isNetwork)) requestId.current = newRequestId()
    try {
      const answer = await create.mutateAsync({
        requestId: requestId.current,
        patientId: draft.temporary ? null : draft.patient?.id,
        tempName: draft.temporary ? draft.tempName : '',
        tempMobile: draft.temporary ? draft.tempMobile.trim() : '',
        ...wire,
        ...draft.content,
        source: draft.source as 1,
        backfill: past && backfill,
        ...permits,
      })
      if (!answer.saved) return false
      setTouched(false)
      forget()
      toast.success(answer.isOverbook ? '已作为加号预约' : '预约成功')
      onBooked(answer, place.date ?? start.date)
      return true
    } catch {
      // The answer stands in the dialog.
      return false
    }
  }
  const name = draft.temporary ? draft.tempName.trim() : draft.patient?.name
  useUnsavedDraft(
    touched
      ? {
          name: ['新预约', name].filter(Boolean).join(' '),
          save: async () => {
            if ((past && !backfill) || !(await submit())) throw new Error('预约没有保存成功')
          },
          discard: () => {
            setTouched(false)
            setDraft({ ...emptyDraft, patient: start.patient ?? null })
            forget()
          },
        }
      : null,
  )

  return (
    <Dialog
      open
      title="新建预约"
      width={720}
      sticky
      onClose={onClose}
      onSubmit={() => void (every > 0 ? series(false) : submit())}
      submitText={every > 0 ? `预约 ${times ?? ''} 次` : '预约'}
      busy={create.isPending || repeat.isPending}
      submitDisabled={past && !backfill}
    >
      {offered && (
        <Notice
          action={
            <span className={s.inline}>
              <TextButton
                onClick={() => {
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
      <div className={s.form}>
        <Field
          label="患者"
          group
          required
          className={s.wide}
          labelRight={
            <Segmented
              size="sm"
              label="患者来历"
              options={[
                { value: 'file', label: '已建档' },
                { value: 'temporary', label: '临时姓名' },
              ]}
              value={draft.temporary ? 'temporary' : 'file'}
              onChange={(kind) => change({ temporary: kind === 'temporary' })}
            />
          }
          error={
            draft.temporary
              ? undefined
              : (errorOf(create.error, 'patientId') ?? (tried && !draft.patient ? '请选择患者' : undefined))
          }
        >
          {draft.temporary ? (
            <div className={s.two}>
              <Field
                label="姓名"
                required
                labelHidden
                error={
                  errorOf(create.error, 'tempName') ?? (tried && !draft.tempName.trim() ? '请填写姓名' : undefined)
                }
              >
                <TextField
                  placeholder="姓名"
                  value={draft.tempName}
                  maxLength={30}
                  onChange={(event) => change({ tempName: event.target.value })}
                />
              </Field>
              <Field
                label="手机"
                required
                labelHidden
                error={
                  errorOf(create.error, 'tempMobile') ?? (tried && !draft.tempMobile.trim() ? '请填写手机' : undefined)
                }
              >
                <TextField
                  placeholder="11 位手机号"
                  inputMode="tel"
                  value={draft.tempMobile}
                  maxLength={11}
                  onChange={(event) => change({ tempMobile: event.target.value.replace(/\D/g, '') })}
                />
              </Field>
            </div>
          ) : (
            renderPicker({
              value: draft.patient,
              onPick: (patient) => change({ patient }),
              onNew: (text) =>
                change(
                  /^\d+$/.test(text) ? { temporary: true, tempMobile: text } : { temporary: true, tempName: text },
                ),
            })
          )}
        </Field>
        <PlaceFields
          value={place}
          onChange={changePlace}
          options={options.data}
          error={create.error}
          tried={tried}
          itemIds={draft.content.itemIds}
        />
        <ContentFields value={draft.content} onChange={changeContent} options={options.data} error={create.error} />
        <Field label="来源">
          <Select value={draft.source} onChange={(source) => change({ source: source ?? 1 })} options={sources} />
        </Field>
        <Field label="重复">
          <div className={s.two}>
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
        {past && (
          <div className={s.wide}>
            <Checkbox checked={backfill} onChange={(event) => setBackfill(event.target.checked)}>
              时间已过，作为补录
            </Checkbox>
          </div>
        )}
      </div>
      {every > 0 && repeat.error && <Notice tone="danger">{repeat.error.message}</Notice>}
      {every > 0 && repeat.data && !repeat.data.saved && (
        <Notice
          tone="wait"
          icon="alert"
          action={
            repeat.data.conflicts.length < (times ?? 0) ? (
              <Button size="sm" busy={repeat.isPending} onClick={() => void series(true)}>
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
          onOverbook={() => void submit({ overbook: true, acceptWarnings: true })}
          onAccept={() => void submit({ acceptWarnings: true })}
        />
      )}
    </Dialog>
  )
}
