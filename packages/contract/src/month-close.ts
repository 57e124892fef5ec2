import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { amount, moment, requestId, requiredText } from './core/fields.ts'
import { states } from './core/states.ts'
import { letterhead } from './core/printed.ts'

/** A month of a clinic that was closed. */
export const monthCloseStates = states(
  {
    closed: [1, '已月结', 'done'],
    reopened: [2, '已重开', 'due'],
  },
  {},
  { reopen: { from: ['closed'], to: ['reopened'] } },
)

/** Refusals of closing months: codes 26301 to 26399. */
export const monthCloseErrors = {
  MONTH_CLOSED: { code: 26301, message: '这个月已月结，请记入当前月' },
  MONTH_NOT_OVER: { code: 26302, message: '这个月还没有过完，不能月结' },
  MONTH_BLOCKED: { code: 26303, message: '还有事情没有了结，不能月结' },
  MONTH_NOT_CLOSED: { code: 26304, message: '这个月没有月结' },
  MONTH_LATER_CLOSED: { code: 26305, message: '后面的月份已月结，请先重开后面的月份' },
} satisfies Record<string, ErrorEntry>

/** A month as '2026-10'. */
export const month = z
  .string({ error: '请选择月份' })
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: '月份应为 年-月，如 2026-10' })
  .describe('month, 2026-10')

const named = z.object({ name: z.string(), amount })
const ladder = {
  opening: amount,
  closing: amount,
}

/** The figures of a month, as money.md names them. */
export const monthBook = z.object({
  /** What came in and what went out by cash-like ways, with how often; C1 is their difference. */
  received: amount,
  receivedCount: z.number(),
  returned: amount,
  returnedCount: z.number(),
  takings: amount,
  /** Taken for cards and prepayments, used of them on bills, fees of cards and made up prices; R1 follows. */
  stored: amount,
  used: amount,
  otherIncome: amount,
  revenue: amount,
  overShort: amount,
  receivable: z.object({
    ...ladder,
    added: amount,
    repaid: amount,
    returned: amount,
    writtenOff: amount,
  }),
  principal: z.object({
    ...ladder,
    recharged: amount,
    used: amount,
    back: amount,
    refunded: amount,
    moved: amount,
  }),
  deposit: z.object({ ...ladder, received: amount, used: amount, returned: amount, moved: amount }),
  /** What units owe: what they pay is revenue when they pay it. */
  unit: z.object({ ...ladder, charged: amount, back: amount, settled: amount }),
  categories: z.array(named),
  methods: z.array(named),
})

const check = z.object({
  code: z.string(),
  title: z.string(),
  /** Closing waits for it. */
  blocks: z.boolean(),
  /** How many there are: 0 is done. */
  count: z.number(),
  /** Which they are, in a sentence. */
  note: z.string(),
  /** Where they are settled, and the word on the button. */
  path: z.string(),
  button: z.string(),
})

const see = resource('/orderSet:monthClose', '/orderSet:monthReopen')

export const monthClose = {
  state: call({
    method: 'GET',
    path: '/bill-api/v2/month-close/state',
    doc: '一个月能不能月结：拦着的事、不拦的事、恒等式、结账书',
    spec: null,
    allow: see,
    query: { month },
    output: z.object({
      month: z.string(),
      clinic: letterhead,
      /** It has ended. */
      isOver: z.boolean(),
      checks: z.array(check),
      identities: z.array(z.object({ name: z.string(), holds: z.boolean() })),
      checkedAt: moment,
      book: monthBook,
      /** The closing that stands, or the last that was opened again. */
      last: z
        .object({
          closeNo: z.string(),
          status: z.number(),
          closedAt: moment,
          closerName: z.string(),
          reopenedAt: moment.nullable(),
          reopenerName: z.string().nullable(),
          reopenReason: z.string().nullable(),
          version: z.number(),
        })
        .nullable(),
      /** Where the figures differ from those of the closing that was opened again. */
      differences: z.array(z.object({ name: z.string(), before: amount, now: amount })),
      /** Seven months up to this one and beyond, with their takings. */
      strip: z.array(
        z.object({ month: z.string(), takings: amount, status: z.number().nullable(), isOver: z.boolean() }),
      ),
      allowed: z.object({ close: z.boolean(), reopen: z.boolean() }),
    }),
  }),
  close: call({
    method: 'POST',
    path: '/bill-api/v2/month-close/close',
    doc: '月结：这个月不再接受任何单据，数字留作快照',
    spec: null,
    allow: resource('/orderSet:monthClose'),
    idempotent: true,
    body: { month, requestId },
    output: z.object({ closeNo: z.string() }),
    errors: ['MONTH_NOT_OVER', 'MONTH_BLOCKED', 'MONTH_CLOSED'],
  }),
  reopen: call({
    method: 'POST',
    path: '/bill-api/v2/month-close/reopen',
    doc: '重开已月结的月份，须写原因',
    spec: null,
    allow: resource('/orderSet:monthReopen'),
    body: { month, reason: requiredText('原因', 200) },
    output: z.object({ closeNo: z.string() }),
    errors: ['MONTH_NOT_CLOSED', 'MONTH_LATER_CLOSED'],
  }),
} satisfies CallGroup
