import { z } from 'zod'
import { anyone, call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  idOf,
  moment,
  oneOf,
  oneWord,
  optionalText,
  requestId,
  requiredText,
  version,
  wholeNumber,
  wordsOf,
} from './core/fields.ts'

/** Refusals of the drug reference: codes 25101 to 25119. */
export const drugErrors = {
  DRUG_NAME_TAKEN: { code: 25101, message: '已有同名同规格的药品' },
  DRUG_PLACE_GONE: { code: 25102, message: '列表已变化，请从头加载' },
} satisfies Record<string, ErrorEntry>

/** The categories in which drugs stand, in the order of the screen. */
export const drugCategories = [
  '抗菌药物',
  '解热镇痛抗炎药',
  '局部麻醉药',
  '口腔局部用药',
  '抗真菌药',
  '抗病毒药',
  '糖皮质激素',
  '止血药',
  '镇静抗焦虑药',
  '急救药',
  '其他',
] as const

/** Tiers of antibiotics; what has none was not put into one, or is no antibiotic. */
export const antibioticTierNames: Readonly<Record<number, string>> = {
  1: '非限制使用级',
  2: '限制使用级',
  3: '特殊使用级',
}

/** The sections of a drug, in the order of the screen, and how long each may be. */
export const drugSections = {
  brand: ['商品名', 100],
  appearance: ['性状', 300],
  indications: ['适应证', 1000],
  usage: ['用法', 1000],
  adultDose: ['成人用量', 500],
  childDose: ['儿童用量', 500],
  pediatricUse: ['儿童用药', 500],
  maxDaily: ['每日最大量', 200],
  contraindications: ['禁忌', 1000],
  warnings: ['注意事项', 1000],
  adverse: ['不良反应', 1000],
  interactions: ['相互作用', 1000],
  pregnancy: ['妊娠用药', 500],
  lactation: ['哺乳用药', 500],
  elderly: ['老年用药', 500],
  overdose: ['药物过量', 500],
  pharmacology: ['药理毒理', 1000],
  pharmacokinetics: ['药代动力学', 1000],
  storage: ['贮藏', 200],
  package: ['包装', 200],
  shelfLife: ['有效期', 60],
  standard: ['执行标准', 100],
  ingredients: ['成分', 500],
  dosageForm: ['剂型', 60],
  approvalNo: ['批准文号', 60],
  manufacturer: ['生产企业', 100],
  insertRevised: ['说明书修订日期', 60],
  medicareCode: ['医保编码', 60],
} as const satisfies Readonly<Record<string, readonly [label: string, max: number]>>
export type DrugSection = keyof typeof drugSections
export const drugSectionKeys = Object.keys(drugSections) as DrugSection[]

/** The sections of a drug as they are stored and written; a missing one is empty. */
export const drugTexts = z.strictObject(
  Object.fromEntries(
    drugSectionKeys.map((key) => [key, optionalText(drugSections[key][0], drugSections[key][1])]),
  ) as Record<DrugSection, ReturnType<typeof optionalText>>,
  { error: '药品资料有误' },
)
export type DrugTexts = z.output<typeof drugTexts>

/** Where a drug comes from: of the platform, of the platform and changed or signed by the company, of the company alone. */
export const drugOrigins = ['platform', 'changed', 'own'] as const
export const drugOriginNames = { platform: '平台', changed: '平台（本机构已改）', own: '本机构' } as const

/** What rules of the drug checks go by. */
export const drugRuleKinds = {
  crossAllergy: '交叉过敏',
  age: '年龄',
  pregnancy: '妊娠',
  lactation: '哺乳',
  disease: '系统病史',
  pair: '合用',
  item: '处置',
  advice: '用药交代',
} as const

const rule = z.object({
  id: z.string(),
  kind: z.enum(wordsOf(drugRuleKinds)),
  drugs: z.array(z.string()),
  /** When it speaks, as far as its text does not say it. */
  condition: z.string(),
  severity: z.enum(['阻断', '强提示', '提示']),
  text: z.string(),
  source: z.string(),
  /** The company's pharmacist who answers for it as it reads today; null: waits for one. */
  signedName: z.string().nullable(),
  signedLicence: z.string().nullable(),
  signedAt: moment.nullable(),
  /** null: nobody has signed it yet. */
  version: z.number().nullable(),
})

const face = {
  id: z.string(),
  name: z.string(),
  genericName: z.string(),
  category: z.string(),
  spec: z.string(),
  routes: z.array(z.string()),
  prescriptionOnly: z.boolean(),
  antibioticTier: z.number().nullable(),
  origin: z.enum(drugOrigins),
  enabled: z.boolean(),
  /** null: waits for a pharmacist. */
  signedName: z.string().nullable(),
  signedAt: moment.nullable(),
}
const listed = z.object(face)

const detail = z.object({
  ...face,
  texts: z.object(
    Object.fromEntries(drugSectionKeys.map((key) => [key, z.string()])) as Record<DrugSection, z.ZodString>,
  ),
  source: z.string(),
  /** null: nobody in the company has changed or signed it. */
  version: z.number().nullable(),
  signedLicence: z.string().nullable(),
  /** What has to be seen of it before it is prescribed. */
  reminders: z.array(z.object({ severity: z.enum(['阻断', '强提示', '提示']), text: z.string() })),
  can: z.object({ edit: z.boolean(), sign: z.boolean() }),
})

const VIEW = '/drugAdministration:view'
const EDIT = '/drugAdministration:edit'
const SIGN = '/drugAdministration:sign'
/** The version of the company's row; left out for a drug that is still the platform's. */
const rowVersion = version.nullish()
const kept = z.object({ id: z.string(), version: z.number() })

const page = {
  lastId: idOf('上一页最后一个药品').nullish(),
  name: optionalText('药品', 40),
  page: wholeNumber('页码', 1, 10_000).default(1),
  size: wholeNumber('每页条数', 1, 100).default(20),
}

export const drug = {
  list: call({
    method: 'POST',
    path: '/emr-api/v1/medical-tools/drug/list',
    doc: '药品资料：按名称拼音排列，以 lastId 为游标翻页（没有 lastId 时按 page）；name 可为药名、通用名、拼音、首字母或类别',
    spec: 'v1-medical-tools-drug-list',
    allow: resource(VIEW),
    effect: 'read',
    body: {
      ...page,
      category: oneWord('类别', drugCategories).nullish(),
      /** Also those that are switched off. */
      all: z.boolean({ error: '含停用应为是或否' }).default(false),
    },
    output: z.object({ list: z.array(listed), lastId: z.string().nullable() }),
    errors: ['DRUG_PLACE_GONE'],
  }),
  detail: call({
    method: 'POST',
    path: '/emr-api/v1/medical-tools/drug/detail/{id}',
    doc: '一个药品的全部资料、来源与药师签名',
    spec: 'v1-medical-tools-drug-detail',
    allow: resource(VIEW),
    also: [EDIT, SIGN],
    effect: 'read',
    params: { id: idOf('药品') },
    output: detail,
  }),
  openList: call({
    method: 'POST',
    path: '/emr-api/v1/medical-tools/drug/open/list',
    doc: '无须登录的药品资料：只有平台药品，不含任何门诊的修改与签名',
    spec: null,
    allow: anyone,
    effect: 'read',
    body: {
      ...page,
      lastId: idOf('上一页最后一个平台药品').nullish(),
      category: oneWord('类别', drugCategories).nullish(),
    },
    output: z.object({ list: z.array(listed), lastId: z.string().nullable() }),
    errors: ['DRUG_PLACE_GONE', 'TOO_MANY'],
  }),
  openDetail: call({
    method: 'POST',
    path: '/emr-api/v1/medical-tools/drug/open/detail/{id}',
    doc: '无须登录的一个平台药品',
    spec: null,
    allow: anyone,
    effect: 'read',
    params: { id: idOf('平台药品') },
    output: detail,
    errors: ['TOO_MANY'],
  }),
  save: call({
    method: 'POST',
    path: '/emr-api/v1/medical-tools/drug/save',
    doc: '新建本机构药品，或修改药品资料：平台药品在本机构成为自己的一份；改动后药师签名失效',
    spec: null,
    allow: resource(EDIT),
    body: {
      id: idOf('药品').nullish(),
      version: rowVersion,
      name: requiredText('药品名称', 60),
      genericName: optionalText('英文通用名', 80),
      category: oneWord('类别', drugCategories),
      spec: requiredText('规格', 60),
      routes: z
        .array(requiredText('给药途径', 12), { error: '给药途径应为列表' })
        .max(6, { error: '给药途径不能超过6个' })
        .default([]),
      prescriptionOnly: z.boolean({ error: '处方药应为是或否' }).default(true),
      antibioticTier: oneOf('抗菌药物分级', [1, 2, 3]).nullable().default(null),
      texts: drugTexts,
      source: requiredText('资料来源', 200),
      requestId,
    },
    idempotent: true,
    output: kept,
    errors: ['DRUG_NAME_TAKEN'],
  }),
  switchTo: call({
    method: 'POST',
    path: '/emr-api/v1/medical-tools/drug/switch',
    doc: '停用或启用一个药品；停用后不能再开，已开的处方照常显示',
    spec: null,
    allow: resource(EDIT),
    body: { id: idOf('药品'), version: rowVersion, enabled: z.boolean({ error: '启用应为是或否' }) },
    output: kept,
  }),
  sign: call({
    method: 'POST',
    path: '/emr-api/v1/medical-tools/drug/sign',
    doc: '药师复核后签名：留下姓名、资格证号与时间',
    spec: null,
    allow: resource(SIGN),
    body: { id: idOf('药品'), version: rowVersion, licence: requiredText('药师资格证号', 40, 6) },
    output: kept,
  }),
  rules: call({
    method: 'GET',
    path: '/emr-api/v1/medical-tools/drug/rule/list',
    doc: '用药核对的全部规则：药品、条件、严重程度、来源，本机构药师对每条的复核签名；没有签名的为待药师复核',
    spec: null,
    allow: resource(VIEW),
    also: [SIGN],
    output: z.object({ list: z.array(rule), maySign: z.boolean() }),
  }),
  signRule: call({
    method: 'POST',
    path: '/emr-api/v1/medical-tools/drug/rule/sign',
    doc: '药师复核一条用药规则后签名：留下姓名、资格证号与时间；规则文字变动后须重签',
    spec: null,
    allow: resource(SIGN),
    body: {
      ruleId: requiredText('用药规则', 60),
      version: rowVersion,
      licence: requiredText('药师资格证号', 40, 6),
    },
    output: z.object({ version: z.number() }),
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
  }),
} satisfies CallGroup
