import { copyReasonNames, patient as calls } from '@dentin/contract/patient'
import { takeExport } from '../../lib/export.ts'
import { useCallForm } from '../../lib/form.ts'
import { saveFile } from '../../lib/save-file.ts'
import { FormDialog, Picked, useSayLater } from '../../ui/heavy.ts'
import { Field, numberOptions, RadioGroup, TextArea, toast } from '../../ui/index.ts'

const OTHER = 3

/** 资料副本: what is kept of a patient as one file, for the patient; the log says who asked. */
export function CopyDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const form = useCallForm(calls.copy, { defaultValues: { id, reason: 1, note: '' } })
  const other = form.watch('reason') === OTHER
  const sayLater = useSayLater()
  const submit = form.save(
    (input) => takeExport(calls.copy, input),
    (file) => {
      if (file) {
        saveFile(file, file.name)
        toast.success('资料副本已导出')
      } else sayLater()
      onClose()
    },
    {
      check: ({ reason, note }) => {
        if (reason !== OTHER || note?.trim()) return true
        form.setError('note', { message: '请说明由谁索取、作何用' })
        return false
      },
    },
  )
  return (
    <FormDialog form={form} title={`${name} 的资料副本`} submitText="导出" onSubmit={submit} onClose={onClose}>
      <p className="t-13 secondary">
        一个 xlsx
        文件：基本资料、亲属、预约、挂号就诊、病历、收费、随访、短信各一页。您无权查看的内容不在其中。导出记入日志。
      </p>
      <Picked form={form} name="reason" label="由谁索取" group required>
        {(field) => (
          <RadioGroup options={numberOptions(copyReasonNames)} value={field.value} onChange={field.onChange} />
        )}
      </Picked>
      {other && (
        <Field label="说明" required error={form.errorOf('note')}>
          <TextArea rows={2} maxLength={100} placeholder="如：保险理赔，家属代办" {...form.register('note')} />
        </Field>
      )}
    </FormDialog>
  )
}
