import { dayText } from '@dentin/kit/date-text'
import { appointment, SLOT_MINUTES } from '@dentin/contract/appointment'
import { clinic } from '@dentin/contract/clinic'
import { addDays } from '@dentin/kit/datetime'
import { useState } from 'react'
import { useCallForm } from '../../../lib/form.ts'
import { useCall, useSend } from '../../../lib/query.ts'
import { Button, Field, TextField, toast } from '../../../ui/index.ts'
import { DatePicker, FormDialog, Picked, Select } from '../../../ui/heavy.ts'
import { appointmentReads } from '../hooks.ts'
import { clockOf, spanOf, spanText, wireDate, wireTime, type Card } from '../model.ts'
import { PlaceAnswer } from './Refusal.tsx'
import s from './board.module.css'
import { presentDay } from '../../../lib/present.ts'

const PARTS = [
  { value: 'morning', label: '上午', from: 0, to: 720 },
  { value: 'afternoon', label: '下午', from: 720, to: 1080 },
  { value: 'evening', label: '晚上', from: 1080, to: 1440 },
] as const

/** The quarters of an hour, and where free time begins. */
const offered = (starts: readonly number[]) =>
  starts.filter((each, n) => each % 15 === 0 || n === 0 || each - (starts[n - 1] as number) > SLOT_MINUTES)

/** To another clinic of the company: its doctor, a day and one of the free times there. */
export function ElsewhereDialog({
  appointment: opened,
  onClose,
}: {
  appointment: Pick<Card, 'id' | 'version' | 'name' | 'startTime' | 'endTime'>
  onClose: () => void
}) {
  // A live update must not hide that somebody was faster.
  const [one] = useState(opened)
  const { start, end } = spanOf(one)
  const minutes = end - start
  const clinics = useCall(clinic.others, {}, { staleTime: 60_000 })
  const move = useSend(appointment.moveElsewhere, { refresh: appointmentReads })
  const [present] = useState(presentDay)
  const [date, setDate] = useState(wireDate(one.startTime) > present ? wireDate(one.startTime) : addDays(present, 1))
  const [minute, setMinute] = useState<number | null>(null)
  const form = useCallForm(appointment.moveElsewhere, {
    defaultValues: {
      id: one.id,
      version: one.version,
      clinicId: '',
      doctorId: '',
      startTime: '',
      endTime: '',
      reason: '',
      acceptWarnings: false,
    },
  })
  const clinicId = form.watch('clinicId')
  const doctorId = form.watch('doctorId')
  const times = useCall(
    appointment.timesElsewhere,
    { clinicId, doctorId, date, minutes },
    { enabled: clinicId !== '' && doctorId !== '', keep: false, staleTime: 0 },
  )
  const choose = (at: number | null, on = date) => {
    setMinute(at)
    form.setValue('startTime', at === null ? '' : wireTime(on, at))
    form.setValue('endTime', at === null ? '' : wireTime(on, at + minutes))
    form.clearErrors('startTime')
  }
  const submit = form.save(move.mutateAsync, (answer) => {
    if (!answer.saved) return
    toast.success('已改到其他门诊')
    onClose()
  })
  const there = clinics.data?.find((each) => each.id === clinicId)
  return (
    <FormDialog
      sticky
      width={560}
      title={`改到其他门诊：${one.name}`}
      submitText="改约"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="secondary t-13">
        原时间 {dayText(wireDate(one.startTime))} {spanText(start, end)}，改约后原预约取消并指向新预约
      </p>
      <div className={s.two}>
        <Picked form={form} name="clinicId" label="门诊" required>
          {(field) => (
            <Select
              options={(clinics.data ?? []).map((each) => ({ value: each.id, label: each.name }))}
              loading={clinics.isPending}
              {...field}
              value={field.value || null}
              onChange={(id) => {
                field.onChange(id ?? '')
                form.setValue('doctorId', '')
                choose(null)
              }}
            />
          )}
        </Picked>
        <Picked form={form} name="doctorId" label="医生" required>
          {(field) => (
            <Select
              options={(there?.doctors ?? []).map((each) => ({ value: each.id, label: each.name }))}
              disabled={!there}
              {...field}
              value={field.value || null}
              onChange={(id) => {
                field.onChange(id ?? '')
                choose(null)
              }}
            />
          )}
        </Picked>
      </div>
      <Field label="日期" required>
        <DatePicker
          label="日期"
          clearable={false}
          min={present}
          value={date}
          onChange={(next) => {
            if (!next) return
            setDate(next)
            choose(null)
          }}
        />
      </Field>
      <Field label={`时间（${minutes} 分）`} required group error={form.errorOf('startTime') && '请选择时间'}>
        {doctorId === '' ? (
          <p className="tertiary t-13">先选门诊和医生</p>
        ) : times.error ? (
          <p className="danger t-13">{times.error.message}</p>
        ) : !times.data ? (
          <p className="tertiary t-13">正在找空档…</p>
        ) : times.data.length === 0 ? (
          <p className="tertiary t-13">当天没有能放下的空档</p>
        ) : (
          <div className={s.elsewhere}>
            {PARTS.map((part) => {
              const free = offered(times.data).filter((each) => each >= part.from && each < part.to)
              return (
                free.length > 0 && (
                  <div key={part.value}>
                    <span className="tertiary t-12">{part.label}</span>
                    <div className={s.elsewhereTimes}>
                      {free.map((each) => (
                        <Button
                          key={each}
                          size="xs"
                          variant={minute === each ? 'primary' : 'default'}
                          aria-pressed={minute === each}
                          onClick={() => choose(each)}
                        >
                          {clockOf(each)}
                        </Button>
                      ))}
                    </div>
                  </div>
                )
              )
            })}
          </div>
        )}
      </Field>
      <Field label="改约原因" error={form.errorOf('reason')}>
        <TextField maxLength={60} {...form.register('reason')} />
      </Field>
      <PlaceAnswer
        error={null}
        answer={move.data ?? null}
        busy={form.sending}
        onOverbook={() => undefined}
        onAccept={() => {
          form.setValue('acceptWarnings', true)
          void submit()
        }}
      />
    </FormDialog>
  )
}
