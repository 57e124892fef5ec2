import { CARD_USE_ORDERS, RECHARGE_GIFTS } from '@dentin/kit'
import { z } from 'zod'
import { kindField } from './core/field-kinds.ts'
import { amount, idOf, money, noneTwice, optionalText, requiredText, wholeNumber } from './core/fields.ts'
import type { ListField } from './core/setting-list.ts'

/** Kinds of member cards. */
export const cardKinds = { 1: '储值卡', 2: '折扣卡', 3: '次卡', 4: '权益卡' } as const
/** How long a card is good for. */
export const cardValidities = { 1: '长期有效', 2: '到某一天', 3: '开卡后若干天' } as const

/** A kind that is the first one when nothing is said. */
const kindOr = <const L extends string>(label: L, words: Readonly<Record<number, string>>, first: number) => {
  const kind = kindField(label, words, first)
  return { ...kind, ask: kind.ask.default(first), shown: z.number().default(first) }
}
/** In which clinics a card pays. */
export const cardShares = { 1: '仅开卡门诊', 2: '指定门诊', 3: '全部门诊' } as const
/** What the face of a card looks like. */
export const cardCovers = { 1: '香槟', 2: '青玉', 3: '墨绿', 4: '藏青', 5: '石墨' } as const
/** By what a card earns another type. */
export const cardUpgrades = { 0: '不升级', 1: '累计充值', 2: '累计消费' } as const

const optional = <T extends z.ZodType>(field: T) => field.nullish().transform((value) => value ?? null)
const flag = <const C extends string>(label: string, column: C, says: string, help: string) =>
  ({
    label,
    column,
    ask: z.boolean({ error: `请选择是否${label}` }).default(false),
    shown: z.boolean(),
    blank: false,
    edit: { as: 'check', says, help },
  }) as const
/** A list within an entry, kept as it is. */
const listOf = <const C extends string, A extends z.ZodType, S extends z.ZodType>(
  label: string,
  column: C,
  ask: A,
  shown: S,
) => ({ label, column, ask: ask, shown: z.array(shown), blank: [] as never[] })

/** What kind of coupon comes along; null: none. */
const couponTypeId = z.string().nullable().default(null)

const steps = z
  .array(
    z.strictObject({
      amount: money('充值金额', 0.01, 9_999_999),
      bonus: money('赠金', 0, 9_999_999),
      points: wholeNumber('积分', 0, 9_999_999).default(0),
      /** What is handed over with it. */
      gift: optionalText('赠品', 30),
      /** A coupon of this type comes along. */
      couponTypeId: optional(idOf('优惠券种')),
    }),
    { error: '充值档应为列表' },
  )
  .max(12, { error: '最多 12 档' })
  .refine((list) => noneTwice(list.map((each) => String(each.amount))), { error: '同一金额只能有一档' })
  .default([])
const categories = z
  .array(idOf('项目类别'), { error: '类别应为列表' })
  .max(200, { error: '类别过多' })
  .refine(noneTwice, { error: '同一类别不能选两次' })
  .default([])
const clinics = z
  .array(idOf('门诊'), { error: '门诊应为列表' })
  .max(200, { error: '门诊过多' })
  .refine(noneTwice, { error: '同一门诊不能选两次' })
  .default([])
const discounts = z
  .array(
    z.strictObject({
      /** null: of an item, or everything that has no rule of its own. */
      categoryId: optional(idOf('项目类别')),
      /** One item alone, before the rule of its category. */
      tariffId: optional(idOf('项目')),
      percent: wholeNumber('折扣', 1, 100),
    }),
    { error: '折扣应为列表' },
  )
  .max(200, { error: '最多 200 条折扣' })
  .superRefine((list, context) => {
    const met = new Set<string>()
    for (const [n, { categoryId, tariffId }] of list.entries()) {
      const [scope, key] = tariffId ? ['项目', tariffId] : ['类别', categoryId ?? '']
      if (tariffId && categoryId)
        context.addIssue({ code: 'custom', path: [n, 'tariffId'], message: '类别与项目只能选一样' })
      else if (met.has(key))
        context.addIssue({ code: 'custom', path: [n, 'percent'], message: `同一${scope}只能有一条折扣` })
      met.add(key)
    }
  })
  .default([])
const prices = z
  .array(z.strictObject({ tariffId: idOf('项目'), price: money('会员价', 0, 9_999_999) }), { error: '会员价应为列表' })
  .max(200, { error: '最多 200 个会员价' })
  .refine((list) => noneTwice(list.map((each) => each.tariffId)), { error: '同一项目只能有一个会员价' })
  .default([])
const rights = z
  .array(
    z.strictObject({
      name: requiredText('权益', 30),
      qty: wholeNumber('次数', 1, 999),
      /** 1 once for all, 2 each year, 3 each month */
      period: wholeNumber('周期', 1, 3).default(1),
      /** Using it gives a coupon of this type. */
      couponTypeId: optional(idOf('优惠券种')),
    }),
    { error: '权益应为列表' },
  )
  .max(30, { error: '最多 30 项权益' })
  .refine((list) => noneTwice(list.map((each) => each.name)), { error: '同一权益只能写一次' })
  .default([])

/** How often a right comes anew. */
export const rightPeriods = { 1: '共', 2: '每年', 3: '每月' } as const

/** What a card of a type may do: the part of a type that each card keeps as it was when it was sold. */
export const ruleFields = {
  cover: {
    ...kindOr('封面', cardCovers, 1),
    column: 'cover',
    edit: { as: 'choice', required: true, help: '会员卡页面上卡面的颜色' },
  },
  useOrder: {
    ...kindField('扣款次序', CARD_USE_ORDERS, 3),
    column: 'use_order',
    edit: { as: 'radios', required: true, wide: true, help: '收费时先扣本金、先扣赠金，或按余额比例' },
    cell: { title: '扣款', width: 100 },
  },
  maxBonusRatio: {
    label: '赠金上限',
    column: 'max_bonus_ratio',
    ask: wholeNumber('赠金上限', 0, 100).default(100),
    shown: z.number(),
    blank: 100,
    min: 0,
    max: 100,
    edit: { as: 'number', unit: '%', help: '每单可用赠金的项目中，赠金最多占多少' },
    cell: { width: 100, unit: '%' },
  },
  singlePrice: {
    label: '单次原价',
    column: 'single_price',
    ask: optional(money('单次原价', 0, 9_999_999)),
    shown: amount.nullable(),
    blank: null,
    edit: { as: 'money', help: '次卡退款时已用的次数按它扣回' },
  },
  passwordAbove: {
    label: '密码起点',
    column: 'password_above',
    ask: optional(money('密码起点', 0, 9_999_999)),
    shown: amount.nullable(),
    blank: null,
    edit: { as: 'money', help: '一次用卡超过它要输卡密码或短信验证码；不填则不问' },
  },
  pointsRate: {
    label: '积分',
    column: 'points_rate',
    ask: wholeNumber('积分', 0, 10_000).default(0),
    shown: z.number(),
    blank: 0,
    min: 0,
    max: 10_000,
    edit: { as: 'number', unit: '分/百元', help: '消费 100 元积多少分，赠金与积分支付的不积；0 为不积分' },
  },
  pointsPerYuan: {
    label: '积分抵现',
    column: 'points_per_yuan',
    ask: wholeNumber('积分抵现', 0, 100_000).default(0),
    shown: z.number().default(0),
    blank: 0,
    min: 0,
    max: 100_000,
    edit: { as: 'number', unit: '分/元', help: '多少分抵 1 元；0 为不能抵现' },
  },
  maxPointsRatio: {
    label: '积分抵现上限',
    column: 'max_points_ratio',
    ask: wholeNumber('积分抵现上限', 0, 100).default(100),
    shown: z.number().default(100),
    blank: 100,
    min: 0,
    max: 100,
    edit: { as: 'number', unit: '%', help: '每单应收最多用积分抵多少' },
  },
  bonusDays: {
    label: '赠金有效',
    column: 'bonus_days',
    ask: optional(wholeNumber('赠金有效天数', 1, 36_500)),
    shown: z.number().nullable(),
    blank: null,
    min: 1,
    max: 36_500,
    edit: { as: 'number', unit: '天', help: '最后一次充值后这么多天，赠金清零；不填则不清。本金从不清零' },
  },
  shareKin: flag('亲属共享', 'share_kin', '亲属可用', '可以给亲属开副卡'),
  shareClinics: {
    ...kindOr('可用门诊', cardShares, 1),
    column: 'share_clinics',
    edit: { as: 'choice', required: true, help: '在别的门诊消费，两店之间记往来；充值与退卡仍在开卡门诊' },
  },
  sharedClinics: listOf('指定门诊', 'shared_clinics', clinics, z.string()),
  upgradeBy: {
    ...kindOr('升级条件', cardUpgrades, 0),
    column: 'upgrade_by',
    edit: { as: 'choice', help: '达到后提示可以换成更高的卡种' },
  },
  upgradeAmount: {
    label: '升级金额',
    column: 'upgrade_amount',
    ask: optional(money('升级金额', 0.01, 9_999_999)),
    shown: amount.nullable().default(null),
    blank: null,
    edit: { as: 'money' },
  },
  upgradeTypeId: {
    label: '升级为',
    column: 'upgrade_type_id',
    ask: optional(idOf('卡种')),
    shown: z.string().nullable().default(null),
    blank: null,
  },
  stepRule: {
    ...kindOr('赠送方式', RECHARGE_GIFTS, 1),
    column: 'step_rule',
    edit: { as: 'radios', required: true, wide: true, help: '每满：充 2 份的钱得 2 份的赠送，高的档先算' },
  },
  steps: listOf(
    '充值档',
    'steps',
    steps,
    z.object({ amount, bonus: amount, points: z.number(), gift: z.string().default(''), couponTypeId }),
  ),
  excludedCategories: listOf('赠金不可用的类别', 'excluded_categories', categories, z.string()),
  discountRules: listOf(
    '折扣',
    'discount_rules',
    discounts,
    z.object({ categoryId: z.string().nullable(), tariffId: z.string().nullable().default(null), percent: z.number() }),
  ),
  memberPrices: listOf('会员价', 'member_prices', prices, z.object({ tariffId: z.string(), price: amount })),
  rights: listOf(
    '权益',
    'rights',
    rights,
    z.object({ name: z.string(), qty: z.number(), period: z.number(), couponTypeId }),
  ),
} as const satisfies Record<string, ListField>

/** The rules as a card keeps them. */
export const cardRules = z.object(
  Object.fromEntries(Object.entries(ruleFields).map(([key, { shown }]) => [key, shown])) as {
    [K in keyof typeof ruleFields]: (typeof ruleFields)[K]['shown']
  },
)
