import { record } from '@dentin/contract/record'
import type { RecordOrigin } from '@dentin/contract/core/record-origins'
import { useCallForm } from '../../lib/form.ts'
import { presentDay } from '../../lib/present.ts'
import { can } from '../../lib/permission.ts'
import { DatePicker, FormDialog, Picked, Select, TimeField } from '../../ui/heavy.ts'
import { Segmented, TextArea, toast } from '../../ui/index.ts'
import { useCreateApart, useVisitOptions } from './hooks.ts'

/** Begins a record that no visit leads to: what was not written at its time, or advice by telephone. */
export function ApartDialog({
  patientId,
  origin,
  hasRecords,
  onClose,
  onMade,
}: {
  patientId: string
  origin: Exclude<RecordOrigin, 'visit'>
  hasRecords: boolean
  onClose: () => void
  onMade: (id: string) => void
}) {
  const create = useCreateApart()
  const doctors = useVisitOptions()?.doctors ?? []
  const signs = can('/patientMedicalRecord:sign')
  const late = origin === 'late'
  const form = useCallForm(record.createApart, {
    defaultValues: {
      patientId,
      origin,
      doctorId: null,
      day: late ? '' : presentDay(),
      time: null,
      visitKind: hasRecords ? 2 : 1,
      reason: '',
    },
  })
  const submit = form.save(create.mutateAsync, ({ id, recordNo }) => {
    toast.success(`已新建 ${recordNo}`)
    onClose()
    onMade(id)
  })
  return (
    <FormDialog
      form={form}
      title={late ? '补录病历' : '电话咨询'}
      width={460}
      onClose={onClose}
      onSubmit={submit}
      submitText="开始写"
    >
      <Picked
        form={form}
        name="day"
        label={late ? '归属日' : '通话日期'}
        required
        help={late ? '患者实际来诊的那一天；病历、口腔图按这一天排' : undefined}
      >
        {(field) => <DatePicker {...field} max={presentDay()} />}
      </Picked>
      <Picked form={form} name="time" label={late ? '来诊时间' : '通话时间'} help="记不清可不填">
        {(field) => <TimeField {...field} value={field.value ?? null} />}
      </Picked>
      {doctors.length > 0 && (
        <Picked form={form} name="doctorId" label="医生" required={!signs}>
          {(field) => (
            <Select
              {...field}
              clearable={signs}
              placeholder={signs ? '本人' : '请选择医生'}
              options={doctors.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Picked>
      )}
      {late && (
        <Picked form={form} name="visitKind" label="类型">
          {({ value, onChange }) => (
            <Segmented
              label="类型"
              value={value === 1 ? 1 : 2}
              options={[
                { value: 1, label: '初诊' },
                { value: 2, label: '复诊' },
              ]}
              onChange={onChange}
            />
          )}
        </Picked>
      )}
      <Picked form={form} name="reason" label={late ? '补录原因' : '来电说明'} required={late}>
        {({ value, onChange, onBlur }) => (
          <TextArea
            rows={2}
            maxLength={200}
            value={value ?? ''}
            placeholder={late ? '如：当日停电，次日补写' : '如：患者母亲来电'}
            onChange={({ target }) => onChange(target.value)}
            onBlur={onBlur}
          />
        )}
      </Picked>
    </FormDialog>
  )
}
