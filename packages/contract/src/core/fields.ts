import {
  fenToYuan,
  formatDateTime,
  isUuid,
  parseDate,
  parseDateTime,
  passwordProblem,
  PHONE_PATTERN,
  yuanToFen,
  type Fen,
  type LocalDate,
} from '@dentin/kit'
import { z } from 'zod'
import zhCN from 'zod/v4/locales/zh-CN.js'

// In a browser no code is made at run time: the content policy forbids it.
z.config({ ...zhCN(), jitless: 'document' in globalThis })

/** No control characters but line breaks and tabs; NUL is what PostgreSQL refuses. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
/** Signs that turn the direction of what follows: a name with one shows another name than it is. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const clean = (text: string) => !CONTROL.test(text) && !TURNING.test(text) && !LONE_SURROGATE.test(text)

/** Text that has to be given: trimmed, 1 to `max` characters. `label` is the field's name on the screen. */
export function requiredText(label: string, max: number, min = 1) {
  return z
    .string({ error: `请填写${label}` })
    .trim()
    .min(1, { error: `请填写${label}`, abort: true })
    .min(min, { error: `${label}至少${min}个字` })
    .max(max, { error: `${label}不能超过${max}个字` })
    .refine(clean, { error: `${label}含有不能识别的字符` })
}

/** Text that may be empty or left out; arrives as '' then. */
export function optionalText(label: string, max: number) {
  return z
    .string({ error: `${label}应为文字` })
    .trim()
    .max(max, { error: `${label}不能超过${max}个字` })
    .refine(clean, { error: `${label}含有不能识别的字符` })
    .default('')
}

/** A number that may be left out; arrives as null then. `unit` is how the bounds are written: ' mm '. */
export function optionalNumber(label: string, min: number, max: number, unit = '') {
  const error = `${label}应在${min}到${max}${unit}之间`
  return z
    .number({ error: `${label}应为数字` })
    .min(min, { error })
    .max(max, { error })
    .nullable()
    .default(null)
}

/** Text or null; '' is read as null. */
export function nullableText(label: string, max: number) {
  return z
    .string({ error: `${label}应为文字` })
    .trim()
    .max(max, { error: `${label}不能超过${max}个字` })
    .refine(clean, { error: `${label}含有不能识别的字符` })
    .nullish()
    .transform((text) => (text ? text : null))
}

/** What each id is the id of, by the name that the screens have for it. */
export const idLabels = z.registry<{ label: string }>()

/** Id of something, UUID; taken in any casing, and from here on in the one form that is stored and compared. */
export function idOf(label: string) {
  return z
    .string({ error: `请选择${label}` })
    .refine(isUuid, { error: `请选择${label}` })
    .overwrite((id) => id.toLowerCase())
    .register(idLabels, { label })
}

export const phone = (label = '手机号') =>
  z
    .string({ error: `请填写${label}` })
    .trim()
    .regex(PHONE_PATTERN, { error: `${label}应为11位手机号` })

/** A password that is being typed to sign in: any text, the rule for new ones does not apply. */
export const typedPassword = (label: string) =>
  z
    .string({ error: `请输入${label}` })
    .min(1, { error: `请输入${label}` })
    .max(200, { error: `${label}过长` })

/** A password that somebody chooses. */
export const newPassword = z.string({ error: '请输入新密码' }).superRefine((text, context) => {
  const problem = text === '' ? '请输入新密码' : passwordProblem(text)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

/** Why something that was handed in is refused. */
export const rejectReason = z
  .string({ error: '请输入不通过理由' })
  .trim()
  .min(1, { error: '请输入不通过理由' })
  .max(200, { error: '不通过理由不能超过200个字' })
  .refine(clean, { error: '不通过理由含有不能识别的字符' })

/** Whole number between two limits. */
export function wholeNumber(label: string, min: number, max: number) {
  return z
    .number({ error: `${label}应为整数` })
    .int({ error: `${label}应为整数` })
    .min(min, { error: `${label}不能小于${min}` })
    .max(max, { error: `${label}不能大于${max}` })
}

/** Whole number that arrives in a query string. */
export function queryNumber(label: string, min: number, max: number) {
  return z.coerce
    .number<number | string>({ error: `${label}应为整数` })
    .int({ error: `${label}应为整数` })
    .min(min, { error: `${label}不能小于${min}` })
    .max(max, { error: `${label}不能大于${max}` })
}

/** One of a closed set of numbers, e.g. a status. */
export function oneOf<const T extends readonly [number, ...number[]]>(label: string, values: T) {
  return z.literal(values as readonly number[] as T, { error: `${label}不在可选范围内` })
}

/** One of a closed set of words, e.g. a sort column. */
export function oneWord<const T extends readonly [string, ...string[]]>(label: string, values: T) {
  return z.enum(values, { error: `${label}不在可选范围内` })
}

/** The keys of a table of words, as `oneWord` and `z.enum` take them. */
export function wordsOf<K extends string>(table: Readonly<Record<K, unknown>>): [K, ...K[]] {
  return Object.keys(table) as [K, ...K[]]
}

/** Is nothing in the list twice? */
export const noneTwice = (list: readonly string[]) => new Set(list).size === list.length

const yuanText = z.string().regex(/^-?\d{1,12}\.\d{2}$/)
/** Money: '1234.50' yuan on the wire, integer fen in code. Also takes '12' and '12.5' in requests. */
export const money = (label = '金额', min: number = 0, max: number = 999_999_999_999) =>
  z.codec(
    z.string({ error: `${label}应为数字，最多两位小数` }).regex(/^-?\d{1,12}(\.\d{1,2})?$/, {
      error: `${label}应为数字，最多两位小数`,
    }),
    z
      .custom<Fen>((value) => typeof value === 'number' && Number.isSafeInteger(value))
      .refine((value) => value >= min * 100, { error: `${label}不能小于${min}` })
      .refine((value) => value <= max * 100, { error: `${label}过大` }),
    { decode: (text) => yuanToFen(text), encode: (value) => fenToYuan(value) },
  )
/** Money in an answer. */
export const amount = z.codec(
  yuanText,
  z.custom<Fen>((value) => Number.isSafeInteger(value)),
  {
    decode: (text) => yuanToFen(text),
    encode: (value) => fenToYuan(value),
  },
)

function readable(parse: (text: string) => unknown) {
  return (text: string) => {
    try {
      parse(text)
      return true
    } catch {
      return false
    }
  }
}
const withinYears = (text: string) => text >= '1900' && text < '2101'

/** A moment: 'yyyy-MM-dd HH:mm:ss' in Asia/Shanghai on the wire, Date in code. */
export const dateTime = (label = '时间') =>
  z.codec(
    z.string({ error: `请选择${label}` }).refine((text) => readable(parseDateTime)(text) && withinYears(text), {
      error: `${label}格式应为 2026-01-31 09:30:00`,
    }),
    z.date(),
    { decode: (text) => parseDateTime(text), encode: (value) => formatDateTime(value) },
  )
/** A moment in an answer. */
export const moment = z.codec(z.string(), z.date(), {
  decode: (text) => parseDateTime(text),
  encode: (value) => formatDateTime(value),
})

/** A calendar day 'yyyy-MM-dd', the same on the wire and in code. */
export const localDate = (label = '日期') =>
  z
    .string({ error: `请选择${label}` })
    .refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && readable(parseDate)(text) && withinYears(text), {
      error: `${label}格式应为 2026-01-31`,
    }) as z.ZodType<LocalDate, LocalDate>

/** The `requestId` of a write that a user may repeat. */
export const requestId = z
  .string({ error: '缺少 requestId' })
  .regex(/^[A-Za-z0-9_-]{8,64}$/, { error: 'requestId 应为 8–64 位字母数字' })

/** The version the screen was looking at; a stale one is refused with 409. */
export const version = wholeNumber('版本', 1, 2_000_000_000)

/** pageNum from 1 and pageSize (default 20, at most 200) for a request body. */
export const paging = {
  pageNum: wholeNumber('页码', 1, 1_000_000).default(1),
  pageSize: wholeNumber('每页条数', 1, 200).default(20),
}

/** One page of a list. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ list: z.array(item), total: z.number(), pageNum: z.number(), pageSize: z.number() })
}

/** A choice in an option list. */
export const option = z.object({ id: z.string(), name: z.string() })

/** Whom a row is about, as far as every row of a list says it. */
export const patientFace = {
  patientId: z.string(),
  patientName: z.string(),
  gender: z.number(),
  birthDay: z.string().nullable(),
  medicalNumber: z.string(),
}
