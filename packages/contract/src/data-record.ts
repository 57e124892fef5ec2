import { z } from 'zod'
import { rewardWays, type RewardWay } from './company-rule.ts'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf, localDate, moment, noneTwice, optionalText, requestId, requiredText, version } from './core/fields.ts'

/** Refusals of the data records: codes 27581 to 27599. */
export const dataRecordErrors = {
  NEXT_CONTACT_PAST: { code: 27581, message: '下次联系不能早于今天' },
  EXPECTED_TWICE: { code: 27582, message: '同一个诊断下有两个同名的应做项目' },
  EXPECTED_ITEM: { code: 27583, message: '价目里没有这个类别或项目' },
  REWARD_GIVEN: { code: 27584, message: '这位患者的介绍奖励已经发过' },
  REWARD_NOBODY: { code: 27585, message: '介绍人不是患者，不能发优惠券' },
  REWARD_EARLY: { code: 27586, message: '被介绍人还没有消费，不能发奖励' },
  REWARD_NONE: { code: 27587, message: '没有发过奖励' },
  REWARD_BY_RULE: { code: 27588, message: '这位患者的介绍奖励按机构规则发放' },
  REWARD_NOT_DUE: { code: 27589, message: '这笔奖励现在没有要发的' },
  REWARD_NOT_OVER: { code: 27590, message: '这笔奖励现在没有要收回的' },
  REWARD_ELSEWHERE: { code: 27591, message: '这笔奖励要在消费的门诊办理' },
  REWARD_NO_CARD: { code: 27592, message: '介绍人在本门诊没有能积分的会员卡' },
} as const satisfies Record<string, ErrorEntry>

/** How far the reward for introducing somebody is; over: more was given than is earned now; none: nobody is to get one, or nothing was earned yet. */
export const rewardStates = {
  due: '待发',
  given: '已发',
  over: '待收回',
  takenBack: '已收回',
  none: '不用发',
} as const
export type RewardState = keyof typeof rewardStates

/** Where a first visit stands: read from money alone. */
export const firstVisitOutcomes = { won: '成交', partly: '部分', watching: '观察中', lost: '未成交' } as const
export type FirstVisitOutcome = keyof typeof firstVisitOutcomes

const SEE_FIRST: readonly Resource[] = ['/firstDiagnosjuiis:view', '/clinicfirstDiagnosis:view']
const NOTE_FIRST = resource('/firstDiagnosjuiis:note', '/clinicfirstDiagnosis:note')

const REWARD_RIGHTS: readonly Resource[] = [
  '/referralRecord:view',
  '/clinicreferralRecord:view',
  '/referralRecord:reward',
]

const SEE_EXPECTED = resource('/matchingDiagnosis:view', '/clinicmatchingDiagnosis:view')

/** What is expected after a diagnosis: the code, or the beginning of codes, and the categories and items of the price list that will do. */
export interface ExpectedCare {
  icdCode: string
  name: string
  items: readonly string[]
}
const CROWNS = ['氧化锆全瓷冠', '二硅酸锂铸瓷冠', '钴铬烤瓷冠', '瓷嵌体'] as const
/** What the product expects until a company says otherwise. */
export const shippedExpectations: readonly ExpectedCare[] = [
  { icdCode: 'K02', name: '充填', items: ['充填'] },
  { icdCode: 'K04.0', name: '根管治疗', items: ['根管治疗'] },
  { icdCode: 'K04.0', name: '冠修复', items: CROWNS },
  { icdCode: 'K04.1', name: '根管治疗', items: ['根管治疗'] },
  { icdCode: 'K04.1', name: '冠修复', items: CROWNS },
  { icdCode: 'K05.3', name: '刮治', items: ['龈下刮治与根面平整'] },
  { icdCode: 'K08.1', name: '种植或修复', items: ['种植外科', '种植修复', '活动修复', ...CROWNS] },
  { icdCode: 'K07', name: '正畸', items: ['矫治'] },
  { icdCode: 'K01', name: '拔除', items: ['拔牙'] },
]

const expected = z.object({
  icdCode: z.string({ error: '请填写诊断编码' }).regex(/^[A-Z]\d{2}(\.\d)?$/, { error: '诊断编码应如 K02 或 K04.0' }),
  name: requiredText('应做项目', 30),
  items: z
    .array(requiredText('类别或项目', 60), { error: '请选择类别或项目' })
    .min(1, { error: '请选择类别或项目' })
    .max(60, { error: '最多 60 个类别与项目' })
    .refine(noneTwice, { error: '类别或项目有重复' }),
})

/** What is written on the lists of data records, beside the figures that they ask the reports for. */
export const dataRecord = {
  firstVisit: call({
    method: 'GET',
    path: '/report-api/v2/data-record/first-visit',
    doc: '一次初诊的成交情况，与记下的未成交原因、下次联系',
    spec: null,
    allow: resource('/firstDiagnosjuiis:view', '/clinicfirstDiagnosis:view'),
    also: ['/firstDiagnosjuiis:note', '/clinicfirstDiagnosis:note'],
    scope: 'all',
    query: { id: idOf('挂号') },
    output: z.object({
      id: z.string(),
      patientId: z.string(),
      patientName: z.string(),
      regDate: z.string(),
      doctorName: z.string(),
      outcome: z.enum(Object.keys(firstVisitOutcomes) as [FirstVisitOutcome, ...FirstVisitOutcome[]]),
      reason: z.string(),
      remark: z.string(),
      nextContactOn: z.string().nullable(),
      notedName: z.string(),
      notedAt: moment.nullable(),
      /** Of what is written down; null: nothing is. */
      version: z.number().nullable(),
      canNote: z.boolean(),
    }),
  }),
  noteFirstVisit: call({
    method: 'POST',
    path: '/report-api/v2/data-record/first-visit/note',
    doc: '记下初诊的未成交原因与下次联系；有下次联系的安排一次未成交回访，改期时随之改',
    spec: null,
    allow: NOTE_FIRST,
    also: SEE_FIRST,
    scope: 'all',
    idempotent: true,
    body: {
      id: idOf('挂号'),
      reason: optionalText('未成交原因', 40),
      remark: optionalText('备注', 200),
      nextContactOn: localDate('下次联系').nullable().default(null),
      /** Of what was seen; null: nothing was written down. */
      version: version.nullable().default(null),
      requestId,
    },
    output: z.object({ version: z.number() }),
    errors: ['NEXT_CONTACT_PAST', 'VERSION_CONFLICT'],
  }),
  expectedCare: call({
    method: 'GET',
    path: '/report-api/v2/data-record/expected-care',
    doc: '诊断与应做项目的对应；没有改过的是系统自带的',
    spec: null,
    allow: SEE_EXPECTED,
    also: ['/matchingDiagnosis:edit'],
    scope: 'all',
    output: z.object({
      list: z.array(
        z.object({ icdCode: z.string(), icdName: z.string(), name: z.string(), items: z.array(z.string()) }),
      ),
      /** Categories of the price list, and its items. */
      categories: z.array(z.string()),
      tariffs: z.array(z.string()),
      isShipped: z.boolean(),
      canEdit: z.boolean(),
      /** Of the list as it was seen: a list that somebody else has changed is not written over. */
      seen: z.string(),
    }),
  }),
  saveExpectedCare: call({
    method: 'POST',
    path: '/report-api/v2/data-record/expected-care/save',
    doc: '保存整张诊断与应做项目的对应；空表即恢复系统自带的',
    spec: null,
    allow: resource('/matchingDiagnosis:edit'),
    scope: 'all',
    idempotent: true,
    body: {
      list: z.array(expected, { error: '请填写对应' }).max(200, { error: '最多 200 行' }),
      seen: z.string({ error: '请刷新后再改' }).max(64, { error: '请刷新后再改' }),
      requestId,
    },
    output: z.object({ saved: z.number() }),
    errors: ['EXPECTED_TWICE', 'EXPECTED_ITEM', 'VERSION_CONFLICT'],
  }),
  reward: call({
    method: 'GET',
    path: '/report-api/v2/data-record/reward',
    doc: '一位被介绍患者的介绍奖励：给谁、发了没有、发了什么',
    spec: null,
    allow: resource('/referralRecord:view', '/clinicreferralRecord:view'),
    also: REWARD_RIGHTS,
    scope: 'all',
    query: { patientId: idOf('患者') },
    output: z.object({
      patientName: z.string(),
      referrerName: z.string(),
      state: z.enum(Object.keys(rewardStates) as [RewardState, ...RewardState[]]),
      /** What was given last. */
      couponName: z.string(),
      canReward: z.boolean(),
      /** What the rule of the company gives for it, the latest bill first; with these nothing is given by hand. */
      byRule: z.array(
        z.object({
          id: z.string(),
          rewardNo: z.string(),
          level: z.number(),
          referrerName: z.string(),
          way: z.enum(Object.keys(rewardWays) as [RewardWay, ...RewardWay[]]),
          couponName: z.string(),
          state: z.enum(Object.keys(rewardStates) as [RewardState, ...RewardState[]]),
          /** Points, coupons or yuan, as `way` says. */
          earned: z.string(),
          given: z.string(),
          billId: z.string(),
          billNo: z.string(),
          clinicName: z.string(),
          /** It is given and taken back where the bill is. */
          isHere: z.boolean(),
          arisenAt: moment,
          forgoneReason: z.string(),
          moves: z.array(
            z.object({
              at: moment,
              amount: z.string(),
              methodName: z.string(),
              actorName: z.string(),
              reason: z.string(),
            }),
          ),
          version: z.number(),
        }),
      ),
      /** Ways by which yuan are given and come back. */
      methods: z.array(z.object({ id: z.string(), name: z.string(), givesOut: z.boolean() })),
    }),
  }),
  giveReward: call({
    method: 'POST',
    path: '/report-api/v2/data-record/reward/give',
    doc: '给介绍人发一张优惠券作为奖励：被介绍人消费后一次',
    spec: null,
    allow: resource('/referralRecord:reward'),
    also: ['/referralRecord:view'],
    scope: 'all',
    idempotent: true,
    body: { patientId: idOf('患者'), typeId: idOf('优惠券种'), requestId },
    output: z.object({ couponName: z.string() }),
    errors: ['REWARD_GIVEN', 'REWARD_NOBODY', 'REWARD_EARLY', 'REWARD_BY_RULE', 'COUPON_TYPE_OFF', 'COUPON_TOTAL'],
  }),
  takeBackReward: call({
    method: 'POST',
    path: '/report-api/v2/data-record/reward/take-back',
    doc: '收回介绍奖励的优惠券；用过的不能收回',
    spec: null,
    allow: resource('/referralRecord:reward'),
    also: ['/referralRecord:view'],
    scope: 'all',
    idempotent: true,
    body: { patientId: idOf('患者'), reason: requiredText('收回原因', 50), requestId },
    output: z.null(),
    errors: ['REWARD_NONE', 'COUPON_STATE'],
  }),
  giveByRule: call({
    method: 'POST',
    path: '/report-api/v2/data-record/reward/give-by-rule',
    doc: '按机构规则发放介绍奖励：积分记到介绍人的会员卡，优惠券发给介绍人，现金记进账本',
    spec: null,
    allow: resource('/referralRecord:reward'),
    also: ['/referralRecord:view'],
    idempotent: true,
    body: { id: idOf('介绍奖励'), version, payMethodId: idOf('支付方式').nullable().default(null), requestId },
    output: z.object({ version: z.number() }),
    errors: [
      'REWARD_NOT_DUE',
      'REWARD_ELSEWHERE',
      'REWARD_NO_CARD',
      'PAY_METHOD_OFF',
      'COUPON_TYPE_OFF',
      'COUPON_TOTAL',
      'VERSION_CONFLICT',
    ],
  }),
  takeBackByRule: call({
    method: 'POST',
    path: '/report-api/v2/data-record/reward/take-back-by-rule',
    doc: '收回退费后多发的介绍奖励；收不回的写明原因，不再收',
    spec: null,
    allow: resource('/referralRecord:reward'),
    also: ['/referralRecord:view'],
    idempotent: true,
    body: {
      id: idOf('介绍奖励'),
      version,
      payMethodId: idOf('支付方式').nullable().default(null),
      /** Nobody asks for it any longer. */
      forgo: z.boolean({ error: '应为是或否' }).default(false),
      reason: requiredText('原因', 50),
      requestId,
    },
    output: z.object({ version: z.number() }),
    errors: ['REWARD_NOT_OVER', 'REWARD_ELSEWHERE', 'PAY_METHOD_OFF', 'COUPON_STATE', 'VERSION_CONFLICT'],
  }),
} satisfies CallGroup
