import { useState } from 'react'
import { ApiError } from '../../lib/client.ts'
import { ErrorLine, Field, Segmented, TextField } from '../../ui/index.ts'
import { Dialog, Select } from '../../ui/heavy.ts'
import { useReceptionOptions } from './hooks.ts'
import s from './visit.module.css'

export interface ReasonDialogProps {
  title: string
  submitText: string
  label: string
  /** Ready-made reasons. */
  reasons: readonly string[]
  max?: number
  danger?: boolean
  /** A doctor has to be chosen too; not this one. */
  exceptDoctorId?: string
  /** Says what went wrong by throwing. */
  onSubmit: (reason: string, doctorId: string) => Promise<unknown>
  onClose: () => void
}

/** Asks why, and for a referral to whom. */
export function ReasonDialog({
  title,
  submitText,
  label,
  reasons,
  max = 100,
  danger,
  exceptDoctorId,
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState(reasons[0] ?? '')
  const [doctorId, setDoctorId] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const options = useReceptionOptions()
  const asksDoctor = exceptDoctorId !== undefined
  const submit = async () => {
    setTried(true)
    if (!reason.trim() || (asksDoctor && !doctorId)) return
    setBusy(true)
    try {
      await onSubmit(reason.trim(), doctorId ?? '')
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      setBusy(false)
    }
  }
  const doctors = (options.data?.doctors ?? []).filter((each) => each.id !== exceptDoctorId)
  return (
    <Dialog
      open
      title={title}
      submitText={submitText}
      {...(danger ? { danger, cancelText: '不退' } : {})}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className={s.form}>
        {asksDoctor && (
          <Field label="转给" required error={tried && !doctorId ? '请选择医生' : undefined}>
            <Select
              options={doctors.map((each) => ({
                value: each.id,
                label: each.name,
                hint: [each.deptName, each.waiting ? `候 ${each.waiting}` : '无候诊'].filter(Boolean).join('　'),
              }))}
              value={doctorId}
              onChange={setDoctorId}
              loading={options.isPending}
            />
          </Field>
        )}
        <Field label={label} required error={tried && !reason.trim() ? `请填写${label}` : undefined}>
          <div className={s.reasons}>
            {reasons.length > 0 && (
              <Segmented
                label="常用"
                size="sm"
                options={reasons.map((each) => ({ value: each, label: each }))}
                value={reasons.includes(reason) ? reason : null}
                onChange={setReason}
              />
            )}
            <TextField value={reason} maxLength={max} onChange={(event) => setReason(event.target.value)} />
          </div>
        </Field>
        {failure && <ErrorLine onRetry={() => void submit()}>{failure.message}</ErrorLine>}
      </div>
    </Dialog>
  )
}
