import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import { idOf, oneOf, oneWord, requestId, requiredText, version, wholeNumber } from './core/fields.ts'
import { keptFilter, patientFilter } from './patient-filter.ts'

/** The colours a group may have; the first is the one a new group begins with. */
export const groupColours = ['teal', 'blue', 'violet', 'rose', 'amber', 'green', 'slate'] as const
export type GroupColour = (typeof groupColours)[number]
export const shareLevelNames: Record<number, string> = { 1: '个人', 2: '门诊', 3: '连锁' }

const manage = resource('/allTimePatients:group')
const view = resource('/allTimePatients:view', '/patientCenter:view')
const VIEWS = ['/allTimePatients:view', '/patientCenter:view', '/allTimePatients:share'] as const
const people = (max: number) =>
  z
    .array(idOf('患者'), { error: '请选择患者' })
    .min(1, { error: '请选择患者' })
    .max(max, { error: `一次最多${max}人` })
    .transform((ids) => [...new Set(ids)])
const groups = z
  .array(idOf('分组'), { error: '请选择分组' })
  .min(1, { error: '请选择分组' })
  .max(20, { error: '一次最多20个分组' })
  .transform((ids) => [...new Set(ids)])

const brief = z.object({
  id: z.string(),
  name: z.string(),
  colour: z.string(),
  /** 1 by hand, 2 by a rule */
  type: z.number(),
})

/** Groups of patients, and the filters a person keeps. */
export const patientGroupCalls = {
  groupList: call({
    method: 'GET',
    path: '/patient-api/v2/group/list',
    doc: '本人看得到的分组：自己的、本门诊的、连锁的；counts=1 时附人数（只数看得到的正常档案）',
    spec: 'v2-group-list',
    allow: view,
    also: [...VIEWS, '/field:amounts', '/allTimePatients:group'],
    scope: 'all',
    query: { counts: oneWord('是否计数', ['0', '1']).default('0') },
    output: z.array(
      brief.extend({
        /** 1 personal, 2 clinic, 3 chain */
        shareLevel: z.number(),
        sortNo: z.number(),
        version: z.number(),
        ownerName: z.string(),
        clinicName: z.string(),
        rule: keptFilter.nullable(),
        /** May the person at work change or delete it? */
        canEdit: z.boolean(),
        patientCount: z.number().nullable(),
      }),
    ),
  }),
  groupSave: call({
    method: 'POST',
    path: '/patient-api/v2/group/update',
    doc: '新建（不带 id）或修改分组：名称、颜色、共享范围；智能分组另有条件。名称在门诊内（个人分组在本人内）不重复。',
    spec: 'v2-group-update',
    allow: manage,
    also: [...VIEWS, '/field:amounts'],
    scope: 'all',
    idempotent: true,
    body: {
      id: idOf('分组').nullish(),
      version: version.optional(),
      name: requiredText('分组名称', 12),
      colour: oneWord('颜色', groupColours).default('teal'),
      type: oneOf('分组类型', [1, 2]).default(1),
      rule: z.object(patientFilter).nullish(),
      shareLevel: oneOf('共享范围', [1, 2, 3]).default(1),
      sortNo: wholeNumber('排序', 0, 9999).default(0),
      requestId,
    },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['PATIENT_GROUP_NAME_TAKEN', 'PATIENT_GROUP_RULE', 'PATIENT_GROUP_SHARE', 'VERSION_CONFLICT'],
  }),
  groupAdd: call({
    method: 'POST',
    path: '/patient-api/v2/group/batchInsert',
    doc: '把患者批量加入手工分组；已在组内的不变',
    spec: 'v2-group-batch-insert',
    allow: manage,
    also: VIEWS,
    scope: 'all',
    idempotent: true,
    body: { groupIds: groups, patientIds: people(500), requestId },
    output: z.object({ added: z.number() }),
    errors: ['PATIENT_GROUP_RULE', 'PATIENT_GROUP_SHARE'],
  }),
  groupDelete: call({
    method: 'DELETE',
    path: '/patient-api/v2/group/delete/{id}',
    doc: '删除分组：只解除关系，患者档案不变',
    spec: 'v2-group-delete',
    allow: manage,
    also: VIEWS,
    scope: 'all',
    params: { id: idOf('分组') },
    output: z.null(),
    errors: ['PATIENT_GROUP_SHARE'],
  }),
  groupTakeOut: call({
    method: 'DELETE',
    path: '/patient-api/v2/group/patientGroupRealition/delete',
    doc: '把患者移出手工分组；患者档案不变',
    spec: 'v2-group-patient-group-realition-delete',
    allow: manage,
    also: VIEWS,
    scope: 'all',
    body: { groupIds: groups, patientIds: people(500) },
    output: z.object({ removed: z.number() }),
    errors: ['PATIENT_GROUP_RULE', 'PATIENT_GROUP_SHARE'],
  }),
  groupsOfPatient: call({
    method: 'GET',
    path: '/treatment-api/patientGroup/list/{patientId}',
    doc: '一位患者所在的手工分组（本人看得到的）',
    spec: 'patient-group-list-appointments',
    allow: view,
    also: [...VIEWS, '/allTimePatients:group'],
    scope: 'all',
    params: { patientId: idOf('患者') },
    output: z.array(brief.extend({ canEdit: z.boolean() })),
  }),
  leaveGroup: call({
    method: 'DELETE',
    path: '/treatment-api/patientGroup/delete/{groupId}/{patientId}',
    doc: '把一位患者移出一个手工分组',
    spec: 'patient-group-delete-appointments',
    allow: manage,
    also: VIEWS,
    scope: 'all',
    params: { groupId: idOf('分组'), patientId: idOf('患者') },
    output: z.null(),
    errors: ['PATIENT_GROUP_RULE', 'PATIENT_GROUP_SHARE'],
  }),
  tags: call({
    method: 'GET',
    path: '/patient-api/v2/patient-tag/list',
    doc: '正在使用的患者标签，常用在前',
    spec: null,
    allow: view,
    also: VIEWS,
    scope: 'all',
    output: z.array(z.object({ name: z.string(), used: z.number() })),
  }),
  filterList: call({
    method: 'GET',
    path: '/patient-api/v2/patient-filter/list',
    doc: '本人存下的常用筛选',
    spec: null,
    allow: view,
    also: ['/field:amounts'],
    scope: 'all',
    output: z.array(z.object({ id: z.string(), name: z.string(), conditions: keptFilter, version: z.number() })),
  }),
  filterSave: call({
    method: 'POST',
    path: '/patient-api/v2/patient-filter/save',
    doc: '把筛选条件存为常用筛选；同名的换成新的条件',
    spec: null,
    allow: view,
    also: ['/field:amounts'],
    scope: 'all',
    idempotent: true,
    body: { name: requiredText('名称', 12), conditions: z.object(patientFilter), requestId },
    output: z.object({ id: z.string() }),
    errors: ['PATIENT_FILTERS_FULL'],
  }),
  filterDelete: call({
    method: 'DELETE',
    path: '/patient-api/v2/patient-filter/delete/{id}',
    doc: '删除一个常用筛选',
    spec: null,
    allow: view,
    scope: 'all',
    params: { id: idOf('常用筛选') },
    output: z.null(),
  }),
} satisfies CallGroup
