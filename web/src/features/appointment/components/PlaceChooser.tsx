import { dayText } from '@dentin/kit/date-text'
import { distanceWords } from '@dentin/kit/day-words'
import type { LocalDate } from '@dentin/kit/datetime'
import { useState, type ReactNode } from 'react'
import { cx, Field, Icon, IconButton, Kbd, Notice, NumberField, Button, TextButton } from '../../../ui/index.ts'
import { DayField, DayPopup, Select, TimeField } from '../../../ui/heavy.ts'
import { useFreePlaces, useNow, useWeek } from '../hooks.ts'
import {
  clockOf,
  isHolding,
  minutesOf,
  presentMoment,
  refusalOf,
  spanOf,
  worksOn,
  type Card,
  type Options,
  type Refusal,
} from '../model.ts'
import type { PlaceValue } from '../place.ts'
import { errorOf } from './fields.tsx'
import { FreePlaces, type Start } from './FreePlaces.tsx'
import s from './book.module.css'

/** What is there on the day of a place: what speaks against it, and what else the patient has. */
export function usePlaceWarnings(
  place: PlaceValue,
  moving: Pick<Card, 'id' | 'doctorId' | 'chairId' | 'startTime'> | null,
  patientId: string | null,
): { refusal: Refusal | null; others: (Card & { doctorName: string; room: string })[]; onDuty: DutyDoctor[] } {
  const now = useNow()
  const present = presentMoment(now)
  const week = useWeek(place.date ?? present.date, 1, []).query
  if (!week.data || week.isPlaceholderData || !place.date) return { refusal: null, others: [], onDuty: [] }
  const doctors = week.data.days[0]?.doctors ?? []
  const { doctorId, time, minutes, chairId } = place
  const target = doctorId && time && minutes ? { start: minutesOf(time), end: minutesOf(time) + minutes } : null
  return {
    refusal:
      target && doctorId ? refusalOf(week.data, { date: place.date, doctorId, chairId, ...target }, moving, now) : null,
    others: doctors.flatMap((doctor) =>
      doctor.appointments
        .filter((card) => patientId !== null && card.patientId === patientId && isHolding(card.status))
        .filter((card) => card.id !== moving?.id)
        .map((card) => ({ ...card, doctorName: doctor.doctorName, room: doctor.room })),
    ),
    onDuty: doctors
      .filter((each) => !each.restFlag && !each.stopFlag && worksOn(each))
      .map(({ doctorId: id, doctorName: name }) => ({ id, name })),
  }
}

interface DutyDoctor {
  id: string
  name: string
}

/** How the chosen place lies beside what the patient has that day: 接在 10:00 洁治之后. */
function besideWords(place: PlaceValue, others: readonly Card[]): string | null {
  if (!place.time || !place.minutes) return null
  const start = minutesOf(place.time)
  const end = start + place.minutes
  for (const card of others) {
    const span = spanOf(card)
    const what = `${clockOf(span.start)} ${card.title || '就诊'}`
    if (span.end === start) return `接在 ${what}之后`
    if (span.start === end) return `排在 ${what}之前`
    if (span.start < end && span.end > start) return `与 ${what}重叠`
  }
  return null
}

export interface PlaceChooserProps {
  value: PlaceValue
  onChange: (patch: Partial<PlaceValue>) => void
  options: Options | undefined
  itemIds: readonly string[]
  /** Beside the doctor. */
  item: ReactNode
  /** The appointment that is about to be moved. */
  exceptId: string | null
  warnings: ReturnType<typeof usePlaceWarnings>
  error: unknown
  tried: boolean
  /** The length is that of the items. */
  lengthByItem: boolean
  lost: readonly Start[]
  /** Beside a board the month on the left is the calendar. */
  besideBoard: boolean
  phone: boolean
  onShowCard: ((card: Card) => void) | undefined
  onWait: (() => void) | undefined
  /** A place was taken by Enter: the next key is for what saves. */
  onTaken: () => void
}

/** Doctor, item, day and length, then where there is room: free places as buttons, what speaks against the chosen one. */
export function PlaceChooser({
  value,
  onChange,
  options,
  itemIds,
  item,
  exceptId,
  warnings,
  error,
  tried,
  lengthByItem,
  lost,
  besideBoard,
  phone,
  onShowCard,
  onWait,
  onTaken,
}: PlaceChooserProps) {
  const present = presentMoment(useNow()).date
  const places = useFreePlaces({ ...value, itemIds, exceptId })
  const [byHand, setByHand] = useState(false)
  const missing = (empty: boolean, words: string) => (tried && empty ? words : undefined)
  const doctor = options?.doctors.find((each) => each.id === value.doctorId)
  const off = places.isOld ? null : (places.around.find((each) => each.date === value.date)?.off ?? null)
  const instead = off === null ? [] : warnings.onDuty.filter((each) => each.id !== value.doctorId).slice(0, 4)
  const step = (by: number) => onChange({ minutes: Math.min(600, Math.max(5, (value.minutes ?? 0) + by)) })
  const choose = (doctorId: string | null) =>
    onChange({ doctorId, chairId: options?.doctors.find((each) => each.id === doctorId)?.chairId ?? null })
  const offered = places.around.find((each) => each.date === value.date)?.starts ?? []
  const typed = byHand || (value.time !== null && !offered.includes(value.time) && !places.isOld)
  return (
    <>
      <div className={cx(s.row, phone && s.rowPhone)}>
        <Field
          label="医生"
          required
          labelHidden={phone}
          error={errorOf(error, 'doctorId') ?? missing(!value.doctorId, '请选择医生')}
        >
          <Select
            value={value.doctorId}
            onChange={choose}
            searchable
            loading={!options}
            placeholder="选择医生"
            options={(options?.doctors ?? []).map((each) => ({
              value: each.id,
              label: each.name,
              hint: each.stopFlag ? '停职/休假' : each.deptName,
              search: each.search,
            }))}
          />
        </Field>
        {item}
        {phone && <Length value={value.minutes} onChange={(minutes) => onChange({ minutes })} error={error} hidden />}
      </div>
      {off !== null && (
        <div className={s.off} role="status">
          {doctor?.name} {off.replace(/^医生/, '')}
          {instead.length > 0 && '，在岗：'}
          {instead.map((each) => (
            <TextButton key={each.id} onClick={() => choose(each.id)}>
              {each.name}
            </TextButton>
          ))}
        </div>
      )}
      {!phone && (
        <div className={s.row}>
          <Field
            label="日期"
            required
            labelRight={value.date && <span className="t-12 tertiary">{distanceWords(value.date, present)}</span>}
            error={missing(!value.date, '请选择日期')}
          >
            <DayField
              value={value.date}
              today={present}
              calendar={!besideBoard}
              onChange={(date) => onChange({ date })}
            />
          </Field>
          <Field
            label="时长"
            required
            labelRight={lengthByItem ? <span className="t-12 tertiary">按项目</span> : undefined}
            error={errorOf(error, 'endTime') ?? missing(!value.minutes, '请填写时长')}
          >
            <span className={s.length}>
              <NumberField
                value={value.minutes}
                onChange={(minutes) => onChange({ minutes })}
                min={5}
                max={600}
                step={5}
                suffix={
                  <span className={s.steps}>
                    <span className="t-12 tertiary">分</span>
                    <IconButton icon="minus" size="xs" label="短 5 分" tabIndex={-1} onClick={() => step(-5)} />
                    <IconButton icon="plus" size="xs" label="长 5 分" tabIndex={-1} onClick={() => step(5)} />
                  </span>
                }
              />
            </span>
          </Field>
        </div>
      )}
      <section className={s.places} aria-label="空位">
        <header className={s.placesHead}>
          {phone ? (
            <PhoneDay value={value.date} today={present} onChange={(date) => onChange({ date })} />
          ) : (
            <>
              <b>空位</b>
              <span className="t-12 secondary">
                {[doctor?.name, value.minutes && `${value.minutes} 分`].filter(Boolean).join('　')}
              </span>
            </>
          )}
          <span className={s.placesEnd}>
            {typed ? (
              <span className={s.hand}>
                <TimeField
                  label="开始"
                  value={value.time}
                  onChange={(time) => onChange({ time })}
                  step={5}
                  width={92}
                  invalid={errorOf(error, 'startTime') !== undefined}
                />
              </span>
            ) : (
              <TextButton tone="quiet" onClick={() => setByHand(true)}>
                手填时间
              </TextButton>
            )}
            {!phone && <Kbd>← →</Kbd>}
          </span>
        </header>
        <FreePlaces
          places={places}
          date={value.date}
          time={value.time}
          minutes={value.minutes}
          onPick={(start, byKey) => {
            setByHand(false)
            onChange({ date: start.date, time: start.time || null })
            if (byKey) onTaken()
          }}
          note={besideWords(value, warnings.others)}
          lost={lost}
          onWait={onWait}
          phone={phone}
        />
        {(errorOf(error, 'startTime') ?? missing(!value.time, '请选一个时间')) && (
          <p className={s.wrong} role="alert">
            {errorOf(error, 'startTime') ?? '请选一个时间'}
          </p>
        )}
      </section>
      {warnings.others[0] && (
        <Notice
          tone="wait"
          icon="alert-circle"
          action={
            onShowCard && (
              <Button size="sm" variant="text" onClick={() => warnings.others[0] && onShowCard(warnings.others[0])}>
                查看
              </Button>
            )
          }
        >
          <b className={s.noticeTitle}>该患者当天 {warnings.others[0].startTime.slice(11, 16)} 已有预约</b>
          <span className={s.noticeLine}>
            {[
              [warnings.others[0].doctorName, warnings.others[0].room].filter(Boolean).join(' · '),
              `${warnings.others[0].title || '就诊'} ${lengthOf(warnings.others[0])} 分`,
              '可照常保存',
            ].join('　')}
          </span>
        </Notice>
      )}
    </>
  )
}

const lengthOf = (card: Card): number => spanOf(card).end - spanOf(card).start

/** On the phone the day stands in words; days of the next weeks are swiped, others are taken from the calendar. */
function PhoneDay({
  value,
  today,
  onChange,
}: {
  value: LocalDate | null
  today: LocalDate
  onChange: (date: LocalDate) => void
}) {
  const [open, setOpen] = useState(false)
  return (
    <span className={s.phoneDay}>
      <b>{value ? dayText(value) : '选择日期'}</b>
      <span className="secondary t-13">{value && distanceWords(value, today)}</span>
      <IconButton icon="calendar" label="打开日历" aria-expanded={open} onClick={() => setOpen(true)} />
      <DayPopup
        open={open}
        value={value}
        onOpen={setOpen}
        onPick={(day) => {
          setOpen(false)
          onChange(day)
        }}
      />
    </span>
  )
}

/** On the phone the length is one of a few. */
function Length({
  value,
  onChange,
  error,
  hidden,
}: {
  value: number | null
  onChange: (minutes: number) => void
  error: unknown
  hidden: boolean
}) {
  const usual = [15, 20, 30, 45, 60, 90, 120]
  const lengths = value !== null && !usual.includes(value) ? [...usual, value].sort((a, b) => a - b) : usual
  return (
    <Field label="时长" required labelHidden={hidden} error={errorOf(error, 'endTime')}>
      <Select
        value={value}
        onChange={(minutes) => minutes !== null && onChange(minutes)}
        searchable={false}
        options={lengths.map((each) => ({ value: each, label: `${each} 分` }))}
      />
    </Field>
  )
}

/** What one has to know before the chosen place can be saved, and the way past it for who may. */
export function RefusedPlace({
  refusal,
  mayOverbook,
  busy,
  onOverbook,
}: {
  refusal: Refusal
  mayOverbook: boolean
  busy: boolean
  onOverbook: () => void
}) {
  return (
    <Notice
      tone="danger"
      icon="alert-circle"
      action={
        refusal.overridable && mayOverbook ? (
          <Button size="sm" variant="danger" busy={busy} onClick={onOverbook}>
            {refusal.reason.startsWith('与') ? '作为加号保存' : '仍要保存'}
          </Button>
        ) : undefined
      }
    >
      <Icon name="ban" size={13} /> {refusal.reason}
    </Notice>
  )
}
