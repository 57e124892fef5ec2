import { useState } from 'react'
import { Dialog } from '../../ui/heavy.ts'
import { ErrorLine, Field, TextArea } from '../../ui/index.ts'
import s from './dialog.module.css'

/** Asks why something is done that leaves a trace. */
export function ReasonOf({
  title,
  hint,
  submitText,
  danger = true,
  busy,
  error,
  onClose,
  onSubmit,
}: {
  title: string
  hint: string
  submitText: string
  danger?: boolean
  busy: boolean
  error: string | null
  onClose: () => void
  onSubmit: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  return (
    <Dialog
      open
      danger={danger}
      title={title}
      submitText={submitText}
      submitDisabled={reason.trim() === ''}
      busy={busy}
      onClose={onClose}
      onSubmit={() => onSubmit(reason.trim())}
    >
      <p className={s.proposal}>{hint}</p>
      <Field label="原因" required>
        <TextArea rows={2} maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
      {error !== null && <ErrorLine>{error}</ErrorLine>}
    </Dialog>
  )
}
