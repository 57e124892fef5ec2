import { useState } from 'react'
import { Dialog } from '../../ui/heavy.ts'
import { ErrorLine, Field, TextField } from '../../ui/index.ts'
import { useAdjustSends } from './hooks.ts'

/** Asks why a way of payment is not to be set right; whoever asked for it reads the answer. */
export function RefuseAdjustDialog({ id, version, onClose }: { id: string; version: number; onClose: () => void }) {
  const { decide } = useAdjustSends()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const missing = reason.trim() === ''
  return (
    <Dialog
      open
      title="拒绝改账"
      submitText="拒绝"
      danger
      busy={decide.isPending}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true)
        if (!missing) decide.mutate({ id, version, agree: false, reason: reason.trim() }, { onSuccess: onClose })
      }}
    >
      <Field label="拒绝原因" required error={asked && missing ? '请填写拒绝原因' : undefined}>
        <TextField autoFocus maxLength={100} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {decide.error && <ErrorLine>{decide.error.message}</ErrorLine>}
    </Dialog>
  )
}
