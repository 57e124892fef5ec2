import { z } from 'zod'
import { charge as chargeBody, payments } from './billing.ts'
import { recharge, rechargeRefusals, sale, saleRefusals } from './card.ts'
import { call, resource, resourceApart, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  moment,
  oneWord,
  optionalText,
  pageOf,
  paging,
  requestId,
  requiredText,
  version,
  wholeNumber,
} from './core/fields.ts'
import { states } from './core/states.ts'
import { receive, receiveRefusals } from './prepay.ts'

/** A payment of a patient through a gateway. */
export const scanPayStates = states(
  {
    running: [0, '支付中', 'running'],
    paid: [1, '已收', 'done'],
    ended: [2, '未支付', 'ended'],
    strayed: [3, '待核对', 'late'],
  },
  {},
)

/** What a code is paid for. */
export const scanPurposes = { charge: 1, arrears: 2, recharge: 3, prepay: 4, cardSale: 5 } as const
export type ScanPurpose = (typeof scanPurposes)[keyof typeof scanPurposes]

/** What went wrong between a gateway and the books. */
export const exceptionStates = states(
  {
    open: [0, '待处理', 'due'],
    recorded: [1, '已补记', 'done'],
    givenBack: [2, '已退回', 'done'],
    held: [3, '已挂账', 'waiting'],
    closed: [4, '已关闭', 'ended'],
    goingBack: [5, '退回中', 'running'],
  },
  {
    /** Somebody has still to do something. */
    waiting: ['open', 'held', 'goingBack'],
  },
  {
    record: { from: ['open', 'held'], to: ['recorded'] },
    giveBack: { from: ['open', 'held'], to: ['givenBack', 'goingBack'] },
    hold: { from: ['open'], to: ['held'] },
    close: { from: ['open', 'held'], to: ['closed'] },
  },
)
export type ExceptionWay = keyof typeof exceptionStates.moves

/** One part of a refund at its gateway: accepted is not paid back. */
export const gatewayRefundStates = states(
  {
    toSend: [0, '待提交', 'due'],
    accepted: [1, '平台已受理', 'running'],
    done: [2, '已退回', 'done'],
    failed: [3, '退款失败', 'late'],
    elsewhere: [4, '已线下退', 'ended'],
  },
  { underWay: ['toSend', 'accepted'] },
)

export const exceptionTypes = { 1: '已扣款未入账', 2: '重复支付', 3: '金额不符', 4: '退款失败' } as const
export const exceptionWays: Readonly<Record<ExceptionWay, string>> = {
  record: '补记',
  giveBack: '退回',
  hold: '挂账',
  close: '关闭',
}

/** Refusals of this domain: codes 31101 to 31199. */
export const scanPayErrors = {
  SCAN_NOT_OFFERED: { code: 31101, message: '本门诊没有开通这种扫码收款' },
  SCAN_CODE_EXPIRED: { code: 31102, message: '付款码已过期或已用过，请患者刷新付款码后再扫' },
  SCAN_REFUSED: { code: 31103, message: '支付平台没有收下这笔付款' },
  SCAN_ENDED: { code: 31104, message: '这次扫码收款已经结束' },
  SCAN_EXCEPTION_STATE: { code: 31105, message: '这条异常的状态已变化' },
  SCAN_EXCEPTION_WAY: { code: 31106, message: '这条异常不能这样处理' },
  MERCHANT_KEY_WRONG: { code: 31107, message: '密钥的写法不正确' },
  MERCHANT_NOT_SET: { code: 31108, message: '还没有填写收款商户' },
  SCAN_RUNNING: { code: 31110, message: '这一笔正在扫码收款，请先等它结束或停止' },
  PAID_BY_GATEWAY: { code: 31109, message: '这张账单有扫码收款，不能撤销收费，请走退费原路退回' },
} as const satisfies Record<string, ErrorEntry>

const gateway = oneWord('支付平台', ['wechat', 'alipay'])
const whose: readonly Resource[] = ['/orderSet:view', '/allTimePatients:view']
const charges = '/orderSet:charge'
const recharges = '/membercard:recharge'
const sells = '/membercard:open'
const receives = '/prepayments:receive'

const standing = z.object({
  id: z.string(),
  status: z.number(),
  gateway: z.string(),
  /** 1 the patient scans our code, 2 we scan the patient's */
  way: z.number(),
  amount,
  /** What the code says that the patient scans. */
  codeUrl: z.string().nullable(),
  expireTime: moment,
  secondsLeft: z.number(),
  /** Why it ended, in words; of one that was paid what else the desk should know. */
  message: z.string(),
  /** The prepayment that the money has become. */
  prepay: z.object({ id: z.string(), prepayNo: z.string() }).nullable(),
  /** The movement of a card that the money has become, by a recharge or by the sale of a new card. */
  card: z.object({ id: z.string(), cardNo: z.string(), movementId: z.string() }).nullable(),
  sandbox: z.boolean(),
  cashierName: z.string(),
})

/** The digits of the patient's code; left out: we show ours. */
const authCode = z
  .string({ error: '付款码应为 16 至 24 位数字' })
  .regex(/^\d{16,24}$/, { error: '付款码应为 16 至 24 位数字' })
  .optional()
/** A code takes one way to pay. */
const ONE_WAY = { error: '扫码一次收一种方式，其他方式请先收' }
const startRefusals = ['SCAN_NOT_OFFERED', 'SCAN_CODE_EXPIRED', 'SCAN_REFUSED', 'PAYMENT_GATEWAY_BUSY'] as const

const offered = z.object({ offered: z.boolean(), sandbox: z.boolean() })

const exception = z.object({
  id: z.string(),
  exceptionNo: z.string(),
  type: z.number(),
  status: z.number(),
  gateway: z.string(),
  billId: z.string().nullable(),
  billNo: z.string().nullable(),
  /** What its code was to be paid for (`scanPurposes`). */
  purpose: z.number().nullable(),
  /** The card that was to be recharged. */
  cardNo: z.string().nullable(),
  patientId: z.string().nullable(),
  patientName: z.string().nullable(),
  refundId: z.string().nullable(),
  refundNo: z.string().nullable(),
  gatewayTradeNo: z.string(),
  payMethodId: z.string(),
  payMethodName: z.string(),
  amount,
  expectedAmount: amount.nullable(),
  reason: z.string(),
  note: z.string(),
  handlerName: z.string(),
  foundAt: moment,
  handledAt: moment.nullable(),
  /** Hours since it was found, until it was handled. */
  ageHours: z.number(),
  version: z.number(),
  /** What may be done with it now, by this person. */
  ways: z.array(z.string()),
})

const merchant = z.object({
  id: z.string(),
  gateway: z.string(),
  appId: z.string(),
  merchantNo: z.string(),
  serialNo: z.string(),
  publicKeyId: z.string(),
  /** The last characters of what is sealed. */
  privateKeyTail: z.string(),
  apiKeyTail: z.string(),
  publicKeyTail: z.string(),
  enabled: z.boolean(),
  testedAt: moment.nullable(),
  testResult: z.string(),
  version: z.number(),
})

const pem = (label: string) => optionalText(label, 8_000)

/** Patients' money through gateways: scan codes, bar codes, what went wrong, and each clinic's own merchants. */
export const scanPay = {
  offer: call({
    method: 'GET',
    path: '/bill-api/v2/scan-pay/offer',
    doc: '本门诊开通了哪些扫码收款；没有商户密钥时为模拟支付（仅非生产环境）',
    spec: null,
    allow: resource(charges, recharges, receives, sells),
    output: z.object({ wechat: offered, alipay: offered }),
  }),
  start: call({
    method: 'POST',
    path: '/bill-api/v2/scan-pay/start',
    doc: '扫码收款：出二维码（患者扫）或扫患者的付款码；收款内容与收费相同，钱到后入账',
    spec: null,
    allow: resourceApart(charges),
    also: [...whose, '/orderSet:arrears'],
    body: {
      ...chargeBody,
      gateway,
      /** Which of the payments goes through the gateway. */
      scanned: wholeNumber('扫码的一笔', 0, 9),
      authCode,
    },
    output: standing,
    errors: [
      ...startRefusals,
      'BILL_NOT_CHARGEABLE',
      'BILL_HELD',
      'BILL_CHANGED',
      'PAYMENT_OVER_DUE',
      'PAYMENT_SHORT',
      'ARREARS_NOT_ALLOWED',
      'PAY_METHOD_OFF',
      'VOUCHER_USED',
    ],
  }),
  startRepay: call({
    method: 'POST',
    path: '/bill-api/v2/scan-pay/start-repay',
    doc: '扫码还欠款：出二维码（患者扫）或扫患者的付款码，可只还一部分；钱到后入账',
    spec: null,
    allow: resourceApart(charges),
    also: whose,
    body: {
      billId: idOf('账单'),
      payments: payments.length(1, ONE_WAY),
      gateway,
      authCode,
    },
    output: standing,
    errors: [...startRefusals, 'SCAN_RUNNING', 'NO_ARREARS', 'PAYMENT_OVER_DUE', 'PAYMENT_SHORT', 'PAY_METHOD_OFF'],
  }),
  startRecharge: call({
    method: 'POST',
    path: '/bill-api/v2/scan-pay/start-recharge',
    doc: '扫码充值：出二维码（患者扫）或扫患者的付款码；内容与充值相同，钱到后入卡，赠送照常',
    spec: null,
    allow: resourceApart(recharges),
    also: whose,
    body: { id: idOf('会员卡'), ...recharge, ways: recharge.ways.length(1, ONE_WAY), gateway, authCode },
    output: standing,
    errors: [...startRefusals, 'SCAN_RUNNING', ...rechargeRefusals],
  }),
  startSale: call({
    method: 'POST',
    path: '/bill-api/v2/scan-pay/start-sale',
    doc: '扫码开卡：出二维码（患者扫）或扫患者的付款码；内容与开卡相同，钱到后才开卡，首充与赠送照常',
    spec: null,
    allow: resourceApart(sells),
    also: whose,
    body: { ...sale, ways: sale.ways.length(1, ONE_WAY), gateway, authCode },
    output: standing,
    errors: [...startRefusals, 'SCAN_RUNNING', ...saleRefusals],
  }),
  startPrepay: call({
    method: 'POST',
    path: '/bill-api/v2/scan-pay/start-prepay',
    doc: '扫码收预交金：出二维码（患者扫）或扫患者的付款码；内容与收预交金相同，钱到后记入',
    spec: null,
    allow: resourceApart(receives),
    also: whose,
    body: { ...receive, ways: receive.ways.length(1, ONE_WAY), gateway, authCode },
    output: standing,
    errors: [...startRefusals, 'SCAN_RUNNING', ...receiveRefusals],
  }),
  standing: call({
    method: 'GET',
    path: '/bill-api/v2/scan-pay/standing',
    doc: '账单最近一次扫码收款的情况；进行中的隔几秒向支付平台查询一次',
    spec: null,
    allow: resource('/orderSet:view'),
    also: whose,
    query: { billId: idOf('账单') },
    output: standing.nullable(),
  }),
  rechargeStanding: call({
    method: 'GET',
    path: '/bill-api/v2/scan-pay/recharge-standing',
    doc: '会员卡最近一次扫码充值的情况',
    spec: null,
    allow: resource(recharges),
    also: whose,
    query: { cardId: idOf('会员卡') },
    output: standing.nullable(),
  }),
  saleStanding: call({
    method: 'GET',
    path: '/bill-api/v2/scan-pay/sale-standing',
    doc: '患者最近一次扫码开卡的情况',
    spec: null,
    allow: resource(sells),
    also: whose,
    query: { buyerId: idOf('患者') },
    output: standing.nullable(),
  }),
  prepayStanding: call({
    method: 'GET',
    path: '/bill-api/v2/scan-pay/prepay-standing',
    doc: '患者最近一次扫码收预交金的情况',
    spec: null,
    allow: resource(receives),
    also: whose,
    query: { patientId: idOf('患者') },
    output: standing.nullable(),
  }),
  stop: call({
    method: 'POST',
    path: '/bill-api/v2/scan-pay/stop',
    doc: '停止扫码收款：关闭二维码或撤销付款，账单回到待收费；已付的照常入账',
    spec: null,
    allow: resourceApart(charges, recharges, receives, sells),
    also: whose,
    body: { id: idOf('扫码收款') },
    output: standing,
    errors: ['PAYMENT_GATEWAY_BUSY'],
  }),
  exceptions: call({
    method: 'POST',
    path: '/bill-api/v2/pay-exception/list',
    doc: '支付异常：待处理的在前，其余按时间',
    spec: null,
    effect: 'read',
    allow: resource('/orderSet:exceptions'),
    also: ['/orderSet:refundApprove'],
    body: { state: oneWord('状态', ['waiting', 'all']).default('waiting'), ...paging },
    output: pageOf(exception).extend({ waiting: z.number() }),
  }),
  handleException: call({
    method: 'POST',
    path: '/bill-api/bill/exceptionHandle',
    doc: '处理支付异常：补记、退回、挂账、关闭，均须写明经过；挂账留在待查账上，其余都记账',
    spec: 'bill-exception-handle',
    allow: resource('/orderSet:exceptions'),
    also: [...whose, '/orderSet:refundApprove'],
    idempotent: true,
    body: {
      id: idOf('异常'),
      version,
      way: oneWord('处理方式', ['record', 'giveBack', 'hold', 'close']),
      note: requiredText('处理经过', 200),
      /** A failed refund that is paid in another way, or money that the patient has brought back. */
      payMethodId: idOf('收款方式').optional(),
      requestId,
    },
    output: z.object({ id: z.string(), status: z.number(), version: z.number() }),
    errors: [
      'SCAN_EXCEPTION_STATE',
      'SCAN_EXCEPTION_WAY',
      'REFUND_SELF',
      'PAYMENT_OVER_DUE',
      'PAYMENT_SHORT',
      'CARD_TYPE_OFF',
      'CARD_NO_TAKEN',
      'BILL_NOT_CHARGEABLE',
      'CARD_STATE',
      'PAY_METHOD_OFF',
    ],
  }),
  merchants: call({
    method: 'GET',
    path: '/bill-api/v2/merchant/list',
    doc: '本门诊的收款商户；密钥只显示末尾几位',
    spec: null,
    allow: resource('/baseAccounting:view'),
    also: ['/baseAccounting:merchant'],
    output: z.object({ list: z.array(merchant), mayEdit: z.boolean(), sandbox: z.boolean() }),
  }),
  saveMerchant: call({
    method: 'POST',
    path: '/bill-api/v2/merchant/save',
    doc: '填写本门诊的收款商户；密钥加密保存，留空的沿用原来的',
    spec: null,
    allow: resource('/baseAccounting:merchant'),
    body: {
      gateway,
      appId: requiredText('AppID', 32),
      merchantNo: optionalText('商户号', 32),
      serialNo: optionalText('商户证书序列号', 64),
      privateKey: pem('私钥'),
      apiKey: optionalText('APIv3 密钥', 32),
      publicKeyId: optionalText('平台公钥 ID', 64),
      publicKey: pem('公钥'),
      enabled: z.boolean({ error: '应为是或否' }).default(true),
      version: version.optional(),
    },
    output: merchant,
    errors: ['MERCHANT_KEY_WRONG'],
  }),
  testMerchant: call({
    method: 'POST',
    path: '/bill-api/v2/merchant/test',
    doc: '测试收款商户：出一张 1 分的二维码，收到后自动退回；再次调用即查询进度',
    spec: null,
    allow: resourceApart('/baseAccounting:merchant'),
    body: { gateway, testId: idOf('测试').optional() },
    output: z.object({
      testId: z.string(),
      /** waiting for the scan, going back, passed, failed */
      state: z.enum(['waiting', 'goingBack', 'passed', 'failed']),
      codeUrl: z.string().nullable(),
      message: z.string(),
    }),
    errors: ['MERCHANT_NOT_SET', 'PAYMENT_GATEWAY_BUSY'],
  }),
} satisfies CallGroup
