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
  requestId,
  requiredText,
  version,
} from './core/fields.ts'
import { states } from './core/states.ts'

/** What two clinics owe each other for one month. 待结 and 已抵平 follow from the postings and are written nowhere. */
export const clinicSettlementStates = states(
  {
    due: [0, '待结', 'due'],
    settled: [1, '已结', 'done'],
    undone: [2, '已撤销', 'ended'],
    /** What one came to owe the other came back: nothing is to be paid. */
    even: [3, '已抵平', 'ended'],
  },
  { over: ['settled', 'even'] },
  {
    settle: { from: ['due'], to: ['settled'] },
    undo: { from: ['settled'], to: ['undone'] },
  },
)

/** Refusals of settlements between clinics: codes 26951 to 26999. */
export const clinicSettlementErrors = {
  SETTLEMENT_EXISTS: { code: 26951, message: '这两家门诊这个月已经结过' },
  SETTLEMENT_MONTH_OPEN: { code: 26952, message: '这个月还没有过完，不能结' },
  SETTLEMENT_NOTHING: { code: 26953, message: '这两家门诊这个月没有往来要结' },
  SETTLEMENT_CHANGED: { code: 26954, message: '往来金额已有变动，请核对后再结' },
  SETTLEMENT_STATE: { code: 26955, message: '结算单状态已变化' },
} satisfies Record<string, ErrorEntry>

const month = z.string({ error: '请选择月份' }).regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: '请选择月份' })
const SEE = resource('/interClinic:view')

const pair = {
  debtorId: z.string(),
  debtorName: z.string(),
  creditorId: z.string(),
  creditorName: z.string(),
  /** What the one owes the other. */
  amount,
}
const monthRow = z.object({
  ...pair,
  month: z.string(),
  status: z.number(),
  isOver: z.boolean(),
  /** How many movements it comes of. */
  count: z.number(),
  settlement: z
    .object({
      id: z.string(),
      settlementNo: z.string(),
      /** What was paid; other than the month's sum when something was noted into the month since. */
      amount,
      method: z.string(),
      paidOn: z.string(),
      remark: z.string(),
      settledAt: moment,
      settlerName: z.string(),
      version: z.number(),
    })
    .nullable(),
})
const movement = z.object({
  id: z.string(),
  moment,
  documentNo: z.string(),
  /** The bill that it paid, and whose card or prepayment it was. */
  billId: z.string().nullable(),
  patientId: z.string(),
  /** 12 card, 16 prepayment */
  kind: z.number(),
  /** Of the card or the prepayment, and whose it is. */
  number: z.string(),
  patientName: z.string(),
  /** Where it was used, and the clinic that owes it. */
  usedName: z.string(),
  homeName: z.string(),
  /** From the side of the creditor: above zero it is owed, below it was given back. */
  amount,
})
const ofPair = {
  month,
  debtorId: idOf('付款门诊'),
  creditorId: idOf('收款门诊'),
}

export const clinicSettlement = {
  balances: call({
    method: 'GET',
    path: '/bill-api/inter-clinic/balances',
    doc: '门诊往来：谁欠谁多少、从哪天起，按月待结、已结与已抵平；待结的不论多早，其余近 24 个月',
    spec: null,
    allow: SEE,
    also: ['/interClinic:settle'],
    scope: 'all',
    output: z.object({
      clinics: z.array(z.object({ id: z.string(), name: z.string() })),
      /** What is owed now. */
      pairs: z.array(z.object({ ...pair, since: z.string() })),
      months: z.array(monthRow),
      /** Settlements that were taken back, the latest first. */
      undone: z.array(
        z.object({
          ...pair,
          id: z.string(),
          settlementNo: z.string(),
          month: z.string(),
          undoneAt: moment,
          undoerName: z.string(),
          undoReason: z.string(),
        }),
      ),
      allowed: z.object({ settle: z.boolean() }),
    }),
  }),
  movements: call({
    method: 'GET',
    path: '/bill-api/inter-clinic/movements',
    doc: '两家门诊一个月的往来明细',
    spec: null,
    allow: SEE,
    scope: 'all',
    query: ofPair,
    output: z.object({ list: z.array(movement), total: amount }),
  }),
  settle: call({
    method: 'POST',
    path: '/bill-api/inter-clinic/settle',
    doc: '确认一个月的往来已结：两家门诊各记一笔，往来归零',
    spec: null,
    allow: resource('/interClinic:settle'),
    also: ['/interClinic:view'],
    scope: 'all',
    idempotent: true,
    body: {
      ...ofPair,
      /** As the screen saw it. */
      amount: money('金额', 0.01, 99_999_999),
      paidOn: localDate('付款日期'),
      method: requiredText('付款方式', 20),
      remark: optionalText('备注', 100),
      requestId,
    },
    output: z.object({ id: z.string(), settlementNo: z.string(), version: z.number() }),
    errors: ['SETTLEMENT_EXISTS', 'SETTLEMENT_MONTH_OPEN', 'SETTLEMENT_NOTHING', 'SETTLEMENT_CHANGED', 'MONTH_CLOSED'],
  }),
  undo: call({
    method: 'POST',
    path: '/bill-api/inter-clinic/undo',
    doc: '撤销结算：两家门诊各记一笔相反的，这个月回到待结',
    spec: null,
    allow: resource('/interClinic:settle'),
    also: ['/interClinic:view'],
    scope: 'all',
    idempotent: true,
    body: { id: idOf('结算单'), version, reason: requiredText('原因', 50), requestId },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['SETTLEMENT_STATE', 'MONTH_CLOSED'],
  }),
  statement: call({
    method: 'GET',
    path: '/bill-api/inter-clinic/statement',
    doc: '门诊往来对账单（打印用，写打印日志）',
    spec: null,
    effect: 'write',
    allow: SEE,
    scope: 'all',
    query: ofPair,
    output: z.object({
      companyName: z.string(),
      row: monthRow,
      list: z.array(movement),
      amountInWords: z.string(),
      printedAt: moment,
    }),
    errors: ['SETTLEMENT_NOTHING'],
  }),
} satisfies CallGroup
