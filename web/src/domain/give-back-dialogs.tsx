import type { memberCard } from '@dentin/contract/card'
import type { prepay } from '@dentin/contract/prepay'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { useCallForm } from '../lib/form.ts'
import { FormDialog } from '../ui/heavy.ts'
import { Button, Field, TextField, toast } from '../ui/index.ts'
import type { GiveBackPaper } from './GiveBackRows.tsx'
import s from './give-back.module.css'

interface DialogProps<C, Input> {
  call: C
  send: (input: Input) => Promise<unknown>
  paper: Pick<GiveBackPaper, 'id' | 'version' | 'patientName' | 'amount' | 'ways' | 'reason' | 'applicantName'>
  title: string
  onClose: () => void
}
interface DecideInput {
  id: string
  version: number
  agree: boolean
  reason: string
}
interface WithdrawInput {
  id: string
  version: number
  reason: string
}

/** Agrees to what is to be given back, or refuses it with words. */
export function DecideGiveBack({
  call,
  send,
  paper,
  about,
  title,
  onClose,
}: DialogProps<typeof prepay.decideReturn | typeof memberCard.decideRefund, DecideInput> & {
  /** Of what, in words. */
  about: string
}) {
  const [agree, setAgree] = useState<boolean | null>(null)
  const form = useCallForm(call, { defaultValues: { id: paper.id, version: paper.version, agree: true, reason: '' } })
  const submit = form.save(
    (values) => send({ ...(values as DecideInput), agree: agree === true }),
    () => {
      toast.success(agree ? '已同意，等待退款' : '已拒绝')
      onClose()
    },
  )
  return (
    <FormDialog
      form={form}
      title={title}
      onClose={onClose}
      onSubmit={submit}
      submitText={agree === null ? '确定' : agree ? '同意' : '拒绝'}
      submitDisabled={agree === null || (!agree && !form.watch('reason')?.trim())}
      danger={agree === false}
    >
      <p className="t-13">
        {paper.applicantName} 申请给 <b>{paper.patientName}</b> 退 <b className="num">{formatYuanText(paper.amount)}</b>{' '}
        元（{[about, ...paper.ways.map(({ name, amount }) => `${name} ${formatYuanText(amount)}`)].join('，')}
        ），原因：{paper.reason}
      </p>
      <div className={s.choice}>
        <Button
          aria-pressed={agree === true}
          className={agree === true ? s.chosen : undefined}
          onClick={() => setAgree(true)}
        >
          同意
        </Button>
        <Button
          aria-pressed={agree === false}
          className={agree === false ? s.chosen : undefined}
          onClick={() => setAgree(false)}
        >
          拒绝
        </Button>
      </div>
      <Field label="意见" required={agree === false} error={form.errorOf('reason')}>
        <TextField maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

/** Takes back what was asked for and not paid yet. */
export function WithdrawGiveBack({
  call,
  send,
  paper,
  title,
  onClose,
}: DialogProps<typeof prepay.withdrawReturn | typeof memberCard.withdrawRefund, WithdrawInput>) {
  const form = useCallForm(call, { defaultValues: { id: paper.id, version: paper.version, reason: '' } })
  const submit = form.save(
    (values) => send(values as WithdrawInput),
    () => {
      toast.success('申请已撤回')
      onClose()
    },
  )
  return (
    <FormDialog form={form} title={title} onClose={onClose} onSubmit={submit} submitText="撤回">
      <Field label="原因" required error={form.errorOf('reason')}>
        <TextField autoFocus maxLength={50} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}
