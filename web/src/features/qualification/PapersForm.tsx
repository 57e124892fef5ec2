import { useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { CallForm } from '../../lib/form.ts'
import { Button, ErrorLine, toast, useLeaveGuard } from '../../ui/index.ts'
import { KeptDraft } from '../../ui/heavy.ts'
import s from './qualification.module.css'

/** The frame of a form of papers: what was kept of it, its fields, what failed, and the bar that hands it in. */
export function PapersForm<V extends FieldValues>({
  form,
  unsent,
  restored = (kept) => kept,
  send,
  submitText,
  onCancel,
  children,
}: {
  form: CallForm<V>
  /** What is said to somebody who leaves. */
  unsent: string
  /** What is taken up again of a kept draft. */
  restored?: (kept: V) => V
  send: (values: V) => Promise<unknown>
  submitText: string
  onCancel?: (() => void) | undefined
  children: ReactNode
}) {
  const [sent, setSent] = useState(false)
  const { sending, keptDraft, dropDraft } = form
  useLeaveGuard(form.formState.isDirty && !sending && !sent, unsent)
  const submit = form.save(send, () => {
    setSent(true)
    toast.success('提交成功')
  })
  return (
    <form className={s.form} onSubmit={(event) => void submit(event)} noValidate>
      {keptDraft && (
        <KeptDraft
          onRestore={() => {
            form.reset(restored(keptDraft), { keepDefaultValues: true })
            dropDraft()
          }}
          onDrop={dropDraft}
        >
          上次填写的内容还没有提交。
        </KeptDraft>
      )}
      {children}
      {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
      <div className={s.submit}>
        <Button type="submit" variant="primary" busy={sending}>
          {submitText}
        </Button>
        {onCancel && (
          <Button type="button" onClick={onCancel} disabled={sending}>
            取消
          </Button>
        )}
      </div>
    </form>
  )
}
