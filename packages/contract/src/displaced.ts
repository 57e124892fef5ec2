import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import { idOf, localDate, moment, option, version } from './core/fields.ts'

/** Appointments that a change of shifts left without their doctor: what to do with them. */
export const displacedCalls = {
  displacedList: call({
    method: 'POST',
    path: '/treatment-api/appointment/displaced/list',
    doc: '医生班次变动后不再接诊的预约，附同一时间有空的医生；最长 92 天',
    spec: null,
    allow: resource('/clinicSchedule:view', '/myAppointmentBoard:view'),
    also: ['/field:phone', '/myAppointmentBoard:view', '/clinicSchedule:view'],
    body: { from: localDate('开始日期'), to: localDate('结束日期') },
    effect: 'read',
    output: z.array(
      z.object({
        id: z.string(),
        version: z.number(),
        patientId: z.string().nullable(),
        name: z.string(),
        mobile: z.string(),
        doctorId: z.string(),
        doctorName: z.string(),
        startTime: moment,
        endTime: moment,
        title: z.string(),
        reason: z.string(),
        /** When the patient was told. */
        toldTime: moment.nullable(),
        /** Doctors who are free at that time. */
        freeDoctors: z.array(option),
      }),
    ),
  }),
  nearbyPlaces: call({
    method: 'POST',
    path: '/treatment-api/appointment/displaced/places',
    doc: '一个预约可改到的时间：原医生在原时间（已过则从今天起）前后两周内最近的空档，上下午各一',
    spec: null,
    allow: resource('/myAppointmentBoard:edit'),
    body: { id: idOf('预约') },
    effect: 'read',
    output: z.array(z.object({ startTime: moment, endTime: moment })),
  }),
  tellDisplaced: call({
    method: 'POST',
    path: '/treatment-api/appointment/displaced/tell',
    doc: '短信告诉患者预约需要改期，每个预约的每次变动只发一次；发不到的（没有建档、没有手机号、拒收）列出',
    spec: null,
    allow: resource('/SMSmanagement:send'),
    also: ['/myAppointmentBoard:edit'],
    body: {
      ids: z
        .array(idOf('预约'), { error: '请选择预约' })
        .min(1, { error: '请选择预约' })
        .max(200, { error: '一次不能超过200个预约' }),
    },
    output: z.object({ told: z.number(), without: z.array(z.string()) }),
    errors: ['APPOINTMENT_STATUS', 'APPOINTMENT_NOT_DISPLACED'],
  }),
  keepDisplaced: call({
    method: 'POST',
    path: '/treatment-api/appointment/displaced/keep',
    doc: '保留班次外的预约（标为班次外）',
    spec: null,
    allow: resource('/myAppointmentBoard:overbook'),
    body: { id: idOf('预约'), version },
    output: z.null(),
    errors: ['APPOINTMENT_STATUS', 'VERSION_CONFLICT'],
  }),
} satisfies CallGroup
