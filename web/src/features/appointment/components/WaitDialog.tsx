import { weekdayNames } from '@dentin/kit/hours'
import { dayText } from '@dentin/kit/date-text'
import { appointmentStates } from '@dentin/contract/core/status'
import type { PatientChoice } from '@dentin/contract/patient'
import { appointment } from '@dentin/contract/appointment'
import { timeBands } from '@dentin/contract/core/visit-words'
import { waitlistPriorityNames } from '@dentin/contract/waitlist'
import { useState } from 'react'
import { useCallForm } from '../../../lib/form.ts'
import { useCall, useSend } from '../../../lib/query.ts'
import { Button, Checkbox, Field, NumberField, Segmented, TextField, toast } from '../../../ui/index.ts'
import { DateRangePicker, FormDialog, MultiSelect, Picked, Select, TimeField } from '../../../ui/heavy.ts'
import { useBookingOptions, useNow } from '../hooks.ts'
import { clockOf, minutesOf, presentMoment, wireDate } from '../model.ts'
import { useWaitlistActions, waitlistReads, type WaitEntry } from '../waitlist.ts'
import type { PatientPicker } from './BookForm.tsx'
import s from './waitlist.module.css'

const DEFAULT_MINUTES = 30
const priorities = [1, 2, 3].map((value) => ({ value, label: waitlistPriorityNames[value] ?? '' }))
const weekdays = weekdayNames.map((label, value) => ({ value, label }))
const dateRange = { from: '2000-01-01', to: '2099-12-31' }

/** Somebody to put on the list, or an entry to change. */
export interface WaitStart {
  entry?: WaitEntry | null
  patient?: PatientChoice | null
  /** The appointment that would be given up for an earlier one. */
  currentId?: string | null
  itemIds?: string[]
  duration?: number | null
  doctorId?: string | null
}

/** Puts somebody on the waiting list or changes what a waiting one wants. */
export function WaitDialog({
  start,
  renderPicker,
  onClose,
}: {
  start: WaitStart
  renderPicker: PatientPicker
  onClose: () => void
}) {
  const entry = start.entry ?? null
  const options = useBookingOptions()
  const act = useWaitlistActions()
  const save = useSend(appointment.saveWaitlist, { refresh: waitlistReads })
  const [patient, setPatient] = useState<PatientChoice | null>(start.patient ?? null)
  const [lengthSet, setLengthSet] = useState(entry !== null || (start.duration ?? null) !== null)
  const form = useCallForm(appointment.saveWaitlist, {
    defaultValues: {
      id: entry?.id ?? null,
      ...(entry ? { version: entry.version } : {}),
      patientId: entry?.patientId ?? start.patient?.id ?? '',
      doctorIds: entry?.doctorIds ?? (start.doctorId ? [start.doctorId] : []),
      itemIds: entry?.itemIds ?? start.itemIds ?? [],
      duration: entry?.duration ?? start.duration ?? DEFAULT_MINUTES,
      dateFrom: entry?.dateFrom ?? null,
      dateTo: entry?.dateTo ?? null,
      weekdays: (entry?.weekdays ?? []) as 0[],
      bands: (entry?.bands ?? []) as 1[],
      fromMin: entry?.fromMin ?? null,
      toMin: entry?.toMin ?? null,
      priority: (entry?.priority ?? 1) as 1,
      reason: entry?.reason ?? '',
      currentAppointmentId: entry?.current?.id ?? start.currentId ?? null,
    },
  })
  const patientId = form.watch('patientId')
  const dates = form.watch(['dateFrom', 'dateTo'])
  const own = useCall(
    appointment.byPatient,
    { patientId, pageSize: 20 },
    { enabled: /^[0-9a-f-]{36}$/.test(patientId), keep: false },
  )
  const present = presentMoment(useNow()).date
  const upcoming = (own.data?.list ?? []).filter(
    (each) => appointmentStates.is(each.status, 'booked', 'confirmed') && wireDate(each.startTime) >= present,
  )
  const submit = form.save(save.mutateAsync, () => {
    toast.success(entry ? '修改成功' : '已加入候补名单')
    onClose()
  })
  const toggle = (name: 'weekdays' | 'bands', value: number) => {
    const now = form.getValues(name) as number[]
    form.setValue(
      name,
      (now.includes(value) ? now.filter((each) => each !== value) : [...now, value].sort((a, b) => a - b)) as never,
      {
        shouldDirty: true,
      },
    )
  }
  const takeItems = (itemIds: string[]) => {
    if (lengthSet) return
    const sum = itemIds.reduce(
      (total, id) => total + (options.data?.items.find((each) => each.id === id)?.duration ?? 0),
      0,
    )
    form.setValue('duration', sum || DEFAULT_MINUTES)
  }
  return (
    <FormDialog
      form={form}
      title={entry ? `候补：${entry.name}` : '加入候补'}
      width={680}
      onClose={onClose}
      onSubmit={submit}
      submitText={entry ? '保存' : '加入'}
      footStart={
        entry && (
          <Button
            variant="danger"
            onClick={() => {
              onClose()
              void act.leave(entry)
            }}
          >
            移出名单
          </Button>
        )
      }
    >
      <div className={s.form}>
        {!entry && (
          <Field label="患者" required group className={s.wide} error={form.errorOf('patientId')}>
            {renderPicker({
              value: patient,
              onPick: (picked) => {
                setPatient(picked)
                form.setValue('patientId', picked?.id ?? '', { shouldDirty: true, shouldValidate: true })
                form.setValue('currentAppointmentId', null)
              },
              onNew: () => toast.info('请先在患者中心新建档案，再加入候补'),
            })}
          </Field>
        )}
        <Picked form={form} name="itemIds" label="预约项目">
          {(field) => (
            <MultiSelect
              {...field}
              value={field.value ?? []}
              onChange={(itemIds) => {
                field.onChange(itemIds)
                takeItems(itemIds)
              }}
              options={(options.data?.items ?? []).map((each) => ({
                value: each.id,
                label: each.name,
                hint: `${each.duration} 分`,
              }))}
              loading={!options.data}
              placeholder="可多选，时长相加"
            />
          )}
        </Picked>
        <Picked form={form} name="duration" label="时长" required>
          {(field) => (
            <NumberField
              {...field}
              value={field.value ?? null}
              onChange={(minutes) => {
                setLengthSet(true)
                field.onChange(minutes)
              }}
              min={5}
              max={600}
              step={5}
              unit="分"
            />
          )}
        </Picked>
        <Picked form={form} name="doctorIds" label="医生" help="不选即任意医生">
          {(field) => (
            <MultiSelect
              {...field}
              value={field.value ?? []}
              options={(options.data?.doctors ?? []).map((each) => ({ value: each.id, label: each.name }))}
              loading={!options.data}
              placeholder="任意医生"
            />
          )}
        </Picked>
        <Picked form={form} name="priority" label="优先级" group>
          {(field) => (
            <Segmented
              label="优先级"
              options={priorities}
              value={(field.value ?? 1) as number}
              onChange={(value) => field.onChange(value as 1)}
            />
          )}
        </Picked>
        <Field label="日期" help="不选即任意日期" error={form.errorOf('dateTo') ?? form.errorOf('dateFrom')}>
          <DateRangePicker
            value={dates[0] || dates[1] ? [dates[0] ?? dateRange.from, dates[1] ?? dateRange.to] : null}
            onChange={(range) => {
              form.setValue('dateFrom', range?.[0] ?? null, { shouldDirty: true })
              form.setValue('dateTo', range?.[1] ?? null, { shouldDirty: true })
            }}
          />
        </Field>
        <Picked form={form} name="currentAppointmentId" label="想提前的原预约" help="接受后原预约自动取消">
          {(field) => (
            <Select
              {...field}
              clearable
              placeholder={upcoming.length === 0 ? '没有可提前的预约' : '不选即新约'}
              options={upcoming.map((each) => ({
                value: each.id,
                label: `${dayText(wireDate(each.startTime))} ${each.startTime.slice(11, 16)} ${each.doctorName}`,
                hint: each.title,
              }))}
            />
          )}
        </Picked>
        <Field label="星期" group className={s.wide} error={form.errorOf('weekdays')}>
          <div className={s.checks}>
            {weekdays.map((each) => (
              <Checkbox
                key={each.value}
                checked={(form.watch('weekdays') as number[]).includes(each.value)}
                onChange={() => toggle('weekdays', each.value)}
              >
                {each.label}
              </Checkbox>
            ))}
          </div>
        </Field>
        <Field label="时间段" group className={s.wide} error={form.errorOf('toMin') ?? form.errorOf('fromMin')}>
          <div className={s.checks}>
            {timeBands.map((each) => (
              <Checkbox
                key={each.value}
                checked={(form.watch('bands') as number[]).includes(each.value)}
                onChange={() => toggle('bands', each.value)}
              >
                {each.label}
              </Checkbox>
            ))}
            <span className={s.range}>
              <span className="secondary">自定</span>
              <TimeOf form={form} name="fromMin" label="最早时间" />
              <span className="tertiary">–</span>
              <TimeOf form={form} name="toMin" label="最晚时间" />
            </span>
          </div>
        </Field>
        <Field label="原因" className={s.wide} error={form.errorOf('reason')}>
          <TextField maxLength={200} placeholder="如：牙痛、出差前想做完" {...form.register('reason')} />
        </Field>
      </div>
    </FormDialog>
  )
}

/** A time of day in a field that holds minutes. */
function TimeOf({
  form,
  name,
  label,
}: {
  form: ReturnType<typeof useCallForm<typeof appointment.saveWaitlist>>
  name: 'fromMin' | 'toMin'
  label: string
}) {
  const value = form.watch(name)
  return (
    <TimeField
      label={label}
      width={104}
      step={5}
      clearable
      value={typeof value === 'number' ? clockOf(value) : null}
      onChange={(time) => form.setValue(name, time === null ? null : minutesOf(time), { shouldDirty: true })}
    />
  )
}
