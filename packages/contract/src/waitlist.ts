import { z } from 'zod'
import { states } from './core/states.ts'
import { call, resource, type CallGroup } from './core/call.ts'
import {
  idOf,
  localDate,
  moment,
  oneOf,
  optionalText,
  pageOf,
  paging,
  requestId,
  version,
  wholeNumber,
} from './core/fields.ts'

/** Priority of the waiting list in words; index 0 is unused. */
export const waitlistPriorityNames = ['', '普通', '优先', '急'] as const
/** Where an entry of the waiting list stands. */
export const waitlistStates = states(
  {
    waiting: [0, '等待中', 'waiting'],
    told: [1, '已通知', 'ready'],
    accepted: [2, '已接受', 'done'],
    givenUp: [3, '已放弃', 'ended'],
    expired: [4, '已过期', 'away'],
  },
  { open: ['waiting', 'told'] },
  {
    edit: { from: ['waiting'], to: [] },
    tell: { from: ['waiting'], to: ['told'] },
    accept: { from: ['told'], to: ['accepted'] },
    /** The place that was held is given back. */
    release: { from: ['told'], to: ['waiting', 'givenUp'] },
    leave: { from: ['waiting'], to: ['givenUp'] },
    expire: { from: ['waiting'], to: ['expired'] },
  },
)
export const waitlistStatusNames = waitlistStates.names
/** Why a stretch of time fell free; index 0 is unused. */
export const openingCauseNames = ['', '取消', '改约', '爽约', '拒绝'] as const

const priorities = [1, 2, 3] as const
const statuses = [0, 1, 2, 3, 4] as const
const bands = [1, 2, 3] as const
const days = [0, 1, 2, 3, 4, 5, 6] as const
/** How a held place ends: accepted, declined but still waiting, declined for good, taken back by the clinic. */
const answers = ['accept', 'decline', 'giveUp', 'withdraw'] as const

const entry = z.object({
  id: z.string(),
  version: z.number(),
  patientId: z.string(),
  name: z.string(),
  gender: z.number(),
  birthDay: z.string().nullable(),
  mobile: z.string(),
  hasAllergy: z.boolean(),
  doctorIds: z.array(z.string()),
  doctorNames: z.array(z.string()),
  itemIds: z.array(z.string()),
  title: z.string(),
  duration: z.number(),
  dateFrom: z.string().nullable(),
  dateTo: z.string().nullable(),
  weekdays: z.array(z.number()),
  bands: z.array(z.number()),
  fromMin: z.number().nullable(),
  toMin: z.number().nullable(),
  priority: z.number(),
  reason: z.string(),
  status: z.number(),
  waitDays: z.number(),
  createdName: z.string(),
  createdTime: moment,
  /** The place held for this one at present. */
  offer: z
    .object({
      id: z.string(),
      appointmentId: z.string(),
      doctorName: z.string(),
      startTime: moment,
      endTime: moment,
      holdUntil: moment,
    })
    .nullable(),
  /** How many places lapsed without an answer. */
  missed: z.number(),
  current: z.object({ id: z.string(), doctorName: z.string(), startTime: moment }).nullable(),
  madeAppointmentId: z.string().nullable(),
})

const candidate = z.object({
  waitlistId: z.string(),
  name: z.string(),
  priority: z.number(),
  title: z.string(),
  duration: z.number(),
  startTime: moment,
  endTime: moment,
  waitDays: z.number(),
})

/** The waiting list: who would come earlier, what fell free, to whom it is offered. */
export const waitlistCalls = {
  waitlist: call({
    method: 'POST',
    path: '/treatment-api/waitlist/list',
    doc: '候补名单：优先级高的在前，同级等得久的在前',
    spec: null,
    allow: resource('/myAppointmentBoard:view'),
    also: ['/field:phone'],
    effect: 'read',
    body: {
      statuses: z.array(oneOf('状态', statuses)).max(5).default([]),
      keyword: optionalText('关键词', 50),
      ...paging,
    },
    output: pageOf(entry),
  }),
  saveWaitlist: call({
    method: 'POST',
    path: '/treatment-api/waitlist/save',
    doc: '加入候补，或修改等待中的候补',
    spec: null,
    allow: resource('/myAppointmentBoard:edit', '/myAppointmentBoard:add'),
    idempotent: true,
    body: {
      requestId,
      id: idOf('候补').nullish(),
      version: version.optional(),
      patientId: idOf('患者'),
      doctorIds: z.array(idOf('医生')).max(20, { error: '医生不能超过20位' }).default([]),
      itemIds: z.array(idOf('预约项目')).max(10, { error: '预约项目不能超过10个' }).default([]),
      duration: wholeNumber('时长', 5, 600).nullish(),
      dateFrom: localDate('开始日期').nullish(),
      dateTo: localDate('结束日期').nullish(),
      weekdays: z.array(oneOf('星期', days)).max(7).default([]),
      bands: z.array(oneOf('时间段', bands)).max(3).default([]),
      fromMin: wholeNumber('最早时间', 0, 1435).nullish(),
      toMin: wholeNumber('最晚时间', 5, 1440).nullish(),
      priority: oneOf('优先级', priorities).default(1),
      reason: optionalText('原因', 200),
      /** The appointment that is given up for an earlier one. */
      currentAppointmentId: idOf('原预约').nullish(),
    },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['WAITLIST_SETTLED', 'WAITLIST_CURRENT', 'VERSION_CONFLICT', 'APPOINTMENT_ITEM_UNKNOWN'],
  }),
  leaveWaitlist: call({
    method: 'POST',
    path: '/treatment-api/waitlist/giveUp',
    doc: '移出候补名单（患者放弃）',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    also: ['/myAppointmentBoard:add'],
    body: { id: idOf('候补'), version },
    output: z.null(),
    errors: ['WAITLIST_SETTLED', 'VERSION_CONFLICT'],
  }),
  openings: call({
    method: 'GET',
    path: '/treatment-api/waitlist/openings',
    doc: '空出的时段：剩余空闲、保留中的候补、可放入的候补（已按优先级和等待时间排好）',
    spec: null,
    allow: resource('/myAppointmentBoard:view'),
    output: z.array(
      z.object({
        id: z.string(),
        doctorId: z.string(),
        doctorName: z.string(),
        cause: z.number(),
        fromName: z.string(),
        /** What is free of it at present. */
        startTime: moment,
        endTime: moment,
        held: z
          .object({
            offerId: z.string(),
            waitlistId: z.string(),
            name: z.string(),
            mobile: z.string(),
            startTime: moment,
            endTime: moment,
            holdUntil: moment,
          })
          .nullable(),
        candidates: z.array(candidate),
      }),
    ),
    also: ['/field:phone'],
  }),
  offerOpening: call({
    method: 'POST',
    path: '/treatment-api/waitlist/offer',
    doc: '把空出的时段发给候补：发短信并保留；不指定时发给排在最前的',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    also: ['/myAppointmentBoard:add', '/myAppointmentBoard:overbook'],
    idempotent: true,
    body: { requestId, openingId: idOf('空出时段'), waitlistId: idOf('候补').nullish() },
    output: z.object({ offerId: z.string(), name: z.string(), holdUntil: moment, noticed: z.boolean() }),
    errors: ['WAITLIST_NONE', 'WAITLIST_HELD', 'WAITLIST_SETTLED', 'APPOINTMENT_SLOT_TAKEN', 'APPOINTMENT_OFF_SHIFT'],
  }),
  answerOffer: call({
    method: 'POST',
    path: '/treatment-api/waitlist/answer',
    doc: '候补的答复：accept 接受，decline 这次不要，giveUp 退出候补，withdraw 收回保留',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    also: ['/myAppointmentBoard:add', '/myAppointmentBoard:overbook'],
    body: { offerId: idOf('候补保留'), answer: z.enum(answers, { error: '请选择答复' }) },
    output: z.object({
      appointmentId: z.string().nullable(),
      /** To whom the place went on. */
      passedTo: z.string().nullable(),
    }),
    errors: ['WAITLIST_LAPSED', 'WAITLIST_SETTLED'],
  }),
  dismissOpening: call({
    method: 'POST',
    path: '/treatment-api/waitlist/dismiss',
    doc: '不再提示这个空出的时段',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    body: { openingId: idOf('空出时段') },
    output: z.null(),
    errors: ['WAITLIST_HELD'],
  }),
} satisfies CallGroup
