import { z } from 'zod'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  moment,
  money,
  oneWord,
  optionalText,
  pageOf,
  paging,
  patientFace,
  requestId,
  requiredText,
  version,
} from './core/fields.ts'
import {
  giveBackAllowed,
  giveBackDecision,
  giveBackDone,
  giveBackPaper,
  giveBackStates,
  giveBackWithdrawal,
} from './core/give-back.ts'
import { handOverCodes, handOverCodeSent, handOverSide } from './core/hand-over.ts'
import { states } from './core/states.ts'
import { cashWays } from './core/ways.ts'
import { asPreview, letterhead, printedFields } from './core/printed.ts'

/** A prepayment: money that a patient handed over before there was a bill for it. Its state follows from what it holds. */
export const prepayStates = states(
  {
    valid: [1, '有效', 'running'],
    usedUp: [2, '已用完', 'done'],
    givenBack: [3, '已退', 'ended'],
    undone: [4, '已撤销', 'ended'],
  },
  {},
  {
    use: { from: ['valid'], to: ['usedUp'] },
    giveBack: { from: ['valid'], to: ['givenBack'] },
    transfer: { from: ['valid'], to: ['usedUp'] },
    undo: { from: ['valid'], to: ['undone'] },
  },
)
export type PrepayStep = keyof typeof prepayStates.moves

/** What is given back of a prepayment, from asking to paying out. */
export const prepayReturnStates = giveBackStates

/** Movements of a prepayment. */
export const prepayMoves = { 1: '收', 2: '用', 3: '用退回', 4: '退', 5: '转出', 6: '转入' } as const

/** Refusals of prepayments: codes 26901 to 26949. */
export const prepayErrors = {
  PREPAY_STATE: { code: 26901, message: '预交金的状态不允许这样操作' },
  PREPAY_SHORT: { code: 26902, message: '余额不足' },
  PREPAY_NOT_REFUNDABLE: { code: 26903, message: '收取时约定不退，不能退款' },
  PREPAY_OTHER_CLINIC: { code: 26904, message: '请到收款门诊办理' },
  PREPAY_RETURN_OPEN: { code: 26905, message: '这笔预交金已有退款在办理，先办完或撤回' },
  PREPAY_RETURN_STATE: { code: 26906, message: '退款单状态已变化' },
  PREPAY_RETURN_SELF: { code: 26907, message: '退款须由另一个人审批' },
  PREPAY_MOVED_SINCE: { code: 26908, message: '收取后已有变动，不能撤销，请走退款' },
  PREPAY_WAY: { code: 26909, message: '退款方式与收款方式不符' },
} satisfies Record<string, ErrorEntry>

const SEE: Resource = '/prepayments:view'
const whose: readonly Resource[] = ['/allTimePatients:view', '/field:amounts']

const ways = cashWays.min(1, { error: '请选择收款方式' })

/** What is typed to take a prepayment. */
export const receive = {
  patientId: idOf('患者'),
  purpose: requiredText('用途', 20),
  amount: money('金额', 0.01, 9_999_999),
  refundable: z.boolean({ error: '应为是或否' }).default(true),
  ways,
  remark: optionalText('备注', 100),
}
/** How taking one is refused. */
export const receiveRefusals = ['PAYMENT_SHORT', 'PAYMENT_OVER_DUE', 'PAY_METHOD_OFF', 'MONTH_CLOSED'] as const

const wayShown = z.object({ payMethodId: z.string(), name: z.string(), amount })
/** How it came in, with the numbers of the trades. */
const wayKept = wayShown.extend({ tradeNo: z.string() })

const returned = z.object({
  id: z.string(),
  returnNo: z.string(),
  prepayId: z.string(),
  prepayNo: z.string(),
  purpose: z.string(),
  ...giveBackPaper,
})
const returnRow = returned.extend({ allowed: giveBackAllowed })

const prepaid = z.object({
  id: z.string(),
  prepayNo: z.string(),
  purpose: z.string(),
  refundable: z.boolean(),
  status: z.number(),
  openClinicId: z.string(),
  openClinicName: z.string(),
  receivedAt: moment,
  receiverName: z.string(),
  remark: z.string(),
  /** null without the right to see sums. */
  amount: amount.nullable(),
  balanceAmount: amount.nullable(),
  version: z.number(),
})

const movement = z.object({
  id: z.string(),
  type: z.number(),
  createdAt: moment,
  clinicName: z.string(),
  bizNo: z.string(),
  billId: z.string().nullable(),
  amountDelta: amount,
  balanceAfter: amount,
  operatorName: z.string(),
  /** Of a transfer: the other patient. */
  otherName: z.string().nullable(),
})

const done = z.object({ id: z.string(), version: z.number() })

export const prepay = {
  ofPatient: call({
    method: 'GET',
    path: '/bill-api/prepay/patient',
    doc: '患者的预交金：余额、流水、退款单；没有金额权限时金额为空',
    spec: null,
    allow: resource(SEE),
    also: [
      ...whose,
      '/prepayments:receive',
      '/prepayments:returnAsk',
      '/prepayments:returnApprove',
      '/prepayments:return',
      '/prepayments:transfer',
      '/orderSet:print',
    ],
    scope: 'all',
    query: { patientId: idOf('患者') },
    output: z.object({
      list: z.array(
        prepaid.extend({
          /** null without the right to see sums. */
          log: z.array(movement).nullable(),
          /** What of it came in by each way and did not go out again: how it may be given back. */
          ways: z.array(wayShown),
          /** How it came in; empty without the right to see sums. */
          cameBy: z.array(wayKept),
          /** From this sum on somebody else agrees before it is given back; what went back before counts. */
          approvalFrom: amount,
          /** What its movements come to is what it holds. */
          agrees: z.boolean(),
          allowed: z.object({
            giveBack: z.boolean(),
            transfer: z.boolean(),
            undo: z.boolean(),
            print: z.boolean(),
          }),
        }),
      ),
      returns: z.array(returnRow.extend({ mayPrint: z.boolean() })),
      mayReceive: z.boolean(),
    }),
  }),
  payable: call({
    method: 'GET',
    path: '/bill-api/prepay/payable',
    doc: '收费时可以用的预交金：有余额的，全连锁通用',
    spec: null,
    allow: resource('/orderSet:charge'),
    also: whose,
    scope: 'all',
    query: { patientId: idOf('患者') },
    output: z.array(
      z.object({
        id: z.string(),
        prepayNo: z.string(),
        purpose: z.string(),
        balanceAmount: amount,
        openClinicName: z.string(),
      }),
    ),
  }),
  list: call({
    method: 'POST',
    path: '/bill-api/prepay/list',
    doc: '本门诊收的预交金；退款页签为退款单',
    spec: null,
    effect: 'read',
    allow: resource(SEE),
    also: whose,
    body: {
      tab: oneWord('页签', ['valid', 'all']),
      keyword: optionalText('关键字', 30),
      ...paging,
    },
    output: pageOf(prepaid.extend({ ...patientFace, mobile: z.string().nullable() })).extend({
      counts: z.object({ valid: z.number(), all: z.number(), returns: z.number() }),
      /** What the rows hold together; null without the right to see sums. */
      balance: amount.nullable(),
    }),
  }),
  returns: call({
    method: 'POST',
    path: '/bill-api/prepay/returns',
    doc: '预交金退款单：未办完的在前',
    spec: null,
    effect: 'read',
    allow: resource(SEE),
    also: [...whose, '/prepayments:returnAsk', '/prepayments:returnApprove', '/prepayments:return', '/orderSet:print'],
    body: { keyword: optionalText('关键字', 30), ...paging },
    output: pageOf(returnRow.extend({ mayPrint: z.boolean() })),
  }),
  receive: call({
    method: 'POST',
    path: '/bill-api/prepay/receive',
    doc: '收预交金：现金类方式，可以几种一起；记实收，不记收入',
    spec: null,
    allow: resource('/prepayments:receive'),
    also: whose,
    idempotent: true,
    body: { ...receive, requestId },
    output: done.extend({ prepayNo: z.string(), balanceAmount: amount }),
    errors: receiveRefusals,
  }),
  undo: call({
    method: 'POST',
    path: '/bill-api/prepay/undo',
    doc: '撤销收取：当天、未交班、还没有动过的',
    spec: null,
    allow: resource('/prepayments:receive'),
    also: whose,
    idempotent: true,
    body: { id: idOf('预交金'), version, reason: requiredText('原因', 50), requestId },
    output: done,
    errors: [
      'PREPAY_STATE',
      'PREPAY_MOVED_SINCE',
      'PREPAY_RETURN_OPEN',
      'PREPAY_OTHER_CLINIC',
      'REVOKE_NOT_TODAY',
      'SHIFT_CLOSED',
      'MONTH_CLOSED',
      'PAID_BY_GATEWAY',
    ],
  }),
  requestReturn: call({
    method: 'POST',
    path: '/bill-api/prepay/return',
    doc: '申请退预交金：不超过余额，原路或现金；达到审批金额须另一人同意，否则有权限的当场退',
    spec: null,
    allow: resource('/prepayments:returnAsk'),
    also: [...whose, '/prepayments:return'],
    idempotent: true,
    body: {
      id: idOf('预交金'),
      version,
      amount: money('退款金额', 0.01, 9_999_999),
      ways,
      reason: requiredText('原因', 50),
      /** Pay it out at once, where nobody has to agree and the person may. */
      payNow: z.boolean({ error: '应为是或否' }).default(true),
      requestId,
    },
    output: giveBackDone.extend({ returnNo: z.string() }),
    errors: [
      'PREPAY_STATE',
      'PREPAY_SHORT',
      'PREPAY_NOT_REFUNDABLE',
      'PREPAY_OTHER_CLINIC',
      'PREPAY_RETURN_OPEN',
      'PREPAY_WAY',
      'PAYMENT_SHORT',
      'PAYMENT_OVER_DUE',
      'PAY_METHOD_OFF',
      'MONTH_CLOSED',
    ],
  }),
  decideReturn: call({
    method: 'POST',
    path: '/bill-api/prepay/return/decide',
    doc: '同意或拒绝退预交金：不能是申请人',
    spec: null,
    allow: resource('/prepayments:returnApprove'),
    also: whose,
    body: {
      id: idOf('退款单'),
      ...giveBackDecision,
    },
    output: giveBackDone,
    errors: ['PREPAY_RETURN_STATE', 'PREPAY_RETURN_SELF'],
  }),
  payReturn: call({
    method: 'POST',
    path: '/bill-api/prepay/return/pay',
    doc: '按申请的方式退款',
    spec: null,
    allow: resource('/prepayments:return'),
    also: whose,
    idempotent: true,
    body: { id: idOf('退款单'), version, requestId },
    output: giveBackDone,
    errors: ['PREPAY_RETURN_STATE', 'PREPAY_SHORT', 'PREPAY_STATE', 'MONTH_CLOSED'],
  }),
  withdrawReturn: call({
    method: 'POST',
    path: '/bill-api/prepay/return/withdraw',
    doc: '撤回没有办完的退款申请',
    spec: null,
    allow: resource('/prepayments:returnAsk'),
    also: whose,
    body: { id: idOf('退款单'), ...giveBackWithdrawal },
    output: giveBackDone,
    errors: ['PREPAY_RETURN_STATE'],
  }),
  transfer: call({
    method: 'POST',
    path: '/bill-api/prepay/transfer',
    doc: '转给另一位患者：双方用手机验证码确认',
    spec: null,
    allow: resource('/prepayments:transfer'),
    also: whose,
    idempotent: true,
    body: {
      id: idOf('预交金'),
      version,
      toPatientId: idOf('患者'),
      amount: money('转出金额', 0.01, 9_999_999),
      ...handOverCodes,
      reason: requiredText('原因', 50),
      requestId,
    },
    output: done.extend({ toId: z.string(), toNo: z.string() }),
    errors: [
      'PREPAY_STATE',
      'PREPAY_SHORT',
      'PREPAY_RETURN_OPEN',
      'PREPAY_OTHER_CLINIC',
      'CARD_NO_PHONE',
      'CARD_CODE',
      'MONTH_CLOSED',
    ],
  }),
  sendCode: call({
    method: 'POST',
    path: '/bill-api/prepay/code',
    doc: '给患者的手机发验证码：转预交金时双方各一条，只对这笔、这个金额、这一方有效；双方同一个手机号时一条即可',
    spec: null,
    allow: resource('/prepayments:transfer'),
    also: whose,
    body: {
      id: idOf('预交金'),
      toPatientId: idOf('患者'),
      amount: money('转出金额', 0.01, 9_999_999),
      side: handOverSide,
    },
    output: handOverCodeSent,
    errors: ['CARD_NO_PHONE', 'SMS_CLOSED', 'TOO_MANY'],
  }),
  receipt: call({
    method: 'GET',
    path: '/bill-api/prepay/receipt/{id}',
    doc: '预交金收据（打印用，写打印日志）',
    spec: null,
    effect: 'write',
    allow: resource('/orderSet:print'),
    also: [...whose, SEE],
    scope: 'all',
    params: { id: idOf('预交金') },
    query: asPreview,
    output: z.object({
      clinic: letterhead,
      prepay: prepaid.omit({ version: true }).extend({ ...patientFace, amount, balanceAmount: amount }),
      /** How it came in; of one that was handed over by somebody else from whom. */
      ways: z.array(wayKept),
      fromName: z.string().nullable(),
      /** What of it went back or to somebody else. */
      goneAmount: amount,
      amountInWords: z.string(),
      ...printedFields,
    }),
    errors: ['PREPAY_STATE'],
  }),
  slip: call({
    method: 'GET',
    path: '/bill-api/prepay/return-slip/{id}',
    doc: '预交金退款单（打印用，写打印日志）',
    spec: null,
    effect: 'write',
    allow: resource('/orderSet:print'),
    also: [...whose, SEE],
    params: { id: idOf('退款单') },
    query: asPreview,
    output: z.object({
      clinic: letterhead,
      return: returned,
      /** What the prepayment holds after it. */
      balanceAfter: amount,
      amountInWords: z.string(),
      ...printedFields,
    }),
    errors: ['PREPAY_RETURN_STATE'],
  }),
} satisfies CallGroup
