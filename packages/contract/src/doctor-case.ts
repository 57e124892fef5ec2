import { teethProblem } from '@dentin/clinical/teeth'
import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  moment,
  money,
  oneOf,
  oneWord,
  optionalText,
  paging,
  requestId,
  requiredText,
  version,
  wholeNumber,
} from './core/fields.ts'
import { states } from './core/states.ts'

/** Refusals of doctor–patient cases: codes 25501 to 25519. */
export const doctorCaseErrors = {
  CASE_NO_CONSENT: { code: 25501, message: '患者没有有效的「照片公开」同意书，不能发布' },
  /** data.ids: the pictures of the case that nobody has covered. */
  CASE_FACE_OPEN: { code: 25502, message: '有面部图片还没有遮挡确认，不能发布' },
  CASE_NAMES_PATIENT: { code: 25503, message: '文字里有能认出患者的内容' },
  CASE_EMPTY: { code: 25504, message: '案例还没有图片，也没有说明' },
  CASE_PUBLISHED: { code: 25505, message: '已发布的案例请先下架，再删除' },
  CASE_NOT_SHOWN: { code: 25506, message: '案例没有发布，或已不能演示' },
  CASE_PICTURE_KIND: { code: 25507, message: '文档、三维模型不能放进案例' },
  CASE_FACE_COVERED: { code: 25508, message: '面像必须遮挡；如果不是面像，请先在影像里改正类别' },
  CASE_FRAME_NEEDED: { code: 25509, message: '请在图片上画出要遮挡的范围' },
  CASE_NOT_ASKED: { code: 25510, message: '没有待批准的申请' },
  CASE_OTHER_PATIENT: { code: 25511, message: '案例里有这位患者的图片，不能换成别人' },
} satisfies Record<string, ErrorEntry>

export const caseStates = states(
  {
    draft: [0, '草稿', 'open'],
    published: [1, '已发布', 'done'],
    takenDown: [2, '已下架', 'ended'],
  },
  {},
  {
    /** Once more of a published one: for others. */
    publish: { from: ['draft', 'published', 'takenDown'], to: ['published'] },
    takeDown: { from: ['published'], to: ['takenDown'] },
    remove: { from: ['draft', 'takenDown'], to: [] },
  },
)

/** For whom a published case is. */
export const caseScopeNames: Readonly<Record<number, string>> = { 1: '个人', 2: '门诊', 3: '连锁', 4: '公开' }
export const caseScopes = { own: 1, clinic: 2, chain: 3, everybody: 4 } as const
/** Kinds of treatment, the same as in the library of animations. */
export const caseCategoryNames: Readonly<Record<number, string>> = {
  1: '儿童牙病',
  2: '牙体牙髓',
  3: '牙周',
  4: '修复',
  5: '美容',
  6: '正畸',
  7: '拔牙',
  8: '口腔预防',
}
/** How old the patient was, without saying how old. */
export const ageGroups = ['儿童', '青少年', '20–29 岁', '30–39 岁', '40–49 岁', '50–59 岁', '60 岁及以上'] as const
/** The group of an age in whole years. */
export function ageGroupOf(age: number): (typeof ageGroups)[number] {
  if (age < 12) return ageGroups[0]
  if (age < 20) return ageGroups[1]
  return ageGroups[Math.min(6, Math.floor(age / 10))] ?? ageGroups[6]
}
/** When in the treatment a picture was taken. */
export const caseStageNames: Readonly<Record<number, string>> = { 1: '术前', 2: '术中', 3: '术后' }
/** Kinds of pictures that show a face. */
export const faceKinds: readonly number[] = [1, 2, 3, 4]
/** Kinds of pictures that no case shows: papers bear names, models are no pictures. */
export const kindsOutsideCases: readonly number[] = [18, 20]
/** 0 nobody has looked, 1 covered, 2 shows no face. */
export const maskStates = { open: 0, covered: 1, none: 2 } as const
export const maskStateNames: Readonly<Record<number, string>> = { 0: '待确认', 1: '已遮挡', 2: '不含面部' }
export const MOST_CASE_PICTURES = 24
export const MOST_FRAMES = 6

const LIBRARY = '/doctorPatientCommunication:view'
const OWN = '/caseList:view'
const EDIT = '/caseList:edit'
const PUBLISH = '/caseList:publish'
const OPEN = '/caseList:open'
const PICTURES = '/imageData:view'

const category = oneOf('治疗类别', [1, 2, 3, 4, 5, 6, 7, 8])
const scope = oneOf('范围', [1, 2, 3, 4])
const teeth = z
  .string({ error: '牙位应为文字' })
  .max(200, { error: '牙位过长' })
  .refine((text) => text === '' || teethProblem(text) === null, { error: '牙位写法有误' })
const fraction = (label: string) =>
  z
    .number({ error: `${label}应为数字` })
    .min(0, { error: `${label}应在图片之内` })
    .max(1, { error: `${label}应在图片之内` })
/** What is covered, in parts of the picture's width and height as it is shown. */
export const caseFrame = z
  .strictObject({ x: fraction('左边'), y: fraction('上边'), w: fraction('宽度'), h: fraction('高度') })
  .refine(({ x, y, w, h }) => w >= 0.02 && h >= 0.02 && x + w <= 1.001 && y + h <= 1.001, {
    error: '遮挡范围过小，或超出了图片',
  })
export type CaseFrame = z.output<typeof caseFrame>

const changed = z.object({ id: z.string(), version: z.number(), status: z.number() })
const picture = z.object({
  /** Of the picture in the case: its address says nothing of the picture in the file. */
  id: z.string(),
  stage: z.number(),
  type: z.number(),
  mask: z.number(),
  version: z.number(),
  width: z.number(),
  height: z.number(),
})
const said = {
  title: z.string(),
  categoryId: z.number(),
  gender: z.number(),
  ageGroup: z.string(),
  chiefComplaint: z.string(),
  diagnosis: z.string(),
  plan: z.string(),
  content: z.string(),
  teeth: z.string(),
  tags: z.array(z.string()),
  months: z.number().nullable(),
  cost: amount.nullable(),
}
const head = {
  id: z.string(),
  version: z.number(),
  status: z.number(),
  scope: z.number(),
  clinicName: z.string(),
  authorName: z.string(),
  publishedAt: moment.nullable(),
  updatedAt: moment,
  viewCount: z.number(),
}
/** What its author and whoever publishes sees of a case beside. */
const mine = z.object({
  patientId: z.string().nullable(),
  patientName: z.string(),
  recordId: z.string().nullable(),
  /** Of the patient, at this moment. */
  photosAllowed: z.boolean(),
  askedScope: z.number().nullable(),
  decisionNote: z.string(),
  downReason: z.string(),
  /** The picture of the file behind each picture of the case, and what is covered of it. */
  sources: z.array(
    z.object({ id: z.string(), imageId: z.string(), imageVersion: z.number(), frames: z.array(caseFrame) }),
  ),
  can: z.object({
    edit: z.boolean(),
    publish: z.boolean(),
    /** For the chain and for everybody. */
    open: z.boolean(),
    remove: z.boolean(),
  }),
})

export const doctorCase = {
  list: call({
    method: 'POST',
    path: '/emr-api/v1/doctor-patient/case/list',
    doc: '案例：图库（已发布、现在可演示的），自己的，或等待批准的；按类别、牙位、人群、文字查找',
    spec: 'v1-doctor-patient-case-list',
    allow: resource(LIBRARY, OWN),
    also: [OPEN],
    effect: 'read',
    scope: 'all',
    body: {
      view: oneWord('列表', ['library', 'own', 'asked']).default('library'),
      scope: scope.nullable().default(null),
      status: oneOf('状态', caseStates.sets.all).nullable().default(null),
      categoryId: category.nullable().default(null),
      ageGroup: oneWord('人群', ageGroups).nullable().default(null),
      /** One tooth, e.g. '36'. */
      tooth: optionalText('牙位', 6).refine((text) => text === '' || teethProblem(text) === null, {
        error: '牙位写法有误',
      }),
      keyword: optionalText('关键词', 40),
      ...paging,
    },
    output: z.object({
      list: z.array(z.object({ ...head, ...said, cover: z.array(picture), askedScope: z.number().nullable() })),
      totalCount: z.number(),
      pageNum: z.number(),
      pageSize: z.number(),
    }),
  }),
  detail: call({
    method: 'GET',
    path: '/emr-api/v1/doctor-patient/case/detail/{id}',
    doc: '一个案例：图库里可演示的，或自己能编辑、批准的',
    spec: 'v1-doctor-patient-case-detail',
    allow: resource(LIBRARY, OWN),
    also: [EDIT, PUBLISH, OPEN],
    scope: 'all',
    params: { id: idOf('案例') },
    output: z.object({
      ...head,
      ...said,
      pictures: z.array(picture),
      /** May it be shown to a patient now? */
      showable: z.boolean(),
      mine: mine.nullable(),
    }),
  }),
  picture: call({
    method: 'GET',
    path: '/emr-api/v1/doctor-patient/case/picture/{id}',
    doc: '案例里的一张图片：只有遮挡后的或不含面部的，不含拍摄信息；原图没有地址',
    spec: null,
    allow: resource(LIBRARY, OWN),
    also: [EDIT, PUBLISH, OPEN],
    scope: 'all',
    params: { id: idOf('案例图片') },
    query: { size: oneWord('大小', ['thumb', 'screen']).default('screen') },
    output: z.null(),
    answer: 'file',
  }),
  fromRecord: call({
    method: 'GET',
    path: '/emr-api/v1/doctor-patient/case/from-record/{id}',
    doc: '由一份病历起草案例：性别、年龄段、主诉、诊断、治疗、牙位和所附的图片；还没有保存',
    spec: null,
    allow: resource(EDIT),
    also: ['/patientMedicalRecord:view', PICTURES],
    params: { id: idOf('病历') },
    output: z.object({
      patientId: z.string(),
      patientName: z.string(),
      recordId: z.string(),
      ...said,
      images: z.array(z.object({ imageId: z.string(), type: z.number(), stage: z.number(), version: z.number() })),
    }),
  }),
  save: call({
    method: 'POST',
    path: '/emr-api/v1/doctor-patient/case/saveOrUpdate',
    doc: '新建或修改案例；修改已发布的案例时，文字和图片须仍符合发布的要求',
    spec: 'v1-doctor-patient-case-save-or-update',
    allow: resource(EDIT),
    also: [PICTURES],
    idempotent: true,
    body: {
      id: idOf('案例').nullable().default(null),
      version: version.nullable().default(null),
      patientId: idOf('患者').nullable().default(null),
      recordId: idOf('病历').nullable().default(null),
      title: requiredText('标题', 60),
      categoryId: category,
      gender: oneOf('性别', [0, 1, 2]).default(2),
      ageGroup: z.union([z.literal(''), oneWord('年龄段', ageGroups)], { error: '年龄段不在可选范围内' }).default(''),
      chiefComplaint: optionalText('主诉', 200),
      diagnosis: optionalText('诊断', 300),
      plan: optionalText('治疗方案', 1000),
      content: optionalText('说明', 3000),
      teeth: teeth.default(''),
      tags: z.array(requiredText('标签', 12), { error: '标签应为列表' }).max(8, { error: '标签不超过8个' }).default([]),
      months: wholeNumber('疗程月数', 0, 120).nullable().default(null),
      cost: money('费用', 0, 10_000_000).nullable().default(null),
      images: z
        .array(z.strictObject({ imageId: idOf('图片'), stage: oneOf('阶段', [1, 2, 3]) }), { error: '图片应为列表' })
        .max(MOST_CASE_PICTURES, { error: `一个案例最多 ${MOST_CASE_PICTURES} 张图片` })
        .refine((list) => new Set(list.map(({ imageId }) => imageId)).size === list.length, {
          error: '同一张图片放了两次',
        })
        .default([]),
      requestId,
    },
    output: changed,
    errors: [
      'VERSION_CONFLICT',
      'NOT_FOUND',
      'CASE_PICTURE_KIND',
      'CASE_NAMES_PATIENT',
      'CASE_FACE_OPEN',
      'CASE_EMPTY',
      'CASE_OTHER_PATIENT',
    ],
  }),
  mask: call({
    method: 'POST',
    path: '/emr-api/v1/doctor-patient/case/mask',
    doc: '确认案例里一张图片的遮挡：画出范围并由服务器烧进副本，或确认不含面部',
    spec: null,
    allow: resource(EDIT),
    also: [PICTURES],
    body: {
      id: idOf('案例图片'),
      version,
      state: oneOf('遮挡', [1, 2]),
      frames: z
        .array(caseFrame, { error: '遮挡范围应为列表' })
        .max(MOST_FRAMES, { error: `一张图片最多遮挡 ${MOST_FRAMES} 处` })
        .default([]),
    },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['VERSION_CONFLICT', 'CASE_FACE_COVERED', 'CASE_FRAME_NEEDED'],
  }),
  publish: call({
    method: 'POST',
    path: '/emr-api/v1/doctor-patient/case/publish',
    doc: '发布案例给自己、门诊、连锁或公开；没有后两项权限的人同时提出申请，先在门诊发布',
    spec: null,
    allow: resource(PUBLISH),
    also: [OPEN],
    body: { id: idOf('案例'), version, scope },
    output: changed.extend({ scope: z.number(), askedScope: z.number().nullable() }),
    errors: [
      'VERSION_CONFLICT',
      'STATUS_CHANGED',
      'CASE_NO_CONSENT',
      'CASE_FACE_OPEN',
      'CASE_NAMES_PATIENT',
      'CASE_EMPTY',
    ],
  }),
  decide: call({
    method: 'POST',
    path: '/emr-api/v1/doctor-patient/case/decide',
    doc: '批准或退回一个案例发布到连锁、公开的申请',
    spec: null,
    allow: resource(OPEN),
    scope: 'all',
    body: {
      id: idOf('案例'),
      version,
      agree: z.boolean({ error: '请选择是否批准' }),
      note: optionalText('理由', 200),
    },
    output: changed,
    errors: [
      'VERSION_CONFLICT',
      'CASE_NOT_ASKED',
      'CASE_NO_CONSENT',
      'CASE_FACE_OPEN',
      'CASE_NAMES_PATIENT',
      'CASE_EMPTY',
    ],
  }),
  takeDown: call({
    method: 'POST',
    path: '/emr-api/v1/doctor-patient/case/take-down',
    doc: '下架一个案例，立即不能再看到',
    spec: null,
    allow: resource(PUBLISH),
    also: [OPEN],
    body: { id: idOf('案例'), version, reason: requiredText('下架原因', 200) },
    output: changed,
    errors: ['VERSION_CONFLICT', 'STATUS_CHANGED'],
  }),
  remove: call({
    method: 'GET',
    path: '/emr-api/v1/doctor-patient/case/delete/{id}',
    doc: '删除一个没有发布的案例；遮挡的副本一并删除，演示过的记录保留',
    spec: 'v1-doctor-patient-case-delete',
    allow: resource(EDIT),
    effect: 'write',
    params: { id: idOf('案例') },
    output: z.null(),
    errors: ['CASE_PUBLISHED'],
  }),
  show: call({
    method: 'POST',
    path: '/emr-api/v1/doctor-patient/case/show',
    doc: '记下把案例演示给了哪位患者；没有患者时只计次数',
    spec: null,
    allow: resource(LIBRARY),
    scope: 'all',
    body: { id: idOf('案例'), patientId: idOf('患者').nullable().default(null), requestId },
    idempotent: true,
    output: z.object({ id: z.string() }),
    errors: ['CASE_NOT_SHOWN', 'NOT_FOUND'],
  }),
  shownTo: call({
    method: 'GET',
    path: '/emr-api/v1/doctor-patient/case/shown/{patientId}',
    doc: '给这位患者演示过的案例，新的在前',
    spec: null,
    allow: resource('/patientConsent:view'),
    scope: 'all',
    params: { patientId: idOf('患者') },
    output: z.array(
      z.object({
        id: z.string(),
        caseId: z.string(),
        title: z.string(),
        shownAt: moment,
        employeeName: z.string(),
        clinicName: z.string(),
        /** Is it still to be seen in the library? */
        showable: z.boolean(),
      }),
    ),
  }),
} satisfies CallGroup

/** A case as its page has it. */
export type CaseDetail = z.output<(typeof doctorCase.detail)['output']>
