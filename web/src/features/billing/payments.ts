import { fen, fenToYuan, sum, yuanToFen, ZERO, type Fen } from '@dentin/kit/money'
import type { PayMethod } from './hooks.ts'

/** One way of paying as it stands on the screen. */
export interface DraftPayment {
  method: PayMethod
  /** Yuan text; null takes what the others leave. */
  amount: string | null
  /** Cash handed over, '' when it is exact. */
  tendered: string
  tradeNo: string
}

/** What each payment comes to, what is still missing (negative: too much) and the change. */
export interface Allocation {
  amounts: Fen[]
  assigned: Fen
  missing: Fen
  change: Fen
  /** Why it can not be taken so, by payment; '' when it can. */
  problems: string[]
}

const fenOf = (yuan: string): Fen => (yuan === '' ? ZERO : yuanToFen(yuan))

/** Shares what is due among the payments: those with an amount of their own first, the first without takes the rest. */
export function allocate(payments: readonly DraftPayment[], due: Fen): Allocation {
  const fixed = sum(payments.map((payment) => (payment.amount === null ? ZERO : fenOf(payment.amount))))
  let rest = Math.max(0, due - fixed)
  const amounts = payments.map((payment) => {
    if (payment.amount !== null) return fenOf(payment.amount)
    const own = fen(rest)
    rest = 0
    return own
  })
  const assigned = sum(amounts)
  const change = sum(payments.map((payment, n) => changeOf(payment, amounts[n] as Fen)))
  const problems = payments.map((payment, n) => {
    const amount = amounts[n] as Fen
    if (amount === 0) return '请填写金额'
    if (payment.tendered !== '' && fenOf(payment.tendered) < amount) return '收到的现金不足'
    if (payment.method.needTradeNo && payment.tradeNo.trim() === '') return '请填写交易号'
    return ''
  })
  return { amounts, assigned, missing: fen(due - assigned), change, problems }
}

/** Change on cash; none when less was handed over than is asked. */
export function changeOf(payment: DraftPayment, amount: Fen): Fen {
  return payment.tendered === '' ? ZERO : fen(Math.max(0, fenOf(payment.tendered) - amount))
}

/** Another way of paying. It takes what is missing; when nothing is, its amount is to be typed and the others give way. */
export function addMethod(payments: readonly DraftPayment[], method: PayMethod, due: Fen): DraftPayment[] {
  if (payments.some((payment) => payment.method.id === method.id)) return [...payments]
  const { missing } = allocate(payments, due)
  const takesRest = missing > 0 || payments.length === 0
  return [...payments, { method, amount: takesRest ? null : '', tendered: '', tradeNo: '' }]
}

/** What the cashier sends. */
export function paymentsBody(payments: readonly DraftPayment[], { amounts }: Allocation) {
  return payments.map((payment, n) => ({
    payMethodId: payment.method.id,
    amount: fenToYuan(amounts[n] as Fen),
    ...(payment.method.code === 'cash' && payment.tendered !== '' ? { tendered: payment.tendered } : {}),
    ...(payment.tradeNo.trim() ? { tradeNo: payment.tradeNo.trim() } : {}),
  }))
}

/** Up to four sums that people hand over in notes for an amount: the amount itself, then rounder ones. */
export function quickCash(amount: Fen): Fen[] {
  if (amount <= 0) return []
  const up = (step: number) => Math.ceil(amount / step) * step
  const fifty = up(5_000)
  const candidates =
    amount < 10_000 ? [amount, up(1_000), up(5_000), up(10_000)] : [amount, fifty, fifty + 5_000, up(10_000) + 10_000]
  return [...new Set(candidates)]
    .sort((a, b) => a - b)
    .slice(0, 4)
    .map(fen)
}
