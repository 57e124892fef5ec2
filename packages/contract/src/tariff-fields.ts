import { z } from 'zod'
import { numbersOf, nullish, partOf, type FieldControl } from './core/field-kinds.ts'
import { amount, idOf, money, oneOf, optionalText, requiredText, wholeNumber } from './core/fields.ts'

/** The highest price of an item, in yuan. */
export const MOST_PRICE = 9_999_999

/** What an item is called on a medical invoice. */
export const invoiceItems = {
  1: '诊察费',
  2: '检查费',
  3: '化验费',
  4: '治疗费',
  5: '手术费',
  6: '卫生材料费',
  7: '西药费',
  8: '护理费',
  9: '其他',
} as const
/** When an item counts as done. */
export const executeRules = { 1: '收费即执行', 2: '治疗后登记', 3: '分次执行' } as const
/** The rule by which a charge does its lines. */
export const DONE_AT_CHARGE = 1
/** Whose performance an item is. */
export const performanceRules = { 0: '不计业绩', 1: '开单医生', 2: '执行医生', 3: '开单、执行各半' } as const

/** Which step of a course an item is: what begins one wants a next visit until what ends it is done. */
export const courseSteps = {
  1: '根管治疗中',
  2: '根管充填',
  3: '缝合',
  4: '拆线',
  5: '临时冠',
  6: '戴冠',
} as const

/** One field of an item of the price list. */
export interface TariffField {
  label: string
  /** null: kept elsewhere; prices are kept by the day from which they count. */
  column: string | null
  ask: z.ZodType
  shown: z.ZodType
  blank: unknown
  max?: number
  words?: Readonly<Record<number, string>>
  edit: FieldControl
  /** How a sheet and a cell of the grid hold it. */
  kind: 'text' | 'money' | 'number' | 'flag' | 'words' | 'category'
  /** Width of its cell in the grid, in px. */
  width: number
  /** Read and written only with the field 成本价. */
  cost?: true
}

const text = <const L extends string>(label: L, column: string, max: number, width: number) => ({
  label,
  column,
  max,
  ask: optionalText(label, max),
  shown: z.string(),
  blank: '',
  kind: 'text' as const,
  width,
})
const code = <const L extends string>(label: L, column: string, max: number, width: number) => ({
  ...text(label, column, max, width),
  ask: optionalText(label, max).refine((value) => /^[A-Za-z0-9._-]*$/.test(value), {
    error: `${label}只用字母、数字、点和横线`,
  }),
})
const price = <const L extends string>(label: L, column: string) => ({
  label,
  column,
  ask: nullish(money(label, 0, MOST_PRICE)),
  shown: amount.nullable(),
  blank: null,
  kind: 'money' as const,
  width: 108,
})
/** What it costs the house: left out, it stays as it is. */
const cost = <const L extends string>(label: L, column: string) => ({
  ...price(label, column),
  ask: money(label, 0, MOST_PRICE).nullable().optional(),
  cost: true as const,
})
const flag = <const L extends string>(label: L, column: string, blank: boolean) => ({
  label,
  column,
  ask: z.boolean({ error: `请选择是否${label}` }).default(blank),
  shown: z.boolean(),
  blank,
  kind: 'flag' as const,
  width: 84,
})

/** The fields of an item of the price list, in the order of the grid and of the sheet. */
export const tariffFields = {
  code: {
    ...text('编码', 'code', 20, 104),
    ask: requiredText('编码', 20).regex(/^[A-Za-z0-9-]+$/, { error: '编码只用字母、数字和横线' }),
    edit: { as: 'text', required: true },
  },
  name: {
    ...text('项目名称', 'name', 40, 200),
    ask: requiredText('项目名称', 40),
    edit: { as: 'text', required: true },
  },
  shortName: { ...text('简称', 'short_name', 12, 120), edit: { as: 'text', help: '查找时也认得' } },
  /** Initials by which it is found; filled by itself when nobody says otherwise. */
  pinyin: {
    ...text('拼音码', 'pinyin', 40, 110),
    ask: optionalText('拼音码', 40).refine((value) => /^[A-Za-z0-9]*$/.test(value), {
      error: '拼音码只用字母和数字',
    }),
    edit: { as: 'text', help: '不填按名称生成' },
  },
  categoryId: {
    label: '分类',
    column: 'category_id',
    ask: idOf('分类'),
    shown: z.string(),
    blank: undefined,
    kind: 'category',
    width: 180,
    edit: { as: 'choice', required: true },
  },
  unit: { ...text('单位', 'unit', 10, 84), ask: requiredText('单位', 10), edit: { as: 'choice', required: true } },
  price: {
    ...price('价格', 'price'),
    ask: money('价格', 0, MOST_PRICE),
    shown: amount,
    column: null,
    blank: '',
    edit: { as: 'money', required: true },
  },
  memberPrice: { ...price('会员价', 'member_price'), edit: { as: 'money', placeholder: '未设' } },
  /** No bill goes below it. */
  minPrice: { ...price('最低价', 'min_price'), edit: { as: 'money', placeholder: '不限', help: '开单不能低于它' } },
  /** Between these a clinic may set its own price. */
  priceMin: { ...price('门诊下限', 'price_min'), edit: { as: 'money', placeholder: '不限' } },
  priceMax: { ...price('门诊上限', 'price_max'), edit: { as: 'money', placeholder: '不限' } },
  costPrice: { ...cost('成本价', 'cost_price'), edit: { as: 'money', placeholder: '未填' } },
  labCost: { ...cost('加工成本', 'lab_cost'), edit: { as: 'money', placeholder: '未填' } },
  durationMin: {
    label: '时长',
    column: 'duration_min',
    ask: nullish(wholeNumber('时长', 1, 600)),
    shown: z.number().nullable(),
    blank: null,
    kind: 'number',
    width: 84,
    edit: { as: 'number', unit: '分钟' },
  },
  toothRequired: { ...flag('须选牙位', 'tooth_required', false), edit: { as: 'check', says: '须选牙位' } },
  toothCountPriced: { ...flag('按牙数计价', 'tooth_count_priced', false), edit: { as: 'check', says: '按牙数计价' } },
  canDiscount: { ...flag('可打折', 'can_discount', true), edit: { as: 'check', says: '可打折' } },
  canBonus: { ...flag('可用赠金', 'can_bonus', true), edit: { as: 'check', says: '可用赠金' } },
  /** Something that is sold, not done: it may be sold without a visit. */
  isGoods: { ...flag('零售商品', 'is_goods', false), edit: { as: 'check', says: '零售商品' } },
  /** What the quality list of records asks of whoever does it: blood pressure, films, maker and lot, the next visit. */
  isSurgery: { ...flag('手术', 'is_surgery', false), edit: { as: 'check', says: '手术' } },
  isImplant: { ...flag('植入种植体', 'is_implant', false), width: 108, edit: { as: 'check', says: '植入种植体' } },
  course: {
    label: '疗程步骤',
    column: 'course',
    words: courseSteps,
    ask: nullish(oneOf('疗程步骤', numbersOf(courseSteps))),
    shown: z.number().nullable(),
    blank: null,
    kind: 'words',
    width: 120,
    edit: { as: 'choice', placeholder: '无', help: '病历质控按它问片子和下次就诊' },
  },
  medicareCode: { ...code('医保编码', 'medicare_code', 40, 160), edit: { as: 'text' } },
  nationalCode: { ...code('国家编码', 'national_code', 40, 160), edit: { as: 'text' } },
  invoiceItem: {
    label: '票据项目',
    column: 'invoice_item',
    words: invoiceItems,
    ask: nullish(oneOf('票据项目', numbersOf(invoiceItems))),
    shown: z.number().nullable(),
    blank: null,
    kind: 'words',
    width: 120,
    edit: { as: 'choice', placeholder: '未设' },
  },
  executeRule: {
    label: '执行规则',
    column: 'execute_rule',
    words: executeRules,
    ask: oneOf('执行规则', numbersOf(executeRules)).default(1),
    shown: z.number(),
    blank: 1,
    kind: 'words',
    width: 124,
    edit: { as: 'choice' },
  },
  performanceRule: {
    label: '业绩归属',
    column: 'performance_rule',
    words: performanceRules,
    ask: oneOf('业绩归属', numbersOf(performanceRules)).default(1),
    shown: z.number(),
    blank: 1,
    kind: 'words',
    width: 140,
    edit: { as: 'choice' },
  },
  enabled: { ...flag('启用', 'enabled', true), edit: { as: 'switch', says: '启用' } },
} as const satisfies Record<string, TariffField>
export type TariffKey = keyof typeof tariffFields
export const tariffKeys = Object.keys(tariffFields) as TariffKey[]

export const askedTariff = partOf(tariffFields, 'ask')
export const shownTariff = partOf(tariffFields, 'shown')
