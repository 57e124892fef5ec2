import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { amount, idOf, localDate, moment, oneOf, optionalText, requestId, version } from './core/fields.ts'

/** Refusals of this domain: codes 27571 to 27579. */
export const companyRuleErrors = {
  RULE_CLOSED_MONTH: { code: 27571, message: '已有门诊月结，不能改变已月结月份的口径' },
  RULE_TWICE: { code: 27572, message: '这条规则在这个月已有设置，请修改那一条' },
  RULE_BEGUN: { code: 27573, message: '已经生效的规则不能删除，可以再设一个新的值' },
} as const satisfies Record<string, ErrorEntry>

interface Days {
  kind: 'days'
  usual: number
  min: number
  max: number
}
interface Switch {
  kind: 'switch'
  usual: boolean
}
interface Categories {
  kind: 'categories'
  usual: readonly string[]
}
/** The bounds of the marks 5, 4, 3 and 2: each further away than the one before, up or down. */
interface Steps {
  kind: 'steps'
  usual: readonly number[]
  direction: 'up' | 'down'
  unit: string
  max: number
}
/** What introducing somebody earns. */
interface Reward {
  kind: 'reward'
  usual: RewardTerms
}
type RuleSaid = { name: string; says: string; figures: string } & (Days | Switch | Categories | Steps | Reward)

/** What a reward is; none: nothing is earned by rule. */
export const rewardWays = { none: '不发', points: '积分', coupon: '优惠券', cash: '现金' } as const
export type RewardWay = keyof typeof rewardWays
/** By what it is measured: the same for everybody, or a part of what was consumed. */
export const rewardBases = { fixed: '固定', percent: '按消费的百分之几' } as const
export type RewardBasis = keyof typeof rewardBases
/** What introducing somebody earns: `first` for whoever introduced, `second` for who introduced that one (0: nothing). */
export interface RewardTerms {
  way: RewardWay
  basis: RewardBasis
  /** Of one bill, in yuan: less earns nothing. */
  from: number
  first: number
  second: number
  couponTypeId: string | null
}

/** The rules by which a company counts, each with what holds while nobody has said anything else. */
export const companyRules = {
  dealDays: {
    name: '成交观察期',
    says: '初诊当天起多少天内有收费项目算成交',
    figures: '成交数、成交率、成交额、观察中',
    kind: 'days',
    usual: 30,
    min: 7,
    max: 365,
  },
  noDealCategories: {
    name: '不算成交的类别',
    says: '只收了这些类别的初诊不算成交',
    figures: '成交数、成交率、成交额、观察中',
    kind: 'categories',
    usual: ['检查', '挂号'],
  },
  returnDays: {
    name: '投放回报期',
    says: '新客第一次到店起多少天内的收入算作投放的回报',
    figures: '新客收入、投放回报',
    kind: 'days',
    usual: 90,
    min: 30,
    max: 730,
  },
  lostDays: {
    name: '流失天数',
    says: '多少天没有到店、也没有预约的患者算流失',
    figures: '流失、召回率',
    kind: 'days',
    usual: 180,
    min: 30,
    max: 1095,
  },
  sleepingDays: {
    name: '沉睡卡天数',
    says: '有余额的会员卡多少天没有变动算沉睡',
    figures: '沉睡卡',
    kind: 'days',
    usual: 180,
    min: 30,
    max: 1095,
  },
  recencySteps: {
    name: '近度分档',
    says: '最近一次到店在多少天以内得 5、4、3、2 分，更久得 1 分',
    figures: '患者分层',
    kind: 'steps',
    usual: [30, 90, 180, 365],
    direction: 'up',
    unit: '天内',
    max: 1095,
  },
  visitSteps: {
    name: '频度分档',
    says: '一年里到店至少多少次得 5、4、3、2 分，没有到店得 1 分',
    figures: '患者分层',
    kind: 'steps',
    usual: [6, 4, 2, 1],
    direction: 'down',
    unit: '次',
    max: 100,
  },
  bonusCounts: {
    name: '赠金计入收入',
    says: '用会员卡赠金付的部分是否算作收入',
    figures: '收入、客单价、收入完成率',
    kind: 'switch',
    usual: false,
  },
  introductionReward: {
    name: '介绍奖励',
    says: '被介绍人第一张满额的账单付清多少，介绍人与上一级介绍人各得多少；退费时按剩下的重算',
    figures: '介绍奖励；发现金时，实收与收入',
    kind: 'reward',
    usual: { way: 'none', basis: 'fixed', from: 0, first: 0, second: 0, couponTypeId: null },
  },
} as const satisfies Record<string, RuleSaid>
export type CompanyRule = keyof typeof companyRules
export const companyRuleNames = Object.keys(companyRules) as [CompanyRule, ...CompanyRule[]]

/** Rules of money among the settings of a clinic. */
export const clinicSettingRules = [
  'refundMode',
  'refundApprovalAmount',
  'arrearsAllowed',
  'cardMakeUp',
  'shiftBlind',
] as const
/** All rules of money that each clinic sets for itself. */
export const clinicMoneyRules = [...clinicSettingRules, 'invoiceRule'] as const
export type ClinicMoneyRule = (typeof clinicMoneyRules)[number]

const ruleName = z.enum(companyRuleNames, { error: '没有这条规则' })
const among = <K extends string>(words: Readonly<Record<K, string>>, error: string) =>
  z.enum(Object.keys(words) as [K, ...K[]], { error })
const rewardTerms = z.object({
  way: among(rewardWays, '请选择奖励'),
  basis: among(rewardBases, '请选择计算方法'),
  from: z.number({ error: '请填写消费满多少元' }),
  first: z.number({ error: '请填写介绍人得多少' }),
  second: z.number({ error: '请填写上一级得多少' }),
  couponTypeId: idOf('优惠券种').nullable(),
})
const kinds = [z.number(), z.boolean(), z.array(z.string()), z.array(z.number()), rewardTerms] as const
const ruleValue = z.union(kinds, { error: '请填写规则的值' })
const shown = z.union(kinds)

/** The rules by which the figures of a company count: each change holds from the first of a month on. */
export const companyRule = {
  list: call({
    method: 'GET',
    path: '/report-api/v2/company-rule/list',
    doc: '机构规则：每条现在的值、从何时起、由谁设置，以前与将来的值',
    spec: null,
    allow: resource('/basicSetting:view'),
    also: ['/basicSetting:rules'],
    scope: 'all',
    output: z.object({
      rules: z.array(
        z.object({
          rule: ruleName,
          value: shown,
          /** The newest first. */
          history: z.array(
            z.object({
              id: z.string(),
              value: shown,
              fromDay: localDate('生效日'),
              /** It does not hold yet. */
              isAhead: z.boolean(),
              setterName: z.string(),
              setAt: moment,
              reason: z.string(),
              version: z.number(),
            }),
          ),
        }),
      ),
      /** The first months for which a rule can be set: those after the last that a clinic has closed. */
      months: z.array(z.string()),
      /** Categories of the price list that a rule can name. */
      categories: z.array(z.string()),
      /** Kinds of coupons that a reward can be. */
      couponTypes: z.array(z.object({ id: z.string(), name: z.string() })),
      mayEdit: z.boolean(),
      /** Rules that each clinic sets for itself. */
      clinics: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          refundMode: oneOf('退款次序', [1, 2]),
          refundApprovalAmount: amount,
          arrearsAllowed: z.boolean(),
          cardMakeUp: z.boolean(),
          shiftBlind: z.boolean(),
          /** One of `invoiceRules`; null: the clinic issues no invoices yet. */
          invoiceRule: z.number().nullable(),
          /** Who set a rule, and since when it holds; those that are missing are as they usually are. */
          set: z.partialRecord(z.enum(clinicMoneyRules), z.object({ setterName: z.string(), setAt: moment })),
        }),
      ),
    }),
  }),
  save: call({
    method: 'POST',
    path: '/report-api/v2/company-rule/save',
    doc: '设置机构规则：从某月一日起按新的值统计，已月结的月份不变',
    spec: null,
    allow: resource('/basicSetting:rules'),
    scope: 'all',
    idempotent: true,
    body: {
      rule: ruleName,
      value: ruleValue,
      month: z.string({ error: '请选择生效月份' }).regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: '请选择生效月份' }),
      reason: optionalText('原因', 200),
      /** Of the value that was set for this month before; null: none was. */
      version: version.nullable().default(null),
      requestId,
    },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['RULE_CLOSED_MONTH', 'RULE_TWICE'],
  }),
  remove: call({
    method: 'POST',
    path: '/report-api/v2/company-rule/remove',
    doc: '删除还没有生效的规则',
    spec: null,
    allow: resource('/basicSetting:rules'),
    scope: 'all',
    body: { id: idOf('规则'), version },
    output: z.null(),
    errors: ['RULE_BEGUN'],
  }),
} satisfies CallGroup
