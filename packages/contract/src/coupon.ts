import { z } from 'zod'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  moment,
  noneTwice,
  oneOf,
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
import { couponRules } from './coupon-rules.ts'
import { couponTypes } from './lists/coupon-types.ts'

/** A coupon that was given to a patient. */
export const couponStates = states(
  {
    unused: [1, '未使用', 'due'],
    used: [2, '已使用', 'done'],
    runOut: [3, '已过期', 'late'],
    void: [4, '已作废', 'ended'],
  },
  {
    over: ['used', 'runOut', 'void'],
  },
  {
    use: { from: ['unused'], to: ['used'] },
    giveBack: { from: ['used'], to: ['unused', 'runOut'] },
    runOut: { from: ['unused'], to: ['runOut'] },
    void: { from: ['unused'], to: ['void'] },
  },
)
/** How it came to a patient. */
export const couponSources = { 1: '手工发放', 2: '批量发放', 3: '充值赠送', 4: '会员权益', 5: '介绍奖励' } as const
/** A coupon for introducing somebody. */
export const REWARD_COUPON = 5

/** Refusals of coupons: codes 26801 to 26899. */
export const couponErrors = {
  COUPON_STATE: { code: 26801, message: '优惠券已不能使用' },
  COUPON_BELOW: { code: 26802, message: '没有达到优惠券的使用门槛' },
  COUPON_STACK: { code: 26803, message: '优惠券不能与别的券同用' },
  COUPON_SCOPE: { code: 26804, message: '账单里没有这张券可用的项目' },
  COUPON_CLINIC: { code: 26805, message: '优惠券不能在本门诊使用' },
  COUPON_TAKEN: { code: 26806, message: '优惠券已用在另一张账单上' },
  COUPON_TYPE_OFF: { code: 26807, message: '优惠券种已停用' },
  COUPON_TOTAL: { code: 26808, message: '优惠券超过总量' },
} satisfies Record<string, ErrorEntry>

const SEE: Resource = '/coupons:view'
const whose: readonly Resource[] = ['/allTimePatients:view']

const row = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  typeId: z.string(),
  rules: couponRules,
  ...patientFace,
  status: z.number(),
  source: z.number(),
  issuedAt: moment,
  issuerName: z.string(),
  clinicName: z.string(),
  validUntil: z.string(),
  /** The bill on which it lies, charged or not. */
  billId: z.string().nullable(),
  billNo: z.string(),
  usedAmount: amount,
  usedAt: moment.nullable(),
  voidReason: z.string().nullable(),
  remark: z.string(),
  version: z.number(),
})

const issued = z.object({ count: z.number() })
const ofType = {
  typeId: idOf('优惠券种'),
  qty: wholeNumber('张数', 1, 10).default(1),
  remark: optionalText('备注', 50),
  requestId,
}
const issueErrors = ['COUPON_TYPE_OFF', 'COUPON_TOTAL']

export const coupon = {
  types: couponTypes.calls.list,
  saveType: couponTypes.calls.save,
  sortTypes: couponTypes.calls.sort,
  typeSheet: couponTypes.calls.sheet,
  forIssue: call({
    method: 'GET',
    path: '/bill-api/coupon/types',
    doc: '可以发的优惠券种，与还能发几张',
    spec: null,
    allow: resource('/coupons:issue', SEE),
    scope: 'all',
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        rules: couponRules,
        left: z.number().nullable(),
        until: z.string(),
      }),
    ),
  }),
  list: call({
    method: 'POST',
    path: '/bill-api/coupon/list',
    doc: '发出的优惠券，新的在前',
    spec: null,
    effect: 'read',
    allow: resource(SEE),
    also: whose,
    scope: 'all',
    body: {
      keyword: optionalText('关键字', 30),
      typeId: idOf('优惠券种').nullish(),
      status: oneOf('状态', [1, 2, 3, 4]).nullish(),
      ...paging,
    },
    output: pageOf(row),
  }),
  ofPatient: call({
    method: 'GET',
    path: '/bill-api/coupon/patient',
    doc: '一位患者的优惠券',
    spec: null,
    allow: resource(SEE),
    also: whose,
    scope: 'all',
    query: { patientId: idOf('患者') },
    output: z.array(row),
  }),
  issue: call({
    method: 'POST',
    path: '/bill-api/coupon/issue',
    doc: '发券给一位或几位患者',
    spec: null,
    allow: resource('/coupons:issue'),
    also: whose,
    scope: 'all',
    idempotent: true,
    body: {
      ...ofType,
      patientIds: z
        .array(idOf('患者'), { error: '请选择患者' })
        .min(1, { error: '请选择患者' })
        .max(200, { error: '一次最多 200 位' })
        .refine(noneTwice, { error: '同一位患者不能选两次' }),
    },
    output: issued,
    errors: issueErrors,
  }),
  issueMany: call({
    method: 'POST',
    path: '/bill-api/coupon/issue-group',
    doc: '发券给一个分组或一个标签的患者：只发给本人看得到的正常档案',
    spec: null,
    allow: resource('/coupons:issue'),
    also: [...whose, '/field:amounts'],
    scope: 'all',
    idempotent: true,
    body: {
      ...ofType,
      groupId: idOf('分组').nullish(),
      tag: optionalText('标签', 20),
    },
    output: issued,
    errors: [...issueErrors, 'PATIENT_GROUP_GONE'],
  }),
  void: call({
    method: 'POST',
    path: '/bill-api/coupon/void',
    doc: '作废一张未使用的优惠券',
    spec: null,
    allow: resource('/coupons:void'),
    also: whose,
    scope: 'all',
    body: { id: idOf('优惠券'), version, reason: requiredText('作废原因', 50) },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['COUPON_STATE', 'COUPON_TAKEN'],
  }),
} as const satisfies CallGroup
