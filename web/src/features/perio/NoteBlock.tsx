import { useState } from 'react'
import { TextArea } from '../../ui/index.ts'
import s from './side.module.css'

/** What is to be remembered of the examination as a whole; kept when the field is left. */
export function NoteBlock({ note, onKeep }: { note: string; onKeep: (note: string) => Promise<void> }) {
  /** null: as it is stored. */
  const [text, setText] = useState<string | null>(null)
  const keep = async () => {
    if (text === null) return
    if (text.trim() !== note) await onKeep(text.trim())
    setText(null)
  }
  return (
    <section className={s.block} aria-label="备注">
      <TextArea
        rows={1}
        maxLength={300}
        aria-label="检查备注"
        placeholder="检查备注"
        value={text ?? note}
        onChange={({ target }) => setText(target.value)}
        // What failed stays in the field.
        onBlur={() => void keep().catch(() => undefined)}
      />
    </section>
  )
}
