import { z } from 'zod'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  moment,
  money,
  noneTwice,
  oneOf,
  oneWord,
  paging,
  requestId,
  requiredText,
  version,
  wordsOf,
} from './core/fields.ts'
import { states } from './core/states.ts'
import { asPreview, letterhead } from './core/printed.ts'

/** Whom a rule pays, by the part that somebody had: who treated, assisted, counselled, or took the money. */
export const payRoles = { doctor: '医生', nurse: '护士', consultant: '咨询师', desk: '前台' } as const
export type PayRole = keyof typeof payRoles
/** Of what a rule pays: what came in, what was charged, what was done. */
export const payBases = { 1: '收入', 2: '应收', 3: '执行' } as const
export type PayBasis = 1 | 2 | 3
/** How a rule pays: one rate; each step of the month's base at its own rate; the whole base at the rate of the step that it reaches. */
export const payKinds = { 1: '统一比例', 2: '分段', 3: '整档' } as const
export type PayKind = 1 | 2 | 3
/** Who bears what was taken off the price: the person (the base is what was charged), or the clinic (the price before it). */
export const discountBearers = { 1: '个人承担', 2: '门诊承担' } as const

/** The pay of one person for one month of a clinic, in one part. */
export const slipStates = states(
  {
    frozen: [1, '待确认', 'due'],
    confirmed: [2, '已确认', 'done'],
    voided: [3, '已作废', 'ended'],
  },
  { standing: ['frozen', 'confirmed'] },
  {
    confirm: { from: ['frozen'], to: ['confirmed'] },
    reopen: { from: ['frozen', 'confirmed'], to: ['voided'] },
  },
)

/** Refusals of this domain: codes 27551 to 27599. */
export const commissionErrors = {
  RULE_STEPS: { code: 27551, message: '各档有误' },
  RULE_CLOSED: { code: 27552, message: '已月结的月份不能改提成规则' },
  RULE_ITEMS: { code: 27553, message: '项目与类别只能选一种' },
  SLIP_NOT_OWN: { code: 27554, message: '提成单只能由本人确认' },
  SLIP_STATE: { code: 27555, message: '这张提成单已经确认或作废' },
  RULE_CLINIC: { code: 27557, message: '没有为这家门诊设提成规则的权限' },
  RULE_NAME: { code: 27556, message: '已有同名的提成规则' },
} as const satisfies Record<string, ErrorEntry>

const month = (label = '月份') =>
  z.string({ error: `请选择${label}` }).regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: `请选择${label}` })
const list = (label: string) =>
  z
    .array(idOf(label), { error: `请选择${label}` })
    .max(200, { error: `${label}一次最多选 200 个` })
    .refine(noneTwice, { error: `${label}选了两次` })
    .default([])
const flag = (label: string) => z.boolean({ error: `请选择是否${label}` }).default(false)
const percent = (label: string) =>
  z
    .number({ error: `请填写${label}` })
    .min(0, { error: `${label}不能小于 0` })
    .max(100, { error: `${label}不能大于 100` })
    .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), { error: `${label}最多两位小数` })

/** A step of the month's base: from (in it) to (not in it; null: without end), in yuan, and its rate in percent. */
const step = z.object({
  from: money('起点', 0, 9_999_999_999),
  to: money('终点', 0.01, 9_999_999_999).nullable().default(null),
  rate: percent('比例'),
})

/** What a rule says from a month on. */
const terms = {
  role: oneWord('岗位', wordsOf(payRoles)),
  /** Whom, of what, where; empty: everybody, everything, every clinic. */
  employeeIds: list('员工'),
  tariffIds: list('项目'),
  categories: z
    .array(z.string({ error: '请选择类别' }).max(50), { error: '请选择类别' })
    .max(50, { error: '类别一次最多选 50 个' })
    .default([]),
  clinicIds: list('门诊'),
  basis: oneOf('基数', [1, 2, 3]),
  lessMaterial: flag('减材料成本'),
  lessLab: flag('减加工成本'),
  lessFee: flag('减支付手续费'),
  discountBy: oneOf('优惠', [1, 2]).default(1),
  /** The share of the doctor who opened the bill, in percent, the rest is whose did it; null: as the price list says. */
  openerShare: percent('开单医生的份额').nullable().default(null),
  kind: oneOf('计法', [1, 2, 3]),
  steps: z.array(step, { error: '请填写比例' }).min(1, { error: '请填写比例' }).max(12, { error: '最多 12 档' }),
}
const termsOut = z.object({
  role: z.enum(wordsOf(payRoles)),
  employeeIds: z.array(z.string()),
  tariffIds: z.array(z.string()),
  categories: z.array(z.string()),
  clinicIds: z.array(z.string()),
  basis: z.number(),
  lessMaterial: z.boolean(),
  lessLab: z.boolean(),
  lessFee: z.boolean(),
  discountBy: z.number(),
  openerShare: z.number().nullable(),
  kind: z.number(),
  steps: z.array(z.object({ from: amount, to: amount.nullable(), rate: z.number() })),
  /** The month from which it counts. */
  fromMonth: z.string(),
})
const ruleOut = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number(),
  /** The last month in which it counts; null: without end. */
  untilMonth: z.string().nullable(),
  /** What it says, the newest first: of each month from which something else counts. */
  terms: z.array(
    termsOut.extend({
      savedAt: moment,
      savedBy: z.string(),
      people: z.array(z.string()),
      items: z.array(z.string()),
      clinics: z.array(z.string()),
    }),
  ),
})

const SEE: readonly Resource[] = ['/employeeReport:view', '/clinicemployeeReport:view']
const RULES: Resource = '/employeeReport:rules'
const fields = ['/field:amounts', '/field:cost', '/field:commission', RULES, ...SEE] as const

const slip = z.object({
  id: z.string(),
  slipNo: z.string(),
  month: z.string(),
  clinicId: z.string(),
  clinicName: z.string(),
  employeeId: z.string(),
  employeeName: z.string(),
  role: z.enum(wordsOf(payRoles)),
  base: amount,
  pay: amount,
  lines: z.number(),
  status: z.number(),
  frozenAt: moment,
  confirmedAt: moment.nullable(),
  version: z.number(),
  /** It is the person's own to confirm. */
  own: z.boolean(),
})

const line = z.object({
  id: z.string(),
  day: z.string(),
  clinicName: z.string(),
  billId: z.string(),
  billNo: z.string(),
  patientName: z.string(),
  itemName: z.string(),
  ruleName: z.string(),
  basis: z.number(),
  /** Of what it is: the person's share of what came in, was charged or done, before anything is taken off. */
  amount,
  /** What the clinic bears of the discount, added; what is taken off. null for whoever may not see costs. */
  added: amount.nullable(),
  material: amount.nullable(),
  lab: amount.nullable(),
  fee: amount.nullable(),
  base: amount,
  pay: amount,
})

const person = z.object({
  employeeId: z.string(),
  employeeName: z.string(),
  role: z.enum(wordsOf(payRoles)),
  clinicId: z.string(),
  clinicName: z.string(),
  base: amount,
  pay: amount,
  /** What stands for the month now: frozen where it is closed, else by the rules as they are. */
  present: amount,
  frozen: z.boolean(),
})

/** Pay by performance: rules, what they come to, the month's slip. */
export const commission = {
  rules: call({
    method: 'GET',
    path: '/report-api/v2/commission/rules',
    doc: '提成规则：每条从哪个月起怎么算，先匹配的在前；可选的门诊、员工、类别、项目',
    spec: null,
    allow: resource(RULES),
    scope: 'all',
    output: z.object({
      list: z.array(ruleOut),
      /** The first month that no clinic has closed: from there on rules may be changed. */
      openFrom: z.string(),
      employees: z.array(z.object({ id: z.string(), name: z.string() })),
      clinics: z.array(z.object({ id: z.string(), name: z.string() })),
      categories: z.array(z.string()),
      tariffs: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  saveRule: call({
    method: 'POST',
    path: '/report-api/v2/commission/rules/save',
    doc: '新建提成规则，或从某个月起改它；已月结的月份不能改，各档不能重叠也不能有空档',
    spec: null,
    allow: resource(RULES),
    scope: 'all',
    body: {
      id: idOf('提成规则').nullable().default(null),
      version: version.nullable().default(null),
      name: requiredText('名称', 30),
      fromMonth: month('生效月份'),
      ...terms,
      requestId,
    },
    idempotent: true,
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['RULE_STEPS', 'RULE_CLOSED', 'RULE_CLINIC', 'RULE_ITEMS', 'RULE_NAME', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  stopRule: call({
    method: 'POST',
    path: '/report-api/v2/commission/rules/stop',
    doc: '一条提成规则到某个月为止，或（不填）继续有效',
    spec: null,
    allow: resource(RULES),
    scope: 'all',
    body: { id: idOf('提成规则'), version, untilMonth: month('截止月份').nullable().default(null) },
    output: z.object({ version: z.number() }),
    errors: ['RULE_CLOSED', 'RULE_CLINIC', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  trial: call({
    method: 'POST',
    path: '/report-api/v2/commission/trial',
    doc: '试算：按现在的规则（可加上还没保存的一条）算任何一个月，与现有结果对照，不改动任何数据',
    spec: null,
    effect: 'read',
    allow: resource(RULES),
    scope: 'all',
    body: {
      month: month(),
      /** A rule that is not saved yet: it takes the place of the one with this id. */
      draft: z
        .object({ id: idOf('提成规则').nullable().default(null), ...terms })
        .nullable()
        .default(null),
    },
    output: z.object({
      people: z.array(person),
      base: amount,
      pay: amount,
      present: amount,
      closedClinics: z.number(),
    }),
    errors: ['RULE_STEPS', 'RULE_ITEMS'],
  }),
  pay: call({
    method: 'POST',
    path: '/report-api/v2/commission/pay',
    doc: '一个人一个月的提成：每一笔怎么来的，合计，与提成单',
    spec: null,
    effect: 'read',
    allow: resource(...SEE),
    also: fields,
    scope: 'all',
    body: { employeeId: idOf('员工'), month: month(), as: oneWord('岗位', wordsOf(payRoles)), ...paging },
    output: z.object({
      employeeName: z.string(),
      lines: z.array(line),
      total: z.number(),
      base: amount,
      pay: amount,
      /** What each rule came to. */
      rules: z.array(z.object({ name: z.string(), kind: z.number(), base: amount, pay: amount })),
      slips: z.array(slip),
      /** The months before, up to this one, with what was paid. */
      trend: z.array(z.object({ month: z.string(), base: amount, pay: amount, frozen: z.boolean() })),
      pageNum: z.number(),
      pageSize: z.number(),
    }),
    errors: ['NOT_FOUND'],
  }),
  slips: call({
    method: 'GET',
    path: '/report-api/v2/commission/slips',
    doc: '一个月的提成单：月结时冻结，本人确认',
    spec: null,
    allow: resource(...SEE),
    also: fields,
    scope: 'all',
    query: { month: month() },
    output: z.object({ list: z.array(slip), pay: amount }),
  }),
  slip: call({
    method: 'GET',
    path: '/report-api/v2/commission/slip',
    doc: '打印一张提成单：各规则与每一笔；打印留痕并计次',
    spec: null,
    effect: 'write',
    allow: resource(...SEE),
    also: fields,
    scope: 'all',
    query: { id: idOf('提成单'), ...asPreview },
    output: slip.extend({
      clinic: letterhead,
      rules: z.array(z.object({ name: z.string(), kind: z.number(), base: amount, pay: amount })),
      rows: z.array(line),
      payInWords: z.string(),
      printedAt: moment,
      printCount: z.number(),
    }),
    errors: ['NOT_FOUND'],
  }),
  confirm: call({
    method: 'POST',
    path: '/report-api/v2/commission/confirm',
    doc: '本人确认自己的提成单',
    spec: null,
    allow: resource('/employeeReport:view'),
    also: fields,
    scope: 'all',
    body: { id: idOf('提成单'), version },
    output: z.object({ version: z.number() }),
    errors: ['SLIP_NOT_OWN', 'SLIP_STATE', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
} satisfies CallGroup
