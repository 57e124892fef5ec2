import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  dateTime,
  idOf,
  localDate,
  moment,
  noneTwice,
  nullableText,
  oneOf,
  oneWord,
  option,
  optionalText,
  pageOf,
  paging,
  patientFace,
  requestId,
  requiredText,
  version,
  wholeNumber,
  wordsOf,
} from './core/fields.ts'
import {
  FOLLOW_UP_METHODS,
  FOLLOW_UP_ROLES,
  FOLLOW_UP_TABS,
  FOLLOW_UP_TRIGGERS,
  FOLLOW_UP_TYPES,
  REMIND_REPEATS,
} from './core/follow-up-words.ts'
import { followUpStates } from './core/status.ts'

/** Refusals of this domain: codes 34000 to 34999. */
export const followUpErrors = {
  FOLLOW_UP_CLOSED: { code: 34001, message: '该随访已结束，不能再操作' },
  FOLLOW_UP_RESULT_UNKNOWN: { code: 34002, message: '请选择随访结果' },
  FOLLOW_UP_TIME_PAST: { code: 34003, message: '计划时间不能早于现在' },
  FOLLOW_UP_DEADLINE: { code: 34004, message: '截止日期不能早于计划时间' },
  FOLLOW_UP_OWNER: { code: 34005, message: '执行人不在本门诊或已停用' },
  FOLLOW_UP_PATIENT_GONE: { code: 34006, message: '患者档案已删除或已合并，不能建立随访' },
  FOLLOW_UP_APPOINTMENT: { code: 34007, message: '该预约不属于这位患者' },
  FOLLOW_TEMPLATE_NAME_TAKEN: { code: 34010, message: '已有同名的内容模板' },
  FOLLOW_TEMPLATE_IN_USE: { code: 34011, message: '有随访规则正在使用该模板，请先更换' },
  FOLLOW_TEMPLATE_UNKNOWN: { code: 34012, message: '内容模板不存在或已停用' },
  FOLLOW_RULE_NAME_TAKEN: { code: 34013, message: '已有同名的随访规则' },
  FOLLOW_RULE_EMPTY: { code: 34014, message: '请填写由哪些项目或诊断触发' },
  FOLLOW_RULE_USED: { code: 34015, message: '已按该规则建立过随访，只能停用' },
  REMIND_PAST: { code: 34020, message: '提醒时间已过，请选择以后的时间' },
  REMIND_PERSON: { code: 34021, message: '提醒的人不在本门诊或已停用' },
  REMIND_ENDED: { code: 34022, message: '该提醒已结束' },
} as const satisfies Record<string, ErrorEntry>

const LIST = '/followManagementList:view'
const RECORDS = '/recordManage:view'
const ADD = '/followManagementList:add'
const EDIT = '/followManagementList:edit'
const ASSIGN = '/followManagementList:assign'

const numbers = <T extends Readonly<Record<number, string>>>(words: T) =>
  Object.keys(words).map(Number) as unknown as readonly [number, ...number[]]

const type = oneOf('类型', numbers(FOLLOW_UP_TYPES))
const method = oneOf('方式', numbers(FOLLOW_UP_METHODS))
const role = oneWord('岗位', wordsOf(FOLLOW_UP_ROLES))
const statuses = z.array(oneOf('状态', followUpStates.sets.all)).max(5, { error: '状态过多' }).default([])
const types = z.array(type).max(10, { error: '类型过多' }).default([])
const content = requiredText('随访要点', 500)
const note = optionalText('记录', 500)
const satisfaction = wholeNumber('满意度', 1, 5).nullish()
const audioUrl = nullableText('录音地址', 300).refine((text) => text === null || /^https?:\/\/\S+$/.test(text), {
  error: '录音地址应以 http:// 或 https:// 开头',
})
/** Whose it is: a person, or anybody of a post. */
const owner = { ownerId: idOf('执行人').nullish(), ownerRole: role.nullish() }

/** What is planned by hand, whoever it is for. */
const planned = {
  type: type.default(3),
  planTime: dateTime('计划时间'),
  /** Left out: two days after the planned one. */
  deadline: localDate('截止日期').nullish(),
  ...owner,
  method: method.default(1),
  subject: optionalText('事由', 60),
  content,
  templateId: idOf('内容模板').nullish(),
}

const row = z.object({
  id: z.string(),
  version: z.number(),
  ...patientFace,
  mobile: z.string(),
  hasAllergy: z.boolean(),
  clinicName: z.string(),
  doctorId: z.string().nullable(),
  doctorName: z.string().nullable(),
  type: z.number(),
  subject: z.string(),
  content: z.string(),
  planTime: moment,
  deadline: moment,
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable(),
  ownerRole: z.string().nullable(),
  method: z.number(),
  /** 0 to do, 1 done, 2 not reached, 3 overdue, 4 cancelled; open ones past their deadline are 3 */
  status: z.number(),
  attempts: z.number(),
  handedOver: z.boolean(),
  resultCode: z.string().nullable(),
  result: z.string().nullable(),
  note: z.string(),
  satisfaction: z.number().nullable(),
  nextPlanTime: moment.nullable(),
  doneTime: moment.nullable(),
  doneName: z.string().nullable(),
  cancelReason: z.string().nullable(),
  appointmentId: z.string().nullable(),
  createdFrom: z.number(),
})

const template = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  type: z.number(),
  content: z.string(),
})

const rule = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  builtIn: z.boolean(),
  triggers: z.array(z.number()),
  words: z.array(z.string()),
  exceptWords: z.array(z.string()),
  tariffs: z.array(option),
  icdCodes: z.array(z.string()),
  absentDays: z.number().nullable(),
  delayDays: z.array(z.number()),
  graceDays: z.number(),
  type: z.number(),
  ownerRole: z.string(),
  method: z.number(),
  templateId: z.string(),
  templateName: z.string(),
  enabled: z.boolean(),
  /** Follow-ups planned by it in the last 30 days. */
  planned: z.number(),
})

/** Counts; the screen makes the rates of them. */
const figures = z.object({
  /** 应访: planned in the period, not cancelled. */
  due: z.number(),
  /** 已访 */
  done: z.number(),
  /** The first try came in time. */
  timely: z.number(),
  /** Tries, and those that reached somebody. */
  tries: z.number(),
  reached: z.number(),
  /** How many rated, and the sum of their points. */
  rated: z.number(),
  points: z.number(),
  satisfied: z.number(),
  /** 已访 after which the patient was booked within seven days. */
  booked: z.number(),
})
const changed = z.object({ id: z.string(), version: z.number(), status: z.number() })

const wordList = (label: string) =>
  z
    .array(requiredText(label, 20), { error: `请填写${label}` })
    .max(20, { error: `${label}不能超过20个` })
    .refine(noneTwice, { error: `${label}有重复` })
    .default([])

/** Follow-ups: what a patient is asked after a treatment, by whom, when, and what came of it. */
export const followUp = {
  total: call({
    method: 'POST',
    path: '/treatment-api/v2/followUp/get-total-follow',
    doc: '随访合计：今日待随访、逾期、以后、今日已访；没有随访权限的首页得到全店的今日与逾期',
    spec: 'v2-follow-up-get-total-follow',
    allow: resource('/dashboard:view', '/doctorIndex:view', LIST),
    also: [LIST],
    body: { mine: z.boolean({ error: '只看我的应为是或否' }).default(false) },
    output: z.object({
      /** Open and due by the end of today, in time. */
      today: z.number(),
      overdue: z.number(),
      upcoming: z.number(),
      doneToday: z.number(),
      /** What has to be done now: today's and overdue. */
      total: z.number(),
    }),
    effect: 'read',
  }),
  list: call({
    method: 'POST',
    path: '/treatment-api/v2/followUp/list',
    doc: '随访列表：今日、逾期、以后、已访、已取消或全部',
    spec: null,
    allow: resource(LIST),
    also: ['/field:phone'],
    body: {
      tab: oneWord('分组', wordsOf(FOLLOW_UP_TABS)).default('today'),
      mine: z.boolean({ error: '只看我的应为是或否' }).default(false),
      ownerId: idOf('执行人').nullish(),
      types,
      keyword: optionalText('关键词', 50),
      ...paging,
    },
    output: pageOf(row),
    effect: 'read',
  }),
  records: call({
    method: 'POST',
    path: '/treatment-api/v2/followUp/record/list',
    doc: '全店随访记录：按计划日期，含结果、满意度与执行人',
    spec: null,
    allow: resource(RECORDS),
    also: ['/field:phone'],
    body: {
      dateFrom: localDate('开始日期').nullish(),
      dateTo: localDate('结束日期').nullish(),
      types,
      statuses,
      results: z.array(requiredText('结果', 20)).max(20, { error: '结果过多' }).default([]),
      /** Only those rated at most so. */
      satisfactionTo: satisfaction,
      employeeId: idOf('执行人').nullish(),
      keyword: optionalText('关键词', 50),
      ...paging,
    },
    output: pageOf(row),
    effect: 'read',
  }),
  ofPatient: call({
    method: 'POST',
    path: '/treatment-api/v2/followUp/patient/list',
    doc: '患者的全部随访（全连锁），新的在前；open 只要还没有做的，先到期的在前；recordId 只要一份病历的',
    spec: null,
    allow: resource(LIST),
    also: ['/field:phone', '/allTimePatients:view'],
    body: { patientId: idOf('患者'), recordId: idOf('病历').nullish(), open: z.boolean().default(false), ...paging },
    output: pageOf(row),
    effect: 'read',
    scope: 'all',
  }),
  get: call({
    method: 'GET',
    path: '/treatment-api/v2/followUp/detail/{id}',
    doc: '一条随访：要点、来由、每次联系与可做的操作',
    spec: null,
    allow: resource(LIST, RECORDS),
    also: ['/field:phone', EDIT, ASSIGN],
    params: { id: idOf('随访') },
    output: row.extend({
      treatmentId: z.string().nullable(),
      recordId: z.string().nullable(),
      billId: z.string().nullable(),
      visitTime: moment.nullable(),
      allergyHistory: z.string(),
      masked: z.boolean(),
      ruleName: z.string().nullable(),
      audioUrl: z.string().nullable(),
      createdName: z.string(),
      createdTime: moment,
      /** The patient's next appointment, whoever made it. */
      nextAppointment: z
        .object({ id: z.string(), startTime: moment, doctorName: z.string(), title: z.string() })
        .nullable(),
      actions: z.array(z.enum(['report', 'edit', 'assign', 'cancel', 'book'])),
      calls: z.array(
        z.object({
          id: z.string(),
          time: moment,
          method: z.number(),
          reached: z.boolean(),
          result: z.string().nullable(),
          satisfaction: z.number().nullable(),
          note: z.string(),
          actorName: z.string(),
        }),
      ),
    }),
  }),
  options: call({
    method: 'GET',
    path: '/treatment-api/v2/followUp/options',
    doc: '随访用到的执行人、内容模板与结果（字典 follow_up_result）',
    spec: null,
    allow: resource(LIST, RECORDS, '/followRule:view'),
    output: z.object({
      people: z.array(option.extend({ posts: z.array(z.string()) })),
      templates: z.array(template),
      results: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
  }),
  create: call({
    method: 'POST',
    path: '/treatment-api/v2/followUp/create',
    doc: '新建随访',
    spec: null,
    allow: resource(ADD),
    also: ['/allTimePatients:view'],
    idempotent: true,
    body: {
      requestId,
      patientId: idOf('患者'),
      ...planned,
    },
    output: changed,
    errors: ['FOLLOW_UP_TIME_PAST', 'FOLLOW_UP_DEADLINE', 'FOLLOW_UP_OWNER', 'FOLLOW_UP_PATIENT_GONE'],
  }),
  createMany: call({
    method: 'POST',
    path: '/treatment-api/v2/followUp/create-many',
    doc: '给多位患者安排同样的随访；要点里的 {姓名}{称呼} 逐人填写，已删除、已合并或看不到的跳过',
    spec: null,
    allow: resource(ADD),
    also: ['/allTimePatients:view'],
    idempotent: true,
    body: {
      requestId,
      patientIds: z
        .array(idOf('患者'), { error: '请选择患者' })
        .min(1, { error: '请选择患者' })
        .max(200, { error: '一次最多 200 位' })
        .refine(noneTwice, { error: '患者有重复' }),
      ...planned,
    },
    output: z.object({
      created: z.number(),
      /** Deleted, merged or out of reach. */
      passed: z.number(),
    }),
    errors: ['FOLLOW_UP_TIME_PAST', 'FOLLOW_UP_DEADLINE', 'FOLLOW_UP_OWNER', 'FOLLOW_UP_PATIENT_GONE'],
  }),
  update: call({
    method: 'POST',
    path: '/treatment-api/v2/followUp/update',
    doc: '修改未结束的随访：时间、方式、要点',
    spec: null,
    allow: resource(EDIT),
    body: {
      id: idOf('随访'),
      version,
      type,
      planTime: dateTime('计划时间'),
      deadline: localDate('截止日期'),
      method,
      subject: optionalText('事由', 60),
      content,
    },
    output: changed,
    errors: ['FOLLOW_UP_CLOSED', 'FOLLOW_UP_TIME_PAST', 'FOLLOW_UP_DEADLINE', 'VERSION_CONFLICT'],
  }),
  assign: call({
    method: 'POST',
    path: '/treatment-api/v2/followUp/assign',
    doc: '分派随访给一个人或一个岗位，可一次多条；已结束的不动',
    spec: null,
    allow: resource(ASSIGN),
    body: {
      ids: z
        .array(idOf('随访'), { error: '请选择随访' })
        .min(1, { error: '请选择随访' })
        .max(200, { error: '一次最多 200 条' })
        .refine(noneTwice, { error: '随访有重复' }),
      ...owner,
    },
    output: z.object({ assigned: z.number(), passed: z.number() }),
    errors: ['FOLLOW_UP_OWNER'],
  }),
  report: call({
    method: 'POST',
    path: '/treatment-api/v2/followUp/report',
    doc: '登记一次联系：未接通自动次日重排（第 3 次转前台），接通则登记结果；满意度 2 分及以下通知院长',
    spec: null,
    allow: resource(EDIT),
    idempotent: true,
    body: {
      requestId,
      id: idOf('随访'),
      version,
      reached: z.boolean({ error: '请选择是否接通' }),
      /** Code of the dictionary follow_up_result; needed when somebody was reached. */
      resultCode: optionalText('随访结果', 20),
      method: method.nullish(),
      note,
      satisfaction,
      /** Asks again then: a follow-up of its own. */
      nextPlanTime: dateTime('下次随访时间').nullish(),
      audioUrl,
    },
    output: changed.extend({
      planTime: moment,
      handedOver: z.boolean(),
      /** What the result asks for at once. */
      nextStep: z.enum(['none', 'book', 'phone']),
      nextId: z.string().nullable(),
    }),
    errors: ['FOLLOW_UP_CLOSED', 'FOLLOW_UP_RESULT_UNKNOWN', 'FOLLOW_UP_TIME_PAST', 'VERSION_CONFLICT'],
  }),
  cancel: call({
    method: 'POST',
    path: '/treatment-api/v2/followUp/cancel',
    doc: '取消未结束的随访',
    spec: null,
    allow: resource(EDIT),
    body: { id: idOf('随访'), version, reason: requiredText('取消原因', 100) },
    output: changed,
    errors: ['FOLLOW_UP_CLOSED', 'VERSION_CONFLICT'],
  }),
  booked: call({
    method: 'POST',
    path: '/treatment-api/v2/followUp/booked',
    doc: '随访后约成的预约记到这条随访上',
    spec: null,
    allow: resource(EDIT),
    body: { id: idOf('随访'), appointmentId: idOf('预约') },
    output: changed,
    errors: ['FOLLOW_UP_APPOINTMENT'],
  }),
  stats: call({
    method: 'POST',
    path: '/treatment-api/v2/followUp/statistics',
    doc: '随访统计：应访、已访、及时率、接通率、满意度、二次预约率，合计、按日、按人、按类型',
    spec: null,
    allow: resource(RECORDS),
    body: { dateFrom: localDate('开始日期'), dateTo: localDate('结束日期'), types },
    output: z.object({
      summary: figures,
      days: z.array(z.object({ date: z.string(), due: z.number(), done: z.number() })),
      people: z.array(figures.extend({ employeeId: z.string().nullable(), name: z.string() })),
      types: z.array(figures.extend({ type: z.number() })),
    }),
    effect: 'read',
  }),
  rules: call({
    method: 'GET',
    path: '/treatment-api/v2/followRule/list',
    doc: '随访规则',
    spec: null,
    allow: resource('/followRule:view'),
    output: z.array(rule),
  }),
  saveRule: call({
    method: 'POST',
    path: '/treatment-api/v2/followRule/save',
    doc: '新建或修改随访规则：触发、延迟天数、执行岗位、内容模板',
    spec: null,
    allow: resource('/followRule:edit'),
    idempotent: true,
    body: {
      requestId,
      id: idOf('规则').nullish(),
      version: version.optional(),
      name: requiredText('规则名称', 30),
      triggers: z
        .array(oneOf('触发', numbers(FOLLOW_UP_TRIGGERS)), { error: '请选择触发方式' })
        .min(1, { error: '请选择触发方式' })
        .max(3, { error: '触发方式过多' })
        .refine((list) => new Set(list).size === list.length, { error: '触发方式有重复' })
        .refine((list) => !list.includes(4) || list.length === 1, { error: '未到店天数不能与其他触发方式同用' }),
      words: wordList('关键字'),
      exceptWords: wordList('排除的字'),
      tariffIds: z
        .array(idOf('收费项目'))
        .max(100, { error: '收费项目不能超过100个' })
        .refine(noneTwice, { error: '收费项目有重复' })
        .default([]),
      icdCodes: z
        .array(
          z
            .string({ error: '请填写诊断编码' })
            .trim()
            .regex(/^[A-Z]\d{2}(\.\d{1,3})?$/, { error: '诊断编码应如 K04 或 K04.0' }),
        )
        .max(50, { error: '诊断编码不能超过50个' })
        .refine(noneTwice, { error: '诊断编码有重复' })
        .default([]),
      absentDays: wholeNumber('未到店天数', 7, 1095).nullish(),
      delayDays: z
        .array(wholeNumber('延迟天数', 0, 1095), { error: '请填写延迟天数' })
        .min(1, { error: '请填写延迟天数' })
        .max(5, { error: '延迟天数不能超过5个' })
        .refine((list) => new Set(list).size === list.length, { error: '延迟天数有重复' }),
      graceDays: wholeNumber('宽限天数', 0, 60).default(2),
      type,
      ownerRole: role,
      method: method.default(1),
      templateId: idOf('内容模板'),
      enabled: z.boolean({ error: '启用应为是或否' }).default(true),
    },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['FOLLOW_RULE_NAME_TAKEN', 'FOLLOW_RULE_EMPTY', 'FOLLOW_TEMPLATE_UNKNOWN', 'VERSION_CONFLICT'],
  }),
  enableRule: call({
    method: 'POST',
    path: '/treatment-api/v2/followRule/enable',
    doc: '启用或停用随访规则',
    spec: null,
    allow: resource('/followRule:edit'),
    body: { id: idOf('规则'), version, enabled: z.boolean({ error: '启用应为是或否' }) },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['VERSION_CONFLICT'],
  }),
  removeRule: call({
    method: 'POST',
    path: '/treatment-api/v2/followRule/delete',
    doc: '删除没有用过的随访规则',
    spec: null,
    allow: resource('/followRule:edit'),
    body: { id: idOf('规则'), version },
    output: z.null(),
    errors: ['FOLLOW_RULE_USED', 'VERSION_CONFLICT'],
  }),
  addBuiltInRules: call({
    method: 'POST',
    path: '/treatment-api/v2/followRule/built-in',
    doc: '补齐内置的随访规则与内容模板；已有的不动',
    spec: null,
    allow: resource('/followRule:edit'),
    output: z.object({ added: z.number() }),
  }),
  saveTemplate: call({
    method: 'POST',
    path: '/treatment-api/v2/followTemplate/save',
    doc: '新建或修改随访内容模板；可用 {姓名}{称呼}{项目}{牙位}{医生}{日期}',
    spec: null,
    allow: resource('/followRule:edit'),
    idempotent: true,
    body: {
      requestId,
      id: idOf('内容模板').nullish(),
      version: version.optional(),
      name: requiredText('模板名称', 30),
      type,
      content: requiredText('内容', 500),
    },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['FOLLOW_TEMPLATE_NAME_TAKEN', 'VERSION_CONFLICT'],
  }),
  removeTemplate: call({
    method: 'POST',
    path: '/treatment-api/v2/followTemplate/delete',
    doc: '停用一个没有规则在用的内容模板',
    spec: null,
    allow: resource('/followRule:edit'),
    body: { id: idOf('内容模板'), version },
    output: z.null(),
    errors: ['FOLLOW_TEMPLATE_IN_USE', 'VERSION_CONFLICT'],
  }),
} satisfies CallGroup

const remindRow = z.object({
  id: z.string(),
  version: z.number(),
  ...patientFace,
  title: z.string(),
  content: z.string(),
  remindTime: moment,
  /** When it rings next; null: not any more. */
  nextTime: moment.nullable(),
  remindTo: z.array(option),
  repeat: z.number(),
  /** 0 not reminded yet, 1 reminded, 2 done, 3 closed */
  status: z.number(),
  lastSentTime: moment.nullable(),
  endedTime: moment.nullable(),
  endedName: z.string().nullable(),
  createdName: z.string(),
  createdTime: moment,
})

/** Reminders about a patient: told to members of staff at a time, once or again and again. */
export const patientRemind = {
  list: call({
    method: 'POST',
    path: '/patient-api/patientRemind/list',
    doc: '患者提醒：门诊的，或一位患者的',
    spec: null,
    allow: resource('/remindManage:view'),
    also: ['/allTimePatients:view'],
    body: {
      patientId: idOf('患者').nullish(),
      tab: oneWord('分组', ['open', 'ended', 'all']).default('open'),
      mine: z.boolean({ error: '只看我的应为是或否' }).default(false),
      keyword: optionalText('关键词', 50),
      ...paging,
    },
    output: pageOf(remindRow),
    effect: 'read',
  }),
  people: call({
    method: 'GET',
    path: '/patient-api/patientRemind/people',
    doc: '可以提醒的人：本门诊在职的',
    spec: null,
    allow: resource('/remindManage:view'),
    output: z.array(option.extend({ posts: z.array(z.string()) })),
  }),
  save: call({
    method: 'POST',
    path: '/patient-api/patientRemind/save',
    doc: '新建或修改患者提醒',
    spec: null,
    allow: resource('/remindManage:edit'),
    also: ['/allTimePatients:view'],
    idempotent: true,
    body: {
      requestId,
      id: idOf('提醒').nullish(),
      version: version.optional(),
      patientId: idOf('患者'),
      title: requiredText('标题', 40),
      content: optionalText('内容', 500),
      remindTime: dateTime('提醒时间'),
      remindTo: z
        .array(idOf('提醒的人'), { error: '请选择提醒谁' })
        .min(1, { error: '请选择提醒谁' })
        .max(20, { error: '提醒的人不能超过20位' })
        .refine(noneTwice, { error: '提醒的人有重复' }),
      repeat: oneOf('重复', numbers(REMIND_REPEATS)).default(0),
    },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['REMIND_PAST', 'REMIND_PERSON', 'REMIND_ENDED', 'VERSION_CONFLICT'],
  }),
  finish: call({
    method: 'POST',
    path: '/patient-api/patientRemind/finish',
    doc: '结束提醒：2 已完成，3 关闭',
    spec: null,
    allow: resource('/remindManage:edit'),
    body: { id: idOf('提醒'), version, status: oneOf('状态', [2, 3]) },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['REMIND_ENDED', 'VERSION_CONFLICT'],
  }),
} satisfies CallGroup

export type FollowUpFigures = z.output<typeof figures>
