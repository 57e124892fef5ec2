import type { ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { CallForm } from '../../lib/form.ts'
import { FormDialog, Picked } from '../../ui/heavy.ts'
import { NumberField, Switch, toast } from '../../ui/index.ts'
import s from './setting.module.css'

interface Kept {
  id: string
  version: number
  sortNo: number
  enabled: boolean
}

/** What every entry of a kept list has besides its own fields; of a new one: what it begins with. */
export const keptOf = (row: Kept | null) => ({
  id: row?.id ?? null,
  version: row?.version,
  sortNo: row?.sortNo ?? 0,
  enabled: row?.enabled ?? true,
})

export interface EntryDialogProps<V extends FieldValues> {
  /** What one entry is called: 科室. */
  noun: string
  /** Name of the entry that is changed; left out for a new one. */
  name: string | undefined
  width: number
  form: CallForm<V>
  save: (values: V) => Promise<unknown>
  onClose: () => void
  /** Why it can't be switched off. */
  keeps?: string | undefined
  /** Its own fields. */
  children: ReactNode
}

/** The form for one entry of a kept list: its own fields, then its place and whether it may still be chosen. */
export function EntryDialog<V extends FieldValues>({
  noun,
  name,
  width,
  form,
  save,
  onClose,
  keeps,
  children,
}: EntryDialogProps<V>) {
  const submit = form.save(save, () => {
    toast.success(name === undefined ? `${noun}已建立` : '更新成功')
    onClose()
  })
  return (
    <FormDialog
      title={name === undefined ? `新建${noun}` : `修改${noun}：${name}`}
      width={width}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      {children}
      <div className={s.pair}>
        <Picked form={form} name={'sortNo' as FieldPath<V>} label="顺序" help="小的在前">
          {(field) => <NumberField {...field} min={0} max={9999} />}
        </Picked>
        <Picked
          form={form}
          name={'enabled' as FieldPath<V>}
          label="状态"
          group
          help={keeps ?? '停用后不能再选，历史照常显示'}
        >
          {(field) => (
            <Switch checked={field.value ?? true} onChange={field.onChange} disabled={keeps !== undefined}>
              启用
            </Switch>
          )}
        </Picked>
      </div>
    </FormDialog>
  )
}
