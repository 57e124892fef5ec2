import { staff } from '@dentin/contract/staff'
import { useState } from 'react'
import { ApiError } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import { session } from '../../lib/session.ts'
import { ErrorLine, Field, TextArea, toast } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { useReject, type Application } from './hooks.ts'
import s from './staff.module.css'

/** Why somebody is not taken in. */
export function RejectDialog({ application, onClose }: { application: Application; onClose: () => void }) {
  const form = useCallForm(staff.applyReject, {
    defaultValues: { clinicId: session.get()?.clinicId ?? '', userId: application.userId, remark: '' },
  })
  const reject = useReject()
  const [failure, setFailure] = useState<string | null>(null)
  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await reject.mutateAsync(values)
      toast.success('已驳回')
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!form.showErrors(error)) setFailure(error.message)
    }
  })
  return (
    <Dialog
      open
      title={`驳回 ${application.firstName} 的申请`}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText="驳回"
      danger
      busy={reject.isPending}
    >
      <div className={s.fields}>
        {failure && <ErrorLine>{failure}</ErrorLine>}
        <Field
          label="不通过理由"
          required
          error={form.formState.errors.remark?.message as string | undefined}
          help="申请人会看到这段话"
        >
          <TextArea rows={3} maxLength={200} {...form.register('remark')} />
        </Field>
      </div>
    </Dialog>
  )
}
