import { checkCreditCode, isUuid } from '@dentin/kit'
import { z } from 'zod'
import { call, inClinic, resource, signedIn, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  idOf,
  localDate,
  moment,
  noneTwice,
  oneOf,
  oneWord,
  optionalText,
  queryNumber,
  requiredText,
  wholeNumber,
} from './core/fields.ts'
import { DEFAULT_MOST_PICTURES, PICTURE_PREFIX } from './core/pictures.ts'
import { TITLES } from './core/titles.ts'

/** Refusals of this domain: codes 30000 to 30999. */
export const qualificationErrors = {
  DOCTOR_AUTH_STATE: { code: 30001, message: '当前状态不能提交医生认证' },
  ORG_AUTH_STATE: { code: 30002, message: '当前状态不能提交机构认证' },
  CREDIT_CODE_TAKEN: { code: 30003, message: '该统一社会信用代码已被其他机构使用' },
  CLINIC_NAME_TAKEN: { code: 30004, message: '机构内已有同名门诊' },
  NOT_CHAIN_ADMIN: { code: 30005, http: 403, message: '只有连锁机构的管理员可以申请分店' },
  REVIEW_DECIDED: { code: 30006, message: '该申请已审核' },
} as const satisfies Record<string, ErrorEntry>

/** What a picture is of. */
export const PAPER_TYPES = [
  'avatar',
  'idCard',
  'cert',
  'businessLicense',
  'permitLicense',
  'clinicLogo',
  'premises',
] as const
export type PaperType = (typeof PAPER_TYPES)[number]

/** A picture that was sent in, in an answer. */
const picture = z.object({ prefix: z.literal(PICTURE_PREFIX), path: z.string() })
/** The same in a request: only pictures of this server, by their id. */
const ownPicture = (label: string) =>
  z.strictObject(
    {
      prefix: z.literal(PICTURE_PREFIX, { error: `请重新上传${label}` }).default(PICTURE_PREFIX),
      path: z
        .string({ error: `请上传${label}` })
        .refine(isUuid, { error: `请上传${label}` })
        .overwrite((id) => id.toLowerCase()),
    },
    { error: `请上传${label}` },
  )
const differ = (list: readonly { path: string }[]) => noneTwice(list.map((each) => each.path))

/** A person's name as on the identity card. */
const personName = (label: string) => requiredText(label, 20, 2)

/** What a doctor hands in. */
const doctorPapers = {
  realName: personName('姓名'),
  titlePost: oneWord('职称', TITLES),
  /** Front and back. */
  idCardPath: z
    .array(ownPicture('身份证照片'), { error: '请上传身份证正反两面' })
    .length(2, { error: '请上传身份证正反两面' })
    .refine(differ, { error: '正反两面不能是同一张图片' }),
  certPath: z
    .array(ownPicture('证书照片'), { error: '请上传医师资格证和执业证' })
    .min(1, { error: '请上传医师资格证和执业证' })
    .max(DEFAULT_MOST_PICTURES, { error: `证书照片最多${DEFAULT_MOST_PICTURES}张` })
    .refine(differ, { error: '同一张图片不能上传两次' }),
  practiceCertNo: optionalText('执业证号', 15).refine((text) => /^(\d{15})?$/.test(text), {
    error: '执业证号应为15位数字',
  }),
  practiceScope: optionalText('执业范围', 50),
  certExpire: localDate('证书有效期').nullish(),
}

/** How a doctor's certification stands, with the papers of one submission (empty: none). */
const doctorAuth = z.object({
  id: z.string().nullable(),
  realName: z.string(),
  titlePost: z.string(),
  idCardPath: z.array(picture),
  certPath: z.array(picture),
  practiceCertNo: z.string(),
  practiceScope: z.string(),
  certExpire: z.string().nullable(),
  submittedAt: moment.nullable(),
  decidedAt: moment.nullable(),
  /** Of the person: -1 none submitted, 0 under review, 1 passed, 2 refused. */
  authStatus: z.number(),
  /** 1: a change is under review while the passed papers stay in force. */
  hasUpdated: z.number(),
  /** Of the last submission, when that was refused (also a change). */
  rejectReason: z.string().nullable(),
})

/** Mobile, landline with area code, or a 400 number. */
const clinicPhone = z
  .string({ error: '请填写门诊电话' })
  .trim()
  .regex(/^(1[2-9]\d{9}|0\d{2,3}-?[2-9]\d{6,7}|400-?\d{3}-?\d{4})$/, {
    error: '门诊电话应为11位手机号，或带区号的座机，如 0571-88112046',
  })

const creditCode = z
  .string({ error: '请填写统一社会信用代码' })
  .trim()
  .toUpperCase()
  .superRefine((text, context) => {
    const check = checkCreditCode(text)
    if (!check.ok) context.addIssue({ code: 'custom', message: text === '' ? '请填写统一社会信用代码' : check.reason })
  })

/** What every clinic hands in: who and where it is, and its two licences. */
const clinicPapers = {
  clinicName: requiredText('门诊名称', 40, 2),
  clinicShortName: optionalText('门诊简称', 12),
  creditCode,
  businessLicense: ownPicture('营业执照'),
  permitNo: requiredText('许可证号或备案号', 40, 6),
  permitExpire: localDate('许可证有效期'),
  permitLicense: ownPicture('医疗机构执业许可证或备案凭证'),
  chairCount: wholeNumber('牙椅数', 1, 200),
  province: requiredText('省份', 20, 2),
  city: requiredText('城市', 20, 2),
  district: optionalText('区县', 20),
  address: requiredText('详细地址', 100, 2),
  phone: clinicPhone,
}
/** A clinic on its own, or the first of a chain. */
const organisationPapers = {
  companyName: requiredText('机构名称', 60, 2),
  ...clinicPapers,
  legalPerson: personName('法定代表人'),
  principal: personName('主要负责人'),
  diagnosisSubjects: requiredText('诊疗科目', 200, 2),
}
const branchList = z
  .array(z.strictObject(clinicPapers), { error: '分店信息有误' })
  .max(50, { error: '一次最多登记50家分店' })
  .refine((list) => noneTwice(list.map((each) => each.clinicName)), { error: '分店名称不能重复' })
  .default([])

/** What a clinic handed in or has in force; `shown` is how the reader gets a picture. */
export const clinicEntity = <P extends z.ZodType>(shown: P) =>
  z.object({
    clinicName: z.string(),
    clinicShortName: z.string(),
    creditCode: z.string(),
    businessLicense: shown.nullable(),
    permitNo: z.string(),
    permitExpire: z.string().nullable(),
    permitLicense: shown.nullable(),
    chairCount: z.number(),
    province: z.string(),
    city: z.string(),
    district: z.string(),
    address: z.string(),
    phone: z.string(),
  })
/** The same of an organisation. */
export const organisationEntity = <P extends z.ZodType>(shown: P) =>
  clinicEntity(shown).extend({
    companyName: z.string(),
    legalPerson: z.string(),
    principal: z.string(),
    diagnosisSubjects: z.string(),
  })
const ownClinic = clinicEntity(picture)
const ownOrganisation = organisationEntity(picture)
const kind = z.number()

/** A person's application for an organisation of their own. */
const application = z.object({
  id: z.string().nullable(),
  /** 1 a shop on its own, 3 a chain; null: none was handed in. */
  kind: kind.nullable(),
  isMain: z.number(),
  userId: z.string(),
  /** -1 none submitted, 0 under review, 1 passed, 2 refused. */
  orgAuth: z.number(),
  authStatus: z.number(),
  rejectReason: z.string().nullable(),
  submittedAt: moment.nullable(),
  decidedAt: moment.nullable(),
  /** The first of its papers once more: '' and null while nothing is handed in. */
  companyName: z.string(),
  permitLicense: picture.nullable(),
  businessLicense: picture.nullable(),
  papers: ownOrganisation.nullable(),
  branchList: z.array(ownClinic),
})

/** Qualification reviews: doctors and organisations. */
export const qualification = {
  upload: call({
    method: 'POST',
    path: '/sms-api/upload',
    doc: '上传图片（头像、证件、证照、门诊 logo 与环境图）：jpeg、jpg、png，10M 以内；重新绘制后保存，不含拍摄信息。用 prefix + path 读取',
    spec: 'upload',
    allow: signedIn,
    query: { paperType: oneWord('图片种类', PAPER_TYPES) },
    upload: { field: 'file', maxBytes: 10 * 1024 * 1024, types: ['image/jpeg', 'image/png'], redraw: 2560 },
    output: picture,
    errors: ['UPLOAD_TOO_LARGE', 'UPLOAD_WRONG_TYPE', 'TOO_MANY'],
  }),
  picture: call({
    method: 'GET',
    path: '/sms-api/picture/{id}',
    doc: '读取图片：门诊对外展示的，本人的，或管理其所属门诊的人；其他人视为不存在',
    spec: null,
    allow: signedIn,
    params: { id: idOf('图片') },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND'],
  }),

  titles: call({
    method: 'GET',
    path: '/user-api/titles',
    doc: '职称',
    spec: 'titles',
    allow: signedIn,
    output: z.array(z.string()),
  }),
  submitDoctorAuthCamel: call({
    method: 'POST',
    path: '/user-api/doctorAuth/submit',
    doc: '首次提交医生认证：-1 未提交 → 0 审核中',
    spec: 'doctor-auth-camel-submit',
    allow: signedIn,
    body: doctorPapers,
    output: doctorAuth,
    errors: ['DOCTOR_AUTH_STATE'],
  }),
  submitDoctorAuth: call({
    method: 'POST',
    path: '/user-api/doctor-auth/submit',
    doc: '首次提交医生认证（另一写法）：-1 未提交 → 0 审核中',
    spec: 'doctor-auth-submit',
    allow: signedIn,
    body: doctorPapers,
    output: doctorAuth,
    errors: ['DOCTOR_AUTH_STATE'],
  }),
  doctorAuthInfo: call({
    method: 'POST',
    path: '/user-api/doctorAuth/info',
    doc: '本人医生认证：生效的资料；没有生效的，则为最近一次提交',
    spec: 'doctor-auth-camel-info',
    allow: signedIn,
    effect: 'read',
    output: doctorAuth,
  }),
  doctorAuthInfoUpdated: call({
    method: 'POST',
    path: '/user-api/doctorAuth/info/{hasUpdated}',
    doc: '本人医生认证：0 生效的资料，1 待审的变更；没有时各项为空',
    spec: 'doctor-auth-camel-info-has-updated',
    allow: signedIn,
    effect: 'read',
    params: { hasUpdated: queryNumber('hasUpdated', 0, 1) },
    output: doctorAuth,
  }),
  updateDoctorInfo: call({
    method: 'PUT',
    path: '/user-api/doctor-auth/update-doctor-info',
    doc: '已通过后提交变更：旧资料继续生效，变更待审（hasUpdated = 1）',
    spec: 'doctor-auth-update-doctor-info',
    allow: signedIn,
    body: doctorPapers,
    output: doctorAuth,
    errors: ['DOCTOR_AUTH_STATE'],
  }),
  updateDoctorAuth: call({
    method: 'PUT',
    path: '/user-api/doctor-auth/update',
    doc: '被驳回后修改重交：2 已驳回 → 0 审核中',
    spec: 'doctor-auth-update',
    allow: signedIn,
    body: doctorPapers,
    output: doctorAuth,
    errors: ['DOCTOR_AUTH_STATE'],
  }),
  doctorAuthDetail: call({
    method: 'GET',
    path: '/user-api/doctor-auth/find-detail/{id}',
    doc: '某一次提交的医生认证：本人，或管理其所属门诊的人',
    spec: 'doctor-auth-find-detail',
    allow: signedIn,
    params: { id: idOf('认证') },
    output: doctorAuth,
    errors: ['NOT_FOUND'],
  }),
  isDoctorAuth: call({
    method: 'GET',
    path: '/user-api/doctor-auth-boolean',
    doc: '本人是否已认证为医生',
    spec: 'doctor-auth-boolean',
    allow: signedIn,
    output: z.boolean(),
  }),

  singleAuth: call({
    method: 'POST',
    path: '/tenant-api/single-auth',
    doc: '提交机构认证：companyId=1 单店；companyId=2 连锁分店（由连锁管理员提交）',
    spec: 'single-auth',
    allow: signedIn,
    query: { companyId: queryNumber('机构类型', 1, 2) },
    body: organisationPapers,
    output: application,
    errors: ['ORG_AUTH_STATE', 'CREDIT_CODE_TAKEN', 'CLINIC_NAME_TAKEN', 'NOT_CHAIN_ADMIN'],
  }),
  multipleAuth: call({
    method: 'POST',
    path: '/tenant-api/multiple-auth',
    doc: '提交连锁总部认证，可同时登记分店',
    spec: 'multiple-auth',
    allow: signedIn,
    body: { ...organisationPapers, branchList },
    output: application,
    errors: ['ORG_AUTH_STATE', 'CREDIT_CODE_TAKEN'],
  }),
  orgAuthInfo: call({
    method: 'POST',
    path: '/tenant-api/org-auth-info',
    doc: '本人申请创建机构的状态与资料',
    spec: 'org-auth-info',
    allow: signedIn,
    effect: 'read',
    output: application,
  }),
  createClinicAuth: call({
    method: 'POST',
    path: '/tenant-api/v2/clinic-auth/create',
    doc: '申请创建机构：isMain 1 连锁总部，0 单店',
    spec: 'v2-clinic-auth-create',
    allow: signedIn,
    body: { isMain: oneOf('机构类型', [0, 1]), ...organisationPapers, branchList },
    output: application,
    errors: ['ORG_AUTH_STATE', 'CREDIT_CODE_TAKEN'],
  }),
  clinicAuthInfo: call({
    method: 'POST',
    path: '/tenant-api/v2/clinic-auth/get-info',
    doc: '当前门诊的资料与证照：生效的、待审的变更、申请中的分店；证照图片只给管理门诊的人',
    spec: 'v2-clinic-auth-get-info',
    allow: inClinic,
    effect: 'read',
    also: ['/userFactory:edit'],
    output: z.object({
      clinicId: z.string(),
      isMain: z.number(),
      isChain: z.boolean(),
      /** Of the clinic's licences: 1 in force, 3 a change is under review, 4 the permit has run out. */
      authStatus: z.number(),
      /** Days until the permit runs out, negative afterwards; null: not known. */
      daysLeft: z.number().nullable(),
      mayEdit: z.boolean(),
      /** Who asks, and the state of the organisation. */
      userId: z.string(),
      orgAuth: z.number(),
      /** As in `current`. */
      companyName: z.string(),
      permitLicense: picture.nullable(),
      businessLicense: picture.nullable(),
      current: ownOrganisation,
      change: z.object({ id: z.string(), submittedAt: moment, papers: ownOrganisation }).nullable(),
      /** Why the last change was refused, until the next one. */
      rejectReason: z.string().nullable(),
      branches: z.array(
        z.object({
          id: z.string(),
          clinicName: z.string(),
          status: z.number(),
          rejectReason: z.string().nullable(),
          submittedAt: moment,
        }),
      ),
    }),
  }),
  updateClinicAuth: call({
    method: 'POST',
    path: '/tenant-api/v2/clinic-auth/update',
    doc: '创建机构的申请被驳回后修改重交：2 → 0',
    spec: 'v2-clinic-auth-update',
    allow: signedIn,
    body: { isMain: oneOf('机构类型', [0, 1]), ...organisationPapers, branchList },
    output: application,
    errors: ['ORG_AUTH_STATE', 'CREDIT_CODE_TAKEN'],
  }),
  firstAudit: call({
    method: 'POST',
    path: '/tenant-api/v2/clinic-auth/first-audit',
    doc: '首次审核的情况：本人创建机构的申请，或当前门诊开通时的审核',
    spec: 'v2-clinic-auth-first-audit',
    allow: signedIn,
    effect: 'read',
    output: z.object({
      authStatus: z.number(),
      rejectReason: z.string().nullable(),
      submittedAt: moment.nullable(),
      decidedAt: moment.nullable(),
    }),
  }),
  updateClinicAuthInfo: call({
    method: 'POST',
    path: '/tenant-api/v2/clinic-auth/update-auth-info',
    doc: '修改不需审核的门诊资料：简称、电话，立即生效',
    spec: 'v2-clinic-auth-update-auth-info',
    allow: resource('/userFactory:edit'),
    body: { clinicShortName: requiredText('门诊简称', 12), phone: clinicPhone },
    output: z.null(),
  }),
  updateClinicLicence: call({
    method: 'POST',
    path: '/tenant-api/v2/clinic-auth/update-auth',
    doc: '提交证照变更：1 已认证或 4 到期 → 3 变更审核中，旧证照继续生效',
    spec: 'v2-clinic-auth-update-auth',
    allow: resource('/userFactory:edit'),
    body: organisationPapers,
    output: z.null(),
    errors: ['ORG_AUTH_STATE', 'CREDIT_CODE_TAKEN', 'CLINIC_NAME_TAKEN'],
  }),
} satisfies CallGroup
