import { teethProblem } from '@dentin/clinical/teeth'
import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  oneOf,
  oneWord,
  optionalText,
  pageOf,
  paging,
  patientFace,
  requestId,
  requiredText,
  version,
  wordsOf,
  wholeNumber,
} from './core/fields.ts'
import { states } from './core/states.ts'
import {
  planLine as line,
  planOutcomeIds as outcomes,
  SEES_PATIENTS as SEE,
  viewPlans as view,
} from './open-plan-lines.ts'
import { drawnMark } from './record-mouth.ts'

/** Refusals of this domain: codes 25301 to 25399. */
export const treatmentPlanErrors = {
  PLAN_EMPTY: { code: 25301, message: '方案还没有项目' },
  PLAN_LOCKED: { code: 25302, message: '患者已同意的计划不能改动，请复制为新计划' },
  PLAN_EXPIRED: { code: 25303, message: '报价已过有效期，请重新报价' },
  PLAN_VALID_UNTIL: { code: 25304, message: '报价有效期不能早于今天' },
  PLAN_LINE_DONE: { code: 25305, message: '已执行或已收费的条目不能取消' },
  PLAN_LINE_UNKNOWN: { code: 25306, message: '治疗计划的条目有误：不属于这位患者，或计划尚未同意' },
  PLAN_LINE_BILLED: { code: 25308, message: '这个计划条目已开过单' },
  /** data.id: the plan that is there. */
  PLAN_OF_RECORD: { code: 25309, message: '这份病历已转过治疗计划单' },
  PLAN_NO_ITEMS: {
    code: 25310,
    message: '病历的计划没有对上收费项目，或没选项目需要的牙位；请补上牙位，或手工新建治疗计划',
  },
  PLAN_LINE_TARIFF: { code: 25307, message: '项目与治疗计划的条目不一致' },
} satisfies Record<string, ErrorEntry>

/** What a plan can be in. 部分执行 and 已完成 follow from its lines and are never stored. */
export const planStates = states(
  {
    draft: [0, '草稿', 'open'],
    quoted: [1, '已报价', 'waiting'],
    accepted: [2, '已同意', 'ready'],
    partly: [3, '部分执行', 'underWay'],
    completed: [4, '已完成', 'done'],
    refused: [5, '未成交', 'ended'],
    expired: [6, '已过期', 'late'],
  },
  {
    /** The patient has agreed to one of its options. */
    agreed: ['accepted', 'partly', 'completed'],
    /** The patient has answered. */
    answered: ['accepted', 'partly', 'completed', 'refused'],
  },
  {
    edit: { from: ['draft', 'quoted'], to: [] },
    /** Gives the patient the prices of today; once more when they are over, or after a refusal. */
    quote: { from: ['draft', 'quoted', 'refused', 'expired'], to: ['quoted'] },
    accept: { from: ['quoted'], to: ['accepted'] },
    refuse: { from: ['quoted'], to: ['refused'] },
    /** The clock. */
    lapse: { from: ['quoted'], to: ['expired'] },
    remove: { from: ['draft'], to: [] },
  },
)

/** How far a line of an accepted plan has come: the furthest that holds. */
export const planLineStates = states({
  planned: [0, '计划', 'due'],
  booked: [1, '已预约', 'ready'],
  done: [2, '已执行', 'underWay'],
  charged: [3, '已收费', 'done'],
  cancelled: [4, '取消', 'ended'],
})

/** How the patient answered: said so, or on the clinic's tablet. */
export const ANSWERED_ON_TABLET = 2
/** A quote holds so many days unless somebody says otherwise. */
export const QUOTE_DAYS = 30

const teeth = z
  .string({ error: '牙位应为文字' })
  .max(200, { error: '牙位过长' })
  .refine((text) => text === '' || teethProblem(text) === null, { error: '牙位写法有误' })
  .default('')
const words = (label: string) =>
  z
    .array(requiredText(label, 60), { error: `${label}应为列表` })
    .max(8, { error: `${label}不超过8条` })
    .default([])

const phase = z.strictObject({
  name: requiredText('阶段', 30),
  /** When it begins, '2026-12'; '' when nobody said. */
  month: z
    .string({ error: '月份应为文字' })
    .regex(/^(?:\d{4}-(?:0[1-9]|1[0-2]))?$/, { error: '月份应如 2026-12' })
    .default(''),
  visits: wholeNumber('就诊次数', 0, 99).default(1),
})

const lineInput = z.strictObject({
  /** A line that stands already keeps its identity. */
  id: idOf('计划条目').nullish(),
  tariffId: idOf('项目'),
  teeth,
  qty: wholeNumber('数量', 1, 999),
  /** Which phase, from 1. */
  phase: wholeNumber('阶段', 1, 20),
  outcome: z.enum(outcomes, { error: '完成后的样子不在可选范围内' }).nullable().default(null),
})

const optionInput = z
  .strictObject({
    id: idOf('方案').nullish(),
    name: requiredText('方案名称', 30),
    doctorId: idOf('医生').nullish(),
    months: wholeNumber('疗程月数', 0, 120).nullish(),
    pros: words('有利'),
    cons: words('要想到的'),
    phases: z
      .array(phase, { error: '阶段应为列表' })
      .min(1, { error: '至少一个阶段' })
      .max(20, { error: '阶段不超过20个' }),
    lines: z.array(lineInput, { error: '项目应为列表' }).max(60, { error: '一个方案不超过60项' }),
  })
  .superRefine(({ phases, lines }, context) => {
    for (const [n, line] of lines.entries())
      if (line.phase > phases.length)
        context.addIssue({ code: 'custom', message: '没有这个阶段', path: ['lines', n, 'phase'] })
  })

/** A line as a plan shows it. */
export type PlanLine = z.input<typeof line>

const option = z.object({
  id: z.string(),
  name: z.string(),
  doctorId: z.string().nullable(),
  doctorName: z.string(),
  months: z.number().nullable(),
  pros: z.array(z.string()),
  cons: z.array(z.string()),
  phases: z.array(z.object({ name: z.string(), month: z.string(), visits: z.number() })),
  lines: z.array(line),
  originalAmount: amount,
  discountAmount: amount,
  amount,
})
/** An option as a plan shows it. */
export type PlanOption = z.input<typeof option>

const head = {
  id: z.string(),
  planNo: z.string(),
  version: z.number(),
  /** A number of `planStates`, those that follow from the lines too. */
  status: z.number(),
  title: z.string(),
  clinicId: z.string(),
  clinicName: z.string(),
  ...patientFace,
  doctorId: z.string(),
  doctorName: z.string(),
  consultantId: z.string().nullable(),
  consultantName: z.string(),
  quotedAt: moment.nullable(),
  validUntil: z.string().nullable(),
  answeredAt: moment.nullable(),
  createdAt: moment,
}

const brief = z.object({
  ...head,
  options: z.array(z.object({ id: z.string(), name: z.string(), amount, chosen: z.boolean() })),
  /** Lines of the chosen option, or of the first: all, and how many are done or charged. */
  lineCount: z.number(),
  doneCount: z.number(),
  /** The next thing to do of an accepted plan; '' when nothing is left. */
  nextStep: z.string(),
  refuseReason: z.string(),
})
/** A plan as lists show it. */
export type PlanBrief = z.input<typeof brief>

/** Plans answered within so many days make the acceptance rate. */
export const RATE_DAYS = 90
/** What the acceptance rate says. */
export const RATE_NAME = `近 ${RATE_DAYS} 天方案接受率`
export const RATE_SAYS = `近 ${RATE_DAYS} 天有答复的治疗计划中患者同意的份数；拒绝的和到期没有答复的算未接受`
/** Whose plans a rate is of. */
export const rateOwners = { doctor: '医生', consultant: '咨询师' } as const

const rate = z.object({ accepted: z.number(), answered: z.number() })

const detail = z.object({
  ...head,
  recordId: z.string().nullable(),
  discountPercent: z.number(),
  discountReason: z.string(),
  chosenOptionId: z.string().nullable(),
  answeredHow: z.number().nullable(),
  refuseReason: z.string(),
  refuseRemark: z.string(),
  options: z.array(option),
  /** What stands in the mouth today. */
  mouth: z.array(drawnMark),
  /** Of the doctor's plans that were answered in the last 90 days. */
  /** The acceptance rate of its doctor, and of its consultant; null: it has none. */
  rate,
  consultantRate: rate.nullable(),
  /** Lowest percentage of the price this person may give; 0 for those who may give everything. */
  discountLimit: z.number(),
  can: z.object({
    edit: z.boolean(),
    quote: z.boolean(),
    answer: z.boolean(),
    remove: z.boolean(),
    /** Take single lines of an accepted plan away, or take them up again. */
    cancelLines: z.boolean(),
  }),
})
/** A plan with its options. */
export type PlanDetail = z.input<typeof detail>

const write = resource('/treatmentPlan:edit')
const changed = z.object({ id: z.string(), version: z.number(), status: z.number() })
const planId = idOf('治疗计划')

/** Treatment plans: options with prices that the patient chooses from, and what became of each line. */
export const treatmentPlan = {
  list: call({
    method: 'POST',
    path: '/emr-api/treatment-plan/list',
    doc: '治疗计划：待答复、已同意、未成交、草稿、近 90 天有答复的，新的在前；近 90 天方案接受率按医生、按咨询师',
    spec: null,
    effect: 'read',
    allow: view,
    also: SEE,
    body: {
      /** answered: what the acceptance rate counts. */
      tab: oneWord('页签', ['quoted', 'agreed', 'lost', 'draft', 'answered']),
      keyword: optionalText('关键字', 30),
      doctorId: idOf('医生').nullish(),
      consultantId: idOf('咨询师').nullish(),
      ...paging,
    },
    output: pageOf(brief).extend({
      counts: z.object({ quoted: z.number(), agreed: z.number(), lost: z.number(), draft: z.number() }),
      rates: z.array(
        z.object({ of: z.enum(wordsOf(rateOwners)), personId: z.string(), name: z.string(), ...rate.shape }),
      ),
    }),
  }),
  ofPatient: call({
    method: 'GET',
    path: '/emr-api/treatment-plan/patient/{patientId}',
    doc: '一位患者的治疗计划，新的在前',
    spec: null,
    allow: view,
    also: SEE,
    params: { patientId: idOf('患者') },
    output: z.array(brief),
  }),
  get: call({
    method: 'GET',
    path: '/emr-api/treatment-plan/detail/{id}',
    doc: '治疗计划的方案、价格与每一条目的进展',
    spec: null,
    allow: view,
    also: [...SEE, '/treatmentPlan:edit', '/treatmentPlan:accept', '/orderSet:discount'],
    params: { id: planId },
    output: detail,
  }),
  save: call({
    method: 'POST',
    path: '/emr-api/treatment-plan/save',
    doc: '新建或修改治疗计划；价格取自本店价目，报价有效期内保持报价',
    spec: null,
    allow: write,
    also: [...SEE, '/orderSet:discount', '/treatmentPlan:view'],
    idempotent: true,
    body: {
      requestId,
      id: planId.nullish(),
      version: version.optional(),
      patientId: idOf('患者'),
      doctorId: idOf('医生'),
      consultantId: idOf('咨询师').nullish(),
      recordId: idOf('病历').nullish(),
      title: requiredText('标题', 60),
      discountPercent: wholeNumber('折扣', 0, 100).default(100),
      discountReason: optionalText('优惠原因', 50),
      options: z
        .array(optionInput, { error: '方案应为列表' })
        .min(1, { error: '至少一个方案' })
        .max(5, { error: '方案不超过5个' }),
    },
    output: changed,
    errors: ['PLAN_LOCKED', 'DISCOUNT_OVER_LIMIT', 'TARIFF_OFF'],
  }),
  quote: call({
    method: 'POST',
    path: '/emr-api/treatment-plan/quote',
    doc: '报价：价格按今天的价目，保持到有效期；过期或未成交的重新报价',
    spec: null,
    allow: write,
    also: [...SEE, '/orderSet:discount', '/treatmentPlan:view'],
    body: { id: planId, version, validUntil: localDate('报价有效期') },
    output: changed,
    errors: ['PLAN_EMPTY', 'PLAN_VALID_UNTIL', 'PLAN_LOCKED', 'DISCOUNT_OVER_LIMIT', 'TARIFF_OFF'],
  }),
  accept: call({
    method: 'POST',
    path: '/emr-api/treatment-plan/accept',
    doc: '患者选定一个方案',
    spec: null,
    allow: resource('/treatmentPlan:accept'),
    also: [...SEE, '/treatmentPlan:view'],
    body: {
      id: planId,
      version,
      optionId: idOf('方案'),
      how: oneOf('答复方式', [1, ANSWERED_ON_TABLET]).default(1),
    },
    output: changed,
    errors: ['PLAN_EXPIRED', 'STATUS_CHANGED'],
  }),
  refuse: call({
    method: 'POST',
    path: '/emr-api/treatment-plan/refuse',
    doc: '患者未同意：记下原因，并安排一次未成交回访',
    spec: null,
    allow: resource('/treatmentPlan:accept'),
    also: [...SEE, '/treatmentPlan:view'],
    body: {
      id: planId,
      version,
      reason: requiredText('未成交原因', 40),
      remark: optionalText('备注', 200),
    },
    output: changed,
    errors: ['STATUS_CHANGED'],
  }),
  cancelLine: call({
    method: 'POST',
    path: '/emr-api/treatment-plan/cancel-line',
    doc: '取消已同意计划的一个条目；恢复时不写原因',
    spec: null,
    allow: write,
    also: [...SEE, '/treatmentPlan:view'],
    body: {
      id: planId,
      version,
      lineId: idOf('计划条目'),
      cancel: z.boolean({ error: '应为是或否' }),
      reason: optionalText('原因', 50),
    },
    output: changed,
    errors: ['PLAN_LINE_DONE', 'STATUS_CHANGED'],
  }),
  copy: call({
    method: 'POST',
    path: '/emr-api/treatment-plan/copy',
    doc: '复制为新的草稿',
    spec: null,
    allow: write,
    also: [...SEE, '/treatmentPlan:view', '/orderSet:discount'],
    idempotent: true,
    body: { requestId, id: planId },
    output: changed,
  }),
  ofRecord: call({
    method: 'GET',
    path: '/emr-api/treatment-plan/record/{id}',
    doc: '由一份病历的计划转成的治疗计划',
    spec: null,
    allow: view,
    also: SEE,
    params: { id: idOf('病历') },
    output: z.array(z.object({ id: z.string(), planNo: z.string(), title: z.string(), status: z.number() })),
  }),
  fromRecord: call({
    method: 'POST',
    path: '/emr-api/treatment-plan/from-record',
    doc: '把病历的计划转成治疗计划草稿：各行的牙位和对得上的收费项目；一份病历只转一次',
    spec: null,
    allow: write,
    also: [...SEE, '/orderSet:discount', '/patientMedicalRecord:view'],
    idempotent: true,
    body: { recordId: idOf('病历'), requestId },
    /** unmatched: rows for which the price list has no item, or whose item wants teeth that they lack. */
    output: changed.extend({ unmatched: z.array(z.string()) }),
    errors: ['PLAN_OF_RECORD', 'PLAN_NO_ITEMS'],
  }),
  remove: call({
    method: 'POST',
    path: '/emr-api/treatment-plan/remove',
    doc: '删除草稿',
    spec: null,
    allow: write,
    also: [...SEE, '/treatmentPlan:view'],
    body: { id: planId, version },
    output: z.null(),
    errors: ['PLAN_LOCKED'],
  }),
  print: call({
    method: 'GET',
    path: '/emr-api/treatment-plan/print/{id}',
    doc: '打印治疗计划（写打印日志）',
    spec: null,
    effect: 'write',
    allow: view,
    also: SEE,
    params: { id: planId },
    output: z.object({
      plan: detail.omit({ rate: true, consultantRate: true, discountLimit: true, can: true }),
      clinicPhone: z.string(),
      clinicAddress: z.string(),
      printedAt: moment,
      printCount: z.number(),
    }),
  }),
} satisfies CallGroup
