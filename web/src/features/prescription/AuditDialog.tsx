import { prescriptionErrors } from '@dentin/contract/prescription'
import { useState } from 'react'
import { ApiError } from '../../lib/client.ts'
import { Dialog } from '../../ui/heavy.ts'
import { Button, Checkbox, ErrorLine, Field, TextField, toast } from '../../ui/index.ts'
import { Findings } from './Findings.tsx'
import { useAuditRx, type RxDetail, type RxFinding } from './hooks.ts'
import s from './prescription.module.css'

/** A second person looks at a prescription: passes it, signing under what was blocked, or hands it back. */
export function AuditDialog({ rx, onClose }: { rx: RxDetail; onClose: () => void }) {
  const audit = useAuditRx()
  const [note, setNote] = useState('')
  const [sure, setSure] = useState(false)
  const [seen, setSeen] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [noNote, setNoNote] = useState(false)
  /** What the checks found when the server ran them once more. */
  const [fresh, setFresh] = useState<readonly RxFinding[]>([])
  const answered = new Set(rx.overrides.map(({ key }) => key))
  const blocked = rx.findings.filter(({ severity }) => severity === '阻断')
  const warned = fresh.filter(({ key, severity }) => severity === '强提示' && !answered.has(key))
  const decide = async (pass: boolean) => {
    if (!pass && note.trim() === '') {
      setNoNote(true)
      return
    }
    setFailure(null)
    try {
      await audit.mutateAsync({ id: rx.id, version: rx.version, pass, note, confirm: sure, seen: [...seen] })
      toast.success(pass ? '已审核通过' : '已退回开方医生')
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '没有成功，请重试')
      if (error instanceof ApiError && error.is(prescriptionErrors.RX_UNSEEN))
        setFresh((error.data as { findings?: RxFinding[] }).findings ?? [])
    }
  }
  return (
    <Dialog
      open
      title={`审核处方 ${rx.rxNo}`}
      width={620}
      sticky
      busy={audit.isPending}
      onClose={onClose}
      footer={
        <div className={s.foot}>
          <Button onClick={onClose}>取消</Button>
          <Button busy={audit.isPending} onClick={() => void decide(false)}>
            退回修改
          </Button>
          <Button
            variant="primary"
            busy={audit.isPending}
            disabled={blocked.length > 0 && !sure}
            onClick={() => void decide(true)}
          >
            {blocked.length > 0 ? '第二人签名并通过' : '审核通过'}
          </Button>
        </div>
      }
    >
      <div className={s.writer}>
        <p>
          <b>{rx.patientName}</b>　{rx.diagnosis}
          <br />
          {rx.summary}
        </p>
        {rx.findings.length > 0 ? (
          <Findings findings={rx.findings} />
        ) : (
          <p className="secondary">用药核对：没有发现问题。</p>
        )}
        {rx.overrides
          .filter(({ kind }) => kind === 'reason')
          .map((each) => (
            <p key={each.key} className="secondary t-13">
              {each.name} 的理由：{each.reason}
            </p>
          ))}
        {warned.length > 0 && (
          <Findings
            findings={warned}
            answers={{
              reasons: {},
              onReason: () => {},
              seen,
              onSeen: (key, isSeen) => setSeen((now) => (isSeen ? [...now, key] : now.filter((each) => each !== key))),
              wanting: false,
            }}
          />
        )}
        {blocked.length > 0 && (
          <Checkbox checked={sure} onChange={(event) => setSure(event.target.checked)}>
            我已核对以上 {blocked.length} 项阻断，作为第二人签名确认
          </Checkbox>
        )}
        <Field label="审核意见（退回时必填）" error={noNote && note.trim() === '' ? '请写明退回的原因' : undefined}>
          <TextField maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {failure !== null && <ErrorLine>{failure}</ErrorLine>}
      </div>
    </Dialog>
  )
}
