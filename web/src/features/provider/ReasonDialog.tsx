import { useState, type ReactNode } from 'react'
import { ApiError } from '../../lib/client.ts'
import { ErrorLine, Field, TextArea } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import s from './provider.module.css'

/** A decision that needs a reason, which somebody else will read. */
export function ReasonDialog({
  title,
  text,
  label = '理由',
  missing = '请填写理由',
  submitText,
  send,
  onClose,
}: {
  title: string
  /** What follows from it. */
  text: ReactNode
  label?: string
  /** What is said when nothing was typed. */
  missing?: string
  submitText: string
  /** Makes the decision and closes what has to close. */
  send: (reason: string) => Promise<void>
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (!reason.trim()) return setProblem(missing)
    setBusy(true)
    setFailure(null)
    try {
      await send(reason.trim())
    } catch (error) {
      const field = error instanceof ApiError ? error.fields[0]?.message : undefined
      if (field) setProblem(field)
      else setFailure(error instanceof Error ? error.message : 'Error')
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText={submitText}
      busy={busy}
      danger
      width={440}
      sticky
    >
      <div className={s.stack}>
        <p className="secondary">{text}</p>
        <Field label={label} required error={problem}>
          <TextArea
            rows={3}
            maxLength={200}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value)
              setProblem(null)
            }}
          />
        </Field>
        {failure && <ErrorLine>{failure}</ErrorLine>}
      </div>
    </Dialog>
  )
}
