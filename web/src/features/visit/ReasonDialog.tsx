import { useState } from 'react'
import { ApiError, retryOf } from '../../lib/client.ts'
import { ErrorLine, Field } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { Reasons } from './Reasons.tsx'
import s from './visit.module.css'

export interface ReasonDialogProps {
  title: string
  submitText: string
  label: string
  /** Ready-made reasons. */
  reasons: readonly string[]
  max?: number
  danger?: boolean
  /** What stands beside a dangerous submit. */
  cancelText?: string
  /** Says what went wrong by throwing. */
  onSubmit: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks why. */
export function ReasonDialog({
  title,
  submitText,
  label,
  reasons,
  max = 100,
  danger,
  cancelText = '不退',
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState(reasons[0] ?? '')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const submit = async () => {
    setTried(true)
    if (!reason.trim()) return
    setBusy(true)
    try {
      await onSubmit(reason.trim())
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={title}
      submitText={submitText}
      {...(danger ? { danger, cancelText } : {})}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className={s.form}>
        <Field label={label} required error={tried && !reason.trim() ? `请填写${label}` : undefined}>
          <Reasons reasons={reasons} value={reason} max={max} onChange={setReason} />
        </Field>
        {failure && <ErrorLine onRetry={retryOf(failure, () => void submit())}>{failure.message}</ErrorLine>}
      </div>
    </Dialog>
  )
}
