import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf, oneOf, requestId, requiredText, version } from './core/fields.ts'
import { templateContent, wholeTemplate } from './record.ts'

/** Refusals of templates: codes 25021 to 25049. */
export const recordTemplateErrors = {
  TEMPLATE_NAME_TAKEN: { code: 25021, message: '这个分类里已有同名模板' },
  TEMPLATE_NOT_YOURS: { code: 25022, message: '没有维护这个范围的模板的权限' },
  TEMPLATE_EMPTY: { code: 25023, message: '模板里没有内容' },
  TEMPLATE_PLACEHOLDER: { code: 25024, message: '模板里有不认识的占位' },
} satisfies Record<string, ErrorEntry>

/** Whose a template is. What the platform offers is read and copied, not changed. */
export const templateScopeNames = { 1: '个人', 2: '门诊', 3: '连锁', 4: '平台' } as const
/** 1 the person's own, 2 the clinic's, 3 the chain's. */
export type TemplateScope = 1 | 2 | 3
const scopes = [1, 2, 3] as const
const scope = z.union([z.literal(1), z.literal(2), z.literal(3)])

const template = z.object({
  id: z.string(),
  scope,
  category: z.string(),
  name: z.string(),
  favourite: z.boolean(),
  canEdit: z.boolean(),
  content: wholeTemplate,
  version: z.number(),
})

const USE = ['/myTemplete:view', '/patientMedicalRecord:add', '/medicalRecordTempSet:view'] as const
const KEEP = ['/myTemplete:edit', '/medicalRecordTempSet:edit'] as const

export const recordTemplate = {
  list: call({
    method: 'GET',
    path: '/emr-api/record-template/list',
    doc: '本人可用的病历模板和词条：个人、本门诊、连锁；mayKeep 为本人可维护的范围',
    spec: null,
    allow: resource(...USE),
    also: [...KEEP],
    output: z.object({ list: z.array(template), mayKeep: z.array(scope) }),
  }),
  save: call({
    method: 'POST',
    path: '/emr-api/record-template/save',
    doc: '新建或修改模板：个人的由本人，门诊的由门诊，连锁的由总部',
    spec: null,
    allow: resource(...KEEP),
    body: {
      id: idOf('模板').nullish(),
      version: version.nullish(),
      scope: oneOf('范围', scopes),
      category: requiredText('分类', 30),
      name: requiredText('模板名称', 40),
      favourite: z.boolean({ error: '收藏应为是或否' }).default(false),
      content: templateContent,
      requestId,
    },
    idempotent: true,
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['TEMPLATE_NAME_TAKEN', 'TEMPLATE_NOT_YOURS', 'TEMPLATE_EMPTY', 'TEMPLATE_PLACEHOLDER'],
  }),
  remove: call({
    method: 'POST',
    path: '/emr-api/record-template/delete',
    doc: '删除模板；已写的病历不受影响',
    spec: null,
    allow: resource(...KEEP),
    body: { id: idOf('模板'), version },
    output: z.object({ id: z.string() }),
    errors: ['TEMPLATE_NOT_YOURS'],
  }),
} satisfies CallGroup
