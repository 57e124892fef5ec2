import {
  computeBill,
  deepestDiscount,
  type BillAmounts,
  type BillLineInput,
  type BillTerms,
  type Fen,
} from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'

/** 0 draft, 1 to be charged, 2 part paid, 3 paid, 4 part refunded, 5 refunded, 6 paying, 8 taken back, 9 voided. */
export type BillStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 9

export type BillStep = 'edit' | 'submit' | 'takeBack' | 'void' | 'charge' | 'repay' | 'revoke'

/** From which states each step may be taken. Everything else is refused. */
const STEPS: Record<BillStep, readonly BillStatus[]> = {
  edit: [0, 1, 8],
  submit: [0, 8],
  takeBack: [1],
  void: [0, 1, 8],
  charge: [1],
  repay: [2],
  revoke: [2, 3],
}

export const BILL_STATUS_NAMES: Record<number, string> = {
  0: '草稿',
  1: '待收费',
  2: '部分支付',
  3: '已付清',
  4: '部分退款',
  5: '全额退款',
  6: '支付中',
  8: '已退回医生',
  9: '已作废',
}

/** May the step be taken from this state? */
export function mayStep(step: BillStep, status: number): boolean {
  return STEPS[step].includes(status as BillStatus)
}

/** Refuses a step that the state does not allow, telling the state. */
export function assertStep(step: BillStep, status: number): void {
  if (mayStep(step, status)) return
  const refusal =
    step === 'charge' || step === 'repay'
      ? 'BILL_NOT_CHARGEABLE'
      : step === 'revoke'
        ? 'NOTHING_TO_REVOKE'
        : 'BILL_NOT_OPEN'
  throw new AppError(refusal, {
    message: `账单${BILL_STATUS_NAMES[status] ?? ''}，${new AppError(refusal).message}`,
    data: { status },
  })
}

/** A line with what the price list says about it. */
export interface PricedLine extends BillLineInput {
  listPrice: Fen
  minPrice: Fen | null
  name: string
}

/** What the person at the desk may give. */
export interface DiscountRights {
  /** Lowest percentage of the price. */
  limit: number
  /** May change prices and go below the limit. */
  unlimited: boolean
}

/**
 * Amounts of a bill, or the refusal: a changed price without the right, below the minimum price, or a discount deeper
 * than the person may give. Rounding counts against nobody's limit.
 */
export function priceBill(lines: readonly PricedLine[], terms: BillTerms, rights: DiscountRights): BillAmounts {
  for (const [n, line] of lines.entries()) {
    const field = `items.${n}.price`
    if (line.price !== line.listPrice && !rights.unlimited) {
      throw new AppError('PRICE_NOT_ALLOWED', { fields: [{ field, message: `没有改价权限：${line.name}` }] })
    }
    if (line.minPrice !== null && line.price < line.minPrice) {
      throw new AppError('PRICE_BELOW_MIN', { fields: [{ field, message: `${line.name} 低于最低价` }] })
    }
  }
  let amounts: BillAmounts
  try {
    amounts = computeBill(lines, terms)
  } catch (error) {
    if (error instanceof RangeError)
      throw new AppError('REDUCTION_TOO_LARGE', {
        fields: [{ field: 'reductionAmount', message: '优惠金额超过可优惠的金额' }],
      })
    throw error
  }
  if (!rights.unlimited && lines.length > 0) {
    const deepest = deepestDiscount(lines, terms)
    if (deepest < rights.limit) {
      const message =
        rights.limit === 100 ? '没有打折权限，需店长处理' : `你可给到 ${rights.limit / 10} 折，更低需店长处理`
      throw new AppError('DISCOUNT_OVER_LIMIT', { message, fields: [{ field: 'discountPercent', message }] })
    }
  }
  return amounts
}

/** One way of paying, as it came in. */
export interface PaymentInput {
  payMethodId: string
  amount: Fen
  tendered?: Fen | undefined
  tradeNo: string
}

/** What a payment method is, for the checks. */
export interface PaymentMethodFacts {
  id: string
  code: string
  name: string
  type: number
  needTradeNo: boolean
  enabled: boolean
}

/**
 * Checks payments against what is due. Change is given on cash only; nothing else may exceed the amount due.
 * @returns the sum that counts towards the bill and the change
 */
export function checkPayments(
  payments: readonly PaymentInput[],
  methods: ReadonlyMap<string, PaymentMethodFacts>,
  due: Fen,
): { paid: Fen; change: Fen; rows: (PaymentInput & { change: Fen })[] } {
  let paid = 0
  let change = 0
  const rows = payments.map((payment, n) => {
    const method = methods.get(payment.payMethodId)
    const field = `payments.${n}`
    if (!method)
      throw new AppError('NOT_FOUND', { fields: [{ field: `${field}.payMethodId`, message: '没有这种收款方式' }] })
    if (!method.enabled || (method.type !== 1 && method.type !== 4)) {
      throw new AppError('PAY_METHOD_OFF', {
        fields: [{ field: `${field}.payMethodId`, message: `${method.name}未启用` }],
      })
    }
    if (method.needTradeNo && payment.tradeNo === '') {
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
        throw new AppError('BAD_INPUT', {
          message: '收到的现金不足',
          fields: [{ field: `${field}.tendered`, message: '收到的现金不足' }],
        })
    }
    paid += payment.amount
    change += back
    return { ...payment, change: back as Fen }
  })
  if (paid > due)
    throw new AppError('PAYMENT_OVER_DUE', { fields: [{ field: 'payments', message: '收款金额超过应收' }] })
  return { paid: paid as Fen, change: change as Fen, rows }
}
