import { z } from 'zod'
import { call, resource } from './core/call.ts'
import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { amount, idOf, moment } from './core/fields.ts'

/** Refusals of this domain: codes 27001 to 27999. */
export const reportingErrors = {} satisfies Record<string, ErrorEntry>

/** Minutes that a visit without an appointment is thought to take. */
export const WALK_IN_MINUTES = 30

/** What each number of the day means; shown beside it. */
export const dayNumberDefinitions = {
  today: '今天未取消的预约人数加现场挂号人数',
  arrived: '今天已签到或挂号的人数（不含退号、转出）',
  averageWait: '今天挂号的患者从到店到开始就诊的平均分钟；还在候诊的按已等时间算',
  arrivalRate: '预约到店人数 ÷（已到点的预约人数 − 取消人数），到晚上即全天的到店率',
  noShowRate: '爽约人数 ÷（已到点的预约人数 − 取消人数）',
  received: '今天收到的现金、微信、支付宝、银行卡、医保、对公等，减去今天撤销的；不含储值和挂账',
} as const

/** Who somebody is, on a card. */
const person = {
  patientId: z.string().nullable(),
  name: z.string(),
  gender: z.number().nullable(),
  birthDay: z.string().nullable(),
  hasAllergy: z.boolean(),
  patientType: z.number().nullable(),
  arrears: amount,
}

const appointmentCard = z.object({
  id: z.string(),
  version: z.number(),
  ...person,
  doctorId: z.string(),
  doctorName: z.string(),
  startTime: moment,
  endTime: moment,
  title: z.string(),
  teeth: z.string(),
  treatType: z.number(),
  status: z.number(),
  /** 0 none, 1 message delivered, 2 confirmed, 3 not reached, 4 wants another time */
  confirmStatus: z.number(),
  isUrgent: z.boolean(),
})
export type DayAppointmentCard = z.output<typeof appointmentCard>

const visitCard = z.object({
  /** Of the registration. */
  id: z.string(),
  version: z.number(),
  queueNo: z.number(),
  ...person,
  patientId: z.string(),
  appointmentId: z.string().nullable(),
  doctorId: z.string(),
  doctorName: z.string(),
  chairName: z.string(),
  regType: z.number(),
  treatType: z.number(),
  title: z.string(),
  teeth: z.string(),
  appointTime: moment.nullable(),
  regTime: moment,
  callTime: moment.nullable(),
  startTime: moment.nullable(),
  endTime: moment.nullable(),
  chargeTime: moment.nullable(),
  leaveTime: moment.nullable(),
  isLate: z.boolean(),
  pinnedReason: z.string().nullable(),
  treatmentId: z.string().nullable(),
  status: z.number(),
  /** Minutes in the chair that were planned: the appointment's, or WALK_IN_MINUTES. */
  plannedMinutes: z.number(),
  /** Still to be charged; null for whoever may not see the bills of this patient. */
  due: amount.nullable(),
  /** Paid in all; null likewise. */
  paid: amount.nullable(),
})
export type DayVisitCard = z.output<typeof visitCard>

/** The numbers of a day in a clinic. Only reads. */
export const reporting = {
  today: call({
    method: 'POST',
    path: '/report-api/v2/workbench/today',
    doc: '今日：当日指标、医生、各状态患者、未到、已离开和待办，一次取齐',
    spec: null,
    allow: resource('/dashboard:view', '/doctorIndex:view'),
    also: ['/orderSet:view', '/orderSet:charge', '/allTimePatients:view'],
    body: { doctorId: idOf('医生').nullish() },
    output: z.object({
      /** The server's time; minutes on the screen go on from here. */
      now: moment,
      date: z.string(),
      /** '十月十二' */
      lunar: z.string(),
      /** All that the numbers are made of, so that each can be followed. */
      numbers: z.object({
        booked: z.number(),
        cancelled: z.number(),
        arrivedAppointments: z.number(),
        noShow: z.number(),
        walkIns: z.number(),
        registrations: z.number(),
        today: z.number(),
        arrived: z.number(),
        averageWait: z.number(),
        /** Percent with two decimals; null when nobody was booked. */
        arrivalRate: z.number().nullable(),
        noShowRate: z.number().nullable(),
        received: amount.nullable(),
      }),
      doctors: z.array(z.object({ id: z.string(), name: z.string(), room: z.string(), stopped: z.boolean() })),
      toArrive: z.array(appointmentCard),
      waiting: z.array(visitCard),
      inChair: z.array(visitCard),
      /** Treated, charged or not, and still here. */
      toCharge: z.array(visitCard),
      departed: z.array(visitCard),
      /** Past their time, or no-shows of any day that nobody has dealt with yet. */
      unarrived: z.array(appointmentCard),
      tasks: z.object({
        /** Treatments that ended before today and have no record. */
        unwritten: z.number(),
        /** Appointments of tomorrow that nobody has confirmed. */
        unconfirmedTomorrow: z.number(),
        /** Online appointments that wait to be accepted. */
        toAccept: z.number(),
      }),
    }),
    effect: 'read',
  }),
} satisfies CallGroup
