import { z } from 'zod'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  money,
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
import { states } from './core/states.ts'
import { asPreview, letterhead, printedFields } from './core/printed.ts'

/** A refund of a bill. */
export const refundStates = states(
  {
    asked: [0, '待审批', 'due'],
    agreed: [1, '待退款', 'ready'],
    paid: [2, '已退', 'done'],
    refused: [3, '已拒绝', 'ended'],
    /** The gateway would not give it back; it is paid in another way, with somebody else's consent. */
    failed: [4, '退款失败', 'late'],
    withdrawn: [5, '已撤回', 'ended'],
    /** The gateway has it; accepted is not paid back. */
    running: [6, '退款中', 'running'],
  },
  {
    /** No second one may be asked for. */
    open: ['asked', 'agreed', 'running', 'failed'],
    /** Nothing has moved yet. */
    untouched: ['asked', 'agreed'],
    /** Money of the bill is on its way back: nothing else may change the bill meanwhile. */
    moving: ['running', 'failed'],
  },
  {
    decide: { from: ['asked'], to: ['agreed', 'refused'] },
    pay: { from: ['agreed'], to: ['paid', 'running', 'failed'] },
    /** The gateway says what became of it. */
    arrive: { from: ['moving'], to: ['paid'] },
    fail: { from: ['running'], to: ['failed'] },
    /** It is left as it was. */
    giveUp: { from: ['failed'], to: ['withdrawn'] },
    withdraw: { from: ['untouched'], to: ['withdrawn'] },
  },
)

/** What is refunded. */
export const refundTypes = { 1: '退项目', 2: '退差价', 3: '全退', 4: '误收' } as const
/** In which order payments go back. */
export const refundModes = { 1: '先退后付', 2: '按原支付比例' } as const

/** Refusals of refunds: codes 26101 to 26199. */
export const refundErrors = {
  REFUND_NOTHING: { code: 26101, message: '请勾选要退的项目' },
  REFUND_OVER: { code: 26102, message: '超过还可以退的金额' },
  REFUND_NOT_CHARGED: { code: 26103, message: '账单还没有收费，不能退费' },
  REFUND_OPEN: { code: 26104, message: '这张账单已有退费在办理，先办完或撤回' },
  REFUND_SELF: { code: 26105, message: '退费须由另一个人审批' },
  REFUND_STALE: { code: 26106, message: '账单在申请之后有变动，请撤回后重新申请' },
  REFUND_STATE: { code: 26107, message: '退费单状态已变化' },
} satisfies Record<string, ErrorEntry>

const type = oneOf('退费类型', [1, 2, 3, 4])
const items = z
  .array(
    z.strictObject({
      billItemId: idOf('项目'),
      /** How many of it are not done or given back; 0 when only its price goes down. */
      qty: wholeNumber('数量', 0, 9999),
      amount: money('退费金额', 0.01, 9_999_999),
    }),
    { error: '请勾选要退的项目' },
  )
  .max(100, { error: '一次最多退 100 项' })

/** How a refund is paid out, beside what it takes off. */
const terms = {
  /** By what leaves what can't go back by the way it came; cash when none is named. */
  otherWayId: idOf('退款方式').optional(),
  /** false: the doctors keep the performance of what goes back, and the clinic bears it. */
  rollBackPerformance: z.boolean({ error: '请选择业绩是否回退' }).default(true),
  /** Materials that nobody has used yet go back to the stock; what was used never does. */
  returnStock: z.boolean({ error: '请选择物料是否退回' }).default(true),
}

/** A way by which money came in, and what of it goes back. */
const way = z.object({
  paymentId: z.string(),
  part: z.string(),
  payMethodId: z.string(),
  payMethodName: z.string(),
  payMethodCode: z.string(),
  payTime: moment,
  /** What of it has not gone back yet. */
  paid: amount,
  back: amount,
  /** How it lies on lines. */
  lies: z.array(z.object({ billItemId: z.string(), amount })),
})
/** What is on lines of a doctor as performance; doctorId null: the clinic. */
const doctorShare = z.object({ doctorId: z.string().nullable(), doctorName: z.string(), before: amount, after: amount })

/** What a refund does to a member card, and what it holds then. Points that paid come back; those that it earned are taken back. */
const cardAfter = z.object({
  cardId: z.string(),
  cardNo: z.string(),
  typeName: z.string(),
  principal: amount,
  bonus: amount,
  times: z.number(),
  pointsBack: z.number(),
  pointsTaken: z.number(),
  principalAfter: amount,
  bonusAfter: amount,
  timesAfter: z.number(),
  /** May be below zero: it had been spent. */
  pointsAfter: z.number(),
})

const preview = z.object({
  billId: z.string(),
  billNo: z.string(),
  billStatus: z.number(),
  payTime: moment.nullable(),
  ...patientFace,
  version: z.number(),
  mode: z.number(),
  items: z.array(
    z.object({
      billItemId: z.string(),
      name: z.string(),
      teeth: z.string(),
      unit: z.string(),
      qty: z.number(),
      doctorName: z.string(),
      originalAmount: amount,
      /** 应收 of the line. */
      amount,
      /** What it may still give, and how many of it. */
      most: amount,
      mostQty: z.number(),
      settled: amount,
      /** What is taken off it now, and what of its claim is left then. */
      taken: amount,
      takenQty: z.number(),
      left: amount,
    }),
  ),
  /** Taken off the lines: what of it lowers the arrears, and what goes back. */
  returned: amount,
  arrears: amount,
  refunded: amount,
  amountInWords: z.string(),
  arrearsBefore: amount,
  arrearsAfter: amount,
  ways: z.array(way),
  /** What of it can't go back by the way it came, by which way it is paid out instead, and by which it may be. */
  elsewhere: z.object({
    amount,
    payMethodId: z.string(),
    choices: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  /** What the other order of ways would come to, way by way. */
  otherMode: z.object({
    mode: z.number(),
    ways: z.array(z.object({ payMethodName: z.string(), part: z.string(), back: amount })),
  }),
  doctors: z.array(doctorShare),
  cards: z.array(cardAfter),
  /** Coupons that lay on lines that go back whole. */
  coupons: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Its last day has gone: it comes back to nobody. */
      lapses: z.boolean(),
    }),
  ),
  /** Rights of cards that were used for the bill: they come back when nothing of it stays. */
  rights: z.array(z.object({ id: z.string(), cardId: z.string(), name: z.string() })),
  statusAfter: z.number(),
  approval: z.object({
    needed: z.boolean(),
    /** From this sum on somebody else agrees first. */
    from: amount,
    approvers: z.array(z.string()),
  }),
  /** May the person at work pay it out, once nobody has to agree any more? */
  mayPay: z.boolean(),
})

const row = z.object({
  id: z.string(),
  refundNo: z.string(),
  billId: z.string(),
  billNo: z.string(),
  ...patientFace,
  type: z.number(),
  status: z.number(),
  itemAmount: amount,
  arrearsAmount: amount,
  refundAmount: amount,
  reason: z.string(),
  applicantName: z.string(),
  appliedAt: moment,
  approverName: z.string().nullable(),
  payerName: z.string().nullable(),
  refundedAt: moment.nullable(),
  version: z.number(),
})

const detail = row.extend({
  mode: z.number(),
  rollBackPerformance: z.boolean(),
  returnStock: z.boolean(),
  remark: z.string(),
  decidedAt: moment.nullable(),
  decisionReason: z.string().nullable(),
  items: z.array(
    z.object({
      billItemId: z.string(),
      name: z.string(),
      teeth: z.string(),
      unit: z.string(),
      qty: z.number(),
      amount,
    }),
  ),
  /** What went back, way by way; before that what would. */
  ways: z.array(z.object({ payMethodName: z.string(), part: z.string(), amount })),
  amountInWords: z.string(),
  allowed: z.object({ decide: z.boolean(), pay: z.boolean(), withdraw: z.boolean(), print: z.boolean() }),
})

const whose: readonly Resource[] = ['/orderSet:view', '/allTimePatients:view']
const see = resource('/orderSet:view')
const acts: readonly Resource[] = [
  '/orderSet:refundAsk',
  '/orderSet:refundApprove',
  '/orderSet:refund',
  '/orderSet:print',
]
const ask = resource('/orderSet:refundAsk')
const moved = z.object({ id: z.string(), status: z.number(), version: z.number() })

export const refund = {
  preview: call({
    method: 'POST',
    path: '/bill-api/v2/refund/preview',
    doc: '退费试算：每个项目、每种收款方式、欠费、医生各变多少，不动任何账',
    spec: null,
    effect: 'read',
    allow: ask,
    also: [...whose, '/orderSet:refund', '/orderSet:refundApprove'],
    body: { billId: idOf('账单'), type, items, ...terms },
    output: preview,
    errors: ['REFUND_OVER', 'REFUND_NOT_CHARGED', 'PAY_METHOD_OFF'],
  }),
  request: call({
    method: 'POST',
    path: '/bill-api/v2/refund/request',
    doc: '申请退费；不到审批金额时即为待退款，有退款权限的可当场退',
    spec: null,
    allow: ask,
    also: [...whose, '/orderSet:refund', '/orderSet:refundApprove'],
    idempotent: true,
    body: {
      billId: idOf('账单'),
      version,
      type,
      items,
      ...terms,
      reason: requiredText('退费原因', 50),
      remark: optionalText('说明', 200),
      /** true: it is paid out at once, when nobody has to agree and the person may. */
      payNow: z.boolean({ error: '应为是或否' }).default(false),
      requestId,
    },
    output: moved.extend({ refundNo: z.string(), refundAmount: amount }),
    errors: ['REFUND_NOTHING', 'REFUND_OVER', 'REFUND_NOT_CHARGED', 'REFUND_OPEN', 'PAY_METHOD_OFF'],
  }),
  decide: call({
    method: 'POST',
    path: '/bill-api/v2/refund/decide',
    doc: '审批退费：同意或拒绝；须为申请人以外的人',
    spec: null,
    allow: resource('/orderSet:refundApprove'),
    also: whose,
    body: {
      id: idOf('退费单'),
      version,
      agree: z.boolean({ error: '请选择同意或拒绝' }),
      reason: optionalText('审批意见', 100),
    },
    output: moved,
    errors: ['REFUND_STATE', 'REFUND_SELF'],
  }),
  pay: call({
    method: 'POST',
    path: '/bill-api/v2/refund/pay',
    doc: '退款：按试算的去向退回，账单、欠费、患者数字同时变化',
    spec: null,
    allow: resource('/orderSet:refund'),
    also: whose,
    idempotent: true,
    body: { id: idOf('退费单'), version, requestId },
    output: moved,
    errors: ['REFUND_STATE', 'REFUND_STALE', 'REFUND_OVER', 'PAY_METHOD_OFF'],
  }),
  withdraw: call({
    method: 'POST',
    path: '/bill-api/v2/refund/withdraw',
    doc: '撤回还没有退款的退费单',
    spec: null,
    allow: ask,
    also: [...whose, '/orderSet:refundApprove'],
    body: { id: idOf('退费单'), version, reason: requiredText('撤回原因', 50) },
    output: moved,
    errors: ['REFUND_STATE'],
  }),
  list: call({
    method: 'POST',
    path: '/bill-api/v2/refund/list',
    doc: '退费单列表：在办的在前，其余按时间',
    spec: null,
    effect: 'read',
    allow: see,
    also: [...whose, '/field:amounts'],
    body: {
      state: oneWord('状态', ['open', 'paid', 'all']).default('all'),
      keyword: optionalText('关键字', 30),
      from: localDate('开始日期').optional(),
      to: localDate('结束日期').optional(),
      ...paging,
    },
    output: pageOf(row).extend({ open: z.number() }),
  }),
  ofPatient: call({
    method: 'GET',
    path: '/bill-api/v2/refund/patient/{patientId}',
    doc: '患者的退费记录',
    spec: null,
    allow: see,
    also: whose,
    params: { patientId: idOf('患者') },
    output: z.array(row),
  }),
  detail: call({
    method: 'GET',
    path: '/bill-api/v2/refund/detail/{id}',
    doc: '退费单',
    spec: null,
    allow: see,
    also: [...whose, ...acts],
    params: { id: idOf('退费单') },
    output: detail,
  }),
  slip: call({
    method: 'GET',
    path: '/bill-api/v2/refund/slip/{id}',
    doc: '退费单（打印用，患者签字；写打印日志）',
    spec: null,
    effect: 'write',
    allow: resource('/orderSet:print'),
    also: whose,
    params: { id: idOf('退费单') },
    query: asPreview,
    output: z.object({
      clinic: letterhead,
      refund: detail.omit({ allowed: true }),
      ...printedFields,
    }),
    errors: ['REFUND_STATE'],
  }),
} satisfies CallGroup
