import { useEffect, useState } from 'react'
import { CodeDialog, Dialog } from '../../ui/heavy.ts'
import { ErrorLine, Field, TextArea, toast } from '../../ui/index.ts'
import { useLink, useVoid, type ConsentDetail } from './hooks.ts'

/** Withdraws a consent, with the reason. */
export function VoidDialog({ data, onClose }: { data: ConsentDetail; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const revoke = useVoid()
  const submit = () => {
    setTried(true)
    if (reason.trim() === '') return
    revoke.mutate(
      { id: data.id, version: data.version, reason: reason.trim() },
      { onSuccess: () => (toast.success('已作废，正文和签名仍可查看'), onClose()) },
    )
  }
  return (
    <Dialog
      open
      sticky
      danger
      title={`作废 ${data.templateName}`}
      submitText="作废"
      busy={revoke.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="secondary t-13">作废即时生效，不能恢复；正文和双方签名仍可查看。需要时另行准备一份重签。</p>
      <Field label="原因" required error={tried && reason.trim() === '' ? '请填写原因' : undefined}>
        <TextArea rows={3} maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
      {revoke.error && <ErrorLine>{revoke.error.message}</ErrorLine>}
    </Dialog>
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
