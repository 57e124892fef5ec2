import { z } from 'zod'
import { appointmentCard } from './appointment.ts'
import { call, resource } from './core/call.ts'
import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { amount, idOf, moment, requiredText } from './core/fields.ts'
import { foundPatient } from './found-patient.ts'
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
  received:
    '今天收到的现金、微信、支付宝、银行卡、医保、对公等，充值与预交金在内，减去今天撤销、退款的；不含用储值、预交金付的和挂账',
} as const

const dayAppointment = appointmentCard
  .omit({
    visitStatus: true,
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

const ABOUT_TODAY = [
  '/allTimePatients:view',
  '/dashboard:view',
  '/doctorIndex:view',
  '/inTreatment:view',
  '/myAppointmentBoard:view',
  '/patientMedicalRecord:view',
  '/orderSet:view',
  '/orderSet:charge',
  '/field:amounts',
] as const

/** What stands for somebody today: a visit, or an appointment that no visit has come of. */
const entryOfToday = z.object({
  appointmentId: z.string().nullable(),
  registrationId: z.string().nullable(),
  treatmentId: z.string().nullable(),
  clinicName: z.string(),
  /** Of the clinic at work and of what the person works with there: the next step may be offered. */
  within: z.boolean(),
  doctorId: z.string(),
  doctorName: z.string(),
  room: z.string(),
  title: z.string(),
  teeth: z.string(),
  /** The appointed time; null for who came without one. */
  startTime: moment.nullable(),
  endTime: moment.nullable(),
  /** When the patient came, was taken in and was done. */
  regTime: moment.nullable(),
  beganAt: moment.nullable(),
  endedAt: moment.nullable(),
  queueNo: z.number(),
  /** Of the visit; of the appointment where there is none yet. */
  status: z.number(),
  /** Still to be charged for this visit; null for whoever may not see it. */
  due: amount.nullable(),
})

/** A patient with what the desk has to know to take the next step. */
const standing = foundPatient.extend({
  /** Which characters of the name the keyword found: the first, and how many. */
  matched: z.object({ from: z.number(), length: z.number() }).nullable(),
  /** The server's time: waiting and lateness are counted from it. */
  now: moment,
  /** In the order of the day. */
  today: z.array(entryOfToday),
  /** The next appointment after today. */
  next: z
    .object({
      id: z.string(),
      clinicName: z.string(),
      within: z.boolean(),
      startTime: moment,
      title: z.string(),
      doctorName: z.string(),
    })
    .nullable(),
  /** The last visit before today. */
  last: z.object({ visitTime: moment, title: z.string(), doctorName: z.string() }).nullable(),
})
/** Patients whose standing is asked for at once. */
export const STANDING_MAX = 10

/** The numbers of a day in a clinic. Only reads. */
export const reporting = {
  find: call({
    method: 'GET',
    path: '/report-api/v2/workbench/find',
    doc: '按姓名、拼音首字母、手机尾号、病历号找患者，连同今天的预约与就诊、下次预约和上次就诊，最多10人',
    spec: null,
    allow: resource('/allTimePatients:view', '/patientCenter:view'),
    also: [...ABOUT_TODAY],
    scope: 'all',
    query: { keyword: requiredText('关键字', 40) },
    output: z.array(standing),
  }),
  standing: call({
    method: 'POST',
    path: '/report-api/v2/workbench/standing',
    doc: '指定患者今天的预约与就诊、下次预约和上次就诊；不在数据范围内的不列出',
    spec: null,
    allow: resource('/allTimePatients:view', '/patientCenter:view'),
    also: [...ABOUT_TODAY],
    scope: 'all',
    body: {
      patientIds: z
        .array(idOf('患者'), { error: '请选择患者' })
        .min(1, { error: '请选择患者' })
        .max(STANDING_MAX, { error: `一次最多${STANDING_MAX}人` })
        .transform((ids) => [...new Set(ids)]),
    },
    output: z.array(standing),
    effect: 'read',
  }),
  today: call({
    method: 'POST',
    path: '/report-api/v2/workbench/today',
    doc: '今日：当日指标、医生、各状态患者、未到、已离开和待办，一次取齐',
    spec: null,
    allow: resource('/dashboard:view', '/doctorIndex:view'),
    also: ['/orderSet:view', '/orderSet:charge', '/orderSet:dunEscalated', '/allTimePatients:view', '/field:amounts'],
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
        /** Bills promised to be paid by a day that has gone, for the head of the clinic; null for whoever is not. */
        brokenPromises: z.number().nullable(),
      }),
    }),
    effect: 'read',
  }),
} satisfies CallGroup
