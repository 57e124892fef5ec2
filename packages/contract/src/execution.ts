import { z } from 'zod'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf, localDate, moment, requestId, requiredText, wholeNumber } from './core/fields.ts'
import { states } from './core/states.ts'

/** How much of a line has been done. */
export const executionStates = states({
  untouched: [0, '未执行', 'due'],
  begun: [1, '执行中', 'running'],
  done: [2, '已执行', 'done'],
})

/** Refusals of executions: codes 26601 to 26699. */
export const executionErrors = {
  EXECUTION_NOT_CHARGED: { code: 26601, message: '账单还没有收费，不能执行' },
  EXECUTION_OVER: { code: 26602, message: '超过还没有执行的数量' },
  EXECUTION_STANDS: { code: 26603, message: '账单有已执行的项目，请先撤销执行' },
  EXECUTION_FUTURE: { code: 26604, message: '执行日期不能晚于今天' },
} satisfies Record<string, ErrorEntry>

const line = z.object({
  billItemId: z.string(),
  name: z.string(),
  teeth: z.string(),
  unit: z.string(),
  qty: z.number(),
  returnedQty: z.number(),
  executedQty: z.number(),
  state: z.number(),
  doctorId: z.string().nullable(),
})
const done = z.object({
  id: z.string(),
  billItemId: z.string(),
  qty: z.number(),
  doctorName: z.string(),
  assistantName: z.string(),
  doneOn: z.string(),
  reason: z.string(),
  /** Done by being charged, as the price list says of the item, or undone with the charge. */
  byCharge: z.boolean(),
  operatorName: z.string(),
  notedAt: moment,
})

const whose: readonly Resource[] = ['/orderSet:view', '/allTimePatients:view']

export const execution = {
  ofBill: call({
    method: 'GET',
    path: '/bill-api/v2/execution/bill',
    doc: '账单各项目的执行：做了多少、谁做的、哪天',
    spec: null,
    allow: resource('/orderSet:view'),
    also: [...whose, '/orderSet:execute'],
    query: { billId: idOf('账单') },
    output: z.object({
      lines: z.array(line),
      done: z.array(done),
      /** null: nothing may be executed now, and why. */
      refusal: z.string().nullable(),
      allowed: z.boolean(),
    }),
  }),
  execute: call({
    method: 'POST',
    path: '/bill-api/v2/execution/execute',
    doc: '执行：按项目和数量，记医生、助手、日期',
    spec: null,
    allow: resource('/orderSet:execute'),
    also: whose,
    idempotent: true,
    body: {
      billId: idOf('账单'),
      lines: z
        .array(z.strictObject({ billItemId: idOf('项目'), qty: wholeNumber('数量', 1, 999) }), { error: '请选择项目' })
        .min(1, { error: '请选择项目' })
        .max(100, { error: '一次最多 100 项' }),
      doctorId: idOf('医生'),
      assistantId: idOf('助手').nullish(),
      doneOn: localDate('执行日期'),
      requestId,
    },
    output: z.null(),
    errors: ['EXECUTION_NOT_CHARGED', 'EXECUTION_OVER', 'EXECUTION_FUTURE', 'MONTH_CLOSED'],
  }),
  takeBack: call({
    method: 'POST',
    path: '/bill-api/v2/execution/take-back',
    doc: '撤销执行：记错的数量减去，写原因',
    spec: null,
    allow: resource('/orderSet:execute'),
    also: whose,
    idempotent: true,
    body: {
      billId: idOf('账单'),
      billItemId: idOf('项目'),
      qty: wholeNumber('数量', 1, 999),
      reason: requiredText('原因', 100),
      requestId,
    },
    output: z.null(),
    errors: ['EXECUTION_OVER'],
  }),
} satisfies CallGroup
