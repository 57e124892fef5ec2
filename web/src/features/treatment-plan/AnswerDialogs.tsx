import { QUOTE_DAYS, type PlanDetail, type PlanLine } from '@dentin/contract/treatment-plan'
import { addDays } from '@dentin/kit/datetime'
import { useState } from 'react'
import { useDict } from '../../lib/dict.ts'
import { presentDay } from '../../lib/present.ts'
import { DatePicker, Dialog } from '../../ui/heavy.ts'
import { ErrorLine, Field, TextArea, TextField, UsualWords } from '../../ui/index.ts'
import { useCancelLine, useQuotePlan, useRefusePlan } from './hooks.ts'

export function QuoteDialog({ plan, onClose }: { plan: PlanDetail; onClose: () => void }) {
  const [until, setUntil] = useState<string | null>(addDays(presentDay(), QUOTE_DAYS))
  const quote = useQuotePlan()
  return (
    <Dialog
      open
      title="报价"
      submitText="报价"
      busy={quote.isPending}
      onClose={onClose}
      onSubmit={() =>
        quote.mutate(
          { id: plan.id, version: plan.version, validUntil: until ?? '' },
          { onSuccess: onClose, onError: () => undefined },
        )
      }
    >
      <Field
        label="报价有效期至"
        required
        help="到这一天为止按今天的价目收，价目表变了也不变"
        error={quote.error?.fields?.find(({ field }) => field === 'validUntil')?.message}
      >
        <DatePicker value={until} onChange={setUntil} />
      </Field>
      {quote.error && <ErrorLine>{quote.error.fields?.[0]?.message ?? quote.error.message}</ErrorLine>}
    </Dialog>
  )
}

export function RefuseDialog({ plan, onClose }: { plan: PlanDetail; onClose: () => void }) {
  const { words, first } = useDict('lost-reason')
  const [typed, setTyped] = useState<string | null>(null)
  const [remark, setRemark] = useState('')
  const refuse = useRefusePlan()
  const reason = typed ?? first
  return (
    <Dialog
      open
      title="记为未成交"
      submitText="记下"
      busy={refuse.isPending}
      onClose={onClose}
      onSubmit={() =>
        refuse.mutate(
          { id: plan.id, version: plan.version, reason: reason.trim(), remark },
          { onSuccess: onClose, onError: () => undefined },
        )
      }
    >
      <Field label="未成交原因" required error={refuse.error?.fields?.find(({ field }) => field === 'reason')?.message}>
        <UsualWords autoFocus maxLength={40} words={words} value={reason} onChange={setTyped} />
      </Field>
      <Field label="备注" help="三天后由咨询师回访">
        <TextArea rows={2} maxLength={200} value={remark} onChange={({ target }) => setRemark(target.value)} />
      </Field>
      {refuse.error && <ErrorLine>{refuse.error.message}</ErrorLine>}
    </Dialog>
  )
}

export function CancelDialog({ plan, line, onClose }: { plan: PlanDetail; line: PlanLine; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const cancel = useCancelLine()
  return (
    <Dialog
      open
      danger
      title={`取消「${line.name}」`}
      submitText="取消这一条"
      busy={cancel.isPending}
      onClose={onClose}
      onSubmit={() =>
        cancel.mutate(
          { id: plan.id, version: plan.version, lineId: line.id, cancel: true, reason },
          { onSuccess: onClose, onError: () => undefined },
        )
      }
    >
      <Field label="原因" required error={cancel.error?.fields?.[0]?.message}>
        <TextField autoFocus maxLength={50} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
      {cancel.error && !cancel.error.fields?.length && <ErrorLine>{cancel.error.message}</ErrorLine>}
    </Dialog>
  )
}
