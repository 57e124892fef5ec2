import { treatTypeNames } from '@dentin/contract/core/visit-words'
import { visit } from '@dentin/contract/visit'
import { useState, type ReactNode } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useInvalidate, useSend } from '../../lib/query.ts'
import { ErrorLine, Field, MoneyInput, Segmented, Tag, TextField, toast } from '../../ui/index.ts'
import { Dialog, FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { MedicareFields } from './MedicareFields.tsx'
import { useReceptionOptions, visitReads, type ReceptionOptions } from './hooks.ts'
import s from './visit.module.css'

/** As much of a patient as the dialog shows. */
export interface ChosenPatient {
  id: string
  name: string
}

export interface WalkInDialogProps {
  /** The picker of the patients' feature, put together with this dialog by the app. */
  renderPicker: (props: { value: ChosenPatient | null; onPick: (patient: ChosenPatient | null) => void }) => ReactNode
  patient?: ChosenPatient | null
  onClose: () => void
  onDone: (made: { registrationId: string; name: string; fee: string }) => void
}

const types = [
  { value: 1, label: '普通' },
  { value: 2, label: '专家' },
  { value: 3, label: '急诊' },
  { value: 4, label: '免费' },
  { value: 5, label: '义诊' },
] as const
const isFree = (regType: number) => regType === 4 || regType === 5

/** 现场挂号: who, with whom, what for, and the fee. What was typed stays until it has been sent. */
export function WalkInDialog(props: WalkInDialogProps) {
  const options = useReceptionOptions()
  if (options.data) return <WalkInForm {...props} options={options.data} />
  return (
    <Dialog open title="现场挂号" onClose={props.onClose}>
      {options.error ? (
        <ErrorLine onRetry={() => void options.refetch()}>{options.error.message}</ErrorLine>
      ) : (
        <div className={s.dialogWait} role="status" aria-label="数据加载中" />
      )}
    </Dialog>
  )
}

function WalkInForm({
  renderPicker,
  patient,
  onClose,
  onDone,
  options,
}: WalkInDialogProps & { options: ReceptionOptions }) {
  const [chosen, setChosen] = useState<ChosenPatient | null>(patient ?? null)
  const form = useCallForm(visit.register, {
    defaultValues: {
      patientId: patient?.id ?? '',
      doctorId: '',
      regType: 1,
      regFee: options.regFee,
      title: '',
      chiefComplaint: '',
      remark: '',
      consultantId: null,
      isMedicare: false,
      medicareNo: '',
    },
  })
  const register = useSend(visit.register)
  const kind = useCall(visit.treatTypeCount, { patientId: chosen?.id }, { enabled: chosen !== null, keep: false }).data
  const invalidate = useInvalidate()
  const regType = form.watch('regType') ?? 1
  const submit = form.save(register.mutateAsync, (made) => {
    toast.success(`已挂号，${made.queueNo} 号`)
    void invalidate(visitReads)
    onDone({ registrationId: made.id, name: chosen?.name ?? '', fee: form.getValues('regFee') ?? '0.00' })
  })
  return (
    <FormDialog sticky title="现场挂号" width={560} submitText="挂号" form={form} onSubmit={submit} onClose={onClose}>
      <Field
        label="患者"
        required
        error={form.errorOf('patientId')}
        labelRight={
          chosen && kind?.treatType ? <Tag tone="outline">本次{treatTypeNames[kind.treatType]}</Tag> : undefined
        }
      >
        {renderPicker({
          value: chosen,
          onPick: (picked) => {
            setChosen(picked)
            form.setValue('patientId', picked?.id ?? '', { shouldDirty: true, shouldValidate: picked !== null })
          },
        })}
      </Field>
      <div className={s.pair}>
        <Picked form={form} name="doctorId" label="医生" required>
          {(field) => (
            <Select
              options={options.doctors.map((each) => ({
                value: each.id,
                label: each.name,
                hint: [each.chairName, each.waiting ? `候 ${each.waiting}` : '无候诊', each.limited && '限号']
                  .filter(Boolean)
                  .join('　'),
              }))}
              value={(field.value as string) || null}
              onChange={(value) => field.onChange(value ?? '')}
            />
          )}
        </Picked>
        <Field label="看诊内容" error={form.errorOf('title')}>
          <TextField maxLength={60} placeholder="如：牙痛、洁治" {...form.register('title')} />
        </Field>
      </div>
      {options.consultants.length > 0 && (
        <Picked form={form} name="consultantId" label="咨询师">
          {(field) => (
            <Select
              clearable
              searchable
              placeholder="不指定"
              options={options.consultants.map((each) => ({ value: each.id, label: each.name }))}
              value={(field.value as string | null | undefined) ?? null}
              onChange={(value) => field.onChange(value ?? null)}
            />
          )}
        </Picked>
      )}
      <Picked form={form} name="regType" label="类型" group>
        {(field) => (
          <Segmented
            options={types}
            value={field.value as number}
            onChange={(value) => {
              field.onChange(value)
              form.setValue('regFee', isFree(value) ? '0.00' : options.regFee)
            }}
          />
        )}
      </Picked>
      <div className={s.pair}>
        <Picked form={form} name="regFee" label="挂号费">
          {(field) => (
            <MoneyInput
              value={(field.value as string | null) ?? ''}
              onChange={field.onChange}
              disabled={isFree(regType as number)}
              suffix="元"
            />
          )}
        </Picked>
        <Field label="主诉" error={form.errorOf('chiefComplaint')}>
          <TextField maxLength={200} {...form.register('chiefComplaint')} />
        </Field>
      </div>
      <MedicareFields
        value={{ isMedicare: form.watch('isMedicare') ?? false, medicareNo: form.watch('medicareNo') ?? '' }}
        onChange={(next) => {
          form.setValue('isMedicare', next.isMedicare, { shouldDirty: true })
          form.setValue('medicareNo', next.medicareNo, { shouldDirty: true })
        }}
        error={form.errorOf('medicareNo')}
      />
    </FormDialog>
  )
}
