import type { DictType } from '@dentin/contract/core/dictionaries'
import { useState } from 'react'
import { ApiError, retryOf } from '../../lib/client.ts'
import { useDict } from '../../lib/dict.ts'
import { ErrorLine, Field, UsualWords } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import s from './visit.module.css'

export interface ReasonDialogProps {
  title: string
  submitText: string
  label: string
  /** Where the usual reasons are kept; without a default the first of them stands there. */
  dictionary: DictType
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
  dictionary,
  max = 100,
  danger,
  cancelText = '不退',
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const { words, first } = useDict(dictionary)
  const [typed, setReason] = useState<string | null>(null)
  const reason = typed ?? (first || (words[0] ?? ''))
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
          <UsualWords words={words} value={reason} maxLength={max} onChange={setReason} />
        </Field>
        {failure && <ErrorLine onRetry={retryOf(failure, () => void submit())}>{failure.message}</ErrorLine>}
      </div>
    </Dialog>
  )
}
