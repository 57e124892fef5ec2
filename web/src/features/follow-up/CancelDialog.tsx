import { followUp } from '@dentin/contract/follow-up'
import { useCallForm } from '../../lib/form.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { Chips, Field, TextField, toast } from '../../ui/index.ts'
import { useCancel, type FollowDetail } from './hooks.ts'

const USUAL = ['已到店复诊', '重复', '患者不需要', '联系不上'].map((value) => ({ value, label: value }))

/** Nobody needs to be asked any more; the reason stays. */
export function CancelDialog({
  follow,
  onClose,
  onDone,
}: {
  follow: FollowDetail
  onClose: () => void
  onDone: () => void
}) {
  const cancel = useCancel()
  const form = useCallForm(followUp.cancel, { defaultValues: { id: follow.id, version: follow.version, reason: '' } })
  const submit = form.save(cancel.mutateAsync, () => {
    toast.success('随访已取消')
    onDone()
  })
  const reason = form.watch('reason')
  return (
    <FormDialog
      form={form}
      title={`取消 ${follow.patientName} 的随访`}
      width={440}
      onClose={onClose}
      onSubmit={submit}
      submitText="取消随访"
      cancelText="不取消"
      danger
    >
      <Chips
        label="常用原因"
        options={USUAL}
        value={USUAL.some((each) => each.value === reason) ? reason : null}
        onChange={(next) => form.setValue('reason', next, { shouldDirty: true, shouldValidate: true })}
      />
      <Field label="取消原因" required error={form.errorOf('reason')}>
        <TextField maxLength={100} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}
