import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { manualFields, mergeFields, type MergeField } from './patient-fields/merged.ts'
export * from './patient-fields/merged.ts'
import { amount, idOf, moment, oneWord, pageOf, paging, requestId, requiredText, version } from './core/fields.ts'

/** Refusals of this domain: codes 39001 to 39999. */
export const mergeErrors = {
  MERGE_SAME: { code: 39001, message: '请选择两份不同的档案' },
  MERGE_NOT_ACTIVE: { code: 39002, message: '已归档的档案请先取消归档再合并' },
  MERGE_ALREADY: { code: 39003, message: '档案已被合并' },
  MERGE_ID_NUMBERS: { code: 39004, message: '双方证件号不同，不能合并' },
  /** data.obstacles: what is under way, in words. */
  MERGE_UNDER_WAY: { code: 39005, message: '患者正在就诊或付款，现在不能合并' },
  MERGE_CHOICE: { code: 39006, message: '请逐项选择保留哪一方的资料' },
  MERGE_UNDONE: { code: 39007, message: '这次合并已经撤销' },
  MERGE_TOO_OLD: { code: 39008, message: '合并已超过30天，不能撤销' },
  MERGE_KEEPER_GONE: { code: 39009, message: '保留方档案已被合并或删除，不能撤销' },
  MERGE_CHANGED: { code: 39010, message: '档案刚被他人修改，请重新核对后再合并' },
} as const satisfies Record<string, ErrorEntry>

/** For how many days a merge may be undone. */
export const UNDO_DAYS = 30
/** A phone number of more files than this is an office's or a school's: only those of one name are offered as pairs. */
export const SHARED_MOBILE_LIMIT = 6

const fieldNames = Object.keys(mergeFields) as [MergeField, ...MergeField[]]

const view = resource('/duplicate:view')
const may = resource('/duplicate:merge')

const side = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  gender: z.number(),
  birthDay: z.string().nullable(),
  medicalNumber: z.string(),
  /** Covered: 138****2046. */
  mobile: z.string().nullable(),
  /** 0 normal, 1 archived */
  status: z.number(),
  homeClinicName: z.string(),
  createdName: z.string(),
  createdAt: moment,
  visitCount: z.number(),
  lastVisitAt: moment.nullable(),
  /** null for whoever may not see amounts */
  arrearsAmount: amount.nullable(),
  consumeTotal: amount.nullable(),
})

const pairSide = side.omit({ version: true, createdName: true, arrearsAmount: true, consumeTotal: true })
const levels = ['strong', 'medium', 'weak'] as const

const listed = z.object({
  /** What it is: 账单 */
  kind: z.string(),
  number: z.string().nullable(),
  createdAt: moment,
})

const undoing = {
  /** Newer than the merge and by itself: stays with the kept file. At most 100 are listed. */
  stays: z.array(listed),
  staysTotal: z.number(),
  /** Fields that were changed since the merge and keep what they say now. */
  changed: z.array(
    z.object({ field: oneWord('字段', fieldNames), label: z.string(), now: z.string(), was: z.string() }),
  ),
}

const merged = z.object({
  id: z.string(),
  version: z.number(),
  keepId: z.string(),
  /** As it is called now. */
  keepName: z.string(),
  keepNumber: z.string(),
  removeId: z.string(),
  removeName: z.string(),
  removeNumber: z.string(),
  reason: z.string(),
  createdName: z.string(),
  createdAt: moment,
  /** 1 in force, 2 undone */
  status: z.number(),
  undoneName: z.string().nullable(),
  undoneAt: moment.nullable(),
  undoneReason: z.string().nullable(),
  /** Until when it may be undone; null when it may not. */
  undoUntil: moment.nullable(),
})

export const merge = {
  duplicates: call({
    method: 'POST',
    path: '/patient-api/v2/patient-info/duplicate/list',
    doc: '疑似重复的档案，成对：强（证件号相同）、中（姓名和手机号相同，姓名和生日相同）、弱（手机号相同）；附各级的对数。标为“不是同一人”的另列。',
    spec: null,
    allow: view,
    also: ['/allTimePatients:view'],
    effect: 'read',
    scope: 'all',
    body: { level: oneWord('匹配', [...levels, 'distinct']).default('medium'), ...paging },
    output: pageOf(
      z.object({
        a: pairSide,
        b: pairSide,
        level: z.enum(levels),
        reason: z.string(),
        /** Somebody found them to be two people. */
        distinct: z.object({ name: z.string(), at: moment }).nullable(),
      }),
    ).extend({
      counts: z.object({ strong: z.number(), medium: z.number(), weak: z.number(), distinct: z.number() }),
    }),
  }),
  distinct: call({
    method: 'POST',
    path: '/patient-api/v2/patient-info/duplicate/distinct',
    doc: '标记两份档案不是同一人（distinct=false 取消标记）',
    spec: null,
    allow: may,
    also: ['/allTimePatients:view'],
    scope: 'all',
    body: { aId: idOf('档案'), bId: idOf('档案'), distinct: z.boolean().default(true) },
    output: z.null(),
    errors: ['MERGE_SAME'],
  }),
  preview: call({
    method: 'POST',
    path: '/patient-api/v2/patient-info/merge/preview',
    doc: '合并预览：两份档案逐项对照（自动补齐、取并集、须选择）、两侧各类记录的数量、不能合并的原因、重复的未来预约。查看记入日志。',
    spec: null,
    allow: may,
    also: ['/allTimePatients:view', '/field:phone', '/field:idNumber', '/field:amounts'],
    scope: 'all',
    body: { keepId: idOf('保留的档案'), removeId: idOf('并入的档案') },
    output: z.object({
      keep: side,
      remove: side,
      fields: z.array(
        z.object({
          field: oneWord('字段', fieldNames),
          label: z.string(),
          /** What each side says, in words; null: nothing. */
          keep: z.string().nullable(),
          remove: z.string().nullable(),
          /** same: nothing to decide; filled: only one side says something; united; choose: has to be chosen */
          how: z.enum(['same', 'filled', 'united', 'choose']),
          /** What comes of it, unless it has to be chosen. */
          result: z.string().nullable(),
        }),
      ),
      counts: z.array(z.object({ kind: z.string(), keep: z.number(), remove: z.number() })),
      obstacles: z.array(z.string()),
      /** Appointments to come of both files on one day: none is deleted. */
      doubles: z.array(z.string()),
    }),
    errors: ['MERGE_SAME', 'MERGE_ALREADY'],
  }),
  merge: call({
    method: 'POST',
    path: '/patient-api/v2/patient-info/merge',
    doc: '合并重复患者：并入方的全部记录改挂到保留方；有差异的字段逐项选择（keep 保留方 / remove 并入方 / manual 填写）；30 天内可撤销。',
    spec: 'v2-patient-info-merge',
    allow: may,
    also: ['/allTimePatients:view'],
    scope: 'all',
    body: {
      keepId: idOf('保留的档案'),
      keepVersion: version,
      removeId: idOf('并入的档案'),
      removeVersion: version,
      fieldChoices: z
        .partialRecord(z.enum(fieldNames), oneWord('选择', ['keep', 'remove', 'manual']), { error: '字段选择有误' })
        .default({}),
      manual: z.strictObject(manualFields, { error: '填写的内容有误' }).partial().default({}),
      reason: requiredText('合并原因', 200),
      requestId,
    },
    output: z.object({
      id: z.string(),
      keepId: z.string(),
      moved: z.array(z.object({ kind: z.string(), count: z.number() })),
    }),
    idempotent: true,
    errors: [
      'MERGE_SAME',
      'MERGE_NOT_ACTIVE',
      'MERGE_ALREADY',
      'MERGE_ID_NUMBERS',
      'MERGE_UNDER_WAY',
      'MERGE_CHOICE',
      'MERGE_CHANGED',
    ],
  }),
  history: call({
    method: 'POST',
    path: '/patient-api/v2/patient-info/merge/list',
    doc: '合并记录，新在前',
    spec: null,
    allow: view,
    also: ['/allTimePatients:view'],
    effect: 'read',
    scope: 'all',
    body: { ...paging },
    output: pageOf(merged),
  }),
  detail: call({
    method: 'GET',
    path: '/patient-api/v2/patient-info/merge/detail/{id}',
    doc: '一次合并：并入了哪些记录；撤销会还原什么、哪些留在保留方',
    spec: null,
    allow: view,
    also: ['/allTimePatients:view'],
    scope: 'all',
    params: { id: idOf('合并记录') },
    output: merged.extend({ moved: z.array(z.object({ kind: z.string(), count: z.number() })), ...undoing }),
  }),
  undo: call({
    method: 'POST',
    path: '/patient-api/v2/patient-info/merge/undo',
    doc: '撤销合并（30 天内）：并入的记录还给原档案，两侧资料还原；合并后改过的字段和新产生的记录留在保留方并列出',
    spec: null,
    allow: may,
    also: ['/allTimePatients:view'],
    scope: 'all',
    body: { id: idOf('合并记录'), version, reason: requiredText('撤销原因', 200), requestId },
    output: z.object({ removeId: z.string(), keepId: z.string(), ...undoing }),
    idempotent: true,
    errors: ['MERGE_UNDONE', 'MERGE_TOO_OLD', 'MERGE_KEEPER_GONE', 'MERGE_UNDER_WAY', 'VERSION_CONFLICT'],
  }),
} satisfies CallGroup
