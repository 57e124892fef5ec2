import { z } from 'zod'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { amount, idOf, moment, money, optionalText, requestId, requiredText, version } from './core/fields.ts'
import { states } from './core/states.ts'

/** A payment whose way is set right. */
export const payAdjustStates = states(
  {
    asked: [0, '待审批', 'due'],
    done: [1, '已改', 'done'],
    refused: [2, '已拒绝', 'ended'],
    withdrawn: [3, '已撤回', 'ended'],
  },
  {},
  {
    decide: { from: ['asked'], to: ['done', 'refused'] },
    withdraw: { from: ['asked'], to: ['withdrawn'] },
  },
)

/** Refusals of setting ways of payment right, and of writing off: codes 26401 to 26499. */
export const payAdjustErrors = {
  ADJUST_NOTHING: { code: 26401, message: '这笔收款已经退回，不能改收款方式' },
  ADJUST_SAME: { code: 26402, message: '收款方式没有变化' },
  ADJUST_SUM: { code: 26403, message: '改成的各方式合计应等于原收款' },
  ADJUST_NOT_CASH_LIKE: { code: 26404, message: '会员卡、预交金付的不能改方式，请走退费' },
  ADJUST_OPEN: { code: 26405, message: '这笔收款已有改账在审批' },
  ADJUST_STATE: { code: 26406, message: '改账单的状态已变化' },
  ADJUST_SELF: { code: 26407, message: '改账须由另一个人审批' },
  WRITE_OFF_OVER: { code: 26411, message: '核销金额超过欠费' },
} satisfies Record<string, ErrorEntry>

const way = z.strictObject({
  payMethodId: idOf('收款方式'),
  amount: money('金额', 0.01, 9_999_999),
  tradeNo: optionalText('交易号', 64),
})

const moved = z.object({ id: z.string(), status: z.number(), version: z.number() })
const row = z.object({
  id: z.string(),
  adjustNo: z.string(),
  billId: z.string(),
  billNo: z.string(),
  patientName: z.string(),
  paymentId: z.string(),
  status: z.number(),
  amount,
  oldMethodName: z.string(),
  ways: z.array(z.object({ payMethodId: z.string(), name: z.string(), amount, tradeNo: z.string() })),
  reason: z.string(),
  isPaired: z.boolean(),
  applicantName: z.string(),
  appliedAt: moment,
  approverName: z.string().nullable(),
  decidedAt: moment.nullable(),
  decisionReason: z.string().nullable(),
  version: z.number(),
  allowed: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
})

const whose: readonly Resource[] = ['/orderSet:view', '/allTimePatients:view']
const see = resource('/orderSet:adjust', '/orderSet:adjustApprove')

export const payAdjust = {
  adjust: call({
    method: 'POST',
    path: '/bill-api/bill/pay/adjust',
    doc: '改收款方式：当日未交班直接改；已交班须另一人审批，同意时记红蓝两笔',
    spec: 'bill-pay-adjust',
    allow: resource('/orderSet:adjust'),
    also: whose,
    idempotent: true,
    body: {
      billId: idOf('账单'),
      paymentId: idOf('收款'),
      ways: z
        .array(way, { error: '请选择改成的方式' })
        .min(1, { error: '请选择改成的方式' })
        .max(5, { error: '最多改成 5 种方式' }),
      reason: requiredText('改账原因', 100),
      requestId,
    },
    output: moved.extend({ adjustNo: z.string() }),
    errors: [
      'ADJUST_NOTHING',
      'ADJUST_SAME',
      'ADJUST_SUM',
      'ADJUST_NOT_CASH_LIKE',
      'ADJUST_OPEN',
      'PAY_METHOD_OFF',
      'VOUCHER_USED',
    ],
  }),
  decide: call({
    method: 'POST',
    path: '/bill-api/v2/bill/pay/adjust/decide',
    doc: '审批改账：同意即记红蓝两笔；须为申请人以外的人',
    spec: null,
    allow: resource('/orderSet:adjustApprove'),
    also: whose,
    body: {
      id: idOf('改账单'),
      version,
      agree: z.boolean({ error: '请选择同意或拒绝' }),
      reason: optionalText('审批意见', 100),
    },
    output: moved,
    errors: ['ADJUST_STATE', 'ADJUST_SELF', 'ADJUST_NOTHING', 'VOUCHER_USED'],
  }),
  withdraw: call({
    method: 'POST',
    path: '/bill-api/v2/bill/pay/adjust/withdraw',
    doc: '撤回还没有审批的改账',
    spec: null,
    allow: resource('/orderSet:adjust'),
    also: whose,
    body: { id: idOf('改账单'), version },
    output: moved,
    errors: ['ADJUST_STATE'],
  }),
  ofBill: call({
    method: 'GET',
    path: '/bill-api/v2/bill/pay/adjust/list',
    doc: '一张账单的改账',
    spec: null,
    allow: see,
    also: [...whose, '/orderSet:adjust', '/orderSet:adjustApprove'],
    query: { billId: idOf('账单') },
    output: z.array(row),
  }),
  waiting: call({
    method: 'GET',
    path: '/bill-api/v2/bill/pay/adjust/waiting',
    doc: '本门诊等审批的改账，先申请的在前',
    spec: null,
    allow: resource('/orderSet:adjustApprove'),
    also: [...whose, '/orderSet:adjust', '/orderSet:adjustApprove'],
    output: z.array(row),
  }),
  writeOff: call({
    method: 'POST',
    path: '/bill-api/v2/bill/write-off',
    doc: '核销坏账：不再向患者收的欠费，须总部权限',
    spec: null,
    allow: resource('/orderSet:writeOff'),
    also: whose,
    idempotent: true,
    body: {
      id: idOf('账单'),
      version,
      amount: money('核销金额', 0.01, 9_999_999),
      reason: requiredText('核销原因', 100),
      requestId,
    },
    output: z.object({ version: z.number(), arrearsAmount: amount, status: z.number() }),
    errors: ['WRITE_OFF_OVER', 'NO_ARREARS'],
  }),
} satisfies CallGroup
