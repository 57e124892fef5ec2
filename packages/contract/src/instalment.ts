import { z } from 'zod'
import { MOST_INSTALMENTS } from '@dentin/kit'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  oneWord,
  optionalText,
  pageOf,
  paging,
  patientFace,
  requestId,
  requiredText,
  version,
  wholeNumber,
} from './core/fields.ts'
import { states } from './core/states.ts'
import { asPreview, letterhead, printedFields } from './core/printed.ts'

/** An agreement to pay what is owed in parts. */
export const instalmentPlanStates = states(
  {
    holds: [1, '执行中', 'running'],
    replaced: [2, '已改签', 'away'],
    ended: [3, '已终止', 'ended'],
  },
  {},
  {
    change: { from: ['holds'], to: ['replaced'] },
    end: { from: ['holds'], to: ['ended'] },
  },
)

/** How one instalment stands. */
export const instalmentStates = states({
  ahead: [0, '未到', 'open'],
  paid: [1, '已付', 'done'],
  overdue: [2, '逾期', 'late'],
  part: [3, '部分', 'owing'],
})

/** How far one is with asking for what is late. */
export const dunningStates = states({
  untouched: [0, '待联系', 'due'],
  called: [1, '已联系', 'ready'],
  promised: [2, '已承诺', 'running'],
  broken: [3, '承诺逾期', 'late'],
})

/** How one was in touch about what is late. */
export const dunningKinds = { 1: '电话', 2: '催款函' } as const

/** Refusals of instalments: codes 26501 to 26599. */
export const instalmentErrors = {
  INSTALMENT_NOTHING_OWED: { code: 26501, message: '账单没有欠费，不用分期' },
  INSTALMENT_EXISTS: { code: 26502, message: '这张账单已有分期，请改签' },
  INSTALMENT_TERMS: { code: 26503, message: '分期数与金额不合适' },
  INSTALMENT_STATE: { code: 26504, message: '分期的状态已变化' },
  INSTALMENT_RUNNING: { code: 26505, message: '账单有分期，请先终止分期再撤销收费' },
  DUNNING_NOTHING_LATE: { code: 26511, message: '这张账单没有欠费，不用催收' },
  LETTER_NOTHING_LATE: { code: 26512, message: '这位患者在本门诊没有到期未付的，不用发催款函' },
} satisfies Record<string, ErrorEntry>

const terms = {
  count: wholeNumber('期数', 1, MOST_INSTALMENTS),
  firstDue: localDate('首期应付日'),
  day: wholeNumber('每月几日', 1, 31),
  inYuan: z.boolean({ error: '应为是或否' }).default(false),
}

const period = z.object({
  no: z.number(),
  dueDate: z.string(),
  amount,
  paid: amount,
  cancelled: amount,
  open: amount,
  state: z.number(),
  overdueDays: z.number(),
})

const call_ = z.object({
  id: z.string(),
  /** `dunningKinds`. */
  kind: z.number(),
  promiseDate: z.string().nullable(),
  note: z.string(),
  /** Who asks from then on; '' as before. */
  ownerName: z.string(),
  nextStep: z.string(),
  nextOn: z.string().nullable(),
  callerName: z.string(),
  calledAt: moment,
})

const plan = z.object({
  id: z.string(),
  planNo: z.string(),
  billId: z.string(),
  status: z.number(),
  totalAmount: amount,
  paidAmount: amount,
  cancelledAmount: amount,
  firstAmount: amount,
  openAmount: amount,
  overdueAmount: amount,
  dueDay: z.number(),
  inYuan: z.boolean(),
  remark: z.string(),
  reason: z.string(),
  creatorName: z.string(),
  agreedAt: moment,
  endedAt: moment.nullable(),
  endReason: z.string().nullable(),
  version: z.number(),
  periods: z.array(period),
})

const row = z.object({
  billId: z.string(),
  billNo: z.string(),
  ...patientFace,
  mobile: z.string(),
  doctorName: z.string(),
  /** null: owed without an agreement. */
  planNo: z.string().nullable(),
  /** The earliest day on which something open was due. */
  dueDate: z.string(),
  overdueDays: z.number(),
  /** What is late, and all that is owed on the bill. */
  overdueAmount: amount,
  arrearsAmount: amount,
  callCount: z.number(),
  lastCall: call_.nullable(),
  dunning: z.number(),
})

const whose: readonly Resource[] = ['/orderSet:view', '/allTimePatients:view']
const see = resource('/orderSet:view')
const agree = resource('/orderSet:instalment')

export const instalment = {
  ofBill: call({
    method: 'GET',
    path: '/bill-api/v2/instalment/bill',
    doc: '一张账单的分期：现行的与历次改签的，每期状态，催收记录',
    spec: null,
    allow: see,
    also: [...whose, '/orderSet:instalment'],
    query: { billId: idOf('账单') },
    output: z.object({
      bill: z.object({
        id: z.string(),
        billNo: z.string(),
        ...patientFace,
        receivableAmount: amount,
        paidAmount: amount,
        arrearsAmount: amount,
        version: z.number(),
        /** How the rest is to be paid, as a plan of treatment has it; null: it has none. */
        proposed: z.object({ count: z.number(), day: z.number(), source: z.string() }).nullable(),
      }),
      clinic: letterhead,
      plans: z.array(plan),
      calls: z.array(call_),
      /** Who may be told to ask for it: everybody at work in the clinic. */
      staff: z.array(z.object({ id: z.string(), name: z.string() })),
      allowed: z.object({ agree: z.boolean() }),
    }),
  }),
  list: call({
    method: 'POST',
    path: '/bill-api/v2/instalment/list',
    doc: '分期与催收：逾期的、承诺过了还没付的、7 天内到期的、全部欠费',
    spec: null,
    effect: 'read',
    allow: see,
    also: [...whose, '/field:amounts', '/field:phone'],
    body: {
      tab: oneWord('页签', ['overdue', 'broken', 'soon', 'all']).default('overdue'),
      keyword: optionalText('关键字', 30),
      ...paging,
    },
    output: pageOf(row).extend({
      counts: z.object({ overdue: z.number(), broken: z.number(), soon: z.number(), all: z.number() }),
      /** Of all that is owed: not due yet, to 30 days, to 90, to 180, longer; null for whoever may not see amounts. */
      ages: z.array(amount).nullable(),
    }),
  }),
  create: call({
    method: 'POST',
    path: '/bill-api/v2/instalment/create',
    doc: '把账单的欠费约定为分期',
    spec: null,
    allow: agree,
    also: whose,
    idempotent: true,
    body: { billId: idOf('账单'), version, ...terms, remark: optionalText('备注', 200), requestId },
    output: z.object({ id: z.string(), planNo: z.string() }),
    errors: ['INSTALMENT_NOTHING_OWED', 'INSTALMENT_EXISTS', 'INSTALMENT_TERMS'],
  }),
  change: call({
    method: 'POST',
    path: '/bill-api/v2/instalment/change',
    doc: '改签：还没付的按新约定，旧约定留着',
    spec: null,
    allow: agree,
    also: whose,
    idempotent: true,
    body: {
      id: idOf('分期'),
      version,
      ...terms,
      reason: requiredText('改签原因', 100),
      remark: optionalText('备注', 200),
      requestId,
    },
    output: z.object({ id: z.string(), planNo: z.string() }),
    errors: ['INSTALMENT_STATE', 'INSTALMENT_TERMS', 'INSTALMENT_NOTHING_OWED'],
  }),
  end: call({
    method: 'POST',
    path: '/bill-api/v2/instalment/end',
    doc: '终止分期：欠费还在，不再按期',
    spec: null,
    allow: agree,
    also: whose,
    body: { id: idOf('分期'), version, reason: requiredText('终止原因', 100) },
    output: z.object({ version: z.number() }),
    errors: ['INSTALMENT_STATE'],
  }),
  addCall: call({
    method: 'POST',
    path: '/bill-api/v2/instalment/call',
    doc: '登记催收：说了什么，答应哪天付，谁负责，下一步做什么',
    spec: null,
    allow: resource('/orderSet:dun'),
    also: whose,
    idempotent: true,
    body: {
      billId: idOf('账单'),
      note: requiredText('联系情况', 200),
      promiseDate: localDate('承诺日').nullish(),
      /** Left out: whoever had it before. */
      ownerId: idOf('负责人').nullish(),
      nextStep: optionalText('下一步', 50),
      nextOn: localDate('下一步的日子').nullish(),
      requestId,
    },
    output: z.object({ id: z.string(), dunning: z.number() }),
    errors: ['DUNNING_NOTHING_LATE'],
  }),
  agreement: call({
    method: 'GET',
    path: '/bill-api/v2/instalment/agreement/{id}',
    doc: '分期协议（打印用，写打印日志）：约定时的样子；改签前的旧约定也能打印，核验为已作废',
    spec: null,
    effect: 'write',
    allow: resource('/orderSet:print'),
    also: whose,
    params: { id: idOf('分期') },
    query: asPreview,
    output: z.object({
      clinic: letterhead,
      bill: z.object({ id: z.string(), billNo: z.string(), ...patientFace, receivableAmount: amount }),
      plan: z.object({
        id: z.string(),
        planNo: z.string(),
        /** The how manieth agreement about this bill. */
        versionNo: z.number(),
        status: z.number(),
        totalAmount: amount,
        /** Given up of it since: refunds and write-offs take from the last parts. */
        cancelledAmount: amount,
        firstAmount: amount,
        dueDay: z.number(),
        remark: z.string(),
        reason: z.string(),
        creatorName: z.string(),
        agreedAt: moment,
        endReason: z.string().nullable(),
        /** As agreed. */
        periods: z.array(z.object({ no: z.number(), dueDate: z.string(), amount })),
      }),
      totalInWords: z.string(),
      /** Under age on that day, or of unknown age: a guardian signs too. */
      isMinor: z.boolean().nullable(),
      ...printedFields,
    }),
  }),
  letter: call({
    method: 'GET',
    path: '/bill-api/v2/instalment/letter/{patientId}',
    doc: '催款函（打印用）：患者在本门诊到期未付的，旧的在前；打印即记一次联系，同一天同一人只记一次',
    spec: null,
    effect: 'write',
    allow: resource('/orderSet:dun'),
    also: whose,
    params: { patientId: idOf('患者') },
    query: asPreview,
    output: z.object({
      clinic: letterhead,
      patient: z.object(patientFace),
      rows: z.array(
        z.object({
          key: z.string(),
          billId: z.string(),
          billNo: z.string(),
          /** 分期 with its part; null: owed without an agreement. */
          planNo: z.string().nullable(),
          no: z.number().nullable(),
          dueDate: z.string(),
          overdueDays: z.number(),
          amount,
          promiseDate: z.string().nullable(),
        }),
      ),
      lateAmount: amount,
      lateInWords: z.string(),
      /** Owed in this clinic as well, not due yet. */
      notDueAmount: amount,
      totalAmount: amount,
      printedAt: moment,
      printCount: z.number(),
    }),
    errors: ['LETTER_NOTHING_LATE'],
  }),
} satisfies CallGroup
