import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  money,
  optionalText,
  pageOf,
  paging,
  requestId,
  requiredText,
  version,
  wholeNumber,
} from './core/fields.ts'
import { states } from './core/states.ts'
import { asPreview, letterhead } from './core/printed.ts'

/** The till of one cashier in a clinic, from the first movement until it is handed over. */
export const shiftStates = states(
  {
    open: [0, '当班', 'underWay'],
    handedOver: [1, '已交班', 'due'],
    reviewed: [2, '已复核', 'done'],
  },
  {},
  {
    handOver: { from: ['open'], to: ['handedOver'] },
    review: { from: ['handedOver'], to: ['reviewed'] },
  },
)

/** Notes and coins, in fen, the largest first. */
export const NOTES = [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10] as const

/** Refusals of shifts: codes 26201 to 26249. */
export const shiftErrors = {
  SHIFT_NONE: { code: 26201, message: '本班还没有收款，不用交班' },
  SHIFT_CLOSED: { code: 26202, message: '本班已交班，只能退款' },
  SHIFT_DIFFERENCE: { code: 26203, message: '实点与应有不符，请填写原因' },
  SHIFT_STATE: { code: 26204, message: '这个班的状态已变化' },
  SHIFT_SELF: { code: 26205, message: '复核须由另一个人' },
  SHIFT_UNEXPLAINED: { code: 26206, message: '差额还没有写原因，请收费员先补写' },
} satisfies Record<string, ErrorEntry>

const byMethod = z.object({
  payMethodId: z.string(),
  code: z.string(),
  name: z.string(),
  /** What came in and what went back, both above zero; the sum of the way. */
  received: amount,
  returned: amount,
  total: amount,
  count: z.number(),
})
const note = z.object({ face: z.number(), count: z.number() })

const row = z.object({
  id: z.string(),
  shiftNo: z.string(),
  cashierName: z.string(),
  status: z.number(),
  startedAt: moment,
  endedAt: moment.nullable(),
  expectedCash: amount.nullable(),
  countedCash: amount.nullable(),
  differenceAmount: amount.nullable(),
  /** null: nothing differs; empty: counted blind, the reason is still to be written. */
  differenceReason: z.string().nullable(),
  floatAmount: amount,
  reviewerName: z.string().nullable(),
  /** Everything by every way, in less out; null for the own open till that is counted blind. */
  total: amount.nullable(),
  version: z.number(),
})

const detail = row.extend({
  /** The own till, open and counted blind: cash is left out of ways and movements. */
  isHidden: z.boolean(),
  clinic: letterhead,
  methods: z.array(byMethod),
  notes: z.array(note),
  remark: z.string(),
  reviewedAt: moment.nullable(),
  /** How often money came in, and how often it went back. */
  receivedCount: z.number(),
  returnedCount: z.number(),
  movements: z.array(
    z.object({
      entryId: z.string(),
      kind: z.number(),
      documentNo: z.string(),
      document: z.string(),
      documentId: z.string(),
      moment,
      actorName: z.string(),
      name: z.string(),
      amount,
    }),
  ),
  /** `explain`: it was counted blind and differs, and its cashier has still to say why. */
  allowed: z.object({ review: z.boolean(), explain: z.boolean() }),
})

const mine = resource('/orderSet:charge')
const read = resource('/orderSet:charge', '/orderSet:shifts')

export const shift = {
  current: call({
    method: 'GET',
    path: '/bill-api/v2/shift/current',
    doc: '本人在本门诊的当班：各方式收退、应有现金；盲点时不给应有',
    spec: null,
    allow: mine,
    output: z.object({
      /** null: nothing has moved since the last hand-over. */
      shift: row
        .pick({ id: true, shiftNo: true, cashierName: true, startedAt: true, version: true })
        .extend({
          methods: z.array(byMethod),
          /** null while cash is counted blind. */
          expectedCash: amount.nullable(),
          receivedCount: z.number(),
          returnedCount: z.number(),
          total: amount.nullable(),
        })
        .nullable(),
      isBlind: z.boolean(),
    }),
  }),
  handOver: call({
    method: 'POST',
    path: '/bill-api/v2/shift/hand-over',
    doc: '交班：点数面额、备用金，差额写原因并入长短款；盲点时点数不能改，原因在看到差额后补写；交班后这些单据不能撤销，只能退款',
    spec: null,
    allow: mine,
    idempotent: true,
    body: {
      id: idOf('班次'),
      version,
      notes: z
        .array(
          z.strictObject({
            face: z.union(
              NOTES.map((face) => z.literal(face)) as [
                z.ZodLiteral<number>,
                z.ZodLiteral<number>,
                ...z.ZodLiteral<number>[],
              ],
              { error: '没有这种面额' },
            ),
            count: wholeNumber('张数', 0, 99_999),
          }),
          { error: '请填写各面额张数' },
        )
        .max(NOTES.length, { error: '面额过多' })
        .default([]),
      countedCash: money('实点现金', 0, 99_999_999),
      floatAmount: money('备用金', 0, 9_999_999).default(0 as never),
      differenceReason: optionalText('差额原因', 100),
      remark: optionalText('备注', 200),
      requestId,
    },
    output: z.object({ id: z.string(), differenceAmount: amount, version: z.number() }),
    errors: ['SHIFT_STATE', 'SHIFT_DIFFERENCE'],
  }),
  explain: call({
    method: 'POST',
    path: '/bill-api/v2/shift/explain',
    doc: '盲点交班后补写本人这一班的差额原因，只写一次',
    spec: null,
    allow: mine,
    body: { id: idOf('班次'), version, differenceReason: requiredText('差额原因', 100) },
    output: z.object({ version: z.number() }),
    errors: ['SHIFT_STATE'],
  }),
  review: call({
    method: 'POST',
    path: '/bill-api/v2/shift/review',
    doc: '复核交班，须为另一个人',
    spec: null,
    allow: resource('/orderSet:shifts'),
    body: { id: idOf('班次'), version },
    output: z.object({ version: z.number() }),
    errors: ['SHIFT_STATE', 'SHIFT_SELF', 'SHIFT_UNEXPLAINED'],
  }),
  list: call({
    method: 'POST',
    path: '/bill-api/v2/shift/list',
    doc: '交班记录；没有复核权限的只看自己的班',
    spec: null,
    effect: 'read',
    allow: read,
    body: {
      from: localDate('开始日期').optional(),
      to: localDate('结束日期').optional(),
      /** Only tills that were not handed over. */
      open: z.boolean({ error: '应为是或否' }).default(false),
      ...paging,
    },
    output: pageOf(row),
  }),
  detail: call({
    method: 'GET',
    path: '/bill-api/v2/shift/detail/{id}',
    doc: '一个班：各方式、点数、每一笔流水',
    spec: null,
    allow: read,
    params: { id: idOf('班次') },
    output: detail,
  }),
  print: call({
    method: 'GET',
    path: '/bill-api/v2/shift/print/{id}',
    doc: '交班单（打印用，写打印日志）',
    spec: null,
    effect: 'write',
    allow: read,
    params: { id: idOf('班次') },
    query: asPreview,
    errors: ['SHIFT_STATE'],
    output: detail.omit({ movements: true, allowed: true }).extend({ printedAt: moment, printCount: z.number() }),
  }),
} satisfies CallGroup
