import { z } from 'zod'
import { anyone, call, resource, type CallGroup } from './core/call.ts'
import { consentContent, consentTemplateContent, handwriting } from './core/consent-content.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  dateTime,
  idOf,
  moment,
  oneOf,
  oneWord,
  option,
  optionalText,
  patientFace,
  requestId,
  requiredText,
  version,
} from './core/fields.ts'

export * from './core/consent-content.ts'
export * from './core/consent-states.ts'

/** Refusals of consents: codes 25201 to 25249. */
export const consentErrors = {
  CONSENT_TEXT_FIXED: { code: 25201, message: '已经有人签名，正文不能再改；要改请作废后重签' },
  CONSENT_GUARDIAN: { code: 25202, message: '未满 18 岁，须由监护人签名' },
  CONSENT_UNTICKED: { code: 25203, message: '还有须患者勾选的条目' },
  CONSENT_SIGNED_TWICE: { code: 25204, message: '这一方已经签过名' },
  CONSENT_TEMPLATE_OFF: { code: 25205, message: '没有这份模板，或已停用' },
  CONSENT_LINK_DEAD: { code: 25206, message: '链接已失效，请让门诊重新出示二维码' },
  /** data.left: how many tries are left. */
  CONSENT_TAIL_WRONG: { code: 25207, message: '手机尾号不对' },
  CONSENT_NO_PHONE: { code: 25208, message: '档案里没有手机号，请在门诊的平板上签' },
  CONSENT_SENTENCE: { code: 25210, message: '请亲笔抄写指定的一句话' },
  CONSENT_TEMPLATE_NOT_YOURS: { code: 25209, message: '没有维护这个范围的模板的权限' },
  CONSENT_NOT_EMERGENCY: { code: 25211, message: '这份同意书不能由负责人代为批准，须由患者或监护人签名' },
  CONSENT_NO_HEAD: { code: 25214, message: '本门诊没有别人能批准，请先在岗位权限里给负责人「批准紧急同意书」' },
  CONSENT_DOCTOR_ONLY: { code: 25212, message: '紧急情形由经治医生本人申请' },
  CONSENT_OWN_APPROVAL: { code: 25213, message: '不能批准自己申请的紧急同意书，请由另一位负责人批准' },
} satisfies Record<string, ErrorEntry>

/** 1 agrees to something, 2 refuses it. */
export const consentKindNames = { 1: '同意', 2: '拒绝' } as const
export const signerRelations = [
  '父亲',
  '母亲',
  '祖父',
  '祖母',
  '外祖父',
  '外祖母',
  '配偶',
  '成年子女',
  '兄弟姐妹',
  '其他监护人',
] as const
/** The text that is signed with the plan of an orthodontic case. */
export const ORTHO_CONSENT = 'orthodontics'
/** The text by which a patient allows that photographs are shown. */
export const PHOTO_CONSENT = 'photo'
/** Texts that are about no treatment: nobody approves them in the patient's place. */
const NOT_OF_TREATMENT: ReadonlySet<string> = new Set([PHOTO_CONSENT, 'privacy', 'referral'])
/** May a head of the clinic approve such a text where nobody can be asked? Never what refuses, and never 照片公开. */
export const mayBeEmergency = ({ kind, templateKey }: { kind: number; templateKey: string }): boolean =>
  kind === 1 && !NOT_OF_TREATMENT.has(templateKey)
/** From this age on a patient signs alone; from the other a child may sign too. */
export const ADULT_AGE = 18
export const CHILD_MAY_SIGN = 8
export const signatureRoles = {
  patient: '患者',
  guardian: '监护人',
  child: '孩子',
  doctor: '医生',
  witness: '见证人',
  /** Not a signature: the sentence that whoever signs for the patient wrote by hand. */
  sentence: '本人书写',
} as const
export type SignatureRole = keyof typeof signatureRoles

const VIEW = '/patientConsent:view'
const SIGN = '/patientConsent:sign'
const VOID = '/patientConsent:void'
const APPROVE = '/patientConsent:approve'
const SET_VIEW = '/baseInformedConsent:view'
const SET_EDIT = '/baseInformedConsent:edit'

const key = requiredText('模板', 40).regex(/^[A-Za-z0-9-]+$/, { error: '请选择模板' })
const kind = oneOf('类别', [1, 2])
const template = z.object({
  key: z.string(),
  name: z.string(),
  kind: z.number(),
  source: z.enum(['platform', 'chain', 'clinic']),
  enabled: z.boolean(),
  versionNo: z.number(),
  savedAt: moment.nullable(),
  /** Of the row that is kept; null: the platform's, nothing is kept yet. */
  version: z.number().nullable(),
  content: consentTemplateContent as unknown as z.ZodType<
    z.output<typeof consentTemplateContent>,
    z.output<typeof consentTemplateContent>
  >,
})
const wholeContent = consentContent as unknown as z.ZodType<
  z.output<typeof consentContent>,
  z.output<typeof consentContent>
>
const signatureShown = z.object({
  role: z.string(),
  name: z.string(),
  strokes: handwriting as unknown as z.ZodType<z.output<typeof handwriting>, z.output<typeof handwriting>>,
  signedAt: moment,
  via: z.number(),
})
const head = {
  id: z.string(),
  consentNo: z.string(),
  templateKey: z.string(),
  templateName: z.string(),
  templateVersion: z.number(),
  kind: z.number(),
  status: z.number(),
  teeth: z.string(),
  doctorName: z.string(),
  signerName: z.string(),
  signerRelation: z.string(),
  signTime: moment.nullable(),
  voidReason: z.string(),
  voidName: z.string(),
  voidTime: moment.nullable(),
  createdAt: moment,
  version: z.number(),
}
const signature = z.strictObject({
  role: oneWord('签名人', ['patient', 'guardian', 'child', 'doctor', 'witness', 'sentence']),
  name: requiredText('姓名', 40),
  strokes: handwriting,
})
/** Who signs for the patient. */
const signer = {
  signerName: requiredText('签名人姓名', 40),
  /** '' the patient. */
  signerRelation: z.enum(['', ...signerRelations], { error: '请选择与患者的关系' }).default(''),
  signerIdTail: z
    .string({ error: '请填写证件尾号' })
    .regex(/^(\d{3}[\dXx])?$/, { error: '证件尾号为 4 位' })
    .default(''),
}
const ticks = z
  .array(z.boolean({ error: '请选择是否勾选' }), { error: '勾选应为列表' })
  .max(10, { error: '勾选项过多' })
  .default([])
const token = z.string({ error: '链接不完整' }).regex(/^[A-Za-z0-9_-]{43}$/, { error: '链接不完整' })
const tail = z.string({ error: '请填写手机尾号' }).regex(/^\d{4}$/, { error: '手机尾号为 4 位数字' })
const requirement = z.object({
  templateKey: z.string(),
  tariffs: z.array(option),
  categories: z.array(option),
  appointItems: z.array(option),
})
const ids = (label: string) =>
  z
    .array(idOf(label), { error: `${label}应为列表` })
    .max(300, { error: `${label}过多` })
    .default([])
const changed = z.object({ id: z.string(), status: z.number(), version: z.number() })

/** Why a head of the clinic was asked in the patient's place, and what was answered. */
const emergency = z.object({
  reason: z.string(),
  /** When the treatment could not wait any more. */
  at: moment,
  askedName: z.string(),
  askedAt: moment,
  /** null: nobody has agreed. */
  approvedName: z.string().nullable(),
  approvedAt: moment.nullable(),
  /** Why the last head refused; '' nobody has. */
  refusedReason: z.string(),
})

/** A consent beside a record or a plan: one that it asks for, signed or not, or one that was made for it. */
const beside = z.object({
  key: z.string(),
  name: z.string(),
  /** What is done asks for it. */
  required: z.boolean(),
  /** null: nobody has prepared it. */
  id: z.string().nullable(),
  status: z.number().nullable(),
  signerName: z.string(),
  signTime: moment.nullable(),
  /** Who approved it in an emergency; '' nobody. */
  approvedName: z.string(),
  approvedAt: moment.nullable(),
})

export const consent = {
  templates: call({
    method: 'GET',
    path: '/emr-api/consent/template/list',
    doc: '同意书模板：本门诊的、连锁的，没有改过的为平台的',
    spec: null,
    allow: resource(SET_VIEW, SIGN),
    output: z.array(template),
  }),
  saveTemplate: call({
    method: 'POST',
    path: '/emr-api/consent/template/save',
    doc: '保存为模板的新版本；平台的模板由此成为本门诊（或连锁）自己的一份，key 为空时新建',
    spec: null,
    allow: resource(SET_EDIT),
    body: {
      key: key.nullable().default(null),
      name: requiredText('名称', 40),
      kind,
      enabled: z.boolean({ error: '请选择是否启用' }).default(true),
      content: consentTemplateContent,
      version: version.nullable().default(null),
    },
    output: z.object({ key: z.string(), versionNo: z.number() }),
    errors: ['VERSION_CONFLICT', 'CONSENT_TEMPLATE_NOT_YOURS'],
  }),
  requirements: call({
    method: 'GET',
    path: '/emr-api/consent/requirement/list',
    doc: '哪些收费项目、分类、预约项目需要哪份同意书',
    spec: null,
    allow: resource(SET_VIEW, SIGN),
    output: z.array(requirement),
  }),
  saveRequirements: call({
    method: 'POST',
    path: '/emr-api/consent/requirement/save',
    doc: '设定需要一份同意书的收费项目、分类、预约项目；分类下的项目一并需要',
    spec: null,
    allow: resource(SET_EDIT),
    body: {
      key,
      tariffIds: ids('收费项目'),
      categoryIds: ids('分类'),
      appointItemIds: ids('预约项目'),
    },
    output: z.null(),
    errors: ['NOT_FOUND'],
  }),
  ofPatient: call({
    method: 'GET',
    path: '/emr-api/consent/list/{id}',
    doc: '患者的同意书，新的在前；照片公开的授权此刻是否有效',
    spec: null,
    allow: resource(VIEW),
    scope: 'all',
    params: { id: idOf('患者') },
    output: z.object({
      list: z.array(z.object({ ...head, recordId: z.string().nullable() })),
      photosAllowed: z.boolean(),
    }),
  }),
  lacking: call({
    method: 'GET',
    path: '/emr-api/consent/lacking/{id}',
    doc: '一份病历的处置需要而没有（或已超过 90 天）的同意书',
    spec: null,
    allow: resource(VIEW),
    params: { id: idOf('病历') },
    output: z.array(z.object({ key: z.string(), name: z.string() })),
  }),
  ofRecord: call({
    method: 'GET',
    path: '/emr-api/consent/of-record/{id}',
    doc: '一份病历的同意书：处置需要的（已签、待签、缺）和为它准备的',
    spec: null,
    allow: resource(VIEW),
    params: { id: idOf('病历') },
    output: z.array(beside),
  }),
  ofPlan: call({
    method: 'GET',
    path: '/emr-api/consent/of-plan/{id}',
    doc: '一份已接受的治疗计划的同意书：选定方案的项目需要的和为它准备的',
    spec: null,
    allow: resource(VIEW),
    params: { id: idOf('治疗计划') },
    output: z.array(beside),
  }),
  create: call({
    method: 'POST',
    path: '/emr-api/consent/create',
    doc: '按模板为患者准备一份同意书；诊断、牙位、治疗、费用取自病历或治疗计划，正畸的取自进行中的正畸病例；个人风险按档案勾选',
    spec: null,
    allow: resource(SIGN),
    body: {
      patientId: idOf('患者'),
      recordId: idOf('病历').nullable().default(null),
      /** For which accepted treatment plan; then it is good for no other. */
      planId: idOf('治疗计划').nullable().default(null),
      templateKey: key,
      requestId,
    },
    idempotent: true,
    output: z.object({ id: z.string(), consentNo: z.string() }),
    errors: ['CONSENT_TEMPLATE_OFF', 'NOT_FOUND', 'ORTHO_PLAN_INCOMPLETE'],
  }),
  get: call({
    method: 'GET',
    path: '/emr-api/consent/detail/{id}',
    doc: '一份同意书的正文和签名；查看留痕',
    spec: null,
    allow: resource(VIEW),
    also: [SIGN, VOID, APPROVE],
    effect: 'write',
    scope: 'all',
    params: { id: idOf('同意书') },
    output: z.object({
      ...head,
      patientId: z.string(),
      patientName: z.string(),
      gender: z.number(),
      birthDay: z.string().nullable(),
      age: z.number().nullable(),
      clinicName: z.string(),
      signerIdTail: z.string(),
      content: wholeContent,
      signatures: z.array(signatureShown),
      sealHash: z.string().nullable(),
      /** SHA-256 of the text from the first signature on. */
      textHash: z.string().nullable(),
      /** SHA-256 of the PDF that was kept at the last signature; null: not signed, or signed before PDFs were kept. */
      pdfHash: z.string().nullable(),
      /** False when text or signatures are no longer what was signed. */
      intact: z.boolean(),
      /** null: no head was asked. */
      emergency: emergency.nullable(),
      can: z.object({
        edit: z.boolean(),
        sign: z.boolean(),
        void: z.boolean(),
        /** To ask a head of the clinic in the patient's place, and to take that back. */
        ask: z.boolean(),
        takeBack: z.boolean(),
        /** To answer as such a head. */
        decide: z.boolean(),
      }),
    }),
  }),
  save: call({
    method: 'POST',
    path: '/emr-api/consent/save',
    doc: '修改还没有人签名的同意书正文与勾选',
    spec: null,
    allow: resource(SIGN),
    body: { id: idOf('同意书'), version, content: consentContent },
    output: changed,
    errors: ['STATUS_CHANGED', 'CONSENT_TEXT_FIXED'],
  }),
  sign: call({
    method: 'POST',
    path: '/emr-api/consent/sign',
    doc: '在门诊的设备上签名；患者（或监护人）与医生都签过即成立，正文从第一个签名起不可更改',
    spec: null,
    allow: resource(SIGN),
    body: {
      id: idOf('同意书'),
      version,
      ...signer,
      ticks,
      signatures: z.array(signature, { error: '请先签名' }).min(1, { error: '请先签名' }).max(6, { error: '签名过多' }),
      requestId,
    },
    idempotent: true,
    output: changed,
    errors: ['STATUS_CHANGED', 'CONSENT_GUARDIAN', 'CONSENT_UNTICKED', 'CONSENT_SENTENCE', 'CONSENT_SIGNED_TWICE'],
  }),
  ask: call({
    method: 'POST',
    path: '/emr-api/consent/emergency/ask',
    doc: '紧急情形、不能取得患者或近亲属意见时，经治医生写明理由和时间并签名，申请门诊负责人批准；正文从此不可更改',
    spec: null,
    allow: resource(SIGN),
    body: {
      id: idOf('同意书'),
      version,
      reason: requiredText('理由', 200),
      /** When the treatment could not wait any more. */
      at: dateTime('紧急时间'),
      /** The doctor's signature; null: it is there already. */
      strokes: handwriting.nullable().default(null),
      requestId,
    },
    idempotent: true,
    output: changed,
    errors: [
      'STATUS_CHANGED',
      'CONSENT_NOT_EMERGENCY',
      'CONSENT_DOCTOR_ONLY',
      'CONSENT_NO_HEAD',
      'CONSENT_SIGNED_TWICE',
    ],
  }),
  takeBack: call({
    method: 'POST',
    path: '/emr-api/consent/emergency/take-back',
    doc: '撤回还没有批准的紧急申请，回到待签',
    spec: null,
    allow: resource(SIGN),
    body: { id: idOf('同意书'), version },
    output: changed,
    errors: ['STATUS_CHANGED', 'CONSENT_DOCTOR_ONLY'],
  }),
  decide: call({
    method: 'POST',
    path: '/emr-api/consent/emergency/decide',
    doc: '门诊负责人批准或拒绝紧急同意书：批准即生成并留存 PDF，处置可以进行，事后由患者补签；拒绝须说明',
    spec: null,
    allow: resource(APPROVE),
    body: {
      id: idOf('同意书'),
      version,
      agree: z.boolean({ error: '请选择批准或拒绝' }),
      reason: optionalText('说明', 200),
    },
    output: changed,
    errors: ['STATUS_CHANGED', 'CONSENT_OWN_APPROVAL'],
  }),
  emergencies: call({
    method: 'GET',
    path: '/emr-api/consent/emergency/list',
    doc: '本门诊的紧急同意书：待负责人批准的、已批准而患者还没有补签的，早的在前',
    spec: null,
    allow: resource(VIEW),
    also: [APPROVE],
    output: z.array(
      z.object({
        id: z.string(),
        consentNo: z.string(),
        templateName: z.string(),
        ...patientFace,
        doctorName: z.string(),
        status: z.number(),
        reason: z.string(),
        at: moment,
        approvedName: z.string().nullable(),
        approvedAt: moment.nullable(),
      }),
    ),
  }),
  void: call({
    method: 'POST',
    path: '/emr-api/consent/void',
    doc: '作废或撤回一份同意书，须写明原因；正文和双方签名仍可查看',
    spec: null,
    allow: resource(VOID),
    body: { id: idOf('同意书'), version, reason: requiredText('原因', 200) },
    output: changed,
    errors: ['STATUS_CHANGED'],
  }),
  link: call({
    method: 'POST',
    path: '/emr-api/consent/link',
    doc: '给患者自己手机的一次性签名链接，30 分钟内有效；以前给出的随之失效',
    spec: null,
    allow: resource(SIGN),
    body: { id: idOf('同意书') },
    output: z.object({ token: z.string(), expiresAt: moment }),
    errors: ['STATUS_CHANGED', 'CONSENT_NO_PHONE', 'CONSENT_SIGNED_TWICE'],
  }),
  open: call({
    method: 'POST',
    path: '/emr-api/consent/public/open',
    doc: '患者在自己手机上凭手机尾号打开待签的同意书；5 次不对链接作废',
    spec: null,
    allow: anyone,
    body: { token, tail },
    output: z.object({
      content: wholeContent,
      consentNo: z.string(),
      kind: z.number(),
      age: z.number().nullable(),
    }),
    errors: ['CONSENT_LINK_DEAD', 'CONSENT_TAIL_WRONG', 'TOO_MANY'],
  }),
  signByPhone: call({
    method: 'POST',
    path: '/emr-api/consent/public/sign',
    doc: '患者在自己手机上签名；一个链接只能签一次',
    spec: null,
    allow: anyone,
    body: {
      token,
      tail,
      ...signer,
      ticks,
      strokes: handwriting,
      /** A child who signs beside the guardian. */
      child: handwriting.nullable().default(null),
      /** The sentence by hand, where the text asks for one. */
      sentence: handwriting.nullable().default(null),
    },
    output: z.object({ status: z.number() }),
    errors: [
      'CONSENT_LINK_DEAD',
      'CONSENT_TAIL_WRONG',
      'CONSENT_GUARDIAN',
      'CONSENT_UNTICKED',
      'CONSENT_SENTENCE',
      'TOO_MANY',
      'STATUS_CHANGED',
    ],
  }),
} satisfies CallGroup
