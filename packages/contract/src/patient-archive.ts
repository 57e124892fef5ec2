import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import { idOf, moment, nullableText, optionalText, pageOf, paging, requestId, wholeNumber } from './core/fields.ts'
import { uniqueRefusals } from './patient-fields/index.ts'

/** The number of an entry of the dictionary of reasons. */
const reason = wholeNumber('归档原因', 1, 999_999)
/** How long a deleted file may be restored, in days. */
export const BIN_DAYS = 30

const patientIds = z
  .array(idOf('患者'), { error: '请选择患者' })
  .min(1, { error: '请选择患者' })
  .max(100, { error: '一次最多100人' })
  .transform((ids) => [...new Set(ids)])
const VIEW = ['/allTimePatients:view'] as const

/** What stands in the way of a patient's archiving, and what should be known before it. */
const standing = z.object({
  id: z.string(),
  name: z.string(),
  medicalNumber: z.string(),
  blocks: z.array(z.string()),
  warnings: z.array(z.string()),
})
export type ArchiveStanding = z.infer<typeof standing>

const person = {
  id: z.string(),
  name: z.string(),
  gender: z.number(),
  birthDay: z.string().nullable(),
  medicalNumber: z.string(),
  /** Covered. */
  mobile: z.string().nullable(),
}

/** Archive (归档, "pigeonhole") and recycle bin. */
export const patientArchiveCalls = {
  archiveCheck: call({
    method: 'GET',
    path: '/treatment-api/checkPigeonhole',
    doc: '能否归档：blocks 为阻断原因（未来预约、未结挂号），warnings 为归档前应知道的（欠费）；没有金额权限时不含金额',
    spec: 'treatment-check-pigeonhole',
    allow: resource('/allTimePatients:archive'),
    also: [...VIEW, '/field:amounts'],
    scope: 'all',
    query: {
      /** Ids with a comma between, at most 100. */
      patientIds: z
        .string({ error: '请选择患者' })
        .transform((text) => text.split(',').filter(Boolean))
        .pipe(patientIds),
    },
    output: z.array(standing),
  }),
  archive: call({
    method: 'POST',
    path: '/patient-api/v2/central/delPigeonholePatient',
    doc: '归档患者，写明字典里的归档原因。任一人有未来预约或未结挂号时全部不归档，并说明是谁、为什么。',
    spec: 'v2-central-del-pigeonhole-patient',
    allow: resource('/allTimePatients:archive'),
    also: VIEW,
    scope: 'all',
    idempotent: true,
    body: { patientIds, reason, remark: optionalText('备注', 200), requestId },
    output: z.object({ count: z.number() }),
    errors: ['PATIENT_ARCHIVE_BLOCKED', 'PATIENT_NOT_ACTIVE', 'NOT_FOUND'],
  }),
  unarchive: call({
    method: 'POST',
    path: '/patient-api/v2/central/cancelPigeonhole',
    doc: '取消归档，档案恢复正常',
    spec: 'v2-central-cancel-pigeonhole',
    allow: resource('/allTimePatients:archive'),
    also: VIEW,
    scope: 'all',
    idempotent: true,
    body: { patientIds, requestId },
    output: z.object({ count: z.number() }),
    errors: ['PATIENT_NOT_ARCHIVED'],
  }),
  archivedList: call({
    method: 'POST',
    path: '/patient-api/v2/central/pigeonhole/list',
    doc: '已归档的患者，新归档的在前',
    spec: null,
    allow: resource('/archived:view'),
    also: [...VIEW, '/field:amounts'],
    effect: 'read',
    scope: 'all',
    body: { keyword: optionalText('关键字', 40), reason: reason.nullish(), ...paging },
    output: pageOf(
      z.object({
        ...person,
        reason: z.number().nullable(),
        /** As the dictionary says it now, also when it can't be chosen any more. */
        reasonName: z.string().nullable(),
        remark: z.string(),
        archivedAt: moment.nullable(),
        archivedBy: z.string(),
        lastVisitAt: moment.nullable(),
      }),
    ),
  }),
  remove: call({
    method: 'POST',
    path: '/patient-api/v2/central/delPatient',
    doc: '删除患者，进入回收站 30 天。只有没有就诊、收费、病历、影像（已取消的预约不算）的档案可以删除，否则只能归档；任一人不能删除时全部不删除。',
    spec: 'v2-central-del-patient',
    allow: resource('/allTimePatients:delete'),
    also: VIEW,
    scope: 'all',
    idempotent: true,
    body: { patientIds, reason: nullableText('删除原因', 100), requestId },
    output: z.object({ count: z.number() }),
    errors: ['PATIENT_DELETE_BLOCKED', 'PATIENT_NOT_ACTIVE'],
  }),
  binList: call({
    method: 'POST',
    path: '/patient-api/v2/central/recycle/list',
    doc: '回收站：30 天内删除的患者，新删除的在前',
    spec: null,
    allow: resource('/allTimePatients:delete'),
    also: VIEW,
    effect: 'read',
    scope: 'all',
    body: { keyword: optionalText('关键字', 40), ...paging },
    output: pageOf(
      z.object({ ...person, deletedAt: moment, deletedBy: z.string(), daysLeft: z.number(), createdAt: moment }),
    ),
  }),
  restore: call({
    method: 'POST',
    path: '/patient-api/v2/central/recycle/restore',
    doc: '从回收站恢复患者；证件号已另行建档时拒绝',
    spec: null,
    allow: resource('/allTimePatients:delete'),
    also: VIEW,
    scope: 'all',
    idempotent: true,
    body: { patientIds, requestId },
    output: z.object({ count: z.number() }),
    errors: ['PATIENT_BIN_GONE', ...uniqueRefusals],
  }),
} satisfies CallGroup
