import { Modal } from 'antd'
import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react'
import { Button } from '../control/Button.tsx'
import { useHotkeys } from '../hooks/useHotkeys.ts'
import { Icon } from '../icon/Icon.tsx'
import { AntTheme } from '../theme/antd.tsx'
import s from './dialog.module.css'

export interface DialogProps {
  open: boolean
  title: ReactNode
  onClose: () => void
  /** Enter and the filled button; without it the dialog has only 关闭. */
  onSubmit?: () => void
  submitText?: string
  cancelText?: string
  /** The submit is under way: the dialog stays. */
  busy?: boolean
  /** The submit cannot be undone. */
  danger?: boolean
  submitDisabled?: boolean
  /** At the left of the foot. */
  footStart?: ReactNode
  /** Replaces the buttons; null for none. */
  footer?: ReactNode
  /** Width in px, 480 unless said otherwise; the phone uses the whole width. */
  width?: number
  /** Clicking beside it does nothing, for forms with something typed in. */
  sticky?: boolean
  children: ReactNode
}

/** A form or question over the page. Esc closes, Enter (anywhere Ctrl Enter) submits, focus comes back to where it was. */
export function Dialog({
  open,
  title,
  onClose,
  onSubmit,
  submitText = '确定',
  cancelText,
  busy,
  danger,
  submitDisabled,
  footStart,
  footer,
  width = 480,
  sticky,
  children,
}: DialogProps) {
  const formId = useId()
  const content = useRef<HTMLElement>(null)
  const focusFirst = (now: boolean) => {
    if (!now || content.current?.contains(document.activeElement)) return
    // Without motion a field is drawn before the dialog is shown, and could not take the focus that it asked for.
    const field = (which: string) => content.current?.querySelector<HTMLElement>(which)
    const first = field('[data-autofocus]') ?? field('input:not(:disabled, [type=hidden]), textarea:not(:disabled)')
    // A question without a field is answered by Enter too, unless what it does can't be undone.
    const go = danger || !onSubmit ? null : document.querySelector<HTMLElement>(`button[form="${formId}"]`)
    ;(first ?? go)?.focus()
  }
  // What was refused stands beside its field: the first such field takes the focus, wherever in a long form it is.
  const toWrong = () => content.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  const sending = useRef(busy)
  useEffect(() => {
    if (open && sending.current && !busy) toWrong()
    sending.current = busy
  }, [open, busy])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy || submitDisabled) return
    onSubmit?.()
    requestAnimationFrame(() => sending.current || toWrong())
  }
  const sends = open && onSubmit !== undefined && !submitDisabled
  useHotkeys([
    // Also from a text of several lines and from a button, where Enter does something else.
    {
      key: 'mod+Enter',
      does: submitText,
      enabled: sends,
      run: () => (document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit(),
    },
  ])
  const buttons = (
    <div className={s.foot}>
      <div className={s.footStart}>{footStart}</div>
      <Button onClick={onClose}>{cancelText ?? (onSubmit ? '取消' : '关闭')}</Button>
      {onSubmit && (
        <Button
          type="submit"
          form={formId}
          variant={danger ? 'danger' : 'primary'}
          busy={busy}
          disabled={submitDisabled}
        >
          {submitText}
        </Button>
      )}
    </div>
  )
  return (
    <AntTheme>
      <Modal
        open={open}
        title={title}
        onCancel={() => !busy && onClose()}
        footer={footer === undefined ? buttons : footer}
        width={width}
        centered
        destroyOnHidden
        afterOpenChange={focusFirst}
        mask={{ closable: !sticky && !busy }}
        closeIcon={<Icon name="x" size={16} label="关闭" />}
      >
        {onSubmit ? (
          <form
            ref={(element) => {
              content.current = element
            }}
            id={formId}
            onSubmit={submit}
            noValidate
            className={s.body}
          >
            {children}
          </form>
        ) : (
          <div
            ref={(element) => {
              content.current = element
            }}
            className={s.body}
          >
            {children}
          </div>
        )}
      </Modal>
    </AntTheme>
  )
}
