import { staff } from '@dentin/contract/staff'
import { useCallForm } from '../../lib/form.ts'
import { session } from '../../lib/session.ts'
import { Field, TextArea, toast } from '../../ui/index.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { useReject, type Application } from './hooks.ts'

/** Why somebody is not taken in. */
export function RejectDialog({ application, onClose }: { application: Application; onClose: () => void }) {
  const form = useCallForm(staff.applyReject, {
    defaultValues: { clinicId: session.get()?.clinicId ?? '', userId: application.userId, remark: '' },
  })
  const reject = useReject()
  const submit = form.save(reject.mutateAsync, () => {
    toast.success('已驳回')
    onClose()
  })
  return (
    <FormDialog
      title={`驳回 ${application.firstName} 的申请`}
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitText="驳回"
      danger
    >
      <Field label="不通过理由" required error={form.errorOf('remark')} help="申请人会看到这段话">
        <TextArea rows={3} maxLength={200} {...form.register('remark')} />
      </Field>
    </FormDialog>
  )
}
