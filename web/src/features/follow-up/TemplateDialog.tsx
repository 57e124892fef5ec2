import { TEMPLATE_VARIABLES } from '@dentin/contract/core/follow-up-words'
import { followUp } from '@dentin/contract/follow-up'
import { useCallForm } from '../../lib/form.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { Button, Field, TextArea, TextField, toast } from '../../ui/index.ts'
import { useSaveTemplate, type Template } from './hooks.ts'
import { typeOptions } from './words.ts'
import s from './follow.module.css'

/** The words of a follow-up; what stands in braces is filled in when it is planned. */
export function TemplateDialog({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const save = useSaveTemplate()
  const form = useCallForm(followUp.saveTemplate, {
    defaultValues: {
      id: template?.id ?? null,
      version: template?.version,
      name: template?.name ?? '',
      type: (template?.type ?? 1) as 1,
      content: template?.content ?? '',
    },
  })
  const submit = form.save(save.mutateAsync, () => {
    toast.success(template ? '更新成功' : '模板已建立')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={template ? '修改内容模板' : '新建内容模板'}
      width={560}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <div className={s.two}>
        <Field label="模板名称" required error={form.errorOf('name')}>
          <TextField maxLength={30} {...form.register('name')} />
        </Field>
        <Picked form={form} name="type" label="类型" required>
          {(field) => <Select options={typeOptions} {...field} />}
        </Picked>
      </div>
      <Field label="内容" required error={form.errorOf('content')}>
        <TextArea rows={5} maxLength={500} {...form.register('content')} />
      </Field>
      <div className={s.tags} role="group" aria-label="插入">
        {TEMPLATE_VARIABLES.map((name) => (
          <Button
            key={name}
            size="xs"
            onClick={() => form.setValue('content', `${form.getValues('content')}{${name}}`, { shouldDirty: true })}
          >
            {`{${name}}`}
          </Button>
        ))}
      </div>
    </FormDialog>
  )
}
