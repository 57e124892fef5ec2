import { followUp } from '@dentin/contract/follow-up'
import { useCallForm } from '../../lib/form.ts'
import { useDict } from '../../lib/dict.ts'
import { FormDialog, Picked } from '../../ui/heavy.ts'
import { toast, UsualWords } from '../../ui/index.ts'
import { useCancel, type FollowDetail } from './hooks.ts'

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
  const { words } = useDict('cancel_follow_reason')
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
      <Picked form={form} name="reason" label="取消原因" required>
        {(field) => <UsualWords words={words} maxLength={100} {...field} value={field.value ?? ''} />}
      </Picked>
    </FormDialog>
  )
}
