import { countTeeth, parseTeeth, toothText } from '@dentin/clinical'
import {
  computeBill,
  linesBelowLimit,
  memberLines,
  TooMuchOff,
  type BillAmounts,
  type BillLineInput,
  type BillTerms,
  type DiscountSteps,
} from '@dentin/kit/bill-amounts'
import { fenToYuan, formatYuan, formatYuanText, yuanToFen, ZERO, type Fen } from '@dentin/kit/money'
import type { OpenLine } from '../../domain/plan-lines.ts'
import type { Tariff } from '../../domain/tariffs.ts'
import type { BillDetail, OfferedPackage } from './hooks.ts'
import { cardOn, couponsOn, couponProblem, noOffers, type CardOffer, type Offers } from './offers.ts'

/** One line of the bill on the screen; amounts are yuan text. */
export interface DraftLine {
  key: string
  tariffId: string
  name: string
  categoryName: string
  teeth: string
  unit: string
  qty: number
  price: string
  listPrice: string | null
  /** What one unit costs the house; null for whoever may not see it. */
  costPrice: string | null
  canDiscount: boolean
  discountPercent: number
  /** Who does it; null: the doctor of the bill. */
  doctorId: string | null
  /** The price list asks for teeth. */
  needsTeeth: boolean
  /** Charged by the tooth: the quantity follows the teeth. */
  perTooth: boolean
  /** The line of an accepted treatment plan that it charges. */
  planLineId: string | null
  /** The package that it is sold in, and which of the packages of the bill. */
  packageId: string | null
  packageNo: number | null
  packageName: string | null
  packagePrice: string | null
}

/** What the person at the desk can change on a bill. */
export interface Draft {
  lines: DraftLine[]
  /** null: nobody has been chosen; a new bill is then of the visit of the day. */
  doctorId: string | null
  /** Who else had part in it; null: nobody has been chosen; a new bill is then of those of the visit of the day. */
  nurseId: string | null
  consultantId: string | null
  salesId: string | null
  discountPercent: number
  reduction: string
  roundingRule: 0 | 1 | 2 | 3
  manualRounding: string
  discountReason: string
  remark: string
  /** Which card gives member prices: 0 the best that the patient has, 1 the one that is named, 2 none. */
  cardChoice: 0 | 1 | 2
  discountCardId: string | null
  couponIds: string[]
}

export const emptyDraft: Draft = {
  lines: [],
  doctorId: null,
  nurseId: null,
  consultantId: null,
  salesId: null,
  discountPercent: 100,
  reduction: '',
  roundingRule: 0,
  manualRounding: '',
  discountReason: '',
  remark: '',
  cardChoice: 0,
  discountCardId: null,
  couponIds: [],
}

/** A new bill, with what falls off a sum in this clinic. */
export const newDraft = (rounding: keyof typeof ROUNDINGS): Draft => ({
  ...emptyDraft,
  roundingRule: ROUNDINGS[rounding],
})
const ROUNDINGS = { none: 0, jiao: 1, yuan: 2 } as const

const orEmpty = (yuan: string) => (Number(yuan) === 0 ? '' : yuan)

/** The bill as it stands on the server. */
export function draftOf(bill: BillDetail): Draft {
  return {
    lines: bill.items.map((item) => ({
      key: item.id,
      tariffId: item.tariffId ?? '',
      name: item.name,
      categoryName: item.categoryName,
      teeth: item.teeth,
      unit: item.unit,
      qty: item.qty,
      price: item.price,
      listPrice: item.listPrice,
      costPrice: item.costPrice,
      canDiscount: item.canDiscount,
      discountPercent: item.discountPercent,
      doctorId: item.doctorId === bill.doctorId ? null : item.doctorId,
      needsTeeth: false,
      perTooth: item.teeth !== '' && countTeeth(parseTeeth(item.teeth)) === item.qty,
      planLineId: item.planLineId,
      packageId: item.packageId,
      packageNo: item.packageNo,
      packageName: item.packageName,
      packagePrice: item.packagePrice,
    })),
    doctorId: bill.doctorId,
    nurseId: bill.nurseId,
    consultantId: bill.consultantId,
    salesId: bill.salesId,
    discountPercent: bill.discountPercent,
    reduction: orEmpty(bill.reductionAmount),
    roundingRule: bill.roundingRule as Draft['roundingRule'],
    manualRounding: bill.roundingRule === 3 ? orEmpty(bill.roundingAmount) : '',
    discountReason: bill.discountReason,
    remark: bill.remark,
    cardChoice: bill.cardChoice as Draft['cardChoice'],
    discountCardId: bill.cardChoice === 1 ? (bill.discountCard?.id ?? null) : null,
    couponIds: bill.coupons.map(({ id }) => id),
  }
}

/** In no package. */
const alone = { packageId: null, packageNo: null, packageName: null, packagePrice: null }

/** A new line for an item of the price list. */
export function lineOf(tariff: Tariff, key: string): DraftLine {
  return {
    key,
    tariffId: tariff.id,
    name: tariff.name,
    categoryName: tariff.categoryName,
    teeth: '',
    unit: tariff.unit,
    qty: 1,
    price: tariff.price,
    listPrice: tariff.price,
    costPrice: tariff.costPrice,
    canDiscount: tariff.canDiscount,
    discountPercent: 100,
    doctorId: null,
    needsTeeth: tariff.toothRequired,
    perTooth: tariff.toothCountPriced,
    planLineId: null,
    ...alone,
  }
}

/** A new line that charges a line of an accepted plan as it was quoted. */
export const plannedLine = ({ line, discountPercent }: OpenLine, key: string): DraftLine => ({
  key,
  tariffId: line.tariffId,
  name: line.name,
  categoryName: '治疗计划',
  teeth: line.teeth,
  unit: line.unit,
  qty: line.qty,
  price: line.price,
  listPrice: line.listPrice,
  costPrice: null,
  canDiscount: line.canDiscount,
  discountPercent,
  doctorId: null,
  needsTeeth: false,
  perTooth: false,
  planLineId: line.id,
  ...alone,
})

/** The lines of a package, under the first number that no other on the bill has. */
export function packageLines(
  sold: OfferedPackage,
  lines: readonly DraftLine[],
  key: (n: number) => string,
): DraftLine[] {
  const taken = new Set(lines.map(({ packageNo }) => packageNo))
  let no = 1
  while (taken.has(no)) no += 1
  return sold.items.map((item, n) => ({
    key: key(n),
    tariffId: item.tariffId,
    name: item.name,
    categoryName: item.categoryName,
    teeth: '',
    unit: item.unit,
    qty: item.qty,
    price: item.price,
    listPrice: item.price,
    costPrice: null,
    canDiscount: false,
    discountPercent: 100,
    doctorId: null,
    needsTeeth: item.toothRequired,
    perTooth: false,
    planLineId: null,
    packageId: sold.id,
    packageNo: no,
    packageName: sold.name,
    packagePrice: sold.price,
  }))
}

const fenOf = (yuan: string): Fen => (yuan === '' ? ZERO : yuanToFen(yuan))

/** What stays of the amount of a line after its cost; negative below cost, null where the cost is not known or not to be seen. */
export function marginOf(line: Pick<DraftLine, 'costPrice' | 'qty'>, amount: Fen): Fen | null {
  return line.costPrice === null ? null : ((amount - yuanToFen(line.costPrice) * line.qty) as Fen)
}

/** What is sent: the same words for opening and for saving. */
export function bodyOf(draft: Draft) {
  return {
    doctorId: draft.doctorId,
    nurseId: draft.nurseId,
    consultantId: draft.consultantId,
    salesId: draft.salesId,
    items: draft.lines.map((line) => ({
      tariffId: line.tariffId,
      teeth: line.teeth,
      qty: line.qty,
      price: line.price || '0.00',
      discountPercent: line.discountPercent,
      doctorId: line.doctorId,
      planLineId: line.planLineId,
      packageId: line.packageId,
      packageNo: line.packageNo,
    })),
    discountPercent: draft.discountPercent,
    reductionAmount: draft.reduction || '0.00',
    roundingRule: draft.roundingRule,
    manualRounding: draft.roundingRule === 3 ? draft.manualRounding || '0.00' : '0.00',
    discountReason: draft.discountReason,
    remark: draft.remark,
    cardChoice: draft.cardChoice,
    discountCardId: draft.discountCardId,
    couponIds: draft.couponIds,
  }
}

/** The same sum is written in one way only: '80', '80.0' and '80.00' are one. */
function exactly(draft: Draft) {
  const body = bodyOf(draft)
  const yuan = (text: string) => fenToYuan(fenOf(text))
  return {
    ...body,
    items: body.items.map((item) => ({ ...item, price: yuan(item.price) })),
    reductionAmount: yuan(body.reductionAmount),
    manualRounding: yuan(body.manualRounding),
  }
}

/** Would both be sent as the same? */
export function sameDraft(a: Draft, b: Draft): boolean {
  return JSON.stringify(exactly(a)) === JSON.stringify(exactly(b))
}

const plainLines = (draft: Draft): BillLineInput[] =>
  draft.lines.map((line) => ({
    ...line,
    price: fenOf(line.price),
    packagePrice: line.packagePrice === null ? null : yuanToFen(line.packagePrice),
  }))

/** What is taken off a line or a bill by nobody's leave: lines with what the card gives, and the coupons. */
function asBill(
  draft: Draft,
  offers: Offers,
): { lines: BillLineInput[]; terms: BillTerms; card: CardOffer | undefined } {
  const plain = plainLines(draft)
  const card = cardOn(draft, offers, plain)
  return {
    lines: memberLines(plain, card),
    card,
    terms: {
      discountPercent: draft.discountPercent,
      reduction: fenOf(draft.reduction),
      roundingRule: draft.roundingRule,
      manualRounding: fenOf(draft.manualRounding),
      coupons: couponsOn(draft, offers),
    },
  }
}

/** The ladder under the lines. */
export interface Sums extends BillAmounts {
  /** Taken off by the lines' own discounts and the order's percentage. */
  percentOff: Fen
  reduction: Fen
  /** The card that gives member prices. */
  card: { id: string; cardNo: string; typeName: string } | null
  /** Why coupons can't be used so; '' when they can. */
  couponProblem: string
}

/** Amounts as the server computes them, or null when more is taken off than the lines can give. */
export function sumsOf(draft: Draft, offers: Offers = noOffers): Sums | null {
  const { lines, terms, card } = asBill(draft, offers)
  try {
    const amounts = computeBill(lines, terms)
    return {
      ...amounts,
      ...ofPerson(amounts.steps),
      card: card ?? null,
      couponProblem: couponProblem(draft, offers, amounts.coupons),
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Why nothing can be worked out, with the figure that would do; null: it can. */
export function tooMuchOff(draft: Draft, offers: Offers = noOffers): string | null {
  const { lines, terms } = asBill(draft, offers)
  try {
    computeBill(lines, terms)
    return null
  } catch (error) {
    if (error instanceof TooMuchOff) return error.message
    throw error
  }
}

const ofPerson = ({ linePercent, orderPercent, reduction }: DiscountSteps) => ({
  percentOff: (linePercent + orderPercent) as Fen,
  reduction,
})

const stepsIn = (steps: BillDetail['steps']): DiscountSteps =>
  Object.fromEntries(Object.entries(steps).map(([step, yuan]) => [step, yuanToFen(yuan)])) as DiscountSteps

/** A bill as it was saved: what cards and coupons gave then. */
export function savedSums(bill: BillDetail): Sums {
  const steps = stepsIn(bill.steps)
  return {
    lines: bill.items.map((item) => ({
      original: yuanToFen(item.originalAmount),
      discount: yuanToFen(item.discountAmount),
      amount: yuanToFen(item.amount),
      steps: stepsIn(item.steps),
    })),
    original: yuanToFen(bill.originalAmount),
    discount: yuanToFen(bill.discountAmount),
    rounding: yuanToFen(bill.roundingAmount),
    receivable: yuanToFen(bill.receivableAmount),
    steps,
    coupons: bill.coupons.map((each) => ({ amount: yuanToFen(each.amount), missing: ZERO, off: [] })),
    ...ofPerson(steps),
    card: bill.discountCard,
    couponProblem: '',
  }
}

/** Is something given that this person may not give? What stands on the saved bill may stay. */
export function isOverLimit(draft: Draft, saved: Draft, limit: number, offers: Offers = noOffers): boolean {
  const sums = sumsOf(draft, offers)
  if (sums === null) return false
  if (JSON.stringify(priced(draft)) === JSON.stringify(priced(saved)) && !isOnLess(draft, saved, sums, offers))
    return false
  const { lines, terms } = asBill(draft, offers)
  return linesBelowLimit(lines, terms, limit).length > 0
}

/** A sum that was granted on what the lines came to then is not granted when a card or a coupon leaves less of them. */
function isOnLess(draft: Draft, saved: Draft, sums: Sums, offers: Offers): boolean {
  if (!draft.reduction && draft.roundingRule !== 3) return false
  const was = sumsOf(saved, offers)
  return was !== null && baseOf(sums) < baseOf(was)
}
const baseOf = ({ original, steps }: Sums): number => original - steps.memberPrice - steps.memberDiscount - steps.coupon

/** Is a price other than that of the price list, and not as it was quoted or stands on the saved bill? */
export const hasOwnPrice = (draft: Draft, saved: Draft): boolean =>
  draft.lines.some(
    ({ tariffId, price, listPrice, planLineId }) =>
      listPrice !== null &&
      planLineId === null &&
      fenOf(price) !== yuanToFen(listPrice) &&
      !saved.lines.some((was) => was.tariffId === tariffId && fenOf(was.price) === fenOf(price)),
  )

/** The same items with nothing given away: what everybody may keep while somebody else is asked. */
export const withoutDiscounts = (draft: Draft): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => ({
    ...line,
    price: line.planLineId === null ? (line.listPrice ?? line.price) : line.price,
    discountPercent: line.planLineId === null ? 100 : line.discountPercent,
  })),
  discountPercent: 100,
  reduction: '',
  manualRounding: '',
})

/** Usual discounts beyond a person's limit: they may be asked for. */
export const percentsToAskFor = (limit: number, present: number): number[] =>
  usualPercents.filter((percent) => percent < limit && percent !== present)

const priced = ({ lines, discountPercent, reduction, roundingRule, manualRounding }: Draft) => [
  lines.map((line) => [line.tariffId, line.price, line.qty, line.discountPercent]),
  discountPercent,
  reduction,
  roundingRule === 3 ? manualRounding : '',
]

/** '9.5 折', '无' */
export function percentWords(percent: number): string {
  return percent === 100 ? '无' : percent === 0 ? '免费' : `${percent / 10} 折`
}

const usualPercents = [100, 95, 90, 88, 85, 80, 70, 60, 50]

/**
 * The discounts that a person may choose from: the usual ones first, then every other down to the limit, which a typed
 * figure finds. What stands on the bill stays among them, whoever gave it.
 */
export function offeredPercents(limit: number, present: number): number[] {
  const may = (percent: number) => percent >= limit || percent === 100
  const others = Array.from({ length: 100 }, (_, n) => 99 - n).filter((each) => !usualPercents.includes(each))
  return [...new Set([...[...usualPercents, ...others].filter(may), present])]
}

/** What this person may give, in words. */
export function limitWords(limit: number): string {
  if (limit <= 0) return '折扣不限'
  return limit >= 100 ? '没有打折权限，打折需店长同意' : `你可给到 ${limit / 10} 折，更低需店长同意`
}

/** Why a line costs less than its price: '9 折', '单项 9 折，整单 9.5 折', '立减' … */
export function discountNote(line: DraftLine, draft: Draft, taken: Fen, steps?: DiscountSteps): string {
  if (line.packageName !== null) return `套餐 ${line.packageName}`
  if (!line.canDiscount) return taken > 0 ? '抹零' : '不参与折扣'
  const own = line.discountPercent < 100
  const whole = draft.discountPercent < 100
  const words = [
    steps && steps.memberPrice > 0 && '会员价',
    steps && steps.memberDiscount > 0 && '会员折扣',
    steps && steps.coupon > 0 && '优惠券',
    own && (whole ? `单项 ${percentWords(line.discountPercent)}` : percentWords(line.discountPercent)),
    whole && (own ? `整单 ${percentWords(draft.discountPercent)}` : percentWords(draft.discountPercent)),
    fenOf(draft.reduction) > 0 && '立减',
  ].filter(Boolean)
  return words.length > 0 ? words.join('，') : taken > 0 ? '抹零' : ''
}

/** The quantity that goes with new teeth: it follows them when it did before, or when the item is charged by the tooth. */
export function qtyFor(line: Pick<DraftLine, 'perTooth' | 'qty'>, teeth: string): number {
  const count = countTeeth(parseTeeth(teeth))
  return line.perTooth && count > 0 ? count : line.qty
}

const roundingNames = ['不抹', '到角', '到元', '手动']

/** A draft in words, part by part, to lay two versions beside each other. */
export function wordsOf(
  draft: Draft,
  offers: Offers,
  /** Names of the staff of the clinic. */
  staff: ReadonlyMap<string, string>,
): { label: string; text: string }[] {
  const sums = sumsOf(draft, offers)
  const nameOf = (id: string | null) => (id === null ? '' : (staff.get(id) ?? ''))
  return [
    { label: '医生', text: nameOf(draft.doctorId) },
    { label: '护士', text: nameOf(draft.nurseId) },
    { label: '咨询师', text: nameOf(draft.consultantId) },
    { label: '销售人', text: nameOf(draft.salesId) },
    {
      label: '项目',
      text: draft.lines
        .map((line) => {
          const own = line.discountPercent < 100 ? ` ${percentWords(line.discountPercent)}` : ''
          const teeth = line.teeth ? ` ${toothText(parseTeeth(line.teeth))}` : ''
          const doctor = line.doctorId === null ? '' : ` ${nameOf(line.doctorId)}`
          return `${line.name}${teeth} ${formatYuanText(line.price || '0.00')} × ${line.qty}${own}${doctor}`
        })
        .join('\n'),
    },
    { label: '会员优惠', text: sums?.card ? cardWords(sums.card) : '无' },
    {
      label: '优惠券',
      text: draft.couponIds.map((id) => offers.coupons.find((each) => each.id === id)?.name ?? '').join('、') || '无',
    },
    { label: '整单折扣', text: percentWords(draft.discountPercent) },
    { label: '立减', text: draft.reduction ? formatYuanText(draft.reduction) : '无' },
    { label: '抹零', text: roundingNames[draft.roundingRule] ?? '' },
    { label: '优惠原因', text: draft.discountReason },
    { label: '备注', text: draft.remark },
    { label: '应收', text: sums ? formatYuan(sums.receivable) : '' },
  ]
}

/** '金卡 8826'. */
export const cardWords = ({ typeName, cardNo }: { typeName: string; cardNo: string }): string =>
  `${typeName} ${cardNo.slice(-4)}`
