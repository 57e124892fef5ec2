import { useEffect, useId, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '../control/Button.tsx'
import { Icon } from '../icon/Icon.tsx'
import s from './confirm.module.css'

export interface ConfirmOptions {
  /** The question, naming the thing: 删除 张三 的 3 张影像? */
  title: string
  body?: ReactNode
  okText?: string
  cancelText?: string
  /** What is agreed to cannot be undone. */
  danger?: boolean
}

interface Asked extends ConfirmOptions {
  id: number
  answer: (yes: boolean) => void
}

let asked: Asked | null = null
let counter = 0
const listeners = new Set<() => void>()

function put(next: Asked | null) {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks a yes-or-no question; only for what cannot be undone. Needs one `ConfirmHost` on the page. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  asked?.answer(false)
  counter += 1
  const id = counter
  return new Promise((resolve) => put({ ...options, id, answer: resolve }))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The place where `confirm` asks. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => asked)
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (!question || box.current?.open) return
    box.current?.showModal()
    box.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [question])
  if (!question) return null
  const close = (yes: boolean) => {
    question.answer(yes)
    if (asked?.id === question.id) put(null)
  }
  return (
    <dialog
      ref={box}
      key={question.id}
      role="alertdialog"
      aria-labelledby={titleId}
      className={s.box}
      onCancel={() => close(false)}
    >
      <div className={s.inner}>
        <h2 id={titleId} className={s.title}>
          <Icon name={question.danger ? 'alert' : 'help'} size={18} className={question.danger ? s.danger : s.calm} />
          {question.title}
        </h2>
        {question.body != null && <div className={s.body}>{question.body}</div>}
        <div className={s.foot}>
          <Button onClick={() => close(false)} data-first={question.danger || undefined}>
            {question.cancelText ?? '取消'}
          </Button>
          <Button
            variant={question.danger ? 'danger' : 'primary'}
            onClick={() => close(true)}
            data-first={!question.danger || undefined}
          >
            {question.okText ?? '确定'}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
