import { UNIT_TYPE, VOUCHER_TYPE, voucherCode, voucherCodeProblem } from '@dentin/contract/billing'
import { billStates, billStatusNames } from '@dentin/contract/core/status'
import {
  computeBill,
  formatYuan,
  TooMuchOff,
  linesBelowLimit,
  type BillAmounts,
  type BillLineInput,
  type BillTerms,
  type Fen,
  ZERO,
  subtract,
  sum,
} from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { Through } from '../ledger/index.ts'

export type BillStep = keyof typeof billStates.moves

const STEP_WORDS: Record<BillStep, string> = {
  edit: '修改',
  submit: '送前台',
  takeBack: '退回',
  void: '作废',
  charge: '收费',
  startPaying: '扫码收款',
  settle: '收费',
  stopPaying: '停止扫码收款',
  repay: '还款',
  revoke: '撤销收费',
  refund: '退费',
}

/** Refuses a step that the state does not allow, telling the state. */
export function assertStep(step: BillStep, status: number): void {
  if (billStates.may(step, status)) return
  const refusal =
    step === 'charge' || step === 'repay' || step === 'startPaying' || step === 'settle'
      ? 'BILL_NOT_CHARGEABLE'
      : step === 'revoke'
        ? 'NOTHING_TO_REVOKE'
        : step === 'refund'
          ? 'REFUND_NOT_CHARGED'
          : 'BILL_NOT_OPEN'
  throw new AppError(refusal, {
    message: `账单${billStatusNames[status] ?? '状态已变化'}，不能${STEP_WORDS[step]}`,
    data: { status },
  })
}

/** A line with what the price list says about it. */
export interface PricedLine extends BillLineInput {
  tariffId: string
  listPrice: Fen
  minPrice: Fen | null
  name: string
  /** What the patient was quoted for it: price, and the charged part of it in percent. */
  quoted?: { price: Fen; percent: number } | undefined
  packageId?: string | null
  packageNo?: number | null
}

/** Terms and lines as they stand on a saved bill: whoever granted them had the right. */
export interface Granted {
  lines: readonly {
    tariffId: string
    price: Fen
    qty: number
    discountPercent: number
    packageId?: string | null
    packageNo?: number | null
  }[]
  discountPercent: number
  reduction: Fen
  /** The part taken off by hand; zero when rounding followed a rule. */
  manualRounding: Fen
  /** What the lines came to after cards and coupons: a sum that was granted on it is not granted on less. */
  base: Fen
}

/** What the person at the desk may give. */
export interface DiscountRights {
  /** Lowest percentage of the price. */
  limit: number
  /** May change prices and go below the limit. */
  unlimited: boolean
}

/** What a bill comes to after packages, cards and coupons, before anybody gives anything. */
const baseOf = ({ original, steps }: BillAmounts): Fen =>
  subtract(original, sum([steps.package, steps.memberPrice, steps.memberDiscount, steps.coupon]))

/** Do the lines and terms give nothing that the saved bill did not give already? @param amounts what they come to */
export function isGranted(
  lines: readonly PricedLine[],
  terms: BillTerms,
  granted: Granted | undefined,
  amounts: BillAmounts,
): boolean {
  if (!granted || granted.lines.length !== lines.length) return false
  const byHand = terms.roundingRule === 3 ? (terms.manualRounding ?? 0) : 0
  const sums = terms.reduction > 0 || byHand > 0
  return (
    (!sums || baseOf(amounts) >= granted.base) &&
    terms.discountPercent === granted.discountPercent &&
    terms.reduction === granted.reduction &&
    byHand <= granted.manualRounding &&
    lines.every((line, n) => {
      const was = granted.lines[n]
      return (
        was?.tariffId === line.tariffId &&
        was.price === line.price &&
        was.qty === line.qty &&
        was.discountPercent === line.discountPercent &&
        // What was granted beside a package was not granted on its items sold singly, nor the other way round.
        (was.packageId ?? null) === (line.packageId ?? null) &&
        (was.packageNo ?? null) === (line.packageNo ?? null)
      )
    })
  )
}

/**
 * Amounts of a bill, or the refusal: a changed price without the right, below the minimum price, or a discount deeper
 * than the person may give. Rounding by rule counts against nobody's limit, and what stands on the saved bill already
 * (`granted`) may be kept by everybody.
 */
export function priceBill(
  lines: readonly PricedLine[],
  terms: BillTerms,
  rights: DiscountRights,
  granted?: Granted,
): BillAmounts {
  for (const [n, line] of lines.entries()) {
    const field = `items.${n}.price`
    if (line.quoted?.price === line.price) continue
    if (granted?.lines.some((was) => was.tariffId === line.tariffId && was.price === line.price)) continue
    if (line.price !== line.listPrice && !rights.unlimited) {
      throw new AppError('PRICE_NOT_ALLOWED', { fields: [{ field, message: `没有改价权限：${line.name}` }] })
    }
    if (line.minPrice !== null && line.price < line.minPrice) {
      throw new AppError('PRICE_BELOW_MIN', {
        message: `${line.name}最低 ${formatYuan(line.minPrice)} 元`,
        fields: [{ field, message: `${line.name}最低 ${formatYuan(line.minPrice)} 元` }],
      })
    }
  }
  let amounts: BillAmounts
  try {
    amounts = computeBill(lines, terms)
  } catch (error) {
    if (!(error instanceof TooMuchOff)) throw error
    const field = terms.reduction > 0 ? 'reductionAmount' : 'manualRounding'
    throw new AppError('REDUCTION_TOO_LARGE', { message: error.message, fields: [{ field, message: error.message }] })
  }
  if (rights.unlimited || isGranted(lines, terms, granted, amounts)) return amounts
  const asQuoted = (n: number) => {
    const quoted = lines[n]?.quoted
    return quoted !== undefined && !linesBelowLimit(lines, terms, quoted.percent).includes(n)
  }
  const deep = linesBelowLimit(lines, terms, rights.limit).find((n) => !asQuoted(n))
  if (deep !== undefined) {
    const message =
      rights.limit >= 100 ? '没有打折权限，打折需店长同意' : `你可给到 ${rights.limit / 10} 折，更低需店长同意`
    const own = (lines[deep] as PricedLine).discountPercent < rights.limit
    const field = own
      ? `items.${deep}.discountPercent`
      : terms.discountPercent < 100
        ? 'discountPercent'
        : terms.reduction > 0
          ? 'reductionAmount'
          : 'manualRounding'
    throw new AppError('DISCOUNT_OVER_LIMIT', { message, fields: [{ field, message }] })
  }
  return amounts
}

/** A part of one payment that goes to one bill. */
export interface Portion extends PaymentInput {
  change: Fen
  /** Where its payment stands in the request. */
  field: string
  /** What its way costs and whether it counts as performance, as it is now: kept with the payment. */
  feeRate: number
  countsPerformance: boolean
}

/**
 * Spreads payments over what is owed, in the order of both. Cash handed over and change stay with the first part of
 * their payment.
 * @param owed what each bill still wants
 * @returns the parts for each bill, none with an amount of zero
 */
export function spread(payments: readonly Portion[], owed: readonly Fen[]): Portion[][] {
  const purse = payments.map((payment) => ({ rest: payment, left: payment.amount as number }))
  return owed.map((due) => {
    let wanted = due as number
    const parts: Portion[] = []
    for (const each of purse) {
      const part = Math.min(wanted, each.left)
      if (part === 0) continue
      const { through } = each.rest
      parts.push({ ...each.rest, amount: part as Fen })
      each.left -= part
      each.rest = {
        payMethodId: each.rest.payMethodId,
        amount: each.left as Fen,
        tradeNo: each.rest.tradeNo,
        cardId: each.rest.cardId,
        prepayId: each.rest.prepayId,
        unitId: each.rest.unitId,
        unitReference: each.rest.unitReference,
        byPoints: each.rest.byPoints ?? false,
        password: '',
        field: each.rest.field,
        feeRate: each.rest.feeRate,
        countsPerformance: each.rest.countsPerformance,
        change: ZERO,
        ...(through ? { through } : {}),
      }
      wanted -= part
    }
    return parts
  })
}

/** One way of paying, as it came in. */
export interface PaymentInput {
  payMethodId: string
  amount: Fen
  tendered?: Fen | undefined
  /** With a platform's voucher: its code. */
  tradeNo: string
  isVoucher?: boolean
  /** The member card that pays. */
  cardId?: string | undefined
  /** The prepayment that pays. */
  prepayId?: string | undefined
  /** The unit that it is charged to, and the staff number or remark that it wants. */
  unitId?: string | undefined
  unitReference?: string | undefined
  /** The points of the card pay, not what it holds. */
  byPoints?: boolean
  password: string
  through?: Through
}

/** The way to pay that stands for member cards; one row of it is principal and bonus. */
const CARD_METHOD = 'card_principal'
/** The one that stands for prepayments. */
const PREPAY_METHOD = 'prepayment'
/** The way to pay that stands for the points of cards. */
const POINTS_METHOD = 'points'

/** What a payment method is, for the checks. */
export interface PaymentMethodFacts {
  id: string
  code: string
  name: string
  type: number
  feeRate: number
  countPerformance: boolean
  needTradeNo: boolean
  enabled: boolean
}

/**
 * Checks payments against what is due. Change is given on cash only; nothing else may exceed the amount due.
 * @param place what the request calls them
 * @returns the sum that counts towards the bill and the change
 */
export function checkPayments(
  payments: readonly PaymentInput[],
  methods: ReadonlyMap<string, PaymentMethodFacts>,
  due: Fen,
  place = 'payments',
): { paid: Fen; change: Fen; rows: Portion[] } {
  let paid = 0
  let change = 0
  const codes = new Set<string>()
  const rows = payments.map((payment, n) => {
    const method = methods.get(payment.payMethodId)
    const field = `${place}.${n}`
    if (!method)
      throw new AppError('NOT_FOUND', { fields: [{ field: `${field}.payMethodId`, message: '没有这种收款方式' }] })
    const byPoints = method.code === POINTS_METHOD
    const byCard = byPoints || method.code === CARD_METHOD
    if (byCard !== (payment.cardId !== undefined))
      throw new AppError('BAD_INPUT', {
        message: byCard ? '请选择会员卡' : `${method.name}不用会员卡`,
        fields: [{ field: `${field}.cardId`, message: byCard ? '请选择会员卡' : `${method.name}不用会员卡` }],
      })
    const byPrepay = method.code === PREPAY_METHOD
    if (byPrepay !== (payment.prepayId !== undefined)) {
      const message = byPrepay ? '请选择预交金' : `${method.name}不用预交金`
      throw new AppError('BAD_INPUT', { message, fields: [{ field: `${field}.prepayId`, message }] })
    }
    const byUnit = method.type === UNIT_TYPE
    if (byUnit !== (payment.unitId !== undefined)) {
      const message = byUnit ? '请选择记账单位' : `${method.name}不用记账单位`
      throw new AppError('BAD_INPUT', { message, fields: [{ field: `${field}.unitId`, message }] })
    }
    const isVoucher = method.type === VOUCHER_TYPE
    if (!method.enabled || (!byCard && !byPrepay && !byUnit && !isVoucher && method.type !== 1 && method.type !== 4)) {
      throw new AppError('PAY_METHOD_OFF', {
        fields: [{ field: `${field}.payMethodId`, message: `${method.name}未启用` }],
      })
    }
    const tradeNo = isVoucher ? voucherCode(payment.tradeNo) : payment.tradeNo
    if (isVoucher) checkCode(tradeNo, `${field}.tradeNo`, codes)
    if (method.needTradeNo && tradeNo === '') {
      throw new AppError('BAD_INPUT', {
        message: `${method.name}需填交易号`,
        fields: [{ field: `${field}.tradeNo`, message: '请填写交易号' }],
      })
    }
    let back = 0
    if (payment.tendered !== undefined) {
      if (method.code !== 'cash')
        throw new AppError('BAD_INPUT', {
          message: '只有现金可以找零',
          fields: [{ field: `${field}.tendered`, message: '只有现金可以找零' }],
        })
      back = payment.tendered - payment.amount
      if (back < 0)
        throw fieldError('BAD_INPUT', `${field}.tendered`, `收到的现金不足，应收 ${formatYuan(payment.amount)} 元`)
    }
    paid += payment.amount
    change += back
    const { feeRate, countPerformance: countsPerformance } = method
    return { ...payment, tradeNo, byPoints, isVoucher, change: back as Fen, field, feeRate, countsPerformance }
  })
  if (paid > due) {
    const message = `收款金额超过应收 ${formatYuan(due)} 元`
    throw new AppError('PAYMENT_OVER_DUE', { message, fields: [{ field: place, message }] })
  }
  return { paid: paid as Fen, change: change as Fen, rows }
}

/** Refuses what is no code, and one that stands twice in the same request. @param seen those before it */
function checkCode(code: string, field: string, seen: Set<string>): void {
  const message = voucherCodeProblem(code) || (seen.has(code) ? '同一张券写了两次' : '')
  if (message) throw new AppError('BAD_INPUT', { message, fields: [{ field, message }] })
  seen.add(code)
}
