import { patient as calls } from '@dentin/contract/patient'
import { useCallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { Field, TextArea, toast } from '../../ui/index.ts'
import type { FileElsewhere } from './hooks.ts'

/** Asks another clinic to open the file of somebody who stands here with this number. */
export function AskForFile({ place, mobile, onClose }: { place: FileElsewhere; mobile: string; onClose: () => void }) {
  const ask = useSend(calls.askForFile, { refresh: [calls.fileRequests] })
  const form = useCallForm(calls.askForFile, {
    defaultValues: { mobile, clinicId: place.clinicId, reason: '患者到店就诊' },
  })
  const submit = form.save(ask.mutateAsync, () => {
    toast.success(`已向${place.clinicName}申请，同意后会收到消息`)
    onClose()
  })
  return (
    <FormDialog
      title={`向${place.clinicName}申请查看档案`}
      width={440}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="申请"
    >
      <p className="t-13 secondary">
        {place.clinicName}有 {place.files} 份手机号 <span className="num">{mobile}</span> 的档案。各门诊的档案不共享，
        需要该门诊同意；申请和查看都会留下记录。
      </p>
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextArea rows={2} maxLength={200} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}
