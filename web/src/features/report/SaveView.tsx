import { report, type ReportDoor } from '@dentin/contract/report'
import { ApiError } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { Field, IconButton, TextField, toast } from '../../ui/index.ts'
import { useKeptViews, type Question } from './hooks.ts'
import s from './report.module.css'

/** Keeps how the report is looked at under a name, and takes away what is not needed any more. */
export function SaveView({ door, question, onClose }: { door: ReportDoor; question: Question; onClose: () => void }) {
  const kept = useKeptViews(door).data ?? []
  const save = useSend(report.keepView, { refresh: [report.keptViews] })
  const drop = useSend(report.dropView, { refresh: [report.keptViews] })
  const form = useCallForm(report.keepView, { defaultValues: { door, name: '', question } })
  const submit = form.save(save.mutateAsync, () => {
    toast.success('已存为视图')
    onClose()
  })
  const take = async (id: string) => {
    try {
      await drop.mutateAsync({ id })
      toast.success('删除成功')
    } catch (failed) {
      toast.error(failed instanceof ApiError ? failed.message : '没有删除，请重试')
    }
  }
  return (
    <FormDialog title="存为视图" width={400} form={form} onClose={onClose} onSubmit={submit} submitText="保存">
      <Field
        label="名称"
        required
        error={form.errorOf('name')}
        help="记下区间、分组、筛选与排序，只有自己看得到；与已有的同名时，换成现在的"
      >
        <TextField maxLength={12} autoFocus {...form.register('name')} />
      </Field>
      {kept.length > 0 && (
        <ul className={s.kept} aria-label="已有的视图">
          {kept.map(({ id, name }) => (
            <li key={id}>
              <span className="ellipsis">{name}</span>
              <IconButton icon="trash" size="sm" label={`删除 ${name}`} onClick={() => void take(id)} />
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
