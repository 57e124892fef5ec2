import { staff } from '@dentin/contract/staff'
import { useCallForm } from '../../lib/form.ts'
import { Field, TextArea, TextField, toast } from '../../ui/index.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { useRelate, type FoundClinic } from './hooks.ts'

/** The kinds of work that a link may propose. */
const JOB_NAMES: Readonly<Record<number, string>> = { 1: '医生', 2: '护士', 3: '前台' }

/** Under which name one asks a clinic to be taken in. */
export function ApplyDialog({
  clinic,
  jobType = null,
  name = '',
  onClose,
}: {
  clinic: FoundClinic
  /** As what a link proposes it. */
  jobType?: number | null
  /** How the person is called, if that is known. */
  name?: string
  onClose: () => void
}) {
  const form = useCallForm(staff.relateClinic, {
    defaultValues: { clinicId: clinic.clinicId, firstName: name, remark: '', jobType },
  })
  const relate = useRelate()
  const submit = form.save(relate.mutateAsync, () => {
    toast.success('关联审核已提交')
    onClose()
  })
  return (
    <FormDialog title="申请关联门诊" onClose={onClose} form={form} onSubmit={submit} submitText="提交申请">
      <p className="t-13 secondary">
        {clinic.clinicName}的管理员审核通过后，您就可以进入该门诊。您的手机号会提供给审核人。
      </p>
      {jobType !== null && JOB_NAMES[jobType] && (
        <p>
          申请的工种：<strong>{JOB_NAMES[jobType]}</strong>
        </p>
      )}
      <Field label="姓名" required error={form.errorOf('firstName')}>
        <TextField maxLength={20} autoFocus autoComplete="name" {...form.register('firstName')} />
      </Field>
      <Field label="附言" error={form.errorOf('remark')} help="例如：应聘的岗位、由谁介绍">
        <TextArea rows={2} maxLength={100} {...form.register('remark')} />
      </Field>
    </FormDialog>
  )
}
