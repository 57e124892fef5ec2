import { z } from 'zod'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  moment,
  money,
  noneTwice,
  optionalText,
  requestId,
  requiredText,
  version,
} from './core/fields.ts'
import { states } from './core/states.ts'
import { asPreview, letterhead } from './core/printed.ts'
import { payUnits } from './lists/pay-units.ts'

/** What a unit paid. */
export const unitSettlementStates = states(
  {
    settled: [1, '已结', 'done'],
    undone: [2, '已撤销', 'ended'],
  },
  {},
  { undo: { from: ['settled'], to: ['undone'] } },
)

/** How old the claims against a unit are, by the day on which they were due. */
export const unitAges = {
  notDue: '未到期',
  upTo30: '0–30 天',
  upTo60: '31–60 天',
  upTo90: '61–90 天',
  older: '90 天以上',
} as const
export type UnitAge = keyof typeof unitAges

/** Movements of a unit's account. */
export const unitMoves = { 1: '记账', 2: '退回', 3: '结算', 4: '撤销结算', 5: '撤销记账' } as const

/** Refusals of unit accounts: codes 27301 to 27349. */
export const unitAccountErrors = {
  UNIT_STATE: { code: 27301, message: '记账单位已停用' },
  UNIT_LIMIT: { code: 27302, message: '余额额度不足' },
  UNIT_SETTLE_OVER: { code: 27304, message: '结算金额超过未结的金额' },
  UNIT_SETTLE_NOTHING: { code: 27305, message: '没有未结的记账' },
  UNIT_SETTLED_SINCE: { code: 27306, message: '之后的结算或退费用到了这笔结算，不能撤销' },
  UNIT_SETTLEMENT_STATE: { code: 27307, message: '结算单状态已变化' },
  UNIT_SETTLED: { code: 27308, message: '单位已经结算，不能撤销收费，请走退费' },
} satisfies Record<string, ErrorEntry>

const SEE: Resource = '/unitAccounts:view'
const SETTLE: Resource = '/unitAccounts:settle'
const month = z.string({ error: '请选择月份' }).regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: '请选择月份' })

const ages = z.object({
  notDue: amount,
  upTo30: amount,
  upTo60: amount,
  upTo90: amount,
  older: amount,
})
const unitFace = { id: z.string(), name: z.string(), contact: z.string(), phone: z.string() }

const claim = z.object({
  id: z.string(),
  billId: z.string(),
  billNo: z.string(),
  /** null without the right to see the patient. */
  patientId: z.string().nullable(),
  /** The family name alone without it. */
  patientName: z.string(),
  reference: z.string(),
  chargedOn: z.string(),
  dueOn: z.string(),
  /** From 1 on the day after it was due; 0 before. */
  overdueDays: z.number(),
  amount,
  /** Went back by refunds. */
  back: amount,
  settled: amount,
  /** Not settled yet; below zero: the unit paid what went back since. */
  open: amount,
})
const settlement = z.object({
  id: z.string(),
  settlementNo: z.string(),
  amount,
  status: z.number(),
  methodName: z.string(),
  tradeNo: z.string(),
  remark: z.string(),
  settledAt: moment,
  settlerName: z.string(),
  undoneAt: moment.nullable(),
  undoerName: z.string().nullable(),
  undoReason: z.string().nullable(),
  /** How many claims it cleared. */
  count: z.number(),
  version: z.number(),
})
/** What a unit owed before the month, what came to it in the month, and what it owes at its end. */
const statement = z.object({
  unit: z.object({ ...unitFace, termDays: z.number(), enabled: z.boolean(), creditLimit: amount, balance: amount }),
  month: z.string(),
  opening: amount,
  charged: amount,
  back: amount,
  paid: amount,
  closing: amount,
  /** Each movement, the first first: Σ = closing − opening. */
  lines: z.array(
    z.object({
      id: z.string(),
      date: z.string(),
      /** `unitMoves` */
      what: z.number(),
      documentNo: z.string(),
      billId: z.string().nullable(),
      billNo: z.string(),
      patientId: z.string().nullable(),
      patientName: z.string(),
      reference: z.string(),
      amount,
    }),
  ),
})

export const unitAccount = {
  units: payUnits.calls.list,
  saveUnit: payUnits.calls.save,
  sortUnits: payUnits.calls.sort,
  unitSheet: payUnits.calls.sheet,
  payable: call({
    method: 'GET',
    path: '/bill-api/pay-unit/payable',
    doc: '收费时可以记账的单位，与各自还能记多少',
    spec: null,
    allow: resource('/orderSet:charge'),
    scope: 'all',
    output: z.array(
      z.object({ id: z.string(), name: z.string(), needsReference: z.boolean(), creditLimit: amount, left: amount }),
    ),
  }),
  balances: call({
    method: 'GET',
    path: '/bill-api/unit-account/balances',
    doc: '各记账单位在本门诊的未结金额与账龄；额度按全公司合计',
    spec: null,
    allow: resource(SEE),
    also: [SETTLE],
    output: z.object({
      list: z.array(
        z.object({
          ...unitFace,
          enabled: z.boolean(),
          creditLimit: amount,
          /** Owed in all clinics: what counts against the limit. */
          used: amount,
          /** Owed in this clinic. */
          open: amount,
          overdue: amount,
          ages,
          /** What the unit has left with us, above zero. */
          credit: amount,
          count: z.number(),
        }),
      ),
      open: amount,
      overdue: amount,
      ages,
      allowed: z.object({ settle: z.boolean() }),
    }),
  }),
  statement: call({
    method: 'GET',
    path: '/bill-api/unit-account/statement',
    doc: '单位一个月的对账单：期初、记账、退回、结算、期末',
    spec: null,
    allow: resource(SEE),
    also: [SETTLE, '/allTimePatients:view'],
    query: { unitId: idOf('记账单位'), month },
    output: statement,
  }),
  open: call({
    method: 'GET',
    path: '/bill-api/unit-account/open',
    doc: '单位在本门诊的未结记账，先记的在前',
    spec: null,
    allow: resource(SEE),
    also: ['/allTimePatients:view'],
    query: { unitId: idOf('记账单位') },
    output: z.object({ list: z.array(claim), total: amount }),
  }),
  settlements: call({
    method: 'GET',
    path: '/bill-api/unit-account/settlements',
    doc: '单位在本门诊的结算，新的在前，含撤销的',
    spec: null,
    allow: resource(SEE),
    query: { unitId: idOf('记账单位') },
    output: z.object({ list: z.array(settlement) }),
  }),
  settle: call({
    method: 'POST',
    path: '/bill-api/unit-account/settle',
    doc: '单位付款：选定的记账或先记的先结，可以部分结；单位多付的余额先抵',
    spec: null,
    allow: resource(SETTLE),
    also: [SEE],
    idempotent: true,
    body: {
      unitId: idOf('记账单位'),
      amount: money('结算金额', 0.01, 99_999_999),
      /** Which claims; left out or empty: the oldest first. */
      claimIds: z
        .array(idOf('记账'), { error: '记账应为列表' })
        .max(2000, { error: '一次最多选 2000 笔' })
        .refine(noneTwice, { error: '同一笔记账不能选两次' })
        .default([]),
      payMethodId: idOf('收款方式'),
      tradeNo: optionalText('交易号', 64),
      remark: optionalText('备注', 100),
      requestId,
    },
    output: z.object({ id: z.string(), settlementNo: z.string(), version: z.number(), open: amount }),
    errors: ['UNIT_SETTLE_OVER', 'UNIT_SETTLE_NOTHING', 'PAY_METHOD_OFF', 'MONTH_CLOSED', 'NOT_FOUND'],
  }),
  undo: call({
    method: 'POST',
    path: '/bill-api/unit-account/undo',
    doc: '撤销结算：记一笔相反的，记账回到未结',
    spec: null,
    allow: resource(SETTLE),
    also: [SEE],
    idempotent: true,
    body: { id: idOf('单位结算单'), version, reason: requiredText('原因', 50), requestId },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['UNIT_SETTLEMENT_STATE', 'UNIT_SETTLED_SINCE', 'MONTH_CLOSED'],
  }),
  printStatement: call({
    method: 'GET',
    path: '/bill-api/unit-account/statement/print',
    doc: '单位对账单（打印用，写打印日志）',
    spec: null,
    effect: 'write',
    allow: resource(SEE),
    also: ['/allTimePatients:view'],
    query: { unitId: idOf('记账单位'), month, ...asPreview },
    output: statement.extend({
      clinic: letterhead,
      amountInWords: z.string(),
      printedAt: moment,
    }),
  }),
} satisfies CallGroup
