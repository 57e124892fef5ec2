import { z } from 'zod'
import { anyone, call, resource, type CallGroup } from './core/call.ts'
import { moment, optionalText } from './core/fields.ts'

const turn = z.object({
  doctorId: z.string(),
  doctorName: z.string(),
  queueNo: z.number(),
  /** 张*明: nobody in the waiting room reads a whole name. */
  name: z.string(),
  /** Where the doctor works; empty when no room was given. */
  room: z.string(),
  callTime: moment.nullable(),
})
/** One patient on the screen. */
export type QueueTurn = z.input<typeof turn>

const link = z.object({
  /** null: the screen is closed */
  key: z.string().nullable(),
  setName: z.string(),
  setTime: moment.nullable(),
})

/** The screen in the waiting room: who is called, who comes next. Its address shows nothing else and can be taken back. */
export const queueCalls = {
  queueLink: call({
    method: 'GET',
    path: '/treatment-api/queue/link',
    doc: '候诊屏的链接；没有开通时为空',
    spec: null,
    allow: resource('/inTreatment:register', '/inTreatment:call'),
    output: link,
  }),
  setQueueLink: call({
    method: 'POST',
    path: '/treatment-api/queue/link',
    doc: '开通候诊屏：生成新链接，旧链接随即失效；或停用',
    spec: null,
    allow: resource('/inTreatment:register'),
    body: { open: z.boolean({ error: '请选择开通或停用' }) },
    output: link,
  }),
  queueScreen: call({
    method: 'POST',
    path: '/treatment-api/queue/screen',
    doc: '候诊屏：已叫号和候诊的患者，姓名隐去中间；凭链接，不用登录',
    spec: null,
    allow: anyone,
    effect: 'read',
    body: { key: optionalText('链接', 120) },
    output: z.object({
      clinicName: z.string(),
      now: moment,
      /** Called and not yet in the chair, the last one first. */
      called: z.array(turn),
      /** Whoever waits, each doctor's in its order. */
      queues: z.array(
        z.object({ doctorId: z.string(), doctorName: z.string(), room: z.string(), waiting: z.array(turn) }),
      ),
    }),
    errors: ['QUEUE_CLOSED'],
  }),
} satisfies CallGroup
