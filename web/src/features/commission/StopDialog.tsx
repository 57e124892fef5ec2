import { commission } from '@dentin/contract/commission'
import { presentDay } from '../../lib/present.ts'
import { useCallForm } from '../../lib/form.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { Field, TextField, toast } from '../../ui/index.ts'
import { useCommissionSends, type Rule } from './hooks.ts'

/** Lets a rule count up to a month; emptied, it goes on. */
export function StopDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { stopRule } = useCommissionSends()
  const ended = rule.untilMonth !== null
  const form = useCallForm(commission.stopRule, {
    defaultValues: { id: rule.id, version: rule.version, untilMonth: ended ? null : presentDay().slice(0, 7) },
  })
  const submit = form.save(stopRule.mutateAsync, () => {
    toast.success('已保存')
    onClose()
  })
  return (
    <FormDialog form={form} title={`停用规则：${rule.name}`} onClose={onClose} onSubmit={submit} submitText="保存">
      <Field label="算到哪个月为止" error={form.errorOf('untilMonth')} help="留空为一直有效；已月结的月份不会改变">
        <TextField
          type="month"
          value={(form.watch('untilMonth') as string | null) ?? ''}
          onChange={(event) => {
            form.setValue('untilMonth', event.target.value || null, { shouldDirty: true })
            form.clearErrors('untilMonth')
          }}
        />
      </Field>
    </FormDialog>
  )
}
