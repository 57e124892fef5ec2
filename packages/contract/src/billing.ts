import { teethProblem } from '@dentin/clinical'
import { DISCOUNT_STEPS, type DiscountStep } from '@dentin/kit/bill-amounts'
import { z } from 'zod'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { couponRules } from './coupon-rules.ts'
import { asPreview, letterhead, printedFields } from './core/printed.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  money,
  noneTwice,
  oneOf,
  oneWord,
  optionalText,
  pageOf,
  paging,
  patientFace,
  requestId,
  requiredText,
  version,
  wholeNumber,
} from './core/fields.ts'

/** Refusals of this domain: codes 26001 to 26999. */
export const billingErrors = {
  BILL_NOT_OPEN: { code: 26001, message: '账单状态已变化，不能再修改' },
  BILL_NOT_CHARGEABLE: { code: 26002, message: '账单当前状态不能收费' },
  BILL_EMPTY: { code: 26003, message: '账单没有项目，请先加项目' },
  DISCOUNT_OVER_LIMIT: { code: 26004, message: '优惠超过你的权限，需店长同意' },
  REDUCTION_TOO_LARGE: { code: 26005, message: '优惠金额超过可优惠的金额' },
  PRICE_NOT_ALLOWED: { code: 26006, message: '没有改价权限' },
  PRICE_BELOW_MIN: { code: 26007, message: '低于最低价' },
  PAYMENT_OVER_DUE: { code: 26008, message: '收款金额超过应收' },
  PAYMENT_SHORT: { code: 26009, message: '收款金额不足，留欠费请选择挂账' },
  ARREARS_NOT_ALLOWED: { code: 26010, message: '没有挂账（留欠费）的权限' },
  PAY_METHOD_OFF: { code: 26011, message: '该收款方式未启用' },
  REVOKE_NOT_TODAY: { code: 26012, message: '只能撤销当日的收费，请走退款' },
  NOTHING_TO_REVOKE: { code: 26013, message: '账单没有可撤销的收费' },
  RECORD_WITHOUT_ITEMS: { code: 26014, message: '病历的处置还没有挂收费项目' },
  RECORD_ALREADY_BILLED: { code: 26015, message: '这份病历已生成收费单' },
  FEE_ALREADY_PAID: { code: 26016, message: '挂号费已收' },
  NO_FEE: { code: 26017, message: '这个挂号没有挂号费' },
  TARIFF_OFF: { code: 26018, message: '项目已停用' },
  BILL_NOT_PAID: { code: 26019, message: '账单还没有收费，不能打印收据' },
  NO_ARREARS: { code: 26020, message: '患者没有欠费' },
  BILL_CHANGED: { code: 26022, message: '一起收的账单已有变动' },
  FEE_LIST_EMPTY: { code: 26027, message: '没有收过费的项目，不能打印费用清单' },
  FEE_LIST_LONG: { code: 26028, message: '费用清单超过 1000 行，请缩短日期' },
  BILL_HELD: { code: 26021, message: '同事正在修改这张账单' },
  PACKAGE_CHANGED: { code: 26024, message: '套餐内容有变动，请移除后重新加' },
  PACKAGE_OFF: { code: 26025, message: '套餐已停用' },
  VOUCHER_USED: { code: 26026, message: '券码已用过' },
  DISCOUNT_CHANGED: { code: 26023, message: '会员优惠或优惠券有变化，请核对后再收' },
} satisfies Record<string, ErrorEntry>

/** What a bill is for. */
export const billTypes = {
  1: '诊疗',
  2: '零售',
  3: '挂号费',
  4: '会员卡',
  5: '预交金',
  6: '还欠款',
  7: '定金',
} as const
export const RETAIL = 2
export const REGISTRATION_BILL = 3

/** The kind of ways to pay by which a unit is charged. */
export const UNIT_TYPE = 5
/** The kind of ways to pay whose trade number is a code that a platform sold: good once in the whole company. */
export const VOUCHER_TYPE = 6
/** A code as it is kept: scanned or typed, with gaps or without. */
export const voucherCode = (text: string): string => text.replace(/[\s-]+/g, '').toUpperCase()
/** Why it is no code; '' when it is one. */
export const voucherCodeProblem = (code: string): string =>
  code === '' ? '请填写或扫描券码' : /^[0-9A-Z]{4,32}$/.test(code) ? '' : '券码应为 4–32 位数字或字母'

/** How many days back a bill may be entered late. */
export const LATE_ENTRY_DAYS = 60

/** For how long a screen that changes a bill holds it after its last word, and how often it says one. */
export const BILL_HOLD_SECONDS = 60
export const BILL_HOLD_AGAIN_SECONDS = 20

const teeth = z
  .string({ error: '牙位应为文字' })
  .max(200, { error: '牙位过长' })
  .refine((text) => text === '' || teethProblem(text) === null, { error: '牙位写法有误' })
  .default('')

/** One line as the screen sends it. The price may differ from the tariff's only with the right to change prices. */
const lineInput = z.strictObject({
  tariffId: idOf('项目'),
  teeth,
  qty: wholeNumber('数量', 1, 999),
  price: money('单价', 0, 9_999_999),
  discountPercent: wholeNumber('折扣', 0, 100).default(100),
  /** Who does it, where that is not the doctor of the bill. */
  doctorId: idOf('医生').nullish(),
  /** The line of the patient's accepted treatment plan that is charged; at its quoted price nobody needs a right. */
  planLineId: idOf('计划条目').nullish(),
  /** The package that it is sold in, and which of the packages of the bill: all lines of it stand on the bill, as it says. */
  packageId: idOf('收费套餐').nullish(),
  packageNo: wholeNumber('套餐序号', 1, 20).nullish(),
})
/** Items of a bill as the screen sends them. */
export const billLines = z.array(lineInput, { error: '请加收费项目' }).max(100, { error: '一张账单最多 100 项' })

/** Who had part in a bill beside its doctor. Left out: as the visit says when it is opened, as it is when it is saved; null: nobody. */
export const billPeople = {
  nurseId: idOf('护士').nullish(),
  consultantId: idOf('咨询师').nullish(),
  salesId: idOf('销售人').nullish(),
}

/** What is taken off a whole bill. */
export const billTerms = {
  discountPercent: wholeNumber('整单折扣', 0, 100).default(100),
  reductionAmount: money('立减', 0, 9_999_999).default(0 as never),
  roundingRule: oneOf('抹零', [0, 1, 2, 3]).default(0),
  manualRounding: money('抹零', 0, 99).default(0 as never),
  discountReason: optionalText('优惠原因', 50),
  remark: optionalText('备注', 200),
  /** Which card gives member prices: 0 the best that the patient has, 1 the one that is named, 2 none. */
  cardChoice: oneOf('会员优惠', [0, 1, 2]).default(0),
  discountCardId: idOf('会员卡').nullish(),
  /** In the order in which they are used. */
  couponIds: z
    .array(idOf('优惠券'), { error: '优惠券应为列表' })
    .max(10, { error: '一张账单最多用 10 张券' })
    .refine(noneTwice, { error: '同一张券不能用两次' })
    .default([]),
}

/** What each step of the ladder takes off. */
const steps = z.object(
  Object.fromEntries(DISCOUNT_STEPS.map((step) => [step, amount])) as Record<DiscountStep, typeof amount>,
)
/** What a card gives on each of some items. */
const cardOffer = z.object({
  id: z.string(),
  cardNo: z.string(),
  typeName: z.string(),
  mainName: z.string().nullable(),
  /** Why it gives nothing now; '' when it does. */
  refusal: z.string(),
  lines: z.array(z.object({ memberPrice: amount.nullable(), percent: z.number() })),
})
/** A right of a card that may be used at the desk, and how often it was for this bill. */
const rightOffer = z.object({
  cardId: z.string(),
  cardName: z.string(),
  name: z.string(),
  left: z.number(),
  onBill: z.number(),
})
const couponOffer = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  rules: couponRules,
  validUntil: z.string(),
  /** Why it can't be used on this bill; '' when it can, as far as its items and sum allow. */
  refusal: z.string(),
  /** Which of the items it may pay. */
  covers: z.array(z.boolean()),
})

const payment = z.strictObject({
  payMethodId: idOf('收款方式'),
  amount: money('收款金额', 0.01, 9_999_999),
  /** Cash handed over; the change is what exceeds the amount. */
  tendered: money('收到现金', 0, 9_999_999).optional(),
  /** With a platform's voucher: its code. */
  tradeNo: optionalText('交易号', 64),
  /** With 储值 only: which card. How it is split into principal and bonus the server works out. */
  cardId: idOf('会员卡').optional(),
  password: optionalText('卡密码', 20),
  /** With 预交金 only: which one of the patient's. */
  prepayId: idOf('预交金').optional(),
  /** With 单位记账 only: which unit, and the staff number or remark that it wants. */
  unitId: idOf('记账单位').optional(),
  unitReference: optionalText('工号或备注', 40),
})
/** How a payment with a member card or a prepayment is refused. */
const cardRefusals = [
  'PREPAY_SHORT',
  'PREPAY_STATE',
  'UNIT_STATE',
  'UNIT_LIMIT',
  'VOUCHER_USED',
  'CARD_STATE',
  'CARD_SHORT',
  'CARD_OTHER_CLINIC',
  'CARD_PASSWORD',
  'CARD_LOCKED',
  'CARD_DAY_LIMIT',
]
/** How what cards and coupons give is refused. */
const benefitRefusals = [
  'PACKAGE_CHANGED',
  'PACKAGE_OFF',
  'CARD_STATE',
  'CARD_OTHER_CLINIC',
  'COUPON_STATE',
  'COUPON_BELOW',
  'COUPON_STACK',
  'COUPON_SCOPE',
  'COUPON_CLINIC',
  'COUPON_TAKEN',
]
export const payments = z.array(payment, { error: '请选择收款方式' }).max(10, { error: '一次最多 10 种收款方式' })

/** What is typed at the desk to charge a bill. */
export const charge = {
  id: idOf('账单'),
  version,
  payments,
  /** true: what is not paid stays as arrears. */
  leaveArrears: z.boolean({ error: '应为是或否' }).default(false),
  arrearsReason: optionalText('挂账原因', 50),
  /** true: the patient's older arrears are repaid with the same payments, after this bill, all of them or nothing. */
  collectArrears: z.boolean({ error: '应为是或否' }).default(false),
  /** Other bills of the patient that wait: each is paid in full with the same payments, after this one, the oldest first. */
  together: z
    .array(z.strictObject({ id: idOf('账单'), version }), { error: '请选择一起收的账单' })
    .max(20, { error: '一次最多一起收 20 张' })
    .default([]),
}

const billRow = z.object({
  id: z.string(),
  billNo: z.string(),
  billType: z.number(),
  status: z.number(),
  ...patientFace,
  /** The visit that it charges for. */
  registrationId: z.string().nullable(),
  doctorId: z.string().nullable(),
  doctorName: z.string(),
  openTime: moment,
  submitTime: moment.nullable(),
  payTime: moment.nullable(),
  waitedMinutes: z.number().nullable(),
  itemCount: z.number(),
  /** The earlier day for which a bill that was entered late counts. */
  belongDate: z.string().nullable(),
  originalAmount: amount,
  discountAmount: amount,
  receivableAmount: amount,
  paidAmount: amount,
  arrearsAmount: amount,
  version: z.number(),
})

/** The same outside the charge desk, where amounts are only for whoever may see them. */
const billOutside = billRow.extend({
  originalAmount: amount.nullable(),
  discountAmount: amount.nullable(),
  receivableAmount: amount.nullable(),
  paidAmount: amount.nullable(),
  arrearsAmount: amount.nullable(),
})

const paymentRow = z.object({
  id: z.string(),
  payNo: z.string(),
  payMethodId: z.string(),
  payMethodName: z.string(),
  payMethodType: z.number(),
  amount,
  tenderedAmount: amount.nullable(),
  changeAmount: amount,
  tradeNo: z.string().nullable(),
  /** With a member card: which one, and what of it was principal and bonus. */
  cardId: z.string().nullable(),
  /** With a prepayment: which one. */
  prepayId: z.string().nullable(),
  /** Charged to a unit: which, and the staff number or remark. */
  payUnitName: z.string().nullable(),
  unitReference: z.string(),
  principalPart: amount,
  bonusPart: amount,
  /** A gateway said by which way it came. */
  byGateway: z.boolean(),
  /** 1 payment, 2 repayment of arrears, 3 revoke, 4 refund, 5 and 6 another way of paying */
  kind: z.number(),
  /** Taken back by a revoke. */
  revoked: z.boolean(),
  /** The payment of which something went back, or that was set right. */
  returnsId: z.string().nullable(),
  payTime: moment,
  cashierName: z.string(),
})

/** null for whoever may not see amounts. */
const otherArrears = z.object({ amount, count: z.number(), oldest: moment.nullable() }).nullable()

const billDetail = z.object({
  id: z.string(),
  billNo: z.string(),
  billType: z.number(),
  status: z.number(),
  ...patientFace,
  registrationId: z.string().nullable(),
  recordId: z.string().nullable(),
  doctorId: z.string().nullable(),
  doctorName: z.string(),
  nurseId: z.string().nullable(),
  nurseName: z.string(),
  consultantId: z.string().nullable(),
  consultantName: z.string(),
  salesId: z.string().nullable(),
  salesName: z.string(),
  openerName: z.string(),
  openTime: moment,
  payTime: moment.nullable(),
  originalAmount: amount,
  discountAmount: amount,
  roundingAmount: amount,
  reductionAmount: amount,
  discountPercent: z.number(),
  roundingRule: z.number(),
  receivableAmount: amount,
  paidAmount: amount,
  arrearsAmount: amount,
  /** Taken off by refunds, given back, and written off. */
  returnedAmount: amount,
  refundedAmount: amount,
  writtenOffAmount: amount,
  discountReason: z.string(),
  /** What each step of the ladder takes off the bill: Σ = discountAmount. */
  steps,
  cardChoice: z.number(),
  /** The card that gives member prices. */
  discountCard: z.object({ id: z.string(), cardNo: z.string(), typeName: z.string() }).nullable(),
  coupons: z.array(z.object({ id: z.string(), code: z.string(), name: z.string(), amount })),
  /** Who agreed to what is beyond the limit of whoever typed it. */
  discountApproverName: z.string(),
  /** The earlier day for which a bill that was entered late counts. */
  belongDate: z.string().nullable(),
  arrearsReason: z.string(),
  remark: z.string(),
  /** Why the bill is in its state: given back, voided, revoked; '' when nothing was said. */
  statusReason: z.string(),
  version: z.number(),
  items: z.array(
    z.object({
      id: z.string(),
      tariffId: z.string().nullable(),
      name: z.string(),
      categoryName: z.string(),
      teeth: z.string(),
      unit: z.string(),
      qty: z.number(),
      price: amount,
      /** What the price list says now; differs from `price` when the price was changed. */
      listPrice: amount.nullable(),
      /** What the item costs the house; null without the field 成本价. */
      costPrice: amount.nullable(),
      canDiscount: z.boolean(),
      /** May the bonus of a card pay it? A card may close more of the lines that it pays. */
      canBonus: z.boolean(),
      doctorId: z.string().nullable(),
      planLineId: z.string().nullable(),
      packageId: z.string().nullable(),
      packageNo: z.number().nullable(),
      packageName: z.string().nullable(),
      /** For how much the whole package was sold. */
      packagePrice: amount.nullable(),
      discountPercent: z.number(),
      originalAmount: amount,
      discountAmount: amount,
      steps,
      amount,
      returnedQty: z.number(),
      /** How many pieces have been done. */
      executedQty: z.number(),
      returnedAmount: amount,
    }),
  ),
  payments: z.array(paymentRow),
  /** What this person may do with the bill now. */
  allowed: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    takeBack: z.boolean(),
    void: z.boolean(),
    charge: z.boolean(),
    arrears: z.boolean(),
    revoke: z.boolean(),
    refund: z.boolean(),
    changePrice: z.boolean(),
    /** Lowest percentage of the price this person may charge. */
    discountLimit: z.number(),
  }),
  /** Who else is changing it now, and for how many seconds yet if nothing more is heard of them. */
  heldBy: z.object({ name: z.string(), seconds: z.number() }).nullable(),
  /** Arrears of the patient on other bills. */
  otherArrears,
  /** Who in the clinic can revoke a charge, for whoever can't: a wrong way to pay is set right by them. */
  revokers: z.array(z.string()),
})

const settled = z.object({
  id: z.string(),
  status: z.number(),
  receivableAmount: amount,
  paidAmount: amount,
  arrearsAmount: amount,
  changeAmount: amount,
  version: z.number(),
})

const open = resource('/orderSet:open')
const edit = resource('/orderSet:open', '/orderSet:charge')
const see = resource('/orderSet:view')
/** Whose bills: every call asks for the scope of seeing bills and of seeing patients. */
const whose: readonly Resource[] = ['/orderSet:view', '/allTimePatients:view']
const amounts: Resource = '/field:amounts'
const cost: Resource = '/field:cost'

export const billing = {
  list: call({
    method: 'POST',
    path: '/bill-api/v2/bill/list',
    doc: '账单列表：待收费按等待时间，欠费、今日已收按时间',
    spec: null,
    effect: 'read',
    allow: see,
    also: [...whose, amounts],
    body: {
      tab: oneWord('页签', ['waiting', 'arrears', 'paid', 'draft']),
      keyword: optionalText('关键字', 30),
      date: localDate('日期').optional(),
      ...paging,
    },
    output: pageOf(billRow).extend({
      /** refund: those under way. */
      counts: z.object({
        waiting: z.number(),
        arrears: z.number(),
        paid: z.number(),
        refund: z.number(),
        draft: z.number(),
      }),
      /** null for whoever may not see amounts: a bill is one's work, the takings are not. */
      sums: z.object({ receivable: amount, paid: amount, arrears: amount }).nullable(),
    }),
  }),
  listByPatient: call({
    method: 'GET',
    path: '/bill-api/v2/bill/patient/{patientId}',
    doc: '患者的账单；没有金额权限时金额为空',
    spec: null,
    allow: see,
    also: [...whose, amounts],
    params: { patientId: idOf('患者') },
    output: z.array(billOutside),
  }),
  detail: call({
    method: 'GET',
    path: '/bill-api/bill/detail',
    doc: '账单明细',
    spec: 'bill-detail',
    allow: see,
    also: [
      ...whose,
      amounts,
      cost,
      '/orderSet:open',
      '/orderSet:charge',
      '/orderSet:discount',
      '/orderSet:void',
      '/orderSet:revoke',
      '/orderSet:refundAsk',
      '/orderSet:arrears',
    ],
    query: { id: idOf('账单') },
    /** Invoiced how far: 0 not, 1 a receipt was printed, 2 an electronic invoice, 3 taken back. */
    output: billDetail.extend({ invoiceStatus: z.number() }),
  }),
  rights: call({
    method: 'GET',
    path: '/bill-api/v2/bill/my-rights',
    doc: '给患者开新单时：本人的改价、最低折扣、挂账权限，与患者的旧欠费',
    spec: null,
    allow: edit,
    also: [...whose, amounts, '/orderSet:discount', '/orderSet:arrears'],
    query: { patientId: idOf('患者') },
    output: z.object({
      changePrice: z.boolean(),
      /** Lowest percentage of the price this person may charge; 0 for those who may give everything. */
      discountLimit: z.number(),
      arrears: z.boolean(),
      otherArrears,
    }),
  }),
  benefits: call({
    method: 'POST',
    path: '/bill-api/v2/bill/benefits',
    doc: '给这位患者开单时，会员卡与优惠券对这些项目各给什么',
    spec: null,
    effect: 'read',
    allow: edit,
    also: whose,
    body: {
      patientId: idOf('患者'),
      /** The bill that is changed; its own coupons are free for it. */
      billId: idOf('账单').nullish(),
      tariffIds: z.array(idOf('项目'), { error: '项目应为列表' }).max(100, { error: '一张账单最多 100 项' }),
    },
    /** The items again, in the order in which the offers speak of them. */
    output: z.object({
      tariffIds: z.array(z.string()),
      /** Which of them the bonus of a card may pay. */
      canBonus: z.array(z.boolean()),
      cards: z.array(cardOffer),
      rights: z.array(rightOffer),
      coupons: z.array(couponOffer),
    }),
  }),
  payInfo: call({
    method: 'GET',
    path: '/bill-api/bill/findBillPayInfo',
    doc: '账单的收款流水',
    spec: 'bill-find-bill-pay-info',
    allow: see,
    also: whose,
    query: { id: idOf('账单') },
    output: z.array(paymentRow),
  }),
  unpaidCheck: call({
    method: 'GET',
    path: '/bill-api/bill/checkIsNoPayOrder',
    doc: '患者是否有未支付的账单、欠费的账单，以及没有收的挂号费',
    spec: 'bill-check-is-no-pay-order',
    allow: see,
    also: whose,
    query: { patientId: idOf('患者') },
    output: z.object({
      exists: z.boolean(),
      bills: z.array(
        z.object({
          id: z.string(),
          billNo: z.string(),
          receivableAmount: amount,
          version: z.number(),
          /** Can it be charged with another bill of the patient? */
          chargeable: z.boolean(),
          lines: z.array(z.object({ categoryName: z.string(), amount, canBonus: z.boolean() })),
        }),
      ),
      /** Bills of which something is owing that may be repaid here, the oldest first. */
      owing: z.array(
        z.object({
          id: z.string(),
          billNo: z.string(),
          openTime: moment,
          arrearsAmount: amount,
          lines: z.array(z.object({ categoryName: z.string(), amount, canBonus: z.boolean() })),
        }),
      ),
      /** Registration fees that nobody has taken yet; they have no bill. */
      fees: z.array(
        z.object({ registrationId: z.string(), amount, date: z.string(), doctorName: z.string(), queueNo: z.number() }),
      ),
      /** The patient's visit of today in this clinic, the newest; null: there is none. */
      visit: z
        .object({
          registrationId: z.string(),
          doctorId: z.string(),
          doctorName: z.string(),
          nurseId: z.string().nullable(),
          consultantId: z.string().nullable(),
        })
        .nullable(),
    }),
  }),
  draftFromRecord: call({
    method: 'POST',
    path: '/bill-api/v2/bill/from-record',
    doc: '由病历的处置生成收费单并送前台',
    spec: null,
    allow: open,
    also: whose,
    idempotent: true,
    body: { recordId: idOf('病历'), requestId },
    output: z.object({ id: z.string(), billNo: z.string(), receivableAmount: amount }),
    errors: ['RECORD_WITHOUT_ITEMS', 'RECORD_ALREADY_BILLED'],
  }),
  ofRecord: call({
    method: 'GET',
    path: '/bill-api/v2/bill/of-record/{recordId}',
    doc: '由一份病历的处置和处方开出的账单，作废的除外',
    spec: null,
    allow: resource('/orderSet:view'),
    also: whose,
    params: { recordId: idOf('病历') },
    output: z.array(z.object({ id: z.string(), billNo: z.string(), status: z.number() })),
  }),
  open: call({
    method: 'POST',
    path: '/bill-api/v2/bill/create',
    doc: '开单',
    spec: null,
    allow: edit,
    also: [...whose, '/orderSet:discount', '/orderSet:lateEntry'],
    idempotent: true,
    body: {
      patientId: idOf('患者'),
      /** Goods are sold without a visit: no registration and no doctor. */
      retail: z.boolean({ error: '应为是或否' }).default(false),
      registrationId: idOf('挂号').nullish(),
      doctorId: idOf('医生').nullish(),
      ...billPeople,
      /** 归属日 of a bill that is entered late: a past day of an open month. */
      belongDate: localDate('归属日').optional(),
      items: billLines,
      ...billTerms,
      submit: z.boolean({ error: '应为是或否' }).default(true),
      requestId,
    },
    output: z.object({ id: z.string(), billNo: z.string(), version: z.number() }),
    errors: [
      'DISCOUNT_OVER_LIMIT',
      'PRICE_NOT_ALLOWED',
      'PRICE_BELOW_MIN',
      'REDUCTION_TOO_LARGE',
      'BILL_EMPTY',
      'TARIFF_OFF',
      'MONTH_CLOSED',
      'FORBIDDEN',
      ...benefitRefusals,
    ],
  }),
  save: call({
    method: 'POST',
    path: '/bill-api/v2/bill/update',
    doc: '修改未收费账单的项目与优惠',
    spec: null,
    allow: edit,
    also: [...whose, '/orderSet:discount', '/orderSet:lateEntry'],
    body: {
      id: idOf('账单'),
      version,
      /** Left out: as it is; null: nobody. */
      doctorId: idOf('医生').nullish(),
      ...billPeople,
      items: billLines,
      ...billTerms,
      /** 归属日; null: it counts for the day on which it is charged. Without it the bill keeps its own. */
      belongDate: localDate('归属日').nullish(),
    },
    output: z.object({ version: z.number(), originalAmount: amount, discountAmount: amount, receivableAmount: amount }),
    errors: [
      'BILL_NOT_OPEN',
      'BILL_HELD',
      'DISCOUNT_OVER_LIMIT',
      'PRICE_NOT_ALLOWED',
      'PRICE_BELOW_MIN',
      'REDUCTION_TOO_LARGE',
      'TARIFF_OFF',
      'MONTH_CLOSED',
      'FORBIDDEN',
      ...benefitRefusals,
    ],
  }),
  hold: call({
    method: 'POST',
    path: '/bill-api/v2/bill/hold',
    doc: '编辑锁：正在修改账单，60 秒内别人不能保存、收费、退回、作废；每 20 秒续一次',
    spec: null,
    allow: edit,
    also: whose,
    body: { id: idOf('账单') },
    output: z.null(),
    errors: ['BILL_HELD', 'BILL_NOT_OPEN'],
  }),
  letGo: call({
    method: 'POST',
    path: '/bill-api/v2/bill/let-go',
    doc: '放开自己的编辑锁',
    spec: null,
    allow: edit,
    also: whose,
    body: { id: idOf('账单') },
    output: z.null(),
  }),
  submit: call({
    method: 'POST',
    path: '/bill-api/v2/bill/submit',
    doc: '把草稿或退回的账单送到前台',
    spec: null,
    allow: open,
    also: whose,
    body: { id: idOf('账单'), version },
    output: z.object({ version: z.number() }),
    errors: ['BILL_EMPTY', 'BILL_NOT_OPEN', 'BILL_HELD'],
  }),
  takeBack: call({
    method: 'POST',
    path: '/bill-api/v2/bill/take-back',
    doc: '医生撤回账单，或前台退回医生',
    spec: null,
    allow: edit,
    also: whose,
    body: { id: idOf('账单'), version, reason: requiredText('原因', 50) },
    output: z.object({ version: z.number() }),
    errors: ['BILL_NOT_OPEN', 'BILL_HELD'],
  }),
  void: call({
    method: 'POST',
    path: '/bill-api/v2/bill/void',
    doc: '作废未收费的账单',
    spec: null,
    allow: resource('/orderSet:void'),
    also: whose,
    body: { id: idOf('账单'), version, reason: requiredText('作废原因', 50) },
    output: z.null(),
    errors: ['BILL_NOT_OPEN', 'BILL_HELD'],
  }),
  charge: call({
    method: 'POST',
    path: '/bill-api/v2/bill/charge',
    doc: '收费：一种或多种方式，可留欠费',
    spec: null,
    allow: resource('/orderSet:charge'),
    also: [...whose, '/orderSet:arrears'],
    idempotent: true,
    turns: { list: 'payments', field: 'cardId' },
    body: { ...charge, requestId },
    output: settled.extend({
      repaidAmount: amount,
      /** The bills that were paid with it. */
      together: z.array(z.object({ id: z.string(), billNo: z.string(), paidAmount: amount })),
    }),
    errors: [
      'BILL_NOT_CHARGEABLE',
      'BILL_HELD',
      'BILL_CHANGED',
      'DISCOUNT_CHANGED',
      'PAYMENT_OVER_DUE',
      'PAYMENT_SHORT',
      'ARREARS_NOT_ALLOWED',
      'PAY_METHOD_OFF',
      'MONTH_CLOSED',
      ...cardRefusals,
    ],
  }),
  repay: call({
    method: 'POST',
    path: '/bill-api/v2/bill/repay',
    doc: '还欠款：按时间先后冲抵患者的欠费单',
    spec: null,
    allow: resource('/orderSet:charge'),
    also: whose,
    idempotent: true,
    turns: { list: 'payments', field: 'cardId' },
    body: { patientId: idOf('患者'), billIds: z.array(idOf('账单')).max(50).default([]), payments, requestId },
    output: z.object({ repaid: z.array(z.object({ billId: z.string(), amount })), changeAmount: amount }),
    errors: ['PAYMENT_OVER_DUE', 'PAYMENT_SHORT', 'PAY_METHOD_OFF', 'NO_ARREARS', ...cardRefusals],
  }),
  revoke: call({
    method: 'POST',
    path: '/bill-api/bill/pay/revoke',
    doc: '撤销当日收费，账单回到待收费',
    spec: 'bill-pay-revoke',
    allow: resource('/orderSet:revoke'),
    also: whose,
    idempotent: true,
    body: { id: idOf('账单'), version, reason: requiredText('撤销原因', 50), requestId },
    output: z.object({ version: z.number() }),
    errors: ['REVOKE_NOT_TODAY', 'NOTHING_TO_REVOKE', 'CARD_STATE', 'PREPAY_STATE', 'UNIT_SETTLED', 'MONTH_CLOSED'],
  }),
  registrationFee: call({
    method: 'POST',
    path: '/bill-api/v2/bill/registration-fee',
    doc: '收挂号费',
    spec: null,
    allow: resource('/orderSet:charge'),
    also: whose,
    idempotent: true,
    body: { registrationId: idOf('挂号'), payments, requestId },
    output: settled.extend({ billNo: z.string() }),
    errors: ['FEE_ALREADY_PAID', 'NO_FEE', 'PAY_METHOD_OFF', 'PAYMENT_SHORT', 'PAYMENT_OVER_DUE', ...cardRefusals],
  }),
  shift: call({
    method: 'GET',
    path: '/bill-api/v2/bill/my-shift',
    doc: '本人本班收款；盲点现金时不含现金',
    spec: null,
    allow: resource('/orderSet:charge'),
    output: z.object({
      received: amount,
      /** The till is counted blind: cash is left out. */
      withoutCash: z.boolean(),
      count: z.number(),
      since: moment.nullable(),
      methods: z.array(z.object({ name: z.string(), amount })),
    }),
  }),
  receipt: call({
    method: 'GET',
    path: '/bill-api/v2/bill/receipt/{id}',
    doc: '收据（打印用，写打印日志）',
    spec: null,
    effect: 'write',
    allow: resource('/orderSet:print'),
    also: whose,
    params: { id: idOf('账单') },
    query: asPreview,
    output: z.object({
      clinic: letterhead,
      bill: billDetail.omit({ allowed: true, otherArrears: true, revokers: true, heldBy: true }),
      /** What the patient paid: what a unit owes is no money yet. */
      receivedAmount: amount,
      /** What was given back of it: not to a unit. */
      givenBackAmount: amount,
      amountInWords: z.string(),
      cashierName: z.string(),
      /** What the cards that paid held after it. */
      cards: z.array(z.object({ typeName: z.string(), cardNo: z.string(), principal: amount, bonus: amount })),
      ...printedFields,
    }),
    errors: ['BILL_NOT_PAID'],
  }),
} satisfies CallGroup
