import { useId, type ReactNode } from 'react'
import { DetailPane, useHotkeys } from '../../../ui/index.ts'
import s from './book.module.css'

/** Every pane of the board is as wide, so that changing from one to the other moves nothing. */
export const PANE_WIDTH = 364

/** A form of the board, taken apart for what it stands in. */
export interface BookParts {
  label: string
  body: ReactNode
  /** Words and buttons that are always in sight. */
  footer: ReactNode
  onSubmit: () => void
  onClose: () => void
}
export type BookFrame = (parts: BookParts) => ReactNode

/** Beside the board, which it never covers. */
export function BesideBoard({
  tabs,
  tray,
  ...parts
}: BookParts & {
  tabs: ReactNode
  /** What was put aside or who waits, looked at for a moment: what is typed stays below it. */
  tray: ReactNode
}) {
  const form = useId()
  return (
    <DetailPane
      label={parts.label}
      head={tabs}
      width={PANE_WIDTH}
      onClose={parts.onClose}
      footer={tray ? undefined : parts.footer}
    >
      {tray}
      <div hidden={tray != null}>
        <BookBody id={form} {...parts} />
      </div>
    </DetailPane>
  )
}

/** The fields of a form, with Enter to save. */
export function BookBody({ id, body, onSubmit }: BookParts & { id: string }) {
  useHotkeys([{ key: 'mod+Enter', does: '保存预约', whileTyping: true, run: onSubmit }])
  return (
    <form
      id={id}
      className={s.form}
      noValidate
      data-book
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {body}
      {/* Enter in a field saves. */}
      <button type="submit" hidden aria-label="保存" />
    </form>
  )
}
