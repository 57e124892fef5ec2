import { z } from 'zod'
import { call, inClinic, inClinicApart, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf, moment, requiredText } from './core/fields.ts'
import { states } from './core/states.ts'

/** Refusals of this domain: codes 33501 to 33599. */
export const exportTaskErrors = {
  /** Answered by every call whose file is an export; our pages then ask for a task. */
  EXPORT_TAKES_LONG: { code: 33501, message: '这份导出较大，请改用后台导出，完成后会通知您' },
  /** With the number of rows that may be. */
  EXPORT_TOO_MANY: { code: 33504, message: '一次导出的行数太多，请缩小范围后再导出' },
  EXPORTS_WAITING: { code: 33502, message: '您排队的导出太多，请等它们完成或取消一些' },
  EXPORT_RIGHTS_CHANGED: { code: 33503, message: '您的权限已有变化，请重新导出' },
} as const satisfies Record<string, ErrorEntry>

/** What becomes of an export that is made as a task. */
export const exportTaskStates = states(
  {
    queued: [0, '排队', 'waiting'],
    running: [1, '进行中', 'running'],
    done: [2, '完成', 'done'],
    failed: [3, '失败', 'owing'],
    expired: [4, '已过期', 'late'],
    cancelled: [5, '已取消', 'ended'],
  },
  {
    /** Something is still to come of it. */
    active: ['queued', 'running'],
    /** Nothing of it is left or was ever there. */
    without: ['failed', 'expired', 'cancelled'],
  },
  {
    begin: { from: ['queued'], to: ['running'] },
    /** The server that was at it is gone. */
    giveBack: { from: ['running'], to: ['queued'] },
    finish: { from: ['running'], to: ['done'] },
    fail: { from: ['active'], to: ['failed'] },
    cancel: { from: ['active'], to: ['cancelled'] },
    expire: { from: ['done'], to: ['expired'] },
    download: { from: ['done'], to: [] },
    retry: { from: ['without'], to: ['queued'] },
  },
)

/** So many days a file is kept. */
export const EXPORT_DAYS = 7

const task = z.object({
  id: z.string(),
  /** What is exported: 患者列表. */
  title: z.string(),
  /** Null as long as nobody knows it. */
  fileName: z.string().nullable(),
  status: z.number(),
  rowsDone: z.number(),
  /** Null where rows are not counted before they are written. */
  rowsExpected: z.number().nullable(),
  /** What they are: 行, or 份 of papers. */
  unit: z.string(),
  bytes: z.number().nullable(),
  /** Why it failed, for whoever asked. */
  problem: z.string(),
  createdAt: moment,
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  expiresAt: moment.nullable(),
})

const one = { id: idOf('导出任务') }

/** Exports that take long: asked for, watched, fetched. Each person has the own ones of the clinic at work. */
export const exportTask = {
  ask: call({
    method: 'POST',
    path: '/platform-api/v2/export-task/ask',
    doc: '后台导出：path 为某个导出接口的地址，input 为它的内容；有误的内容、没有的权限与直接导出一样当场拒绝。同一份导出还在排队或进行中时，给出的就是那一个',
    spec: null,
    allow: inClinicApart,
    body: {
      path: requiredText('导出的地址', 200),
      input: z.record(z.string().max(100), z.unknown(), { error: '导出的内容应为对象' }).default({}),
    },
    output: task,
    errors: ['EXPORTS_WAITING', 'FORBIDDEN'],
  }),
  list: call({
    method: 'GET',
    path: '/platform-api/v2/export-task/list',
    doc: '本人在当前门诊的后台导出，新的在前',
    spec: null,
    allow: inClinic,
    output: z.array(task),
  }),
  cancel: call({
    method: 'POST',
    path: '/platform-api/v2/export-task/cancel',
    doc: '取消排队或进行中的导出',
    spec: null,
    allow: inClinic,
    body: one,
    output: task,
    errors: ['NOT_FOUND', 'STATUS_CHANGED'],
  }),
  retry: call({
    method: 'POST',
    path: '/platform-api/v2/export-task/retry',
    doc: '重新排队：失败、已取消或已过期的导出',
    spec: null,
    allow: inClinic,
    body: one,
    output: task,
    errors: ['NOT_FOUND', 'STATUS_CHANGED', 'EXPORTS_WAITING'],
  }),
  download: call({
    method: 'POST',
    path: '/platform-api/v2/export-task/download',
    doc: '取出完成的文件：只限本人、当前门诊，权限与生成时相同或更大；留痕',
    spec: null,
    allow: inClinicApart,
    body: one,
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND', 'STATUS_CHANGED', 'EXPORT_RIGHTS_CHANGED'],
  }),
} satisfies CallGroup
