import { z } from 'zod'
import { anyone, call, resource, resourceApart, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { amount, moment } from './core/fields.ts'

/** Refusals of this domain: codes 31001 to 31999. */
export const paymentErrors = {
  PAYMENT_ORDER_MISSING: { code: 31001, message: '没有找到这张订单' },
  PAYMENT_ORDER_CLOSED: { code: 31002, message: '订单已支付或已关闭，不能再付款' },
  PAYMENT_OTHER_WAY: { code: 31003, message: '这张订单选择了其他支付方式' },
  PAYMENT_NOT_OFFERED: { code: 31004, message: '暂未开通这种支付方式，请选择其他方式' },
  PAYMENT_GATEWAY_BUSY: { code: 31005, message: '支付平台暂时没有回应，请稍后重试' },
  PAYMENT_TICKET_GONE: { code: 31006, message: '付款链接已使用或已过期，请重新获取' },
  PAYMENT_UNDER_WAY: { code: 31007, message: '上一次付款还在确认中，请稍后再试' },
  PAYMENT_NUMBER_USED: { code: 31008, message: '这个支付流水号已用于另一笔付款' },
} as const satisfies Record<string, ErrorEntry>

/** Who may pay an order of the clinic and see how far it is: each kind of order its own. */
const PAYERS = ['/vipInfoDetail:pay', '/medicareOrderRecord:pay', '/SMSmanagement:recharge'] as const

const orderNo = z.string({ error: '缺少订单号' }).regex(/^[0-9A-Za-z-]{4,32}$/, { error: '订单号不正确' })
const secret = (label: string) => z.string({ error: `缺少${label}` }).regex(/^[\w-]{43}$/, { error: `${label}不正确` })

/**
 * open: waits for the payment. confirming: the money is there, the order is being brought up to date. paid.
 * closed: takes no money any more. strayed: the money came after the order was closed; the provider gets in touch.
 */
export const PAY_STATES = ['open', 'confirming', 'paid', 'closed', 'strayed'] as const

const standing = {
  /** What was ordered: vip, medical … */
  kind: z.string(),
  orderNo: z.string(),
  title: z.string(),
  totalAmount: amount,
  /** 0 Alipay, 1 WeChat, 2 corporate transfer */
  payType: z.number(),
  state: z.enum(PAY_STATES),
  /** Until when this way to pay holds; null when there is none. */
  expireTime: moment.nullable(),
  /** Seconds until then, by the server's clock. */
  secondsLeft: z.number(),
  /** The gateway is the local sandbox: no money moves. Every page says so. */
  sandbox: z.boolean(),
}
const standingSchema = z.object(standing)
/** How to pay: an address to go to (Alipay), or the text of a QR code (WeChat). Null when the order is not open. */
const waySchema = z.object({
  ...standing,
  url: z.string().nullable(),
  codeUrl: z.string().nullable(),
})

/** Payments: gateways, their notifications, the pay pages. */
export const payment = {
  alipay: call({
    method: 'GET',
    path: '/bill-api/v1/pay/alipay',
    doc: '支付宝付款：返回收银台地址；同一订单在有效期内得到同一笔交易',
    spec: 'membership-pay-alipay',
    allow: resourceApart(...PAYERS),
    effect: 'write',
    query: { orderNo },
    output: waySchema,
    errors: ['PAYMENT_ORDER_MISSING', 'PAYMENT_OTHER_WAY', 'PAYMENT_NOT_OFFERED', 'PAYMENT_UNDER_WAY'],
  }),
  wxpay: call({
    method: 'GET',
    path: '/bill-api/v1/pay/wxpay',
    doc: '微信付款：返回二维码内容；同一订单在有效期内得到同一笔交易',
    spec: 'membership-pay-wxpay',
    allow: resourceApart(...PAYERS),
    effect: 'write',
    query: { orderNo },
    output: waySchema,
    errors: [
      'PAYMENT_ORDER_MISSING',
      'PAYMENT_OTHER_WAY',
      'PAYMENT_NOT_OFFERED',
      'PAYMENT_GATEWAY_BUSY',
      'PAYMENT_UNDER_WAY',
    ],
  }),
  checkIsPay: call({
    method: 'GET',
    path: '/bill-api/v1/pay/checkIsPay',
    doc: '查询付款状态（轮询用）：读本地状态，隔一段时间才向支付平台核实',
    spec: null,
    allow: resource(...PAYERS),
    query: { orderNo },
    output: standingSchema,
    errors: ['PAYMENT_ORDER_MISSING'],
  }),
  checkIsPayNoPolling: call({
    method: 'GET',
    path: '/bill-api/v1/pay/checkIsPayNoPolling',
    doc: '查询付款状态（不轮询）：立即向支付平台核实一次',
    spec: null,
    allow: resourceApart(...PAYERS),
    effect: 'write',
    query: { orderNo },
    output: standingSchema,
    errors: ['PAYMENT_ORDER_MISSING'],
  }),
  makeTicket: call({
    method: 'POST',
    path: '/bill-api/v1/pay/ticket',
    doc: '生成一次性付款链接，给不登录的人付款用',
    spec: null,
    allow: resource(...PAYERS),
    body: { orderNo },
    output: z.object({ ticket: z.string(), expireTime: moment }),
    errors: ['PAYMENT_ORDER_MISSING', 'PAYMENT_ORDER_CLOSED', 'PAYMENT_OTHER_WAY'],
  }),
  redeemTicket: call({
    method: 'POST',
    path: '/bill-api/v1/pay/ticket/redeem',
    doc: '打开付款链接：一次性，换取这一页的付款凭据',
    spec: null,
    allow: anyone,
    body: { ticket: secret('付款链接') },
    output: z.object({ key: z.string(), payType: z.number() }),
    errors: ['PAYMENT_TICKET_GONE'],
  }),
  payByKey: call({
    method: 'POST',
    path: '/bill-api/v1/pay/ticket/pay',
    doc: '凭付款凭据付款，不需要登录',
    spec: null,
    allow: anyone,
    body: { key: secret('付款凭据') },
    output: waySchema,
    errors: ['PAYMENT_TICKET_GONE', 'PAYMENT_NOT_OFFERED', 'PAYMENT_GATEWAY_BUSY', 'PAYMENT_UNDER_WAY'],
  }),
  checkByKey: call({
    method: 'POST',
    path: '/bill-api/v1/pay/ticket/check',
    doc: '凭付款凭据查询付款状态',
    spec: null,
    allow: anyone,
    effect: 'read',
    body: { key: secret('付款凭据'), ask: z.boolean({ error: 'ask 应为是或否' }).default(false) },
    output: standingSchema,
    errors: ['PAYMENT_TICKET_GONE'],
  }),
} satisfies CallGroup
