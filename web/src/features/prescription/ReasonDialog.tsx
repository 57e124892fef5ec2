import { useState } from 'react'
import { Dialog } from '../../ui/heavy.ts'
import { Field, TextField } from '../../ui/index.ts'

/** Asks why something is taken back. */
export function ReasonDialog({
  title,
  label,
  submitText,
  danger = false,
  busy,
  onClose,
  onSubmit,
}: {
  title: string
  label: string
  submitText: string
  danger?: boolean
  busy: boolean
  onClose: () => void
  onSubmit: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  const [wanting, setWanting] = useState(false)
  const text = reason.trim()
  return (
    <Dialog
      open
      title={title}
      width={440}
      danger={danger}
      busy={busy}
      submitText={submitText}
      onClose={onClose}
      onSubmit={() => {
        setWanting(true)
        if (text !== '') onSubmit(text)
      }}
    >
      <Field label={label} required error={wanting && text === '' ? `请填写${label}` : undefined}>
        <TextField autoFocus maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  )
}
