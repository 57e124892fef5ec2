import { fenToYuan, yuanToFen } from '@dentin/kit/money'
import { nextDue, planInstalments, MOST_INSTALMENTS, type Instalment } from '@dentin/kit/instalments'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { presentDay } from '../../lib/present.ts'
import { Checkbox, ErrorLine, Field, Money, NumberField, TextField, toast } from '../../ui/index.ts'
import { DatePicker, Dialog } from '../../ui/heavy.ts'
import { useInstalmentSends, type Plan, type PlansOfBill } from './hooks.ts'
import s from './instalment.module.css'

/** Agrees on instalments for what a bill owes, or agrees anew; shows every part before it is agreed. */
export function TermsDialog({
  bill,
  plan,
  onClose,
}: {
  bill: PlansOfBill['bill']
  /** The agreement that is changed. */
  plan: Plan | null
  onClose: () => void
}) {
  const { create, change } = useInstalmentSends()
  const [count, setCount] = useState<number | null>(
    plan ? plan.periods.filter(({ open }) => Number(open) > 0).length : (bill.proposed?.count ?? 12),
  )
  const [day, setDay] = useState<number | null>(plan?.dueDay ?? bill.proposed?.day ?? 5)
  const [typedDue, setTypedDue] = useState<string | null>(null)
  const firstDue = typedDue ?? nextDue(presentDay(), day ?? 5)
  const [inYuan, setInYuan] = useState(plan?.inYuan ?? false)
  const [remark, setRemark] = useState(plan?.remark ?? '')
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [requestId, setRequestId] = useState(newRequestId)
  const send = plan ? change : create
  const errorOf = (field: string) => send.error?.fields.find((each) => each.field === field)?.message
  const parts = partsOf(bill.arrearsAmount, count, firstDue, day, inYuan)
  const submit = () => {
    setAsked(true)
    if (!parts || count === null || day === null || (plan && reason.trim() === '')) return
    const terms = { count, firstDue, day, inYuan, remark: remark.trim(), requestId }
    const done = {
      onSuccess: ({ planNo }: { planNo: string }) => {
        toast.success(plan ? `已改签，${planNo}` : `已约定分期，${planNo}`)
        onClose()
      },
      onError: () => setRequestId(newRequestId()),
    }
    if (plan) change.mutate({ id: plan.id, version: plan.version, reason: reason.trim(), ...terms }, done)
    else create.mutate({ billId: bill.id, version: bill.version, ...terms }, done)
  }
  return (
    <Dialog
      open
      title={plan ? '改签分期' : '约定分期'}
      onClose={onClose}
      submitText={plan ? '改签' : '约定'}
      busy={send.isPending}
      onSubmit={submit}
    >
      <p className={s.explain}>
        {bill.patientName} 的账单 {bill.billNo}，欠 {formatYuanText(bill.arrearsAmount)} 元，按下面的日子付清。
        {!plan && bill.proposed && `期数与日子来自${bill.proposed.source}的方案。`}
      </p>
      <div className={s.terms}>
        <Field label="期数" required error={errorOf('count') ?? (asked && count === null ? '请填写期数' : undefined)}>
          <NumberField value={count} min={1} max={MOST_INSTALMENTS} onChange={setCount} />
        </Field>
        <Field label="每月几日" required error={errorOf('day') ?? (asked && day === null ? '请填写日子' : undefined)}>
          <NumberField value={day} min={1} max={31} onChange={setDay} />
        </Field>
        <Field label="首期应付" required error={errorOf('firstDue')}>
          <DatePicker value={firstDue} min={presentDay()} onChange={(next) => setTypedDue(next || null)} />
        </Field>
      </div>
      <Checkbox checked={inYuan} onChange={(event) => setInYuan(event.target.checked)}>
        每期取整到元，零头放在最后一期
      </Checkbox>
      {parts ? (
        <ol className={s.preview} aria-label="每期">
          {parts.map((part) => (
            <li key={part.no}>
              <span className="tertiary num">{part.no}</span>
              <span className="num">{part.dueDate}</span>
              <Money yuan={fenToYuan(part.amount)} />
            </li>
          ))}
        </ol>
      ) : (
        <p className="t-13 danger">这样分不出来，请减少期数</p>
      )}
      {plan && (
        <Field
          label="改签原因"
          required
          error={errorOf('reason') ?? (asked && reason.trim() === '' ? '请填写改签原因' : undefined)}
        >
          <TextField maxLength={100} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
      <Field label="备注" error={errorOf('remark')}>
        <TextField maxLength={200} value={remark} onChange={(event) => setRemark(event.target.value)} />
      </Field>
      {send.error && send.error.fields.length === 0 && <ErrorLine>{send.error.message}</ErrorLine>}
    </Dialog>
  )
}

function partsOf(
  rest: string,
  count: number | null,
  firstDue: string,
  day: number | null,
  inYuan: boolean,
): Instalment[] | null {
  if (count === null || day === null) return null
  try {
    return planInstalments({ rest: yuanToFen(rest), count, firstDue, day, inYuan })
  } catch {
    return null
  }
}
