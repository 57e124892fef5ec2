import { patient as calls } from '@dentin/contract/patient'
import { ApiError } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { Field, IconButton, TextField, toast } from '../../ui/index.ts'
import type { ListConditions } from './filters.ts'
import { useKeptFilters } from './hooks.ts'
import s from './patient.module.css'

/** Keeps the filters in force under a name, and takes away those that are not needed any more. */
export function SaveFilter({
  conditions,
  onClose,
  onSaved,
}: {
  conditions: ListConditions
  onClose: () => void
  onSaved: (id: string) => void
}) {
  const kept = useKeptFilters().data ?? []
  const save = useSend(calls.filterSave, { refresh: [calls.filterList] })
  const remove = useSend(calls.filterDelete, { refresh: [calls.filterList] })
  const form = useCallForm(calls.filterSave, { defaultValues: { name: '', conditions } })
  const submit = form.save(save.mutateAsync, ({ id }) => {
    toast.success('已存为常用筛选')
    onSaved(id)
  })
  const take = async (id: string) => {
    try {
      await remove.mutateAsync({ id })
      toast.success('删除成功')
    } catch (failed) {
      toast.error(failed instanceof ApiError ? failed.message : '没有删除，请重试')
    }
  }
  return (
    <FormDialog title="存为常用筛选" width={400} form={form} onClose={onClose} onSubmit={submit} submitText="保存">
      <Field label="名称" required error={form.errorOf('name')} help="与已有的同名时，换成现在的条件">
        <TextField maxLength={12} autoFocus {...form.register('name')} />
      </Field>
      {kept.length > 0 && (
        <ul className={s.groups} aria-label="已有的常用筛选">
          {kept.map((each) => (
            <li key={each.id} className={s.group}>
              <span className={s.groupOpen}>{each.name}</span>
              <IconButton icon="trash" size="sm" label={`删除 ${each.name}`} onClick={() => void take(each.id)} />
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
