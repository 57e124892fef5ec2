import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf, localDate, moment, oneWord, paging, requestId, requiredText, wholeNumber } from './core/fields.ts'

/** The reports, each by the path of its screen. */
export const reportNames = [
  'analysisData',
  'productReport',
  'incomeSummary',
  'accountStatement',
  'collectionBalanceSheet',
  'patientBalanceRecord',
  'customerService',
  'homeCockpit',
  'employeeReport',
  'membershipCardSurvey',
  'patientAnalysisData',
  'firstDiagnosjuiis',
  'billRecord',
  'treatmentRecord',
  'memberCardRecord',
  'matchingDiagnosis',
  'referralRecord',
] as const
export type ReportName = (typeof reportNames)[number]
/** The doors of one clinic: the same report, bound to the clinic at work, with a right of its own. */
export const clinicDoors = {
  clinicanalysisData: 'analysisData',
  clinicaccountStatement: 'accountStatement',
  clinicemployeeReport: 'employeeReport',
  clinicpatientAnalysisData: 'patientAnalysisData',
  clinicfirstDiagnosis: 'firstDiagnosjuiis',
  clinicbillRecord: 'billRecord',
  clinictreatmentRecord: 'treatmentRecord',
  clinicmatchingDiagnosis: 'matchingDiagnosis',
  clinicreferralRecord: 'referralRecord',
} as const satisfies Readonly<Record<string, ReportName>>
export type ClinicDoor = keyof typeof clinicDoors
export const reportDoors = [
  ...reportNames,
  'clinicanalysisData',
  'clinicaccountStatement',
  'clinicemployeeReport',
  'clinicpatientAnalysisData',
  'clinicfirstDiagnosis',
  'clinicbillRecord',
  'clinictreatmentRecord',
  'clinicmatchingDiagnosis',
  'clinicreferralRecord',
] as const satisfies readonly (ReportName | ClinicDoor)[]
export type ReportDoor = (typeof reportDoors)[number]
/** The doors of money of one clinic behind which whoever has no right to the days before sees the day alone. */
export const dayDoors = ['clinicaccountStatement', 'clinicbillRecord'] as const satisfies readonly ReportDoor[]
export const isDayDoor = (door: ReportDoor): door is (typeof dayDoors)[number] =>
  (dayDoors as readonly ReportDoor[]).includes(door)
type FileDoor = Exclude<ReportDoor, 'homeCockpit'>
/** What a report is taken out by as a file; the cockpit is none. */
export const exportRight = (door: ReportDoor): `/${FileDoor}:export` | null =>
  door === 'homeCockpit' ? null : `/${door}:export`

/** The report behind a door. */
export const reportBehind = (door: ReportDoor): ReportName =>
  door in clinicDoors ? clinicDoors[door as ClinicDoor] : (door as ReportName)

/** By what rows may be cut, and their word. */
export const cuts = {
  day: '日',
  week: '周',
  month: '月',
  quarter: '季',
  year: '年',
  clinic: '门诊',
  doctor: '医生',
  nurse: '护士',
  consultant: '咨询师',
  desk: '前台',
  dept: '科室',
  source: '来源',
  topCategory: '收费类别',
  category: '类别',
  item: '项目',
  method: '收款方式',
  shift: '交班',
  movement: '流水',
  patient: '患者',
  bill: '账单',
  card: '会员卡',
  due: '逾期款项',
  side: '线上线下',
  cardType: '卡种',
  cardMove: '卡流水',
  moveKind: '流水类型',
  visit: '初诊',
  treatment: '治疗',
  billType: '账单类型',
  outcome: '成交状态',
  lostReason: '未成交原因',
  referrer: '介绍人',
  reward: '奖励',
  topSource: '一级来源',
  gender: '性别',
  age: '年龄',
  area: '区域',
  segment: '分层',
  diagnosis: '诊断',
  expectation: '应做项目',
  weekHour: '星期时段',
} as const
export type Cut = keyof typeof cuts
export const cutNames = Object.keys(cuts) as [Cut, ...Cut[]]
/** Cuts along time. */
export const timeCuts = ['day', 'week', 'month', 'quarter', 'year'] as const satisfies readonly Cut[]
export type TimeCut = (typeof timeCuts)[number]

/** Cuts by somebody of the staff, each by the part that the person had: who treated, assisted, counselled, or took the money and the booking. */
export const roleCuts = ['doctor', 'nurse', 'consultant', 'desk'] as const satisfies readonly Cut[]
export type RoleCut = (typeof roleCuts)[number]
export const isRole = (by: string): by is RoleCut => (roleCuts as readonly string[]).includes(by)

/** Cuts into single things: many rows, which come by pages and say more of themselves than their name. */
export const thingCuts = [
  'movement',
  'patient',
  'bill',
  'card',
  'due',
  'visit',
  'treatment',
  'cardMove',
] as const satisfies readonly Cut[]

/** Cuts whose rows happen once: there is no such row in another span. */
export const onceCuts = ['movement', 'shift', 'visit', 'treatment', 'cardMove'] as const satisfies readonly Cut[]

/** The spans that a report is looked at by. */
export const periods = { day: '日', week: '周', month: '月', quarter: '季', year: '年' } as const
export type Period = keyof typeof periods

/** How a report is asked for: of a span (by which at first), which can be held against another, or of the end of a day. */
export const reportShapes: Readonly<Record<ReportName, { asked: 'span' | 'day'; period: Period }>> = {
  analysisData: { asked: 'span', period: 'month' },
  productReport: { asked: 'span', period: 'month' },
  incomeSummary: { asked: 'span', period: 'month' },
  accountStatement: { asked: 'span', period: 'day' },
  collectionBalanceSheet: { asked: 'span', period: 'month' },
  patientBalanceRecord: { asked: 'span', period: 'month' },
  customerService: { asked: 'day', period: 'day' },
  homeCockpit: { asked: 'span', period: 'month' },
  employeeReport: { asked: 'span', period: 'month' },
  membershipCardSurvey: { asked: 'span', period: 'month' },
  patientAnalysisData: { asked: 'span', period: 'year' },
  firstDiagnosjuiis: { asked: 'span', period: 'month' },
  billRecord: { asked: 'span', period: 'day' },
  treatmentRecord: { asked: 'span', period: 'day' },
  memberCardRecord: { asked: 'span', period: 'day' },
  matchingDiagnosis: { asked: 'span', period: 'quarter' },
  referralRecord: { asked: 'span', period: 'year' },
}

/** Views of a report: other figures and other cuts of what it is about. The first stands when none is chosen. */
export const reportViews = {
  patientAnalysisData: { source: '来源', people: '人群', loyalty: '留存', value: '价值', diagnosis: '诊断' },
  firstDiagnosjuiis: { first: '初诊', again: '含再初诊' },
  billRecord: { charged: '按收费日', opened: '按开单日', paid: '按付清日' },
} as const satisfies Partial<Record<ReportName, Readonly<Record<string, string>>>>
/** The views of a report, each with its word; none: it has one way only. */
export const viewsOf = (name: ReportName): Readonly<Record<string, string>> =>
  name in reportViews ? reportViews[name as keyof typeof reportViews] : {}

/**
 * Rows of an income report that stand below the line: money that is of no item. The keys begin with '~', so that no category is
 * taken for one.
 */
export const belowTheLine = {
  '~fee': '卡费',
  '~makeUp': '补差',
  '~card': '充值与退卡',
  '~prepay': '预交金',
  '~unit': '单位结算',
  '~reward': '介绍奖励',
  '~waiting': '扫码待查',
} as const
export type BelowTheLine = keyof typeof belowTheLine

/**
 * Segments of patients by recency, frequency and money: each digit says whether it is 4 or more of 5. The order is that of the screen.
 */
export const segments = [
  { key: '111', name: '重要价值', says: '近期来过、来得多、付得多：优先服务，请他们介绍' },
  { key: '101', name: '重要发展', says: '近期来过、付得多、来得少：约定期复查' },
  { key: '011', name: '重要保持', says: '来得多、付得多、近来没有来：主动联系' },
  { key: '001', name: '重要挽留', says: '付得多，来得少、近来没有来：专人回访' },
  { key: '110', name: '一般价值', says: '近期来过、来得多、付得少：介绍还缺的治疗' },
  { key: '100', name: '一般发展', says: '近期来过、来得少、付得少：多是新客，做好复诊' },
  { key: '010', name: '一般保持', says: '来得多、付得少、近来没有来：提醒复查' },
  { key: '000', name: '一般挽留', says: '近来没有来、来得少、付得少：群发提醒即可' },
] as const

/** With what a span is compared: by its dates, or moved by whole weeks, so that a Saturday stands beside a Saturday. */
export const comparisons = {
  none: '不对比',
  year: '去年同期',
  yearByWeekday: '去年同期（按星期）',
  previous: '上一期',
  previousByWeekday: '上一期（按星期）',
} as const
export type Comparison = keyof typeof comparisons

/** Refusals of this domain: codes 27501 to 27599. */
export const reportErrors = {
  REPORT_SPAN_LONG: { code: 27501, message: '一次最多查看三年' },
  REPORT_CLINIC: { code: 27502, http: 403, message: '没有查看这家门诊报表的权限' },
  REPORT_CUT: { code: 27503, message: '这张报表不能这样分组' },
  REPORT_VIEW: { code: 27504, message: '这张报表没有这个页签' },
  REPORT_TODAY: { code: 27506, message: '只能查看当天的' },
  REPORT_FUTURE: { code: 27508, message: '开始日期不能晚于今天' },
  REPORT_GONE: { code: 27507, message: '选的筛选已经不在，请重新选择' },
  REPORT_VIEWS_FULL: { code: 27505, message: '每张报表最多存 20 个视图，先删除不用的' },
} as const satisfies Record<string, ErrorEntry>

/** How a value is written: yuan, percent and scores with two decimals, counts and minutes whole. */
export const figureUnits = ['yuan', 'count', 'minutes', 'percent', 'score'] as const
export type FigureUnit = (typeof figureUnits)[number]

const figurePart = z.object({
  code: z.string(),
  name: z.string(),
  minus: z.boolean(),
  /** It is that of the whole report, not that of the row. */
  ofWhole: z.boolean(),
})
const figureHead = z.object({
  code: z.string(),
  name: z.string(),
  /** What it means, in one sentence. */
  says: z.string(),
  unit: z.enum(figureUnits),
  /** The day that a row counts on, in words. */
  date: z.string(),
  /** Is more of it good, bad, or neither? */
  better: z.enum(['up', 'down', 'none']),
  /** Of a figure that is worked out of others: those above the line and those below it. Empty: it has rows of its own. */
  over: z.array(figurePart),
  under: z.array(figurePart),
  /** It stands at a day: rows along time do not add up to the foot. */
  isBalance: z.boolean(),
  /** It counts something once that may stand in several rows: they do not add up to the foot. */
  isDistinct: z.boolean(),
})
export type FigureHead = z.output<typeof figureHead>

/** A value as its unit writes it; null where there is nothing to divide by. */
const figureValue = z.string().nullable()

const link = z
  .object({
    kind: z.enum(['bill', 'patient', 'card', 'record', ...roleCuts]),
    id: z.string(),
    patientId: z.string().nullable(),
  })
  .nullable()

const reportRow = z.object({
  key: z.string(),
  label: z.string(),
  /** By what the row is cut: its own cut, or of a sum of rows theirs. */
  by: z.enum(cutNames),
  /** 'sum': what the rows above it come to. */
  level: z.enum(['row', 'sum']),
  /** What the row says of itself, column by column of `facts`; a sum says nothing. */
  facts: z.array(z.string().nullable()),
  /** Where it leads. */
  link,
  values: z.array(figureValue),
  compared: z.array(figureValue).nullable(),
})
export type ReportRow = z.output<typeof reportRow>

/** What the row is called of what so many others come to on average. */
export const othersText = (people: number): string => `其他 ${people} 位平均`

/** A column of what rows say of themselves. */
const factColumn = z.object({
  key: z.string(),
  title: z.string(),
  unit: z.enum(['text', 'moment', 'day', 'count', 'yuan']),
  /** It stands behind the figures. */
  behind: z.boolean(),
})
export type FactColumn = z.output<typeof factColumn>

const day = (label: string) => localDate(label)
const ids = (label: string) =>
  z
    .array(idOf(label), { error: `请选择${label}` })
    .max(200, { error: `${label}一次最多选 200 个` })
    .default([])

/** What a report is asked for. */
const asked = {
  door: oneWord('报表', reportDoors),
  /** Of a report with several (`reportViews`): which; left out: its first. */
  view: z.string({ error: '页签有误' }).max(20, { error: '页签有误' }).optional(),
  from: day('开始日期'),
  to: day('结束日期'),
  compare: oneWord('对比', Object.keys(comparisons) as [Comparison, ...Comparison[]]).default('none'),
  clinicIds: ids('门诊'),
  doctorIds: ids('医生'),
  sourceIds: ids('来源'),
  deptIds: ids('科室'),
  methodIds: ids('支付方式'),
  /** Of a report of people: as what they are looked at where it is not cut by it, and which of them; none named: all. */
  as: oneWord('岗位', roleCuts).optional(),
  employeeIds: ids('员工'),
  categories: z
    .array(z.string({ error: '请选择类别' }).max(50), { error: '请选择类别' })
    .max(50)
    .default([]),
}
/** The rows of a report, on the screen and in its file. */
const rowsAsked = {
  ...asked,
  by: oneWord('分组', cutNames),
  /** Which of its figures; none named: all of them. */
  figures: z
    .array(z.string({ error: '请选择指标' }).max(20), { error: '请选择指标' })
    .max(60)
    .default([]),
  /** The column that orders the rows, 'C1-desc'. */
  sort: z
    .string({ error: '排序有误' })
    .regex(/^[\w:-]{1,60}-(asc|desc)$/, { error: '排序有误' })
    .optional(),
}

/** The spans of 总收入, and the figures of each: 实收, 收入, 应收, 充值, 退款, 欠费. */
export const earningSpans = ['today', 'yesterday', 'month', 'year'] as const
export const earningFigures = ['C1', 'R1', 'B4', 'C3', 'C2', 'A2'] as const

/** A cell: of a row that is cut so; without a key of the foot. */
const cellAsked = {
  ...asked,
  by: oneWord('分组', cutNames),
  figure: z.string({ error: '请选择指标' }).max(60, { error: '请选择指标' }),
  key: z.string({ error: '行有误' }).max(80, { error: '行有误' }).optional(),
  /** Of the span that it is compared with. */
  compared: z.boolean({ error: '应为是或否' }).default(false),
}
/** So many people of a cell are taken at once, into a group or for messages. */
export const MOST_PEOPLE = 500

/** How a report is looked at: of a span that is named it is that of the day on which it is opened, of days those. */
const keptQuestion = {
  view: asked.view,
  period: oneWord('区间', Object.keys(periods) as [Period, ...Period[]]).optional(),
  from: day('开始日期').optional(),
  to: day('结束日期').optional(),
  by: oneWord('分组', cutNames).optional(),
  compare: asked.compare,
  clinicIds: asked.clinicIds,
  doctorIds: asked.doctorIds,
  sourceIds: asked.sourceIds,
  deptIds: asked.deptIds,
  methodIds: asked.methodIds,
  categories: asked.categories,
  sort: rowsAsked.sort,
}
/** So many views of one report are kept for one person. */
export const MOST_VIEWS = 20

const spanOf = z.object({ from: z.string(), to: z.string() })
const views = reportDoors.map((door) => `/${door}:view` as const)
const resources = resource(...views)
const files = resource(...reportDoors.flatMap((door) => exportRight(door) ?? []))
const past = dayDoors.map((door) => `/${door}:past` as const)
const fields = ['/field:amounts', '/field:cost', '/field:commission', '/field:phone', ...past] as const

/** Why a question is not answered, whatever of a report it asks for. */
const askedWrongly = [
  'REPORT_SPAN_LONG',
  'REPORT_CLINIC',
  'REPORT_CUT',
  'REPORT_VIEW',
  'REPORT_TODAY',
  'REPORT_FUTURE',
  'REPORT_GONE',
] as const

/** A report as it is answered, on the screen and for its paper. */
const answer = z.object({
  span: spanOf,
  comparedSpan: spanOf.nullable(),
  facts: z.array(factColumn),
  figures: z.array(figureHead),
  /** Of single things one page; the sums of their groups stand behind them. */
  rows: z.array(reportRow),
  /** How many rows there are on all pages. */
  count: z.number(),
  total: reportRow,
  /** For whoever sees the own row alone: what the others of the clinic come to on average, and how many they are; null where it would tell of one. */
  others: z.object({ people: z.number(), values: z.array(figureValue) }).nullable(),
  /** Until when movements are in it. */
  asOf: moment,
  /** Bills that were entered late into the span. */
  backdated: z.number(),
  /** Months of the span that are closed in every clinic looked at, as '2026-10'. */
  closedMonths: z.array(z.string()),
})

/** Reports: figures that are declared once, cut by what the person asks. */
export const report = {
  frame: call({
    method: 'GET',
    path: '/report-api/v2/report/frame',
    doc: '一张报表可以选的门诊、医生、来源、类别、科室、支付方式，可用的分组与指标',
    spec: null,
    allow: resources,
    also: fields,
    scope: 'all',
    query: { door: asked.door, view: asked.view },
    output: z.object({
      cuts: z.array(z.enum(cutNames)),
      figures: z.array(figureHead),
      /** Every figure that the person may ask for, those of pictures among them. */
      askable: z.array(z.string()),
      clinics: z.array(z.object({ id: z.string(), name: z.string() })),
      doctors: z.array(z.object({ id: z.string(), name: z.string() })),
      sources: z.array(z.object({ id: z.string(), name: z.string(), parentId: z.string().nullable() })),
      categories: z.array(z.string()),
      depts: z.array(z.object({ id: z.string(), name: z.string() })),
      methods: z.array(z.object({ id: z.string(), name: z.string() })),
      /** By which of sources, categories, departments and ways to pay the report can be narrowed. */
      narrows: z.array(z.enum(['source', 'category', 'dept', 'method'])),
      /** The person sees the day alone. */
      todayOnly: z.boolean(),
    }),
    errors: ['REPORT_VIEW'],
  }),
  run: call({
    method: 'POST',
    path: '/report-api/v2/report/run',
    doc: '一张报表的行、合计与对比；合计按指标定义计算，比率不相加',
    spec: null,
    effect: 'read',
    allow: resources,
    also: fields,
    slow: true,
    scope: 'all',
    body: { ...rowsAsked, pageNum: paging.pageNum, pageSize: wholeNumber('每页条数', 1, 200).default(100) },
    output: answer,
    errors: [...askedWrongly],
  }),
  print: call({
    method: 'POST',
    path: '/report-api/v2/report/print',
    doc: '打印用的一张报表：第一页的行与合计，写打印日志',
    spec: null,
    effect: 'write',
    allow: files,
    also: [...fields, ...views],
    slow: true,
    scope: 'all',
    body: { ...rowsAsked, pageSize: wholeNumber('每页条数', 1, 200).default(200) },
    output: answer,
    errors: [...askedWrongly],
  }),
  drill: call({
    method: 'POST',
    path: '/report-api/v2/report/drill',
    doc: '一个格子由哪些行组成：与格子同口径，合计相等',
    spec: null,
    effect: 'read',
    allow: resources,
    also: fields,
    slow: true,
    scope: 'all',
    body: {
      ...cellAsked,
      ...paging,
    },
    output: z.object({
      figure: figureHead,
      columns: z.array(
        z.object({ key: z.string(), title: z.string(), unit: z.enum(['text', 'moment', 'day', ...figureUnits]) }),
      ),
      list: z.array(
        z.object({
          id: z.string(),
          cells: z.record(z.string(), z.string().nullable()),
          value: z.string(),
          /** Where the row leads: bill, patient, visit. */
          link,
        }),
      ),
      total: z.number(),
      /** Of all rows: the cell. */
      sum: z.string(),
      /** What the cell says instead, where rows of a closed month were changed after the closing; null: their sum. */
      kept: z.string().nullable(),
      pageNum: z.number(),
      pageSize: z.number(),
      /** Its rows are of patients: they can be taken together (`people`). */
      ofPatients: z.boolean(),
    }),
    errors: [...askedWrongly],
  }),
  people: call({
    method: 'POST',
    path: '/report-api/v2/report/people',
    doc: `一个格子里的患者，各一次，用来加入分组、发短信、安排随访；最多 ${MOST_PEOPLE} 位，归档与删除的不在内`,
    spec: null,
    effect: 'read',
    allow: resources,
    also: fields,
    slow: true,
    scope: 'all',
    body: cellAsked,
    output: z.object({
      list: z.array(z.object({ id: z.string(), name: z.string() })),
      /** How many there are altogether. */
      total: z.number(),
    }),
    errors: [...askedWrongly],
  }),
  totalEarnings: call({
    method: 'POST',
    path: '/report-api/v2/rebuild/total-earnings-data',
    doc: '总收入：今日、昨日、本月、本年的实收、收入、应收、充值、退款与欠费，及本月每日实收',
    spec: 'report-total-earnings-data',
    effect: 'read',
    allow: resource('/analysisData:view', '/clinicanalysisData:view'),
    also: fields,
    scope: 'all',
    body: {
      /** Of every clinic that the person may see in reports; else of the clinic at work. */
      all: z.boolean({ error: '应为是或否' }).default(false),
    },
    output: z.object({
      figures: z.array(figureHead),
      /** Today, yesterday, this month, this year, each up to now. */
      spans: z.array(
        z.object({ span: z.enum(earningSpans), from: z.string(), to: z.string(), values: z.array(figureValue) }),
      ),
      /** Takings of each day of this month that has come. */
      line: z.array(z.object({ date: z.string(), value: figureValue })),
      asOf: moment,
    }),
    errors: ['REPORT_CLINIC'],
  }),
  keptViews: call({
    method: 'GET',
    path: '/report-api/v2/report-view/list',
    doc: '本人为一张报表存下的视图',
    spec: null,
    allow: resources,
    scope: 'all',
    query: { door: asked.door },
    output: z.array(z.object({ id: z.string(), name: z.string(), question: z.object(keptQuestion) })),
  }),
  keepView: call({
    method: 'POST',
    path: '/report-api/v2/report-view/save',
    doc: '把现在的看法存为视图；同名的换成现在的',
    spec: null,
    allow: resources,
    scope: 'all',
    idempotent: true,
    body: { door: asked.door, name: requiredText('名称', 12), question: z.strictObject(keptQuestion), requestId },
    output: z.object({ id: z.string() }),
    errors: ['REPORT_VIEWS_FULL', 'REPORT_VIEW'],
  }),
  dropView: call({
    method: 'DELETE',
    path: '/report-api/v2/report-view/delete/{id}',
    doc: '删除本人存下的一个视图',
    spec: null,
    allow: resources,
    scope: 'all',
    params: { id: idOf('报表视图') },
    output: z.null(),
  }),
  exportSheet: call({
    method: 'POST',
    path: '/report-api/v2/report/export',
    doc: '导出报表：与屏幕同口径、同样的列的一页，加指标说明与筛选条件',
    spec: null,
    allow: files,
    also: [...fields, ...views],
    slow: true,
    scope: 'all',
    answer: 'file',
    exported: '报表',
    body: {
      ...rowsAsked,
      /** The columns that the person looks at, in their order; none named: all of them. */
      columns: z
        .array(z.string({ error: '请选择列' }).max(60, { error: '请选择列' }), { error: '请选择列' })
        .max(150, { error: '一次最多 150 列' })
        .default([]),
    },
    output: z.unknown(),
    errors: [...askedWrongly, 'PATIENT_EXPORT_EMPTY'],
  }),
} satisfies CallGroup
