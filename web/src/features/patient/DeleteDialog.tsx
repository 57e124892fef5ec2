import { patient as calls } from '@dentin/contract/patient'
import { BIN_DAYS } from '@dentin/contract/patient-archive'
import { useCallForm } from '../../lib/form.ts'
import { useInvalidate, useSend } from '../../lib/query.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { Field, TextField, toast } from '../../ui/index.ts'
import { centreLists } from './hooks.ts'

/** Puts files on which nothing hangs into the bin. */
export function DeleteDialog({
  patientIds,
  name,
  onClose,
  onDone,
}: {
  patientIds: readonly string[]
  name?: string
  onClose: () => void
  onDone: () => void
}) {
  const remove = useSend(calls.remove)
  const invalidate = useInvalidate()
  const form = useCallForm(calls.remove, { defaultValues: { patientIds: [...patientIds], reason: null } })
  const submit = form.save(remove.mutateAsync, () => {
    toast.success('删除成功')
    // First away from the file that is gone: it can't be read any more.
    onDone()
    void invalidate(centreLists)
  })
  return (
    <FormDialog
      danger
      title={`删除 ${name ?? `${patientIds.length} 位患者`}？`}
      width={440}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="删除"
    >
      <p className="t-13 secondary">
        只有没有就诊、收费、病历的档案可以删除。删除后在回收站保留 {BIN_DAYS} 天，期间可以恢复，之后清除。
      </p>
      <Field label="删除原因" error={form.errorOf('reason')}>
        <TextField maxLength={100} placeholder="如：重复建档" {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}
