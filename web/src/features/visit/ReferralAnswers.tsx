import { type ReferralRow, referralStates } from '@dentin/contract/referral'
import { visit } from '@dentin/contract/visit'
import { useCallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { Field, Segmented, TextArea, toast } from '../../ui/index.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { useReceptionOptions } from './hooks.ts'

interface AnswerProps {
  row: ReferralRow
  onDone: () => void
  onClose: () => void
}

/** The receiving desk says with whom. */
export function AcceptDialog({ row, onDone, onClose }: AnswerProps) {
  const options = useReceptionOptions()
  const accept = useSend(visit.acceptReferral)
  const form = useCallForm(visit.acceptReferral, {
    defaultValues: { id: row.id, version: row.version, doctorId: row.toDoctorId ?? '' },
  })
  const submit = form.save(accept.mutateAsync, ({ queueNo }) => {
    toast.success(`已接收，${queueNo} 号`)
    onDone()
    onClose()
  })
  return (
    <FormDialog title={`接收 ${row.name}`} submitText="接收并挂号" form={form} onSubmit={submit} onClose={onClose}>
      <p className="t-13 secondary">
        {row.fromClinicName} {row.fromDoctorName} 转来：{row.reason}
      </p>
      <Picked form={form} name="doctorId" label="医生" required>
        {(field) => (
          <Select
            options={(options.data?.doctors ?? []).map((each) => ({
              value: each.id,
              label: each.name,
              hint: [each.deptName, each.waiting ? `候 ${each.waiting}` : '无候诊'].filter(Boolean).join('　'),
            }))}
            loading={options.isPending}
            {...field}
            value={field.value || null}
            onChange={(value) => field.onChange(value ?? '')}
          />
        )}
      </Picked>
    </FormDialog>
  )
}

const OUTCOMES = [
  { value: 1, label: '已接收' },
  { value: 3, label: '已完成' },
  { value: 2, label: '未接收' },
] as const

/** What the clinic heard of a patient whom it sent to a hospital. */
export function SettleDialog({ row, onDone, onClose }: AnswerProps) {
  const settle = useSend(visit.settleReferral)
  const form = useCallForm(visit.settleReferral, {
    defaultValues: {
      id: row.id,
      version: row.version,
      status: referralStates.is(row.status, 'waiting') ? 1 : 3,
      note: '',
    },
  })
  const submit = form.save(settle.mutateAsync, () => {
    toast.success('已登记')
    onDone()
    onClose()
  })
  return (
    <FormDialog
      title={`${row.name} 转往 ${row.toHospital}`}
      submitText="登记"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Picked form={form} name="status" label="结果" group>
        {(field) => (
          <Segmented
            options={OUTCOMES.filter((each) => referralStates.is(row.status, 'waiting') || each.value === 3)}
            value={field.value as 1}
            onChange={field.onChange}
          />
        )}
      </Picked>
      <Field label="说明" error={form.errorOf('note')}>
        <TextArea rows={3} maxLength={200} placeholder="如：已住院手术，术后一周复查" {...form.register('note')} />
      </Field>
    </FormDialog>
  )
}
