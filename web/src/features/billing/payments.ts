import { UNIT_TYPE, VOUCHER_TYPE, voucherCode, voucherCodeProblem } from '@dentin/contract/billing'
import { payWithCard, payWithPoints, pointsCap, type CardUseOrder } from '@dentin/kit/card'
import { fen, fenToYuan, formatYuan, sum, yuanToFen, ZERO, type Fen } from '@dentin/kit/money'
import type { PayCard, PayMethod, PayPrepay, PayUnit } from './hooks.ts'

/** One way of paying as it stands on the screen. */
export interface DraftPayment {
  method: PayMethod
  /** Yuan text; null takes what the others leave. */
  amount: string | null
  /** Cash handed over, '' when it is exact. */
  tendered: string
  /** Of a platform's voucher its code. */
  tradeNo: string
  /** Which of several vouchers of one platform. */
  no?: number
  /** The member card that pays, and its password. */
  card?: PayCard
  password?: string
  /** The prepayment that pays. */
  prepay?: PayPrepay
  /** The unit that is charged, and the staff number or remark that it wants. */
  unit?: PayUnit
  reference?: string
}

/** What tells one payment on the screen from another. */
export const keyOfPayment = ({ method, card, prepay, no }: DraftPayment): string =>
  [method.id, card?.id ?? prepay?.id ?? no].filter(Boolean).join(':')

/** Was something typed into it that choosing it again does not bring back? */
export const isTyped = ({ amount, tendered, tradeNo, password, reference }: DraftPayment): boolean =>
  [amount, tendered, tradeNo, password, reference].some((text) => (text ?? '').trim() !== '')

/** Is a unit charged with it? */
export const isByUnit = ({ method }: DraftPayment): boolean => method.type === UNIT_TYPE

/** Does a voucher that a platform sold pay? Several of them may. */
export const isVoucher = ({ type }: PayMethod): boolean => type === VOUCHER_TYPE

/** A line of the bill as a card pays it. */
export interface CardLine {
  categoryName: string
  amount: Fen
  /** As the price list says; what the card itself closes is `excludedNames`. */
  canBonus: boolean
}

/** A line of a bill that was saved, as a card pays it. */
export const payable = ({
  categoryName,
  amount,
  canBonus,
}: Omit<CardLine, 'amount'> & { amount: string }): CardLine => ({
  categoryName,
  amount: yuanToFen(amount),
  canBonus,
})

/** What of some lines the bonus of a card may pay. */
const eligibleOf = (card: PayCard, lines: readonly CardLine[]): Fen =>
  sum(
    lines.flatMap(({ categoryName, amount, canBonus }) =>
      canBonus && !card.excludedNames.includes(categoryName) ? [amount] : [],
    ),
  )

/** What a card gives for an amount: its two parts, or why it can't. The server has the last word. */
export function cardSplit(
  card: PayCard,
  amount: Fen,
  lines: readonly CardLine[],
): { principal: Fen; bonus: Fen; times: number; problem: string } {
  const none = { principal: ZERO, bonus: ZERO, times: 0, problem: '' }
  if (card.dayLeft !== null && amount > yuanToFen(card.dayLeft))
    return { ...none, problem: `副卡今日还可用 ${formatYuan(yuanToFen(card.dayLeft))} 元` }
  if (card.kind === 3) {
    let all = 0
    for (const [n, use] of card.uses.entries()) {
      all += yuanToFen(use)
      if (all === amount) return { ...none, times: n + 1 }
    }
    return { ...none, problem: '次卡按次支付，请选次数' }
  }
  const eligible = eligibleOf(card, lines)
  const paid = payWithCard({
    amount,
    principal: yuanToFen(card.principalAmount),
    bonus: yuanToFen(card.bonusAmount),
    order: card.rules.useOrder as CardUseOrder,
    maxBonusRatio: card.rules.maxBonusRatio,
    eligible,
    bonusOnBill: ZERO,
    eligibleUnpaid: eligible,
  })
  return 'most' in paid ? { ...none, problem: `余额不足，最多可付 ${formatYuan(paid.most)} 元` } : { ...none, ...paid }
}

/** Do the points of the card pay, not what it holds? */
export const byPoints = ({ method, card }: DraftPayment): boolean => card !== undefined && method.code === 'points'

/** The most of a bill that the points of a card pay, in percent. */
const shareOf = (card: PayCard): number => card.rules.maxPointsRatio ?? 100

const pointsUse = (card: PayCard, lines: readonly CardLine[]) => {
  const worth = sum(lines.map((line) => line.amount))
  return {
    points: card.points,
    perYuan: card.rules.pointsPerYuan ?? 0,
    maxRatio: shareOf(card),
    worth,
    pointsOnBill: ZERO,
    unpaid: worth,
  }
}

/** How many points pay an amount, or why they can't. The server has the last word. */
export function pointsSplit(
  card: PayCard,
  amount: Fen,
  lines: readonly CardLine[],
): { points: number; problem: string } {
  const paid = payWithPoints({ ...pointsUse(card, lines), amount })
  if ('points' in paid) return { ...paid, problem: '' }
  const share = shareOf(card) < 100 ? `，不超过应收的 ${shareOf(card)}%` : ''
  return { points: 0, problem: `有 ${card.points} 积分，最多可抵 ${formatYuan(paid.most)} 元${share}` }
}

/** Does a card ask for its password at this sum? */
export const asksPassword = (card: PayCard, amount: Fen): boolean =>
  card.asksPassword && card.rules.passwordAbove !== null && amount > yuanToFen(card.rules.passwordAbove)

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
export function allocate(payments: readonly DraftPayment[], due: Fen, lines: readonly CardLine[] = []): Allocation {
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
    if (payment.tendered !== '' && fenOf(payment.tendered) < amount)
      return `收到的现金不足，应收 ${formatYuan(amount)} 元`
    if (isVoucher(payment.method)) return codeProblem(payments, n)
    if (payment.method.needTradeNo && payment.tradeNo.trim() === '') return '请填写交易号'
    if (payment.prepay && amount > yuanToFen(payment.prepay.balanceAmount))
      return `余额不足，最多可付 ${formatYuan(yuanToFen(payment.prepay.balanceAmount))} 元`
    if (isByUnit(payment)) return unitProblem(payment, amount)
    if (payment.card && byPoints(payment)) return pointsSplit(payment.card, amount, lines).problem
    if (payment.card) {
      const { problem } = cardSplit(payment.card, amount, lines)
      if (problem) return problem
      if (asksPassword(payment.card, amount) && !payment.password) return '请输入卡密码或短信验证码'
    }
    return ''
  })
  return { amounts, assigned, missing: fen(due - assigned), change, problems }
}

/** Why the code of a voucher can't be taken; '' when it can. Whether it was used the server knows. */
function codeProblem(payments: readonly DraftPayment[], at: number): string {
  const codeOf = ({ tradeNo }: DraftPayment) => voucherCode(tradeNo)
  const code = codeOf(payments[at] as DraftPayment)
  const first = payments.findIndex((each) => isVoucher(each.method) && codeOf(each) === code)
  return voucherCodeProblem(code) || (first < at ? '同一张券写了两次' : '')
}

/** Why a unit can't be charged so; '' when it can. The server has the last word. */
function unitProblem({ unit, reference = '' }: DraftPayment, amount: Fen): string {
  if (!unit) return '请选择记账单位'
  if (amount > yuanToFen(unit.left)) return `余额额度不足，最多可记 ${formatYuan(yuanToFen(unit.left))} 元`
  return unit.needsReference && reference.trim() === '' ? '请填写工号或备注' : ''
}

/** Change on cash; none when less was handed over than is asked. */
export function changeOf(payment: DraftPayment, amount: Fen): Fen {
  return payment.tendered === '' ? ZERO : fen(Math.max(0, fenOf(payment.tendered) - amount))
}

/** Another way of paying. It takes what is missing; when nothing is, its amount is to be typed and the others give way. */
export function addMethod(payments: readonly DraftPayment[], method: PayMethod, due: Fen): DraftPayment[] {
  const same = payments.filter((payment) => payment.method.id === method.id && !payment.card && !payment.prepay)
  if (same.length > 0 && !isVoucher(method)) return [...payments]
  const { missing } = allocate(payments, due)
  const takesRest = missing > 0 || payments.length === 0
  const no = isVoucher(method) ? { no: Math.max(0, ...same.map((each) => each.no ?? 0)) + 1 } : {}
  return [...payments, { method, amount: takesRest ? null : '', tendered: '', tradeNo: '', ...no }]
}

/** A member card as a way of paying: as far as it reaches, the others give way. */
export function addCard(
  payments: readonly DraftPayment[],
  method: PayMethod,
  card: PayCard,
  due: Fen,
  lines: readonly CardLine[],
): DraftPayment[] {
  if (payments.some((payment) => payment.card?.id === card.id && !byPoints(payment))) return [...payments]
  const { missing } = allocate(payments, due, lines)
  const wanted = fen(Math.max(0, missing))
  const most = (): Fen => {
    if (card.kind === 3) return card.uses[0] && yuanToFen(card.uses[0]) <= wanted ? yuanToFen(card.uses[0]) : ZERO
    // The most it can pay of what is missing: what principal and the bonus under its cap come to.
    const all = fen(yuanToFen(card.principalAmount) + yuanToFen(card.bonusAmount))
    let amount = fen(Math.min(wanted, all, card.dayLeft === null ? wanted : yuanToFen(card.dayLeft)))
    const eligible = eligibleOf(card, lines)
    const cap = Math.min(yuanToFen(card.bonusAmount), Math.floor((eligible * card.rules.maxBonusRatio) / 100))
    amount = fen(Math.min(amount, yuanToFen(card.principalAmount) + cap))
    return amount
  }
  const amount = most()
  return [...payments, { method, card, amount: amount > 0 ? fenToYuan(amount) : '', tendered: '', tradeNo: '' }]
}

/** A prepayment as a way of paying: as far as it reaches, the others give way. */
export function addPrepay(
  payments: readonly DraftPayment[],
  method: PayMethod,
  prepay: PayPrepay,
  due: Fen,
): DraftPayment[] {
  if (payments.some((payment) => payment.prepay?.id === prepay.id)) return [...payments]
  const { missing } = allocate(payments, due)
  const amount = fen(Math.min(Math.max(0, missing), yuanToFen(prepay.balanceAmount)))
  return [...payments, { method, prepay, amount: amount > 0 ? fenToYuan(amount) : '', tendered: '', tradeNo: '' }]
}

/** The points of a card as a way of paying: as far as they reach, the others give way. */
export function addPoints(
  payments: readonly DraftPayment[],
  method: PayMethod,
  card: PayCard,
  due: Fen,
  lines: readonly CardLine[],
): DraftPayment[] {
  if (payments.some((payment) => byPoints(payment) && payment.card?.id === card.id)) return [...payments]
  const { missing } = allocate(payments, due, lines)
  const amount = fen(Math.min(Math.max(0, missing), pointsCap(pointsUse(card, lines))))
  return [...payments, { method, card, amount: amount > 0 ? fenToYuan(amount) : '', tendered: '', tradeNo: '' }]
}

/** What the cashier sends. */
export function paymentsBody(payments: readonly DraftPayment[], { amounts }: Allocation) {
  return payments.map((payment, n) => ({
    payMethodId: payment.method.id,
    amount: fenToYuan(amounts[n] as Fen),
    ...(payment.method.code === 'cash' && payment.tendered !== '' ? { tendered: payment.tendered } : {}),
    ...(payment.tradeNo.trim() ? { tradeNo: payment.tradeNo.trim() } : {}),
    ...(payment.prepay ? { prepayId: payment.prepay.id } : {}),
    ...(payment.unit ? { unitId: payment.unit.id, unitReference: payment.reference?.trim() ?? '' } : {}),
    ...(payment.card ? { cardId: payment.card.id, password: payment.password ?? '' } : {}),
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
