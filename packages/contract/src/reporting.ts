import { z } from 'zod'
import { appointmentCard } from './appointment.ts'
import { call, resource } from './core/call.ts'
import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { amount, idOf, moment } from './core/fields.ts'
import { registrationCard } from './visit.ts'

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

const dayAppointment = appointmentCard
  .omit({
    chairId: true,
    medicalNumber: true,
    isOverbook: true,
    isBackfilled: true,
    offShift: true,
    remark: true,
    heldUntil: true,
    parkedTime: true,
    bufferBefore: true,
    bufferAfter: true,
  })
  .extend({ doctorName: z.string() })
export type DayAppointmentCard = z.output<typeof dayAppointment>

const dayVisit = registrationCard.omit({ regNo: true, medicalNumber: true, chiefComplaint: true }).extend({
  /** Minutes in the chair that were planned: the appointment's, or WALK_IN_MINUTES. */
  plannedMinutes: z.number(),
  /** Still to be charged; null for whoever may not see amounts, or the bills of this patient. */
  due: amount.nullable(),
  /** Paid in all; null likewise. */
  paid: amount.nullable(),
})
export type DayVisitCard = z.output<typeof dayVisit>

/** The numbers of a day in a clinic. Only reads. */
export const reporting = {
  today: call({
    method: 'POST',
    path: '/report-api/v2/workbench/today',
    doc: '今日：当日指标、医生、各状态患者、未到、已离开和待办，一次取齐',
    spec: null,
    allow: resource('/dashboard:view', '/doctorIndex:view'),
    also: ['/orderSet:view', '/orderSet:charge', '/allTimePatients:view', '/field:amounts'],
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
        /** Booked for later today and not here yet: no part of the rates. */
        notYetDue: z.number(),
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
      toArrive: z.array(dayAppointment),
      waiting: z.array(dayVisit),
      inChair: z.array(dayVisit),
      /** Treated, charged or not, and still here. */
      toCharge: z.array(dayVisit),
      departed: z.array(dayVisit),
      /** Past their time, or no-shows of any day that nobody has dealt with yet. */
      unarrived: z.array(dayAppointment),
      /** No-shows of the days before that nobody has dealt with. */
      olderUnarrived: z.number(),
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
