import type { AnyCall, WireInput } from '@dentin/contract/core/call'
import type { ListField } from '@dentin/contract/core/setting-list'
import type { ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { useCallForm, type CallForm } from '../../lib/form.ts'
import { useSend } from '../../lib/query.ts'
import { toast } from '../feedback/toast.tsx'
import { Picked } from '../form/bound.tsx'
import { Switch } from '../form/Choice.tsx'
import { DeclaredField } from '../form/DeclaredField.tsx'
import { FormDialog } from '../overlay/FormDialog.tsx'
import { entryOf, wordsOf, type Declaration, type Entry } from './declared.ts'
import s from './list.module.css'

/** Controls that a declaration can't know, by field; null: it is not asked. */
export type Controls<Row, Save extends AnyCall> = Readonly<
  Record<string, (at: { form: CallForm<WireInput<Save> & FieldValues>; row: Row | null }) => ReactNode>
>

export interface EntryDialogProps<Row extends Entry, Save extends AnyCall> {
  list: Declaration<Row, Save>
  /** null: a new entry. */
  row: Row | null
  /** As the list calls it, when left out. */
  noun?: string | undefined
  width: number
  /** What a new entry begins with beside what the declaration says. */
  begin?: Partial<WireInput<Save>> | undefined
  controls?: Controls<Row, Save> | undefined
  /** Why it can't be switched off. */
  keeps?: string | undefined
  /** What is read again beside the list. */
  refresh?: AnyCall[] | undefined
  onClose: () => void
}

/** The form for one entry of a list: its own fields, then whether it may still be chosen. */
export function EntryDialog<Row extends Entry, Save extends AnyCall>(props: EntryDialogProps<Row, Save>) {
  const { list, row, noun = list.noun, controls = {}, keeps, onClose } = props
  const send = useSend(list.calls.save, { refresh: [list.calls.list, ...(props.refresh ?? [])] })
  const form = useCallForm(list.calls.save, {
    defaultValues: entryOf(list, row, row ? {} : props.begin),
  })
  const named = Object.entries(list.fields)[0]
  const name = row && named ? wordsOf(named[1], row[named[0]]) : null
  const submit = form.save(send.mutateAsync, () => {
    toast.success(row ? '更新成功' : `${noun}已建立`)
    onClose()
  })
  return (
    <FormDialog
      title={row ? `修改${noun}：${name}` : `新建${noun}`}
      width={props.width}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <EntryFields form={form} fields={list.fields} ownOf={(key) => controls[key]?.({ form, row })} keeps={keeps} />
    </FormDialog>
  )
}

function EntryFields<V extends FieldValues>({
  form,
  fields,
  ownOf,
  keeps,
}: {
  form: CallForm<V>
  fields: Readonly<Record<string, ListField>>
  /** The screen's own control; undefined: it has none. */
  ownOf: (key: string) => ReactNode
  keeps: string | undefined
}) {
  return (
    <div className={s.pair}>
      {Object.entries(fields).map(([key, field], i) => {
        const own = ownOf(key)
        if (own)
          return (
            <div key={key} className={s.wide}>
              {own}
            </div>
          )
        return (
          field.edit &&
          own === undefined && (
            <DeclaredField
              key={key}
              form={form}
              name={key as FieldPath<V>}
              field={{ ...field, edit: field.edit }}
              className={field.edit.wide ? s.wide : undefined}
              autoFocus={i === 0}
            />
          )
        )
      })}
      <Picked
        form={form}
        name={'enabled' as FieldPath<V>}
        label="状态"
        group
        help={keeps ?? '停用后不能再选，历史照常显示'}
        className={s.wide}
      >
        {(field) => (
          <Switch checked={field.value ?? true} onChange={field.onChange} disabled={keeps !== undefined}>
            启用
          </Switch>
        )}
      </Picked>
    </div>
  )
}
