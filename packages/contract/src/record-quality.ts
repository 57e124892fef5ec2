import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf, moment, oneOf, oneWord, optionalText, pageOf, paging, patientFace, requestId } from './core/fields.ts'
import { requiredText, version, wholeNumber } from './core/fields.ts'
import { qualityRuleIds } from './core/quality-rules.ts'
import { states } from './core/states.ts'

export * from './core/quality-grades.ts'

/** Refusals of this domain: codes 25061 to 25069. */
export const recordQualityErrors = {
  SPOT_CHECK_OWN: { code: 25061, message: '自己的病历由别人抽查' },
  SPOT_CHECK_NOT_YOURS: { code: 25062, message: '只有病历的医生本人可以答复' },
  SPOT_CHECK_NONE: { code: 25063, message: '这个月没有可抽查的病历' },
} satisfies Record<string, ErrorEntry>

/** How far a spot check of one record has come. */
export const spotCheckStates = states(
  {
    drawn: [0, '待评', 'due'],
    reviewed: [1, '待答复', 'waiting'],
    answered: [2, '已答复', 'done'],
  },
  {},
  {
    /** Until the author has answered the reviewer may change what was said. */
    review: { from: ['drawn', 'reviewed'], to: ['reviewed'] },
    reply: { from: ['reviewed'], to: ['answered'] },
  },
)

const CHECK = '/patientMedicalRecord:check'
const VIEW = '/patientMedicalRecord:view'
/** As many records of one doctor and month as are drawn at once. */
export const DRAWN_AT_MOST = 20

const month = z.string({ error: '请选择月份' }).regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: '月份格式应为 2026-01' })
const defect = z.object({
  /** Its number in the list: Q15. */
  rule: z.string(),
  name: z.string(),
  message: z.string(),
  points: z.number(),
})
const counts = {
  /** Records signed for the first time in the month. */
  signed: z.number(),
  /** Of these how many have a score: what was signed before scores were kept has none. */
  scored: z.number(),
  mean: z.number().nullable(),
  gradeA: z.number(),
  gradeB: z.number(),
  gradeC: z.number(),
  late: z.number(),
}
const spotCheck = z.object({
  id: z.string(),
  version: z.number(),
  status: z.number(),
  score: z.number().nullable(),
  defects: z.array(z.string()),
  remark: z.string(),
  reviewerName: z.string().nullable(),
  reviewedAt: moment.nullable(),
  reply: z.string(),
  repliedAt: moment.nullable(),
  can: z.object({ review: z.boolean(), reply: z.boolean() }),
})

export const recordQuality = {
  figures: call({
    method: 'GET',
    path: '/emr-api/record-quality/figures',
    doc: '各医生各月病历质量：签名份数、平均分、甲乙丙占比、常见缺陷、超时占比；没有抽查权限的只看自己的',
    spec: null,
    allow: resource(CHECK, VIEW),
    query: { from: month, to: month },
    output: z.object({
      /** By month and doctor, the newest month first. */
      rows: z.array(
        z.object({
          month: z.string(),
          doctorId: z.string(),
          doctorName: z.string(),
          ...counts,
          /** The three found most often. */
          defects: z.array(z.object({ rule: z.string(), name: z.string(), count: z.number() })),
          drawn: z.number(),
          reviewed: z.number(),
          reviewMean: z.number().nullable(),
        }),
      ),
      /** All of them together, month by month, the oldest first. */
      months: z.array(z.object({ month: z.string(), ...counts })),
      /** Whoever looks may draw and review. */
      canDraw: z.boolean(),
    }),
  }),
  records: call({
    method: 'POST',
    path: '/emr-api/record-quality/records',
    doc: '某月首次签名的病历及签名时的得分、缺陷和抽查结果',
    spec: null,
    allow: resource(CHECK, VIEW),
    effect: 'read',
    body: {
      month,
      doctorId: idOf('医生').nullable().default(null),
      /** 甲, 乙, 丙; null: all. */
      grade: oneWord('等级', ['甲', '乙', '丙']).nullable().default(null),
      rule: z.enum(qualityRuleIds, { error: '没有这一项' }).nullable().default(null),
      /** 1: those drawn alone. */
      drawn: oneOf('范围', [0, 1]).default(0),
      ...paging,
    },
    output: pageOf(
      z.object({
        recordId: z.string(),
        recordNo: z.string(),
        ...patientFace,
        doctorId: z.string(),
        doctorName: z.string(),
        visitTime: moment,
        signedAt: moment,
        diagnosisText: z.string(),
        score: z.number().nullable(),
        items: z.array(defect),
        spotCheck: spotCheck.nullable(),
      }),
    ),
  }),
  draw: call({
    method: 'POST',
    path: '/emr-api/record-quality/draw',
    doc: '每位医生从某月签名的病历里抽几份；同样的月份总是抽到同样的，抽的人自己的不抽',
    spec: null,
    allow: resource(CHECK),
    body: { month, count: wholeNumber('每人份数', 1, DRAWN_AT_MOST), requestId },
    idempotent: true,
    output: z.object({ drawn: z.number(), doctors: z.number() }),
    errors: ['SPOT_CHECK_NONE'],
  }),
  review: call({
    method: 'POST',
    path: '/emr-api/record-quality/review',
    doc: '抽查一份病历：勾选缺陷、打分、写意见；医生收到消息',
    spec: null,
    allow: resource(CHECK),
    body: {
      id: idOf('抽查'),
      version,
      score: wholeNumber('得分', 0, 100),
      defects: z
        .array(z.enum(qualityRuleIds, { error: '没有这一项' }), { error: '缺陷应为列表' })
        .max(qualityRuleIds.length, { error: '缺陷过多' })
        .default([]),
      remark: optionalText('意见', 500),
    },
    output: z.object({ id: z.string(), status: z.number(), version: z.number() }),
    errors: ['SPOT_CHECK_OWN', 'STATUS_CHANGED'],
  }),
  reply: call({
    method: 'POST',
    path: '/emr-api/record-quality/reply',
    doc: '病历的医生答复抽查意见；抽查的人收到消息',
    spec: null,
    allow: resource(VIEW),
    body: { id: idOf('抽查'), version, reply: requiredText('答复', 500) },
    output: z.object({ id: z.string(), status: z.number(), version: z.number() }),
    errors: ['SPOT_CHECK_NOT_YOURS', 'STATUS_CHANGED'],
  }),
} satisfies CallGroup
