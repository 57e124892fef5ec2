import { teethProblem } from '@dentin/clinical'
import { z } from 'zod'
import { shownItem } from './appoint-item-fields.ts'
import { someOf } from './core/field-kinds.ts'
import { call, resource } from './core/call.ts'
import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  dateTime,
  idOf,
  localDate,
  moment,
  oneOf,
  oneWord,
  optionalText,
  option,
  pageOf,
  paging,
  phone,
  requestId,
  requiredText,
  version,
  wholeNumber,
} from './core/fields.ts'
import { waitlistCalls } from './waitlist.ts'
import { displacedCalls } from './displaced.ts'

/** Refusals of this domain: codes 23001 to 23999. */
export const appointmentErrors = {
  APPOINTMENT_SLOT_TAKEN: { code: 23001, message: '时段已被占用' },
  APPOINTMENT_CHAIR_TAKEN: { code: 23002, message: '诊椅在该时段已被占用' },
  APPOINTMENT_OVERBOOK_FULL: { code: 23003, message: '该时段加号已满' },
  APPOINTMENT_OFF_SHIFT: { code: 23004, message: '医生该时段不接诊' },
  APPOINTMENT_IN_PAST: { code: 23005, message: '不能预约过去的时间，如需补录请勾选补录' },
  APPOINTMENT_DOCTOR_STOPPED: { code: 23006, message: '该医生停职或休假，不能新约' },
  APPOINTMENT_STATUS: { code: 23007, message: '预约当前状态不能进行此操作' },
  APPOINTMENT_REASON_UNKNOWN: { code: 23008, message: '请选择取消原因' },
  APPOINTMENT_ITEM_UNKNOWN: { code: 23009, message: '预约项目不存在或已停用' },
  APPOINTMENT_HAS_HISTORY: { code: 23010, message: '该预约已有改约或到店记录，不能删除，请改用取消' },
  APPOINTMENT_PATIENT_ARCHIVED: { code: 23090, message: '患者已归档，请先取消归档再预约' },
  APPOINTMENT_PATIENT_GONE: { code: 23011, message: '患者档案已删除或已合并，不能预约' },
  APPOINTMENT_DOCTOR_UNKNOWN: { code: 23012, message: '医生不在本门诊或已停用' },
  APPOINTMENT_CHAIR_UNKNOWN: { code: 23013, message: '诊椅不存在或已停用' },
  APPOINTMENT_TIME: { code: 23014, message: '预约时间须为 5 分钟的整数倍，且在同一天内' },
  APPOINTMENT_HANDLED: { code: 23015, message: '该爽约已处理' },
  APPOINTMENT_SLOT_HELD: { code: 23016, message: '该时段为候补保留，暂不能占用' },
  APPOINTMENT_HELD: { code: 23017, message: '该时段为候补保留，请在候补名单里处理' },
  WAITLIST_NONE: { code: 23020, message: '没有可放入这个时段的候补' },
  WAITLIST_HELD: { code: 23021, message: '这个时段已在为候补保留' },
  WAITLIST_SETTLED: { code: 23022, message: '该候补已被处理，请刷新' },
  WAITLIST_LAPSED: { code: 23023, message: '保留已到期，时段已转给下一位或释放' },
  WAITLIST_CURRENT: { code: 23024, message: '原预约不是这位患者的，或已不能改约' },
  WAITLIST_GONE: { code: 23025, message: '空出的时段已过去或已被占用' },
  APPOINTMENT_PARKED: { code: 23019, message: '预约在待安排区，请先安排时间' },
  APPOINTMENT_CLINIC: { code: 23026, message: '请选择本机构的另一家门诊' },
  APPOINTMENT_PERSON_UNKNOWN: { code: 23027, message: '所选员工不在本门诊或已停用' },
  APPOINTMENT_NOT_DISPLACED: { code: 23040, message: '预约不受排班调整影响，不用通知改期' },
  APPOINTMENT_NO_FILE: { code: 23018, message: '患者还没有建档，不能加入随访，请先关联档案' },
} as const satisfies Record<string, ErrorEntry>

export const appointmentStatuses = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const
/** Every appointment starts and ends on a multiple of this many minutes. */
export const SLOT_MINUTES = 5

const sources = [1, 2, 3, 4, 5, 6, 7, 8] as const
const actionNames = [
  'accept',
  'refuse',
  'confirm',
  'move',
  'edit',
  'cancel',
  'delete',
  'checkIn',
  'attachPatient',
  'rebook',
  'handleMissed',
  'park',
] as const

const teeth = optionalText('牙位', 400).refine((text) => teethProblem(text) === null, { error: '牙位不正确' })
const items = z.array(idOf('预约项目')).max(10, { error: '预约项目不能超过10个' })
const place = {
  doctorId: idOf('医生'),
  chairId: idOf('诊椅').nullish(),
  startTime: dateTime('开始时间'),
  endTime: dateTime('结束时间'),
}
/** Who else belongs to it. Left out of a change: as it was. */
const people = { nurseId: idOf('护士').nullish(), consultantId: idOf('咨询师').nullish() }
/** What is to be booked, without where and how far past the rules. */
const booked = {
  patientId: idOf('患者').nullish(),
  tempName: optionalText('临时姓名', 30),
  tempMobile: z.union([z.literal(''), phone('临时手机')], { error: '临时手机应为11位手机号' }).default(''),
  ...place,
  ...people,
  endTime: dateTime('结束时间').nullish(),
  itemIds: items.default([]),
  /** Lines of the patient's accepted treatment plans that are to be done then. */
  planLineIds: z
    .array(idOf('计划条目'), { error: '计划条目应为列表' })
    .max(30, { error: '一次预约不超过30个计划条目' })
    .default([]),
  title: optionalText('内容', 60),
  teeth,
  /** The sex of somebody without a file: 0 male, 1 female, 2 not said. */
  tempGender: oneOf('性别', [0, 1, 2]).nullish(),
  source: oneOf('来源', sources).default(1),
  /** Writes to the patient, if the clinic has switched that on. */
  tell: z.boolean().default(true),
  isUrgent: z.boolean().default(false),
  remark: optionalText('备注', 500),
  visibleRemark: optionalText('给患者的备注', 200),
}
const permits = {
  /** 加号, or past the doctor's shift, rest, leave or meeting. Needs '/myAppointmentBoard:overbook'. */
  overbook: z.boolean().default(false),
  /** The person has read the warnings. */
  acceptWarnings: z.boolean().default(false),
}

/** Why a place is refused. */
const placeErrors = [
  'APPOINTMENT_SLOT_TAKEN',
  'APPOINTMENT_CHAIR_TAKEN',
  'APPOINTMENT_OVERBOOK_FULL',
  'APPOINTMENT_OFF_SHIFT',
  'APPOINTMENT_IN_PAST',
  'APPOINTMENT_SLOT_HELD',
] as const

/** A warning that does not stop anybody who accepts it. */
const warning = z.object({
  kind: z.enum(['patient', 'blacklist', 'buffer', 'firstOnly', 'chairType']),
  text: z.string(),
})

/** One card of the board. */
export const appointmentCard = z.object({
  id: z.string(),
  version: z.number(),
  doctorId: z.string(),
  chairId: z.string().nullable(),
  patientId: z.string().nullable(),
  name: z.string(),
  gender: z.number().nullable(),
  birthDay: z.string().nullable(),
  medicalNumber: z.string().nullable(),
  startTime: moment,
  endTime: moment,
  title: z.string(),
  teeth: z.string(),
  treatType: z.number(),
  status: z.number(),
  /** Treated and still here (status 4): whether the visit waits at the desk (4) or has paid (5). */
  visitStatus: z.number().nullable(),
  confirmStatus: z.number(),
  isOverbook: z.boolean(),
  isUrgent: z.boolean(),
  isBackfilled: z.boolean(),
  offShift: z.boolean(),
  hasAllergy: z.boolean(),
  patientType: z.number().nullable(),
  /** null: amounts are not for this person */
  arrears: amount.nullable(),
  remark: z.string(),
  /** Held for somebody of the waiting list until then. */
  heldUntil: moment.nullable(),
  /** Put aside since then: it holds no time and stands in no column. */
  parkedTime: moment.nullable(),
  /** Minutes kept free of others before and after it. */
  bufferBefore: z.number(),
  bufferAfter: z.number(),
})

/** What was done, or what has to be read first. `saved` false: nothing was changed, send again with acceptWarnings. */
const placed = z.object({
  saved: z.boolean(),
  id: z.string().nullable(),
  version: z.number().nullable(),
  isOverbook: z.boolean(),
  offShift: z.boolean(),
  warnings: z.array(warning),
})
const changed = z.object({ id: z.string(), version: z.number(), status: z.number() })

const doctorDay = z.object({
  doctorId: z.string(),
  doctorName: z.string(),
  deptName: z.string(),
  room: z.string(),
  /** The chair that goes with the doctor. */
  chairId: z.string().nullable(),
  colour: z.string(),
  shifts: z.array(z.object({ shiftName: z.string(), start: z.string(), end: z.string() })),
  /** Leave, meetings, surgery, rest within the day: not to be booked. kind 2 rest, 3 leave, 4 out, 5 meeting. */
  blocks: z.array(z.object({ kind: z.number(), title: z.string(), start: z.string(), end: z.string() })),
  /** No shift on this day. */
  restFlag: z.boolean(),
  /** The doctor takes nobody at present. */
  stopFlag: z.boolean(),
  bookedMinutes: z.number(),
  availableMinutes: z.number(),
  appointments: z.array(appointmentCard),
})

const row = appointmentCard.extend({
  appointNo: z.string(),
  doctorName: z.string(),
  mobile: z.string(),
  nurseId: z.string().nullable(),
  nurseName: z.string(),
  consultantId: z.string().nullable(),
  consultantName: z.string(),
  source: z.number(),
  createdName: z.string(),
  createdTime: moment,
  cancelReason: z.string().nullable(),
  noShowHandled: z.number().nullable(),
})

const sortColumns = ['startTime', 'createdTime', 'doctorName', 'status'] as const

/** Whose appointment a row is, with whom: a file, or a name and a phone until there is one. */
const appointed = {
  id: z.string(),
  version: z.number(),
  patientId: z.string().nullable(),
  name: z.string(),
  gender: z.number().nullable(),
  birthDay: z.string().nullable(),
  mobile: z.string(),
  doctorId: z.string(),
  doctorName: z.string(),
}

/** What happened to an appointment: moves, and steps of its status. */
const trace = {
  changes: z.array(
    z.object({
      id: z.string(),
      time: moment,
      actorName: z.string(),
      oldDoctorName: z.string(),
      newDoctorName: z.string(),
      oldStartTime: moment,
      oldEndTime: moment,
      newStartTime: moment,
      newEndTime: moment,
      reason: z.string(),
    }),
  ),
  statusLog: z.array(
    z.object({
      id: z.string(),
      time: moment,
      actorName: z.string(),
      toStatus: z.number(),
      reason: z.string().nullable(),
    }),
  ),
}

/** Appointments: the board, the list, booking and what follows until the patient is there. */
export const appointment = {
  ...displacedCalls,
  week: call({
    method: 'POST',
    path: '/treatment-api/v2/appointment/clinic/week',
    doc: '预约板：一天到七天，按医生给出班次、占用和预约',
    spec: 'v2-appointment-clinic-week',
    allow: resource('/myAppointmentBoard:view'),
    also: ['/field:amounts'],
    body: {
      startDate: localDate('开始日期'),
      dayCount: wholeNumber('天数', 1, 7).default(7),
      doctorIds: z.array(idOf('医生')).max(100, { error: '医生不能超过100位' }).default([]),
    },
    output: z.object({
      opensAt: z.string(),
      closesAt: z.string(),
      days: z.array(
        z.object({
          date: z.string(),
          /** The clinic does not open on this weekday; a published shift holds all the same. */
          isClosed: z.boolean(),
          holidayName: z.string().nullable(),
          /** The holiday's name is that of a day worked in exchange for it. */
          isWorkday: z.boolean(),
          lunar: z.string(),
          /** The week has published shifts; without them the hours of the clinic count. */
          isPlanned: z.boolean(),
          doctors: z.array(doctorDay),
        }),
      ),
    }),
    effect: 'read',
  }),
  month: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/month',
    doc: '小月历：每天已约与可约分钟',
    spec: null,
    allow: resource('/myAppointmentBoard:view'),
    body: {
      month: localDate('月份'),
      doctorIds: z.array(idOf('医生')).max(100, { error: '医生不能超过100位' }).default([]),
    },
    output: z.array(
      z.object({
        date: z.string(),
        lunar: z.string(),
        holidayName: z.string().nullable(),
        isWorkday: z.boolean(),
        bookedMinutes: z.number(),
        availableMinutes: z.number(),
        count: z.number(),
      }),
    ),
    effect: 'read',
  }),
  options: call({
    method: 'GET',
    path: '/treatment-api/appointment/clinic/options',
    doc: '预约用到的医生、护士、咨询师、诊椅、项目和取消原因',
    spec: null,
    allow: resource('/myAppointmentBoard:view', '/myAppointmentList:view'),
    output: z.object({
      doctors: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          deptName: z.string(),
          chairId: z.string().nullable(),
          stopFlag: z.boolean(),
          /** Initials and pinyin, by which it is found on a keyboard. */
          search: z.string(),
        }),
      ),
      nurses: z.array(option),
      consultants: z.array(option),
      chairs: z.array(option.extend({ type: z.number() })),
      items: z.array(
        z.object({
          id: z.string(),
          ...someOf(shownItem, 'name', 'colour', 'price', 'needChairType'),
          duration: z.number(),
          deptName: z.string().nullable(),
          search: z.string(),
        }),
      ),
      cancelReasons: z.array(option.extend({ isDefault: z.boolean() })),
      /** What patients are written, with the clinic's own facts in it; null: nothing, the clinic has not switched it on. */
      sms: z.object({ created: z.string().nullable(), moved: z.string().nullable() }),
    }),
  }),
  items: call({
    method: 'GET',
    path: '/treatment-api/appointment/clinic/appointItem',
    doc: '预约项目',
    spec: 'appointment-clinic-appoint-item',
    allow: resource('/myAppointmentBoard:view', '/myAppointmentList:view'),
    output: z.array(
      z.object({
        id: z.string(),
        ...someOf(shownItem, 'name', 'colour', 'firstVisitOnly'),
        duration: z.number(),
      }),
    ),
  }),
  list: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/list',
    doc: '预约列表',
    spec: null,
    allow: resource('/myAppointmentList:view'),
    also: ['/field:phone', '/field:amounts'],
    body: {
      dateFrom: localDate('开始日期').nullish(),
      dateTo: localDate('结束日期').nullish(),
      doctorIds: z.array(idOf('医生')).max(100, { error: '医生不能超过100位' }).default([]),
      consultantIds: z.array(idOf('咨询师')).max(100, { error: '咨询师不能超过100位' }).default([]),
      statuses: z.array(oneOf('状态', appointmentStatuses)).max(10).default([]),
      keyword: optionalText('关键词', 50),
      sortBy: oneWord('排序', sortColumns).default('startTime'),
      descending: z.boolean().default(false),
      ...paging,
    },
    output: pageOf(row),
    effect: 'read',
  }),
  byPatient: call({
    method: 'POST',
    path: '/treatment-api/appointment/patient/list',
    doc: '患者的全部预约（全连锁）',
    spec: null,
    allow: resource('/allTimePatients:view', '/myAppointmentBoard:view'),
    body: { patientId: idOf('患者'), ...paging },
    output: pageOf(
      z.object({
        id: z.string(),
        appointNo: z.string(),
        clinicId: z.string(),
        clinicName: z.string(),
        doctorName: z.string(),
        startTime: moment,
        endTime: moment,
        title: z.string(),
        teeth: z.string(),
        treatType: z.number(),
        status: z.number(),
        visitStatus: z.number().nullable(),
        isOverbook: z.boolean(),
        remark: z.string(),
        cancelReason: z.string().nullable(),
      }),
    ),
    effect: 'read',
    scope: 'all',
  }),
  trace: call({
    method: 'GET',
    path: '/treatment-api/appointment/patient/trace/{id}',
    doc: '患者一个预约的改约留痕和状态留痕（全连锁）',
    spec: null,
    allow: resource('/allTimePatients:view', '/myAppointmentBoard:view'),
    scope: 'all',
    params: { id: idOf('预约') },
    output: z.object(trace),
  }),
  get: call({
    method: 'GET',
    path: '/treatment-api/appointment/clinic/detail/{id}',
    doc: '一个预约：详情、约下它的那次就诊和它的就诊的病历、改约留痕、状态留痕和可做的操作',
    spec: null,
    allow: resource('/myAppointmentBoard:view', '/myAppointmentList:view'),
    also: [
      '/field:phone',
      '/field:amounts',
      '/myAppointmentBoard:add',
      '/myAppointmentBoard:edit',
      '/myAppointmentBoard:cancel',
      '/inTreatment:register',
      '/patientMedicalRecord:view',
    ],
    params: { id: idOf('预约') },
    output: row.extend({
      /** Those that the person may read: of the visit on whose day it was booked, and of the visit that came of it. */
      records: z.array(z.object({ id: z.string(), recordNo: z.string(), visitTime: moment, came: z.boolean() })),
      chairName: z.string().nullable(),
      itemIds: z.array(z.string()),
      visibleRemark: z.string(),
      allergyHistory: z.string(),
      cancelledName: z.string().nullable(),
      cancelledTime: moment.nullable(),
      rebookedToId: z.string().nullable(),
      actions: z.array(z.enum(actionNames)),
      ...trace,
    }),
  }),
  warn: call({
    method: 'GET',
    path: '/treatment-api/appointWarn/{id}',
    doc: '预约前后要留意的事：过敏、欠费、黑名单、同时段另有预约、班次外',
    spec: 'appoint-warn',
    allow: resource('/myAppointmentBoard:view', '/myAppointmentList:view'),
    also: ['/field:amounts'],
    params: { id: idOf('预约') },
    output: z.array(
      z.object({
        kind: z.enum(['allergy', 'disease', 'note', 'blacklist', 'arrears', 'booking']),
        level: z.enum(['red', 'orange', 'blue']),
        text: z.string(),
      }),
    ),
  }),
  create: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/create',
    doc: '新建预约：已建档患者，或临时姓名和手机',
    spec: null,
    allow: resource('/myAppointmentBoard:add'),
    also: ['/myAppointmentBoard:overbook'],
    idempotent: true,
    body: {
      requestId,
      ...booked,
      /** Records an appointment whose time has passed. */
      backfill: z.boolean().default(false),
      ...permits,
    },
    output: placed,
    errors: [...placeErrors, 'APPOINTMENT_DOCTOR_STOPPED', 'APPOINTMENT_PERSON_UNKNOWN'],
  }),
  repeat: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/repeat',
    doc: '重复预约：每 N 周一次，共 k 次；有冲突或提醒时什么都不保存并逐次列出，选择跳过后保存其余',
    spec: null,
    allow: resource('/myAppointmentBoard:add'),
    also: ['/myAppointmentBoard:overbook'],
    idempotent: true,
    body: {
      requestId,
      ...booked,
      everyWeeks: wholeNumber('间隔周数', 1, 26),
      times: wholeNumber('次数', 2, 24),
      /** The person has seen the conflicts, leaves those out, and books in spite of the warnings. */
      skipConflicts: z.boolean().default(false),
    },
    output: z.object({
      saved: z.boolean(),
      made: z.array(z.object({ id: z.string(), startTime: moment })),
      conflicts: z.array(z.object({ startTime: moment, reason: z.string() })),
      /** What one has to know of the others: as with a single appointment. */
      warnings: z.array(z.object({ startTime: moment, text: z.string() })),
    }),
    errors: ['APPOINTMENT_IN_PAST', 'APPOINTMENT_DOCTOR_STOPPED'],
  }),
  move: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/move',
    doc: '改约：时间、时长、医生、诊椅；留痕',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    also: ['/myAppointmentBoard:overbook'],
    body: {
      id: idOf('预约'),
      version,
      ...place,
      reason: optionalText('改约原因', 100),
      tell: z.boolean().default(true),
      ...permits,
    },
    output: placed,
    errors: [...placeErrors, 'APPOINTMENT_STATUS', 'VERSION_CONFLICT'],
  }),
  freePlaces: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/freePlaces',
    doc: '一位医生在若干天里放得下这段时长的起始时间，每 15 分钟一个；不接诊的日子说明原因',
    spec: null,
    allow: resource('/myAppointmentBoard:add', '/myAppointmentBoard:edit'),
    effect: 'read',
    body: {
      doctorId: idOf('医生'),
      chairId: idOf('诊椅').nullish(),
      from: localDate('开始日期'),
      days: wholeNumber('天数', 1, 42).default(21),
      minutes: wholeNumber('时长', 5, 600),
      itemIds: items.default([]),
      /** The appointment that is about to be moved. */
      exceptId: idOf('预约').nullish(),
    },
    output: z.array(
      z.object({
        date: z.string(),
        /** Why the doctor receives nobody on that day; null: the doctor does. */
        off: z.string().nullable(),
        /** 'HH:mm', in order. */
        starts: z.array(z.string()),
      }),
    ),
    errors: ['APPOINTMENT_DOCTOR_UNKNOWN'],
  }),
  moveElsewhere: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/moveElsewhere',
    doc: '改约到本机构的另一家门诊：在那里生成新预约，原预约取消，互相引用；只能用空闲的时间',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    scope: 'all',
    body: {
      id: idOf('预约'),
      version,
      clinicId: idOf('门诊'),
      doctorId: idOf('医生'),
      startTime: dateTime('时间'),
      endTime: dateTime('结束时间'),
      reason: optionalText('改约原因', 60),
      acceptWarnings: z.boolean().default(false),
    },
    output: placed,
    errors: [...placeErrors, 'APPOINTMENT_CLINIC', 'APPOINTMENT_STATUS', 'APPOINTMENT_HELD', 'VERSION_CONFLICT'],
  }),
  timesElsewhere: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/timesElsewhere',
    doc: '另一家门诊的医生某天放得下这段时长的起始分钟',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    scope: 'all',
    effect: 'read',
    body: {
      clinicId: idOf('门诊'),
      doctorId: idOf('医生'),
      date: localDate('日期'),
      minutes: wholeNumber('时长', 5, 600),
    },
    output: z.array(z.number()),
    errors: ['APPOINTMENT_CLINIC'],
  }),
  tellMoved: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/tellMoved',
    doc: '改约时没有发短信的，事后告诉患者新时间；同一个时间只发一次，门诊没开这个短信时不发',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    body: { id: idOf('预约') },
    output: z.object({ told: z.boolean() }),
    errors: ['APPOINTMENT_STATUS', 'APPOINTMENT_PARKED'],
  }),
  park: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/park',
    doc: '放入待安排区：保留患者和内容，让出时段；改约即重新安排',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    body: { id: idOf('预约'), version },
    output: changed,
    errors: ['APPOINTMENT_STATUS', 'APPOINTMENT_HELD', 'VERSION_CONFLICT'],
  }),
  parked: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/parked',
    doc: '待安排区：让出了时段、还没有新时间的预约，放得最久的在前',
    spec: null,
    allow: resource('/myAppointmentBoard:view'),
    also: ['/field:phone'],
    effect: 'read',
    output: z.array(
      z.object({
        ...appointed,
        chairId: z.string().nullable(),
        /** The time it was put aside from. */
        startTime: moment,
        endTime: moment,
        title: z.string(),
        teeth: z.string(),
        status: z.number(),
        parkedTime: moment,
        parkedName: z.string(),
      }),
    ),
  }),
  update: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/update',
    doc: '修改预约内容：项目、牙位、护士、咨询师、备注（不改时间）',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    body: {
      id: idOf('预约'),
      version,
      ...people,
      itemIds: items,
      title: optionalText('内容', 60),
      teeth,
      isUrgent: z.boolean(),
      remark: optionalText('备注', 500),
      visibleRemark: optionalText('给患者的备注', 200),
    },
    output: changed,
    errors: ['VERSION_CONFLICT', 'APPOINTMENT_STATUS', 'APPOINTMENT_ITEM_UNKNOWN', 'APPOINTMENT_PERSON_UNKNOWN'],
  }),
  attachPatient: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/attachPatient',
    doc: '把临时预约归到患者档案',
    spec: null,
    allow: resource('/myAppointmentBoard:edit', '/inTreatment:register'),
    body: { id: idOf('预约'), version, patientId: idOf('患者') },
    output: changed,
    errors: ['VERSION_CONFLICT', 'APPOINTMENT_STATUS', 'APPOINTMENT_PATIENT_ARCHIVED', 'APPOINTMENT_PATIENT_GONE'],
  }),
  confirm: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/confirm',
    doc: '记录与患者的确认：2 已确认，3 联系不上，4 要求改期',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    body: { id: idOf('预约'), version, result: oneOf('确认结果', [2, 3, 4]).default(2) },
    output: changed,
    errors: ['VERSION_CONFLICT', 'APPOINTMENT_STATUS'],
  }),
  accept: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/accept',
    doc: '通过网上预约',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    body: { id: idOf('预约'), version },
    output: changed,
    errors: ['VERSION_CONFLICT', 'APPOINTMENT_STATUS'],
  }),
  refuse: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/refuse',
    doc: '拒绝网上预约',
    spec: null,
    allow: resource('/myAppointmentBoard:cancel'),
    body: { id: idOf('预约'), version, reason: requiredText('拒绝原因', 100) },
    output: changed,
    errors: ['VERSION_CONFLICT', 'APPOINTMENT_STATUS'],
  }),
  cancel: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/cancel',
    doc: '取消预约，原因取自字典 cancel-reason',
    spec: null,
    allow: resource('/myAppointmentBoard:cancel'),
    body: { id: idOf('预约'), version, reasonId: idOf('取消原因'), note: optionalText('说明', 100) },
    output: changed,
    errors: ['VERSION_CONFLICT', 'APPOINTMENT_STATUS', 'APPOINTMENT_REASON_UNKNOWN'],
  }),
  remove: call({
    method: 'POST',
    path: '/treatment-api/appointment/clinic/delete/appoint',
    doc: '删除录错的预约（没有改约和到店记录的）',
    spec: 'appointment-clinic-delete-appoint',
    allow: resource('/myAppointmentBoard:cancel'),
    body: { id: idOf('预约'), version },
    output: z.null(),
    errors: ['VERSION_CONFLICT', 'APPOINTMENT_HAS_HISTORY'],
  }),
  unArrivedCount: call({
    method: 'POST',
    path: '/treatment-api/v2/treatment/unArrivedAppoint/count',
    doc: '未到人数',
    spec: 'v2-treatment-un-arrived-appoint-count',
    allow: resource('/dashboard:view', '/doctorIndex:view', '/myAppointmentBoard:view'),
    also: ['/myAppointmentBoard:view'],
    output: z.object({ count: z.number() }),
    effect: 'read',
  }),
  unArrivedList: call({
    method: 'POST',
    path: '/treatment-api/v2/treatment/unArrivedAppoint/list',
    doc: '未到的预约：今天过时未到的和未处理的爽约',
    spec: 'v2-treatment-un-arrived-appoint-list',
    allow: resource('/dashboard:view', '/doctorIndex:view', '/myAppointmentBoard:view'),
    also: ['/myAppointmentBoard:view', '/field:phone'],
    body: { ...paging },
    output: pageOf(
      z.object({
        ...appointed,
        startTime: moment,
        endTime: moment,
        title: z.string(),
        teeth: z.string(),
        status: z.number(),
        lateMinutes: z.number(),
      }),
    ),
    effect: 'read',
  }),
  handleMissed: call({
    method: 'POST',
    path: '/treatment-api/v2/treatment/unArrivedAppoint/handle',
    doc: '处理未到：2 取消，3 加入随访（前台当天联系），4 忽略；爽约历史保留',
    spec: null,
    allow: resource('/myAppointmentBoard:cancel'),
    body: { id: idOf('预约'), version, how: oneOf('处理方式', [2, 3, 4]), reason: optionalText('说明', 100) },
    output: changed,
    errors: ['VERSION_CONFLICT', 'APPOINTMENT_STATUS', 'APPOINTMENT_HANDLED', 'APPOINTMENT_NO_FILE'],
  }),
  rebookMissed: call({
    method: 'POST',
    path: '/treatment-api/v2/treatment/unArrivedAppoint/rebook',
    doc: '未到的改约：生成新预约，原爽约保留并互相引用',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    also: ['/myAppointmentBoard:overbook'],
    idempotent: true,
    body: {
      requestId,
      id: idOf('预约'),
      version,
      ...place,
      reason: optionalText('改约原因', 100),
      tell: z.boolean().default(true),
      ...permits,
    },
    output: placed,
    errors: ['APPOINTMENT_SLOT_TAKEN', 'APPOINTMENT_OFF_SHIFT', 'APPOINTMENT_HANDLED', 'VERSION_CONFLICT'],
  }),
  ...waitlistCalls,
} satisfies CallGroup

export type AppointmentCard = z.output<typeof appointmentCard>
export type AppointmentDoctorDay = z.output<typeof doctorDay>
