import { fenToYuan, yuanToFen } from '@dentin/kit/money'
import { z } from 'zod'
import { call, resource, SHEET_REFUSALS, SHEET_UPLOAD, type CallGroup, type Resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { amount, idOf, localDate, moment, money, optionalText, requestId, version } from './core/fields.ts'

/** Refusals of this domain: codes 27521 to 27549. */
export const cockpitErrors = {
  SPEND_TWICE: { code: 27521, message: '这个来源这个月已经填写过投放' },
  TARGET_SHEET: { code: 27523, message: '目标表格不能读取' },
  GOAL_CLINIC: { code: 27522, message: '没有为这家门诊设置的权限' },
} as const satisfies Record<string, ErrorEntry>

const SEE: Resource = '/homeCockpit:view'
const month = z.string({ error: '请选择月份' }).regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: '请选择月份' })
const year = z.string({ error: '请选择年份' }).regex(/^20\d\d$/, { error: '请选择年份' })
const goal = (label: string) => money(label, 0, MOST_GOAL).nullable().default(null)

/** What the ledger and the papers have to agree on in every clinic, each in a sentence that says what is wrong where they do not. */
export const ledgerIdentities = {
  J2: '总账的借方与贷方不相等',
  J3: '应收余额与账单欠费合计不一致',
  J3b: '账单的已收、已退、欠费与总账不一致',
  J4: '会员卡的余额与卡流水不一致',
  J4b: '会员卡的余额与总账不一致',
  J5: '账单应收 ≠ 已收 − 已退 + 欠费 + 核销 + 退项',
  J6: '收款没有全部落到账单项目上',
  J21: '收退款没有记在本门诊的班次里',
} as const
export type LedgerIdentity = keyof typeof ledgerIdentities
export const ledgerIdentityNames = Object.keys(ledgerIdentities) as [LedgerIdentity, ...LedgerIdentity[]]

/** The sums that a clinic means to reach in a month, as a grid and a sheet name them. */
export const targetMeasures = { takings: '实收目标', revenue: '收入目标' } as const
export type TargetMeasure = keyof typeof targetMeasures
export const measureNames = Object.keys(targetMeasures) as [TargetMeasure, ...TargetMeasure[]]
/** The most that a month may be set to. */
const MOST_GOAL = 9_999_999_999

/** What a cell of a sheet of targets says: a sum in yuan, '' for none, or why it is none. */
export type TargetCell = { yuan: string } | { problem: string }

/** A cell of a sheet, copied or imported: thousands may be grouped, 万 counts ten thousand; anything else is said to be wrong. */
export function readTargetCell(text: string): TargetCell {
  const bare = text.trim().replaceAll(/[,，\s￥¥]/g, '')
  if (bare === '' || bare === '-' || bare === '—') return { yuan: '' }
  const found = /^(\d{1,10}(?:\.\d{1,6})?)(万?)(元?)$/.exec(bare)
  if (!found) return { problem: /^[-−]/.test(bare) ? '目标不能小于 0' : `「${text.trim().slice(0, 12)}」不是金额` }
  const yuan = Number(found[1]) * (found[2] ? 10_000 : 1)
  if (yuan > MOST_GOAL) return { problem: '金额过大' }
  return { yuan: fenToYuan(yuanToFen(yuan.toFixed(2))) }
}

/** A rating of a follow-up is low up to it. */
export const LOW_RATING = 2

/** What waits for somebody at the head office, each with the list that it opens. */
export const warningKinds = {
  identities: { name: '账务核对不平', urgent: true },
  exceptions: { name: '异常支付超过一天', urgent: true },
  shifts: { name: '昨天及以前的班没交', urgent: true },
  records: { name: '病历超 24 小时没写', urgent: false },
  overdue: { name: '欠费逾期', urgent: false },
  ratings: { name: '近 7 天随访低分', urgent: false },
  licences: { name: '证照快到期或已过期', urgent: false },
} as const
export type WarningKind = keyof typeof warningKinds
export const warningNames = Object.keys(warningKinds) as [WarningKind, ...WarningKind[]]

/** The cockpit of the head office, beside the figures that it asks the reports for; targets of clinics and spending on sources. */
export const cockpit = {
  pace: call({
    method: 'GET',
    path: '/report-api/v2/cockpit/pace',
    doc: '一段日期里各门诊开诊的天数：全部的，与到今天为止的（不含今天以后）；预计月末 = 至今 ÷ 已开诊天数 × 全部开诊天数',
    spec: null,
    allow: resource(SEE),
    scope: 'all',
    query: { from: localDate('开始日期'), to: localDate('结束日期') },
    output: z.object({
      clinics: z.array(z.object({ id: z.string(), name: z.string(), openDays: z.number(), openDaysGone: z.number() })),
      asOf: moment,
    }),
  }),
  warnings: call({
    method: 'GET',
    path: '/report-api/v2/cockpit/warnings',
    doc: '要处理的事：各类的件数，按门诊分开，金额与最久的天数',
    spec: null,
    allow: resource(SEE),
    also: ['/field:amounts'],
    scope: 'all',
    output: z.object({
      list: z.array(
        z.object({
          kind: z.enum(warningNames),
          total: z.number(),
          /** null where no money is at stake, or for whoever sees no amounts. */
          amount: amount.nullable(),
          /** Days of the oldest; null where age says nothing. */
          oldestDays: z.number().nullable(),
          clinics: z.array(z.object({ id: z.string(), name: z.string(), total: z.number() })),
        }),
      ),
    }),
  }),
  mismatches: call({
    method: 'GET',
    path: '/report-api/v2/cockpit/ledger-mismatches',
    doc: '账务核对不平的：每家门诊不成立的恒等式，从什么时候起、几行',
    spec: null,
    allow: resource(SEE),
    scope: 'all',
    output: z.array(
      z.object({
        clinicId: z.string(),
        clinicName: z.string(),
        code: z.enum(ledgerIdentityNames),
        rowCount: z.number(),
        since: moment,
        checkedAt: moment,
      }),
    ),
  }),
  recheck: call({
    method: 'POST',
    path: '/report-api/v2/cockpit/ledger-mismatches/recheck',
    doc: '重新核对各门诊的账务；每天也自动核对一次',
    spec: null,
    allow: resource('/homeCockpit:goals'),
    slow: true,
    scope: 'all',
    output: z.object({ failing: z.number() }),
  }),
  targets: call({
    method: 'GET',
    path: '/report-api/v2/cockpit/targets',
    doc: '一年里各门诊各月的实收目标与收入目标',
    spec: null,
    allow: resource(SEE),
    also: ['/homeCockpit:goals'],
    scope: 'all',
    query: { year },
    output: z.object({
      clinics: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          months: z.array(
            z.object({
              month: z.string(),
              takings: amount.nullable(),
              revenue: amount.nullable(),
              /** null: none was set. */
              version: z.number().nullable(),
            }),
          ),
        }),
      ),
    }),
  }),
  targetSheet: call({
    method: 'POST',
    path: '/report-api/v2/cockpit/targets/sheet',
    doc: '一年的目标表格（xlsx）：每家门诊两行，实收目标与收入目标，十二个月各一列；改好后可以导入',
    spec: null,
    allow: resource('/homeCockpit:goals'),
    scope: 'all',
    answer: 'file',
    exported: '门诊目标',
    body: { year },
    output: z.null(),
  }),
  checkTargetSheet: call({
    method: 'POST',
    path: '/report-api/v2/cockpit/targets/sheet/check',
    doc: '读一张目标表格，说明哪些月份会改成多少，或哪几格有误；什么也不保存。空格取消那个月的目标，没有的行与列不变。xlsx，5M 以内',
    spec: null,
    allow: resource('/homeCockpit:goals'),
    scope: 'all',
    effect: 'read',
    query: { year },
    upload: SHEET_UPLOAD,
    output: z.object({
      /** Rows of the sheet that were read. */
      rows: z.number(),
      /** What would be otherwise than it is, null: no target; nothing while a cell is wrong. */
      cells: z.array(
        z.object({ clinicId: z.string(), month: z.string(), measure: z.enum(measureNames), amount: amount.nullable() }),
      ),
      problems: z.array(
        z.object({
          /** As the sheet counts its rows. */
          rowNo: z.number(),
          /** The head of the column. */
          column: z.string(),
          message: z.string(),
        }),
      ),
    }),
    errors: ['TARGET_SHEET', ...SHEET_REFUSALS],
  }),
  saveTargets: call({
    method: 'POST',
    path: '/report-api/v2/cockpit/targets/save',
    doc: '设置目标：列出的门诊与月份，两个都为空即取消；一处有误全部不改',
    spec: null,
    allow: resource('/homeCockpit:goals'),
    scope: 'all',
    body: {
      cells: z
        .array(
          z.object({
            clinicId: idOf('门诊'),
            month,
            takings: goal(targetMeasures.takings),
            revenue: goal(targetMeasures.revenue),
            version: version.nullable().default(null),
          }),
          { error: '请填写目标' },
        )
        .min(1, { error: '请填写目标' })
        .max(1200, { error: '一次最多保存 1200 个目标' })
        .refine((cells) => new Set(cells.map(({ clinicId, month: of }) => `${clinicId} ${of}`)).size === cells.length, {
          error: '同一门诊同一月份写了两次',
        }),
      requestId,
    },
    idempotent: true,
    output: z.object({ saved: z.number() }),
    errors: ['GOAL_CLINIC', 'VERSION_CONFLICT'],
  }),
  spends: call({
    method: 'GET',
    path: '/report-api/v2/cockpit/spends',
    doc: '一年里的投放：来源、月份、门诊与金额',
    spec: null,
    allow: resource(SEE),
    also: ['/homeCockpit:goals'],
    scope: 'all',
    query: { year },
    output: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          month: z.string(),
          sourceId: z.string(),
          sourceName: z.string(),
          /** null: the company's. */
          clinicId: z.string().nullable(),
          clinicName: z.string().nullable(),
          amount,
          remark: z.string(),
          version: z.number(),
        }),
      ),
      total: amount,
    }),
  }),
  saveSpend: call({
    method: 'POST',
    path: '/report-api/v2/cockpit/spends/save',
    doc: '填写一个来源一个月的投放；同一来源同一月份同一门诊只有一笔，要改就改那一笔',
    spec: null,
    allow: resource('/homeCockpit:goals'),
    scope: 'all',
    body: {
      id: idOf('投放').nullable().default(null),
      version: version.nullable().default(null),
      month,
      sourceId: idOf('来源'),
      clinicId: idOf('门诊').nullable().default(null),
      amount: money('投放金额', 0.01, 9_999_999_999),
      remark: optionalText('备注', 200),
      requestId,
    },
    idempotent: true,
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['SPEND_TWICE', 'GOAL_CLINIC', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  removeSpend: call({
    method: 'POST',
    path: '/report-api/v2/cockpit/spends/remove',
    doc: '删除一笔投放',
    spec: null,
    allow: resource('/homeCockpit:goals'),
    scope: 'all',
    body: { id: idOf('投放'), version },
    output: z.null(),
    errors: ['GOAL_CLINIC', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
} satisfies CallGroup
