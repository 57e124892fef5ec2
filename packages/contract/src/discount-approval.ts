import { z } from 'zod'
import { billLines, billPeople, billTerms } from './billing.ts'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { amount, idOf, moment, optionalText, patientFace, requestId, requiredText, version } from './core/fields.ts'
import { states } from './core/states.ts'

/** A discount or price beyond a person's limit, for which somebody who may is asked. */
export const discountApprovalStates = states(
  {
    asked: [0, '待审', 'due'],
    agreed: [1, '同意', 'done'],
    refused: [2, '拒绝', 'ended'],
    withdrawn: [3, '已撤回', 'ended'],
  },
  {},
  {
    decide: { from: ['asked'], to: ['agreed', 'refused'] },
    withdraw: { from: ['asked'], to: ['withdrawn'] },
  },
)

/** Refusals of this domain: codes 26701 to 26799. */
export const discountApprovalErrors = {
  APPROVAL_NOT_NEEDED: { code: 26701, message: '优惠没有超出你的权限，直接保存即可' },
  APPROVAL_OPEN: { code: 26702, message: '这张账单已有优惠申请待审，先撤回再申请' },
  APPROVAL_SELF: { code: 26703, message: '优惠须由另一个人审批' },
  APPROVAL_STALE: { code: 26704, message: '账单在申请之后有变动，不能按申请的内容改，请重新申请' },
  APPROVAL_STATE: { code: 26705, message: '优惠申请的状态已变化' },
} satisfies Record<string, ErrorEntry>

const row = z.object({
  id: z.string(),
  approvalNo: z.string(),
  billId: z.string(),
  billNo: z.string(),
  ...patientFace,
  status: z.number(),
  originalAmount: amount,
  discountAmount: amount,
  receivableAmount: amount,
  reason: z.string(),
  applicantName: z.string(),
  appliedAt: moment,
  approverName: z.string().nullable(),
  decidedAt: moment.nullable(),
  decisionReason: z.string().nullable(),
  version: z.number(),
  /** The bill is no longer as it was when this was asked. */
  isStale: z.boolean(),
  allowed: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
})

const moved = z.object({ id: z.string(), status: z.number(), version: z.number() })
const whose: readonly Resource[] = ['/orderSet:view', '/allTimePatients:view']
const ask = resource('/orderSet:open', '/orderSet:charge')
const see = resource('/orderSet:open', '/orderSet:charge', '/orderSet:discount')
const acts: readonly Resource[] = ['/orderSet:open', '/orderSet:charge', '/orderSet:discount']

export const discountApproval = {
  request: call({
    method: 'POST',
    path: '/bill-api/v2/bill/discount/request',
    doc: '申请审批超出本人权限的优惠或价格；账单不变，同意后按申请的内容改',
    spec: null,
    allow: ask,
    also: [...whose, '/orderSet:discount'],
    idempotent: true,
    body: {
      billId: idOf('账单'),
      version,
      /** Left out: the bill keeps its own; null: nobody. */
      doctorId: idOf('医生').nullish(),
      ...billPeople,
      items: billLines,
      ...billTerms,
      reason: requiredText('申请原因', 100),
      requestId,
    },
    output: moved.extend({ approvalNo: z.string() }),
    errors: ['APPROVAL_NOT_NEEDED', 'APPROVAL_OPEN', 'BILL_NOT_OPEN', 'BILL_HELD', 'PRICE_BELOW_MIN', 'TARIFF_OFF'],
  }),
  decide: call({
    method: 'POST',
    path: '/bill-api/v2/bill/discount/decide',
    doc: '审批优惠：同意即按申请的内容改账单；拒绝须说明；须为申请人以外的人',
    spec: null,
    allow: resource('/orderSet:discount'),
    also: whose,
    body: {
      id: idOf('优惠申请'),
      version,
      agree: z.boolean({ error: '请选择同意或拒绝' }),
      reason: optionalText('审批意见', 100),
    },
    output: moved,
    errors: ['APPROVAL_STATE', 'APPROVAL_SELF', 'APPROVAL_STALE', 'PRICE_BELOW_MIN', 'TARIFF_OFF'],
  }),
  withdraw: call({
    method: 'POST',
    path: '/bill-api/v2/bill/discount/withdraw',
    doc: '撤回还没有审批的优惠申请',
    spec: null,
    allow: ask,
    also: whose,
    body: { id: idOf('优惠申请'), version },
    output: moved,
    errors: ['APPROVAL_STATE'],
  }),
  ofBill: call({
    method: 'GET',
    path: '/bill-api/v2/bill/discount/list',
    doc: '一张账单的优惠申请，最近的在前',
    spec: null,
    allow: see,
    also: [...whose, ...acts],
    query: { billId: idOf('账单') },
    output: z.array(row),
  }),
  waiting: call({
    method: 'GET',
    path: '/bill-api/v2/bill/discount/waiting',
    doc: '本门诊等审批的优惠申请，先申请的在前',
    spec: null,
    allow: resource('/orderSet:discount'),
    also: [...whose, ...acts],
    output: z.array(row),
  }),
  detail: call({
    method: 'GET',
    path: '/bill-api/v2/bill/discount/detail/{id}',
    doc: '优惠申请：患者、改后的账单、给了多少',
    spec: null,
    allow: see,
    also: [...whose, ...acts],
    params: { id: idOf('优惠申请') },
    output: row.extend({
      /** What the bill comes to as it stands. */
      standingAmount: amount,
      discountReason: z.string(),
      items: z.array(
        z.object({
          name: z.string(),
          teeth: z.string(),
          unit: z.string(),
          qty: z.number(),
          price: amount,
          listPrice: amount,
          discountPercent: z.number(),
          amount,
        }),
      ),
    }),
  }),
} satisfies CallGroup
