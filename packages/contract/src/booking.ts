import { z } from 'zod'
import { anyone, call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { weekHoursShown } from './core/hours.ts'
import {
  amount,
  dateTime,
  idOf,
  localDate,
  moment,
  oneWord,
  optionalText,
  pageOf,
  paging,
  phone,
  requiredText,
  version,
  wholeNumber,
} from './core/fields.ts'

/** Refusals of this domain: codes 46001 to 46999. */
export const bookingErrors = {
  BOOKING_CLOSED: { code: 46001, message: '门诊暂未开放网上预约，请致电门诊' },
  BOOKING_UNKNOWN: { code: 46002, message: '没有找到这个预约页面，请重新扫码' },
  BOOKING_PASS: { code: 46003, message: '验证已过期，请重新验证手机号' },
  BOOKING_TAKEN: { code: 46004, message: '这个时间刚刚被约走了，请另选一个' },
  BOOKING_PATIENT_LIMIT: { code: 46005, message: '该手机号在本门诊的网上预约已达上限，请先就诊或取消已有预约' },
  BOOKING_TOO_LATE: { code: 46006, message: '离就诊时间太近，不能在网上更改，请致电门诊' },
  BOOKING_GONE: { code: 46007, message: '没有找到这个预约，或已不能更改' },
  BOOKING_FIRST_ONLY: { code: 46009, message: '这个项目只给第一次来的患者，请另选项目' },
  BOOKING_STATUS: { code: 46008, message: '该申请已被处理，请刷新' },
} as const satisfies Record<string, ErrorEntry>

const code = z.string({ error: '预约页面编号不正确' }).regex(/^[a-z2-9]{10}$/, { error: '预约页面编号不正确' })
const pass = z.string({ error: '请先验证手机号' }).regex(/^[A-Za-z0-9_-]{20,80}$/, { error: '请先验证手机号' })
const personName = requiredText('姓名', 20)

const slots = z.array(
  z.object({
    doctorId: z.string(),
    doctorName: z.string(),
    /** HH:mm */
    times: z.array(z.string()),
  }),
)

/** What a patient sees of a booking made over the page. */
const own = z.object({
  id: z.string(),
  name: z.string(),
  doctorId: z.string(),
  doctorName: z.string(),
  itemId: z.string().nullable(),
  title: z.string(),
  startTime: moment,
  endTime: moment,
  status: z.number(),
  /** The clinic asks for another time and waits for a word. */
  proposed: z.boolean(),
  reason: z.string(),
  mayChange: z.boolean(),
})

const limits = {
  /** How many days ahead may be booked. */
  daysAhead: wholeNumber('可约天数', 1, 90),
  /** How many hours before the visit at the latest. */
  leadHours: wholeNumber('最晚提前小时', 0, 72),
  /** How many online bookings one doctor takes in one part of a day. */
  slotLimit: wholeNumber('每时段限号', 1, 50),
  /** How many open bookings one phone number may have. */
  patientLimit: wholeNumber('同一患者并行上限', 1, 10),
  /** A booking has to be accepted by the desk. */
  needsReview: z.boolean(),
}

const request = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  mobile: z.string(),
  patientId: z.string().nullable(),
  medicalNumber: z.string().nullable(),
  doctorId: z.string(),
  doctorName: z.string(),
  chairId: z.string().nullable(),
  title: z.string(),
  startTime: moment,
  endTime: moment,
  treatType: z.number(),
  status: z.number(),
  note: z.string(),
  reason: z.string(),
  source: z.number(),
  createdTime: moment,
  proposedTime: moment.nullable(),
  askedStartTime: moment.nullable(),
})

/** Booking by patients themselves over a clinic's public page, and what the desk does with it. */
export const booking = {
  page: call({
    method: 'GET',
    path: '/treatment-api/booking/page/{code}',
    doc: '门诊的公开预约页：可约项目、医生和规则（不含任何患者资料）',
    spec: null,
    allow: anyone,
    params: { code },
    output: z.object({
      clinicName: z.string(),
      phone: z.string(),
      address: z.string(),
      introduction: z.string(),
      traffic: z.string(),
      hours: weekHoursShown,
      /** Ids for `picture`. */
      logo: z.string().nullable(),
      pictures: z.array(z.string()),
      longitude: z.number().nullable(),
      latitude: z.number().nullable(),
      isMedicare: z.boolean(),
      open: z.boolean(),
      daysAhead: z.number(),
      /** From today to the last day that may be booked. */
      days: z.array(
        z.object({
          date: z.string(),
          /** Festival, solar term or lunar day. */
          word: z.string(),
          /** rest: a public holiday, or one of the company's own; work: a weekend that is worked. */
          mark: z.enum(['rest', 'work']).nullable(),
        }),
      ),
      leadHours: z.number(),
      needsReview: z.boolean(),
      items: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          duration: z.number(),
          /** null: the clinic says nothing. */
          price: amount.nullable(),
          /** For people who have never been here. */
          firstVisitOnly: z.boolean(),
        }),
      ),
      doctors: z.array(z.object({ id: z.string(), name: z.string(), title: z.string(), dept: z.string() })),
    }),
    errors: ['BOOKING_UNKNOWN', 'TOO_MANY'],
  }),
  picture: call({
    method: 'GET',
    path: '/treatment-api/booking/page/{code}/picture/{id}',
    doc: '预约页上的门诊 logo 与环境图；其他图片视为不存在',
    spec: null,
    allow: anyone,
    params: { code, id: idOf('图片') },
    output: z.null(),
    answer: 'file',
    errors: ['BOOKING_UNKNOWN', 'NOT_FOUND', 'TOO_MANY'],
  }),
  slots: call({
    method: 'POST',
    path: '/treatment-api/booking/slots',
    doc: '一天的可约时间：已发布班次 × 项目时长 − 预约 − 候补保留',
    spec: null,
    allow: anyone,
    effect: 'read',
    body: { code, itemId: idOf('项目'), date: localDate('日期'), doctorId: idOf('医生').nullish() },
    output: slots,
    errors: ['BOOKING_UNKNOWN', 'BOOKING_CLOSED', 'TOO_MANY'],
  }),
  sendCode: call({
    method: 'POST',
    path: '/treatment-api/booking/code',
    doc: '向手机号发送预约验证码；无论该号是否有档案，回答都一样',
    spec: null,
    allow: anyone,
    body: {
      code,
      phone: phone(),
      captcha: requiredText('图形验证码', 8).optional(),
      captchaId: idOf('图形验证码').optional(),
    },
    output: z.object({ local: z.boolean() }),
    errors: ['BOOKING_UNKNOWN', 'BOOKING_CLOSED', 'SMS_CLOSED', 'CAPTCHA_NEEDED', 'WRONG_CAPTCHA', 'TOO_MANY'],
  }),
  enter: call({
    method: 'POST',
    path: '/treatment-api/booking/enter',
    doc: '用验证码换取半小时的预约凭据',
    spec: null,
    allow: anyone,
    body: { code, phone: phone(), phoneCode: requiredText('验证码', 6, 6) },
    output: z.object({ pass: z.string() }),
    errors: ['BOOKING_UNKNOWN', 'WRONG_PHONE_CODE', 'TOO_MANY'],
  }),
  mine: call({
    method: 'POST',
    path: '/treatment-api/booking/mine',
    doc: '用凭据查看该手机号在本门诊的网上预约',
    spec: null,
    allow: anyone,
    effect: 'read',
    body: { code, pass },
    output: z.array(own),
    errors: ['BOOKING_UNKNOWN', 'BOOKING_PASS'],
  }),
  submit: call({
    method: 'POST',
    path: '/treatment-api/booking/submit',
    doc: '提交网上预约；同一手机号重复提交同一时间得到第一次的结果',
    spec: null,
    allow: anyone,
    body: {
      code,
      pass,
      itemId: idOf('项目'),
      doctorId: idOf('医生'),
      startTime: dateTime('时间'),
      name: personName,
      note: optionalText('备注', 200),
    },
    output: own,
    errors: [
      'BOOKING_CLOSED',
      'BOOKING_PASS',
      'BOOKING_TAKEN',
      'BOOKING_FIRST_ONLY',
      'BOOKING_PATIENT_LIMIT',
      'TOO_MANY',
    ],
  }),
  change: call({
    method: 'POST',
    path: '/treatment-api/booking/change',
    doc: '患者改期',
    spec: null,
    allow: anyone,
    body: { code, pass, id: idOf('预约'), doctorId: idOf('医生'), startTime: dateTime('时间') },
    output: own,
    errors: ['BOOKING_PASS', 'BOOKING_GONE', 'BOOKING_TAKEN', 'BOOKING_TOO_LATE'],
  }),
  cancel: call({
    method: 'POST',
    path: '/treatment-api/booking/cancel',
    doc: '患者取消',
    spec: null,
    allow: anyone,
    body: { code, pass, id: idOf('预约') },
    output: own,
    errors: ['BOOKING_PASS', 'BOOKING_GONE', 'BOOKING_TOO_LATE'],
  }),
  answer: call({
    method: 'POST',
    path: '/treatment-api/booking/answer',
    doc: '患者同意门诊建议的时间',
    spec: null,
    allow: anyone,
    body: { code, pass, id: idOf('预约') },
    output: own,
    errors: ['BOOKING_PASS', 'BOOKING_GONE'],
  }),
  requests: call({
    method: 'POST',
    path: '/treatment-api/booking/requests',
    doc: '网上预约：open 待处理，proposed 等患者答复，done 已处理',
    spec: null,
    allow: resource('/myAppointmentNetwork:view'),
    also: ['/field:phone'],
    effect: 'read',
    body: { state: oneWord('状态', ['open', 'proposed', 'done']).default('open'), ...paging },
    output: pageOf(request),
  }),
  requestCount: call({
    method: 'GET',
    path: '/treatment-api/booking/requests/count',
    doc: '待处理的网上预约数',
    spec: null,
    allow: resource('/myAppointmentNetwork:view'),
    output: z.object({ count: z.number() }),
  }),
  propose: call({
    method: 'POST',
    path: '/treatment-api/booking/requests/propose',
    doc: '建议另一个时间：占住新时段，短信请患者确认',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    also: ['/myAppointmentBoard:overbook'],
    body: {
      id: idOf('预约'),
      version,
      doctorId: idOf('医生'),
      chairId: idOf('诊椅').nullish(),
      startTime: dateTime('开始时间'),
      endTime: dateTime('结束时间'),
    },
    output: z.null(),
    errors: ['BOOKING_STATUS', 'VERSION_CONFLICT', 'APPOINTMENT_SLOT_TAKEN', 'APPOINTMENT_OFF_SHIFT'],
  }),
  settings: call({
    method: 'GET',
    path: '/treatment-api/booking/settings',
    doc: '网上预约的开关、限制、页面地址和各医生、项目是否开放',
    spec: null,
    allow: resource('/myAppointmentNetwork:view'),
    output: z.object({
      open: z.boolean(),
      daysAhead: z.number(),
      leadHours: z.number(),
      slotLimit: z.number(),
      patientLimit: z.number(),
      needsReview: z.boolean(),
      holdMinutes: z.number(),
      version: z.number(),
      /** null: the page was never opened. */
      code: z.string().nullable(),
      itemCount: z.number(),
      doctorCount: z.number(),
    }),
  }),
  saveSettings: call({
    method: 'POST',
    path: '/treatment-api/booking/settings/save',
    doc: '开放或关闭网上预约，设置限制；首次开放时生成页面地址',
    spec: null,
    allow: resource('/myAppointmentNetwork:set'),
    body: { version, open: z.boolean(), ...limits, holdMinutes: wholeNumber('候补保留', 5, 240) },
    output: z.null(),
    errors: ['VERSION_CONFLICT'],
  }),
} satisfies CallGroup
