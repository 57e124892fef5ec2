import { z } from 'zod'
import { chairTypes } from './core/chair-types.ts'
import {
  choiceField,
  nullish,
  numberField,
  partOf,
  someOf,
  type FieldControl,
  type PartOf,
} from './core/field-kinds.ts'
import { amount, money, optionalText, requiredText } from './core/fields.ts'
import type { ListField } from './core/setting-list.ts'

/** A field of a kind of appointment. The company keeps the list; a clinic may do some of it otherwise. */
interface AppointItemField extends ListField {
  column: string
  edit: FieldControl
  /** Schemas of what a clinic does otherwise; left out: it is the company's alone. */
  ownAsk?: z.ZodType
  ownShown?: z.ZodType
}

/** The longest time that is kept free around an appointment. */
export const MOST_BUFFER_MINUTES = 120

const duration = numberField('时长', { min: 5, max: 600, step: 5 })
const bufferField = <const L extends string>(label: L) => {
  const field = numberField(label, { min: 0, max: MOST_BUFFER_MINUTES, step: 5 })
  return {
    ...field,
    blank: 0,
    ask: field.ask.default(0),
    ownAsk: nullish(field.ask),
    ownShown: field.shown.nullable(),
  }
}
const price = nullish(money('价格', 0, 999_999))
const onlineName = optionalText('网上名称', 20)

/** The fields of a kind of appointment, in the order of the form. */
export const appointItemFields = {
  name: {
    label: '项目名称',
    column: 'name',
    max: 20,
    ask: requiredText('项目名称', 20),
    shown: z.string(),
    blank: '',
    edit: { as: 'text', required: true, wide: true },
    cell: { title: '预约项目' },
  },
  durationMin: {
    ...duration,
    column: 'duration_min',
    ownAsk: nullish(duration.ask),
    ownShown: duration.shown.nullable(),
    blank: 30,
    edit: { as: 'number', label: '默认时长', required: true, help: '5 分钟为一格', unit: '分钟' },
    cell: { title: '默认时长', width: 110, unit: '分钟' },
  },
  allowOnline: {
    label: '网上预约',
    column: 'allow_online',
    ask: z.boolean().default(false),
    shown: z.boolean(),
    ownAsk: nullish(z.boolean()),
    ownShown: z.boolean().nullable(),
    blank: false,
    edit: { as: 'switch', says: '开放给患者自己约' },
    cell: { width: 200 },
  },
  /** Minutes kept free of other appointments before and after it. */
  bufferBefore: {
    ...bufferField('前缓冲'),
    column: 'buffer_before_min',
    edit: { as: 'number', help: '准备时间，自动推荐的空档会让开', unit: '分钟' },
    cell: { title: '缓冲', width: 150 },
  },
  bufferAfter: {
    ...bufferField('后缓冲'),
    column: 'buffer_after_min',
    edit: { as: 'number', help: '清洁、消毒时间，同上', unit: '分钟' },
  },
  /** What patients are told that it costs; null: nothing is said. */
  price: {
    label: '价格',
    column: 'price',
    ask: price,
    shown: amount.nullable(),
    ownAsk: price,
    ownShown: amount.nullable(),
    blank: null,
    edit: { as: 'money', help: '预约页上给患者看、前台可以答复；不填就不显示' },
    cell: { width: 100 },
  },
  /** The kind of chair it needs; null: any. */
  needChairType: {
    ...choiceField('需要的诊椅', chairTypes),
    column: 'need_chair_type',
    edit: { as: 'choice', placeholder: '不限', help: '约到别的诊椅时提醒' },
    cell: { title: '诊椅', width: 100 },
  },
  /** What patients read on the booking page; empty: the name. */
  onlineName: {
    label: '网上名称',
    column: 'online_name',
    max: 20,
    ask: onlineName,
    shown: z.string(),
    ownAsk: onlineName,
    ownShown: z.string(),
    blank: '',
    edit: { as: 'text', wide: true, help: '预约页上给患者看，不填就用项目名称' },
  },
  firstVisitOnly: {
    label: '用于',
    column: 'first_visit_only',
    ask: z.boolean().default(false),
    shown: z.boolean(),
    blank: false,
    edit: { as: 'check', wide: true, says: '只给初诊患者' },
  },
  colour: {
    label: '颜色',
    column: 'colour',
    ask: z
      .string({ error: '请选择颜色' })
      .regex(/^(#[0-9a-f]{6})?$/i, { error: '颜色不在可选范围内' })
      .default(''),
    shown: z.string(),
    blank: '',
    edit: { as: 'colour', wide: true },
  },
} as const satisfies Record<string, AppointItemField>

type Fields = typeof appointItemFields
export type AppointItemKey = keyof Fields
/** What a clinic may do otherwise, and what is the company's alone. */
export type OwnItemKey = keyof PartOf<Fields, 'ownAsk'>
type CompanyKey = Exclude<AppointItemKey, OwnItemKey>

export const shownItem = partOf(appointItemFields, 'shown')
export const askedOwnItem = partOf(appointItemFields, 'ownAsk')
export const shownOwnItem = partOf(appointItemFields, 'ownShown')

export const appointItemKeys = Object.keys(appointItemFields) as AppointItemKey[]
export const ownItemKeys = Object.keys(askedOwnItem) as OwnItemKey[]
export const companyItemKeys = appointItemKeys.filter((key): key is CompanyKey => !(key in askedOwnItem))
/** The company's answer to what a clinic may do otherwise, and to the rest. */
export const shownCompanyItem = someOf(shownItem, ...ownItemKeys)
export const shownFixedItem = someOf(shownItem, ...companyItemKeys)
