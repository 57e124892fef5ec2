import { useEffect, useState } from 'react'
import { CodeDialog, Dialog } from '../../ui/heavy.ts'
import { ErrorLine, Field, TextArea, toast } from '../../ui/index.ts'
import { useLink, useVoid, type ConsentDetail } from './hooks.ts'

interface ReasonDialogProps {
  title: string
  hint?: string
  submitText: string
  /** What is said where no reason is given. */
  lack: string
  busy: boolean
  error: Error | null
  onClose: () => void
  onSubmit: (reason: string) => void
}

/** What is done to a consent for a reason, which has to be given. */
export function ReasonDialog({ hint, lack, error, onSubmit, ...rest }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const isLacking = reason.trim() === ''
  const submit = () => {
    setTried(true)
    if (!isLacking) onSubmit(reason.trim())
  }
  return (
    <Dialog {...rest} open sticky danger onSubmit={submit}>
      {hint && <p className="secondary t-13">{hint}</p>}
      <Field label="原因" required error={tried && isLacking ? lack : undefined}>
        <TextArea rows={3} maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
      {error && <ErrorLine>{error.message}</ErrorLine>}
    </Dialog>
  )
}

/** Withdraws a consent, with the reason. */
export function VoidDialog({ data, onClose }: { data: ConsentDetail; onClose: () => void }) {
  const revoke = useVoid()
  return (
    <ReasonDialog
      title={`作废 ${data.templateName}`}
      hint="作废即时生效，不能恢复；正文和双方签名仍可查看。需要时另行准备一份重签。"
      submitText="作废"
      lack="请填写原因"
      busy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onSubmit={(reason) =>
        revoke.mutate(
          { id: data.id, version: data.version, reason },
          { onSuccess: () => (toast.success('已作废，正文和签名仍可查看'), onClose()) },
        )
      }
    />
  )
}

/** A code for the patient's own phone: good once, for half an hour. */
export function LinkDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { mutate, data, error } = useLink()
  const ask = () => mutate({ id }, { onError: () => {} })
  useEffect(() => mutate({ id }, { onError: () => {} }), [id, mutate])
  return (
    <CodeDialog
      title="请患者用手机扫码签名"
      label="打开同意书，在手机上签名"
      address={data ? `${window.location.origin}/consentSign#${data.token}` : null}
      words={`${data?.expiresAt.slice(11, 16) ?? ''} 前有效，只能签一次。打开时要输入档案手机号的后 4 位，错 5 次作废。`}
      problem={error?.message}
      onRenew={ask}
      onClose={onClose}
    />
  )
}
