import { useRef, useState } from 'react'
import { TextField } from '../../ui/index.ts'
import { cellPlace, type Layout } from '@dentin/clinical/perio/chart-geometry'
import type { Place } from './model.ts'
import s from './entry.module.css'

/** The note of a tooth, written beside it; Enter keeps it, Esc leaves it as it was. */
export function NoteField({
  place,
  layout,
  value,
  onKeep,
  onClose,
}: {
  place: Place
  layout: Layout
  value: string
  onKeep: (text: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState(value)
  /** Leaving the field is told once: its removal blurs it again. */
  const left = useRef(false)
  const leave = (keep: boolean) => {
    if (left.current) return
    left.current = true
    if (keep && text.trim() !== value) onKeep(text.trim())
    onClose()
  }
  const { x, y } = cellPlace(layout, place, place.kind)
  const below = y < layout.height - 70
  return (
    <div
      className={s.note}
      style={{
        left: Math.max(4, Math.min(layout.width - 264, x - 24)),
        ...(below ? { top: y + 15 } : { bottom: layout.height - y + 15 }),
      }}
    >
      <TextField
        size="sm"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by a key, and is typed into at once
        autoFocus
        aria-label={`${place.tooth} 备注`}
        placeholder={`${place.tooth} 备注，回车`}
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') leave(true)
          else if (event.key === 'Escape') leave(false)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
        onBlur={() => leave(true)}
      />
    </div>
  )
}
