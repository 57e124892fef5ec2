import type { Handwriting } from '@dentin/contract/consent'
import { addDays, formatDateTime } from '@dentin/kit/datetime'
import { useState } from 'react'
import { SignPad } from '../../domain/sign-pad.tsx'
import { newRequestId } from '../../lib/client.ts'
import { present, presentDay } from '../../lib/present.ts'
import { Dialog, TimeField } from '../../ui/heavy.ts'
import { ErrorLine, Field, TextArea, toast } from '../../ui/index.ts'
import { ReasonDialog } from './dialogs.tsx'
import { useAsk, useDecide, type ConsentDetail } from './hooks.ts'
import s from './consent.module.css'

const now = (): string => formatDateTime(present()).slice(11, 16)

/** The doctor asks a head of the clinic in the patient's place: why, since when, and signed. */
export function AskDialog({ data, onClose }: { data: ConsentDetail; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [time, setTime] = useState<string | null>(now)
  const [strokes, setStrokes] = useState<Handwriting | null>(null)
  const [tried, setTried] = useState(false)
  const [requestId] = useState(newRequestId)
  const ask = useAsk()
  const problem = (field: string) => ask.error?.fields?.find((each) => each.field === field)?.message
  const hasDoctor = data.signatures.some(({ role }) => role === 'doctor')
  const unsigned = !hasDoctor && strokes === null
  const submit = () => {
    setTried(true)
    if (reason.trim() === '' || time === null || unsigned) return
    // A time later than now was yesterday's: the emergency is told after midnight.
    const day = time > now() ? addDays(presentDay(), -1) : presentDay()
    ask.mutate(
      { id: data.id, version: data.version, reason: reason.trim(), at: `${day} ${time}:00`, strokes, requestId },
      { onSuccess: () => (toast.success('已送负责人，批准后马上通知您'), onClose()) },
    )
  }
  return (
    <Dialog
      open
      sticky
      title="紧急情形，申请负责人批准"
      submitText="送负责人批准"
      busy={ask.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={s.asking}>
        <p className="secondary t-13">
          只用于不能取得患者本人和近亲属意见、又不能等的情形。批准后可以处置，患者清醒或近亲属到场后须补签；正文从此不能再改。
        </p>
        <Field
          label="不能取得意见的情形和须立即处置的理由"
          required
          error={problem('reason') ?? (tried && reason.trim() === '' ? '请填写理由' : undefined)}
        >
          <TextArea
            rows={3}
            maxLength={200}
            value={reason}
            placeholder="如：患者昏迷，联系家属电话无人接听，颌面外伤活动性出血须立即止血"
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <Field label="紧急时间" required error={problem('at') ?? (tried && time === null ? '请填写时间' : undefined)}>
          <span className={s.askTime}>
            <TimeField value={time} onChange={setTime} />
          </span>
        </Field>
        {!hasDoctor && (
          <Field
            label={`医生签名 ${data.doctorName}`}
            required
            error={problem('strokes') ?? (tried && unsigned ? '请医生先签名' : undefined)}
          >
            <SignPad label="医生" height={96} onChange={setStrokes} />
          </Field>
        )}
      </div>
      {ask.error && !ask.error.fields?.length && <ErrorLine>{ask.error.message}</ErrorLine>}
    </Dialog>
  )
}

/** A head refuses, with words. */
export function RefuseDialog({ data, onClose }: { data: ConsentDetail; onClose: () => void }) {
  const decide = useDecide()
  return (
    <ReasonDialog
      title="不批准这份紧急同意书"
      submitText="不批准"
      lack="请写明拒绝的原因"
      busy={decide.isPending}
      error={decide.error}
      onClose={onClose}
      onSubmit={(reason) =>
        decide.mutate(
          { id: data.id, version: data.version, agree: false, reason },
          { onSuccess: () => (toast.success('没有批准，已通知医生'), onClose()) },
        )
      }
    />
  )
}
