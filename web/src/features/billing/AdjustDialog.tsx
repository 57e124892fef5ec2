import { payAdjust, payAdjustStates } from '@dentin/contract/pay-adjust'
import { fenToYuan, formatYuan, formatYuanText, subtract, sum, yuanToFen, ZERO } from '@dentin/kit/money'
import { useState } from 'react'
import { useSend } from '../../lib/query.ts'
import { ErrorLine, Field, IconButton, MoneyInput, TextButton, TextField, toast } from '../../ui/index.ts'
import { Dialog, Select } from '../../ui/heavy.ts'
import { useRequestIds } from '../../lib/request-ids.ts'
import { leftOf } from './adjustable.ts'
import { billReads, usePayMethods, type BillDetail } from './hooks.ts'
import { isVoucher } from './payments.ts'
import s from './billing.module.css'

type Payment = BillDetail['payments'][number]
interface Way {
  payMethodId: string
  amount: string
  tradeNo: string
}

/** Sets the way right by which something was paid, into one way or several. */
export function AdjustDialog({ bill, payment, onClose }: { bill: BillDetail; payment: Payment; onClose: () => void }) {
  const methods = usePayMethods()
  const send = useSend(payAdjust.adjust, { refresh: [...billReads, payAdjust.ofBill] })
  const ids = useRequestIds()
  const left = leftOf(bill.payments, payment)
  const [ways, setWays] = useState<Way[]>([{ payMethodId: '', amount: fenToYuan(left), tradeNo: '' }])
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const missing = subtract(left, sum(ways.map(({ amount }) => (amount === '' ? ZERO : yuanToFen(amount)))))
  const errorOf = (field: string) => send.error?.fields.find((each) => each.field === field)?.message
  const change = (n: number, patch: Partial<Way>) =>
    setWays(ways.map((way, at) => (at === n ? { ...way, ...patch } : way)))
  const submit = () => {
    setAsked(true)
    if (ways.some(({ payMethodId }) => payMethodId === '') || missing !== 0 || reason.trim() === '') return
    const body = { billId: bill.id, paymentId: payment.id, ways, reason: reason.trim() }
    send.mutate(
      { ...body, requestId: ids.of('adjust', body) },
      {
        onSuccess: ({ status }) => {
          toast.success(payAdjustStates.is(status, 'done') ? '收款方式已改' : '已交班，等另一人审批')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog open title="改收款方式" onClose={onClose} submitText="改" busy={send.isPending} onSubmit={submit}>
      <p className={s.explain}>
        {payment.payMethodName} {formatYuan(left)}，{payment.payTime.slice(5, 16)} {payment.cashierName}
        收。当日未交班直接改；已交班要另一人审批，记红蓝两笔。
      </p>
      {ways.map((way, n) => (
        <div key={n} className={s.adjustWay}>
          <Field
            label="改成"
            required
            error={errorOf(`ways.${n}.payMethodId`) ?? (asked && way.payMethodId === '' ? '请选择方式' : undefined)}
          >
            <Select
              value={way.payMethodId}
              placeholder="选择方式"
              options={methods.map((method) => ({ value: method.id, label: method.name }))}
              onChange={(payMethodId) => change(n, { payMethodId: payMethodId ?? '' })}
            />
          </Field>
          <Field
            label="金额"
            error={
              errorOf(`ways.${n}.amount`) ??
              (asked && missing !== 0 && n === ways.length - 1
                ? `${missing > 0 ? '还差' : '多了'} ${formatYuan(missing > 0 ? missing : subtract(ZERO, missing))} 元`
                : undefined)
            }
          >
            <MoneyInput value={way.amount} onChange={(amount) => change(n, { amount })} />
          </Field>
          {ways.length > 1 && (
            <IconButton icon="x" label="去掉这种方式" onClick={() => setWays(ways.filter((_, at) => at !== n))} />
          )}
          {methods.some((each) => each.id === way.payMethodId && (each.needTradeNo || isVoucher(each))) && (
            <Field
              label={methods.some((each) => each.id === way.payMethodId && isVoucher(each)) ? '券码' : '交易号'}
              required
              error={errorOf(`ways.${n}.tradeNo`)}
            >
              <TextField
                maxLength={64}
                value={way.tradeNo}
                onChange={(event) => change(n, { tradeNo: event.target.value })}
              />
            </Field>
          )}
        </div>
      ))}
      {ways.length < 5 && (
        <TextButton
          icon="plus"
          onClick={() =>
            setWays([...ways, { payMethodId: '', amount: missing > 0 ? fenToYuan(missing) : '', tradeNo: '' }])
          }
        >
          拆成几种
        </TextButton>
      )}
      <Field
        label="原因"
        required
        error={errorOf('reason') ?? (asked && reason.trim() === '' ? '请填写原因' : undefined)}
      >
        <TextField maxLength={100} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {send.error && send.error.fields.length === 0 && <ErrorLine>{send.error.message}</ErrorLine>}
    </Dialog>
  )
}

/** Gives up what a patient owes on a bill. */
export function WriteOffDialog({ bill, onClose }: { bill: BillDetail; onClose: () => void }) {
  const send = useSend(payAdjust.writeOff, { refresh: billReads })
  const ids = useRequestIds()
  const [amount, setAmount] = useState(bill.arrearsAmount)
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const errorOf = (field: string) => send.error?.fields.find((each) => each.field === field)?.message
  const submit = () => {
    setAsked(true)
    if (amount === '' || reason.trim() === '') return
    const body = { id: bill.id, version: bill.version, amount, reason: reason.trim() }
    send.mutate(
      { ...body, requestId: ids.of('writeOff', body) },
      {
        onSuccess: () => {
          toast.success('已核销')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog open title="核销坏账" danger submitText="核销" onClose={onClose} busy={send.isPending} onSubmit={submit}>
      <p className={s.explain}>
        {bill.patientName} 的账单 {bill.billNo} 欠 {formatYuanText(bill.arrearsAmount)}
        。核销后不再向患者收，也不计收入。
      </p>
      <Field label="核销金额" required error={errorOf('amount') ?? (asked && amount === '' ? '请填写金额' : undefined)}>
        <MoneyInput value={amount} onChange={setAmount} />
      </Field>
      <Field
        label="原因"
        required
        error={errorOf('reason') ?? (asked && reason.trim() === '' ? '请填写原因' : undefined)}
      >
        <TextField maxLength={100} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {send.error && send.error.fields.length === 0 && <ErrorLine>{send.error.message}</ErrorLine>}
    </Dialog>
  )
}
