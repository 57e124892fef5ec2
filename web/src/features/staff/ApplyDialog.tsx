import { staff } from '@dentin/contract/staff'
import { useState } from 'react'
import { ApiError } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import { ErrorLine, Field, TextArea, TextField, toast } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { useRelate, type FoundClinic } from './hooks.ts'
import s from './staff.module.css'

/** Under which name one asks a clinic to be taken in. */
export function ApplyDialog({ clinic, onClose }: { clinic: FoundClinic; onClose: () => void }) {
  const form = useCallForm(staff.relateClinic, {
    defaultValues: { clinicId: clinic.clinicId, firstName: '', remark: '' },
  })
  const relate = useRelate()
  const [failure, setFailure] = useState<string | null>(null)
  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await relate.mutateAsync(values)
      toast.success('关联审核已提交')
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!form.showErrors(error)) setFailure(error.message)
    }
  })
  const { errors } = form.formState
  return (
    <Dialog
      open
      title="申请关联门诊"
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText="提交申请"
      busy={relate.isPending}
    >
      <div className={s.fields}>
        <p className="t-13 secondary">
          {clinic.clinicName}的管理员审核通过后，您就可以进入该门诊。您的手机号会提供给审核人。
        </p>
        {failure && <ErrorLine>{failure}</ErrorLine>}
        <Field label="姓名" required error={errors.firstName?.message as string | undefined}>
          <TextField maxLength={20} autoComplete="name" {...form.register('firstName')} />
        </Field>
        <Field label="附言" error={errors.remark?.message as string | undefined} help="例如：应聘的岗位、由谁介绍">
          <TextArea rows={2} maxLength={100} {...form.register('remark')} />
        </Field>
      </div>
    </Dialog>
  )
}
