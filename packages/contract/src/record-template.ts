import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf, oneOf, optionalText, queryNumber, requestId, requiredText, version, wholeNumber } from './core/fields.ts'
import { recordTemplateCategories } from './lists/record-template-categories.ts'
import { templateContent, wholeTemplate } from './record.ts'

/** Refusals of templates: codes 25021 to 25049. */
export const recordTemplateErrors = {
  TEMPLATE_NAME_TAKEN: { code: 25021, message: '这个分类里已有同名模板' },
  TEMPLATE_NOT_YOURS: { code: 25022, message: '没有维护这个范围的模板的权限' },
  TEMPLATE_EMPTY: { code: 25023, message: '模板里没有内容' },
  TEMPLATE_LEVELS: { code: 25025, message: '分类最多三级' },
  TEMPLATE_PLACEHOLDER: { code: 25024, message: '模板里有不认识的占位' },
  TEMPLATE_MARKS: { code: 25026, message: '模板的牙位标记有误' },
} satisfies Record<string, ErrorEntry>

/** Whose a template is. What the platform offers is read and copied, not changed. */
export const templateScopeNames = { 1: '个人', 2: '门诊', 3: '连锁', 4: '平台' } as const
/** 1 the person's own, 2 the clinic's, 3 the chain's. */
export type TemplateScope = 1 | 2 | 3
const scopes = [1, 2, 3] as const
const scope = z.union([z.literal(1), z.literal(2), z.literal(3)])

/** 1 a whole template, 2 a phrase. */
export type TemplateKind = 1 | 2
const kind = z.union([z.literal(1), z.literal(2)])

const template = z.object({
  id: z.string(),
  scope,
  kind,
  /** null: in none. */
  categoryId: z.string().nullable(),
  name: z.string(),
  tags: z.array(z.string()),
  /** Its rows keep the teeth that they name. */
  teethBound: z.boolean(),
  /** At hand: as the person says, else as the template does. */
  favourite: z.boolean(),
  canEdit: z.boolean(),
  /** How often it was put in by this person, and by all. */
  used: z.number(),
  usageCount: z.number(),
  /** Name and tags with their pinyin and initials. */
  search: z.string(),
  content: wholeTemplate,
  version: z.number(),
})

const tags = z
  .array(requiredText('标签', 12), { error: '标签应为列表' })
  .max(10, { error: '标签不能超过10个' })
  .default([])
const teethBound = z.boolean({ error: '保留牙位应为是或否' }).default(false)
const name = requiredText('模板名称', 40)

const codeOfCharge = requiredText('收费编码', 20)
/** A template on its way between companies: charges by their codes, categories by their names from the top. */
const carried = z.strictObject({
  kind: oneOf('类别', [1, 2]),
  category: z.array(requiredText('分类', 20), { error: '分类应为列表' }).max(3, { error: '分类最多三级' }).default([]),
  name,
  tags,
  teethBound,
  content: templateContent,
  /** For each treatment of the content the charges, by code. */
  charges: z
    .array(z.array(z.strictObject({ code: codeOfCharge, qty: wholeNumber('数量', 1, 999) })).max(30))
    .max(60)
    .default([]),
  /** For each plan of the content what it comes to, by code. */
  planCharges: z.array(z.array(codeOfCharge).max(30)).max(60).default([]),
})
export type CarriedTemplate = z.output<typeof carried>
/** Of one template: 60 treatments and 60 plans with 30 each. */
const MOST_CHARGES = 3600
/** How many may come in at once. */
export const IMPORT_MOST = 500

const USE = ['/myTemplete:view', '/patientMedicalRecord:add', '/medicalRecordTempSet:view'] as const
const KEEP = ['/myTemplete:edit', '/medicalRecordTempSet:edit'] as const
const { calls: category } = recordTemplateCategories

export const recordTemplate = {
  list: call({
    method: 'GET',
    path: '/emr-api/record-template/list',
    doc: '本人可用的病历模板和词条：个人、本门诊、连锁，按分类次序，常用的在前；mayKeep 为本人可维护的范围',
    spec: null,
    allow: resource(...USE),
    also: [...KEEP],
    output: z.object({
      list: z.array(template),
      categories: z.array(
        z.object({ id: z.string(), kind, parentId: z.string().nullable(), name: z.string(), level: z.number() }),
      ),
      mayKeep: z.array(scope),
    }),
  }),
  platform: call({
    method: 'GET',
    path: '/emr-api/record-template/platform',
    doc: '平台提供的模板：只读，复制后可改',
    spec: null,
    allow: resource('/medicalRecordTempSet:view', '/myTemplete:view'),
    output: z.array(z.object({ key: z.string(), category: z.string(), name: z.string(), content: wholeTemplate })),
  }),
  save: call({
    method: 'POST',
    path: '/emr-api/record-template/save',
    doc: '新建或修改模板：个人的由本人，门诊的由门诊，连锁的由总部；recordId 为存为模板的病历，其患者信息会去掉；保留牙位的模板可带牙位标记',
    spec: null,
    allow: resource(...KEEP),
    also: ['/patientMedicalRecord:view'],
    body: {
      id: idOf('模板').nullish(),
      version: version.nullish(),
      scope: oneOf('范围', scopes),
      kind: oneOf('类别', [1, 2]).default(1),
      categoryId: idOf('模板分类').nullable().default(null),
      name,
      tags,
      teethBound,
      favourite: z.boolean({ error: '收藏应为是或否' }).default(false),
      content: templateContent,
      recordId: idOf('病历').nullish(),
      requestId,
    },
    idempotent: true,
    output: z.object({ id: z.string(), version: z.number() }),
    errors: [
      'TEMPLATE_NAME_TAKEN',
      'TEMPLATE_NOT_YOURS',
      'TEMPLATE_EMPTY',
      'TEMPLATE_PLACEHOLDER',
      'TEMPLATE_MARKS',
      'NOT_FOUND',
    ],
  }),
  saveInterval: call({
    method: 'POST',
    path: '/emr-api/record-template/save-interval',
    doc: '只改一份模板的病情变化：给复诊模板补上，或撤销',
    spec: null,
    allow: resource(...KEEP),
    body: { id: idOf('模板'), version, interval: optionalText('病情变化', 2000) },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['TEMPLATE_NOT_YOURS', 'TEMPLATE_EMPTY', 'TEMPLATE_PLACEHOLDER', 'NOT_FOUND'],
  }),
  charges: call({
    method: 'POST',
    path: '/emr-api/record-template/charges',
    doc: '模板里收费项目的名称和单位，停用的也有',
    spec: null,
    allow: resource(...KEEP),
    effect: 'read',
    body: {
      ids: z
        .array(idOf('收费项目'), { error: '收费项目应为列表' })
        .max(MOST_CHARGES, { error: `一份模板的收费项目不超过 ${MOST_CHARGES} 个` }),
    },
    output: z.array(z.object({ id: z.string(), name: z.string(), unit: z.string() })),
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
  favourite: call({
    method: 'POST',
    path: '/emr-api/record-template/favourite',
    doc: '收进或移出我的常用',
    spec: null,
    allow: resource(...USE),
    body: { id: idOf('模板'), favourite: z.boolean({ error: '收藏应为是或否' }) },
    output: z.object({ id: z.string() }),
    errors: ['NOT_FOUND'],
  }),
  use: call({
    method: 'POST',
    path: '/emr-api/record-template/use',
    doc: '插入了一次；常用的排在前面',
    spec: null,
    allow: resource(...USE),
    body: { id: idOf('模板') },
    output: z.object({ used: z.number() }),
    errors: ['NOT_FOUND'],
  }),
  carry: call({
    method: 'GET',
    path: '/emr-api/record-template/export',
    doc: '导出一个范围的模板和词条，连同牙位标记：分类按名称，收费项目按编码，可导入另一家机构',
    spec: null,
    allow: resource(...KEEP),
    effect: 'write',
    query: { scope: queryNumber('范围', 1, 3) },
    output: z.object({ items: z.array(carried) }),
    errors: ['TEMPLATE_NOT_YOURS'],
  }),
  bring: call({
    method: 'POST',
    path: '/emr-api/record-template/import',
    doc: '导入模板和词条；没有的分类会新建，同名的跳过，没有的收费编码去掉并说明',
    spec: null,
    allow: resource(...KEEP),
    body: {
      scope: oneOf('范围', scopes),
      items: z
        .array(carried, { error: '内容应为列表' })
        .min(1, { error: '文件里没有模板' })
        .max(IMPORT_MOST, { error: `一次最多导入 ${IMPORT_MOST} 份` }),
      requestId,
    },
    idempotent: true,
    output: z.object({ made: z.number(), skipped: z.array(z.string()), unknownCharges: z.array(z.string()) }),
    errors: ['TEMPLATE_NOT_YOURS', 'TEMPLATE_PLACEHOLDER', 'TEMPLATE_MARKS', 'TEMPLATE_EMPTY'],
  }),
  categories: category.list,
  saveCategory: category.save,
  sortCategories: category.sort,
  categorySheet: category.sheet,
} satisfies CallGroup

/** What a template of a return visit says of what has changed, until somebody says more: what was said last time. */
export const LAST_INTERVAL = '{上次:病情变化}'

const RETURNS = /复诊|复查|拆线|术后|治疗后|治疗中|封药后/

/**
 * Is it a whole template of a return visit that says nothing of what has changed since? Those were written before there was
 * such a section.
 */
export function lacksInterval({
  kind: of,
  name: called,
  tags: said,
  content,
}: {
  kind: TemplateKind
  name: string
  tags: readonly string[]
  content: { chiefComplaint: string; interval: string }
}): boolean {
  const isReturn = [called, content.chiefComplaint, ...said].some((words) => RETURNS.test(words))
  return of === 1 && isReturn && content.interval.trim() === ''
}
