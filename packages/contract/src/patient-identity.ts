import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import {
  idOf,
  localDate,
  moment,
  oneOf,
  oneWord,
  optionalText,
  pageOf,
  paging,
  phone,
  requestId,
  version,
  wholeNumber,
} from './core/fields.ts'
import { monthDay } from './patient-filter.ts'

const birthdayRanges = ['today', 'week', 'month', 'span'] as const

const VIEW = ['/allTimePatients:view'] as const
const EDITS = ['/allTimePatients:view', '/field:phone', '/field:idNumber'] as const
const nullish = <T extends z.ZodType>(field: T) => field.nullish().transform((value) => value ?? null)
const idNo = z
  .string({ error: '请填写证件号' })
  .trim()
  .min(4, { error: '证件号至少4位' })
  .max(30, { error: '证件号不能超过30位' })
  .regex(/^[A-Za-z0-9-]+$/, { error: '证件号只能是字母和数字' })
const idType = oneOf('证件类型', [1, 2, 3, 4, 5])
const acceptDuplicates = z.boolean().default(false)

const kin = {
  /** Somebody who is a patient too; then name and phone are those of that file. */
  relatedPatientId: nullish(idOf('患者')),
  name: optionalText('姓名', 30),
  /** The number of an entry of the dictionary of relations. */
  relation: wholeNumber('关系', 1, 999_999),
  mobile: nullish(phone('手机号')),
  isGuardian: z.boolean().default(false),
  isEmergency: z.boolean().default(false),
  remark: optionalText('备注', 100),
}
const kinErrors = [
  'PATIENT_KIN_SELF',
  'PATIENT_KIN_TWICE',
  'PATIENT_KIN_GENDER',
  'PATIENT_KIN_NAME',
  'PATIENT_NOT_ACTIVE',
  'NOT_FOUND',
]

/** How somebody was congratulated. */
export const greetingWayNames: Readonly<Record<number, string>> = { 1: '手动', 2: '短信', 3: '电话' }

/** Birthdays, and what says who somebody is: phone, identity document, family. */
export const patientIdentityCalls = {
  birthdays: call({
    method: 'POST',
    path: '/patient-api/v2/central/patient/current-birthday',
    doc: '生日列表：今天、7 天内、本月或自定义月日（可跨年），先到的在前；2 月 29 日在平年按 2 月 28 日。没有完整手机号权限时手机号遮盖。',
    spec: 'v2-central-patient-current-birthday',
    allow: resource('/allTimePatients:view'),
    also: ['/field:phone'],
    effect: 'read',
    scope: 'all',
    body: {
      range: oneWord('范围', birthdayRanges).default('today'),
      from: nullish(monthDay('生日起')),
      to: nullish(monthDay('生日止')),
      /** Only those who have not been congratulated this time. */
      open: z.boolean().default(false),
      ...paging,
    },
    output: pageOf(
      z.object({
        id: z.string(),
        name: z.string(),
        gender: z.number(),
        medicalNumber: z.string(),
        birthDay: z.string(),
        /** The day on which it is kept this time. */
        celebratedOn: z.string(),
        /** How old on that day. */
        turns: z.number(),
        mobile: z.string().nullable(),
        patientType: z.number(),
        lastVisitAt: moment.nullable(),
        greetedAt: moment.nullable(),
        greetedBy: z.string().nullable(),
        /** How: see `greetingWayNames`. */
        greetedWay: z.number().nullable(),
      }),
    ).extend({ first: z.string(), last: z.string() }),
  }),
  greet: call({
    method: 'POST',
    path: '/patient-api/v2/central/patient/birthday-greeted',
    doc: '标记（或取消标记）某年的生日已祝福',
    spec: null,
    allow: resource('/allTimePatients:edit'),
    also: VIEW,
    scope: 'all',
    body: {
      patientIds: z
        .array(idOf('患者'), { error: '请选择患者' })
        .min(1, { error: '请选择患者' })
        .max(200, { error: '一次最多200人' }),
      celebratedOn: localDate('生日'),
      greeted: z.boolean().default(true),
      /** SMS marks itself. */
      way: oneOf('方式', [1, 3]).default(1),
    },
    output: z.object({ count: z.number() }),
  }),
  updatePhone: call({
    method: 'POST',
    path: '/patient-api/update-patient-phone',
    doc: '修改患者手机号；同一手机号、姓名已建档时给出疑似重复，核对后带 acceptDuplicates 再提交',
    spec: 'update-patient-phone',
    allow: resource('/allTimePatients:edit'),
    also: EDITS,
    idempotent: true,
    body: {
      id: idOf('患者'),
      version,
      mobile: phone('手机号'),
      mobileOwner: oneOf('手机号机主', [1, 2, 3, 4, 5, 6]).default(1),
      acceptDuplicates,
      requestId,
    },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: ['PATIENT_SUSPECTED_DUPLICATE', 'PATIENT_NOT_ACTIVE', 'VERSION_CONFLICT'],
  }),
  identityCheck: call({
    method: 'POST',
    path: '/patient-api/patient-identity/check',
    doc: '核对证件：身份证号的校验位、其中的生日和性别；证件号是否已建档',
    spec: 'patient-identity-check',
    allow: resource('/allTimePatients:add', '/allTimePatients:edit'),
    also: VIEW,
    effect: 'read',
    scope: 'all',
    body: { patientId: nullish(idOf('患者')), idType: idType.default(1), idNo },
    output: z.object({
      ok: z.boolean(),
      /** What is wrong with the number; empty when nothing is. */
      problem: z.string(),
      birthDay: z.string().nullable(),
      gender: z.number().nullable(),
      /** The file that has this document already; of one out of reach only the clinic that opened it, to ask there. */
      taken: z
        .object({
          id: z.string().nullable(),
          name: z.string().nullable(),
          medicalNumber: z.string().nullable(),
          clinicName: z.string(),
          canOpen: z.boolean(),
        })
        .nullable(),
    }),
  }),
  identityUpdate: call({
    method: 'POST',
    path: '/patient-api/patient-identity/update',
    doc: '登记或更正患者证件：身份证号带出生日和性别；证件号已建档时拒绝，姓名和生日与别的档案相同时提示',
    spec: 'patient-identity-update',
    allow: resource('/allTimePatients:edit'),
    also: EDITS,
    idempotent: true,
    body: { id: idOf('患者'), version, idType: idType.default(1), idNo, acceptDuplicates, requestId },
    output: z.object({ id: z.string(), version: z.number(), birthDay: z.string().nullable(), gender: z.number() }),
    errors: [
      'PATIENT_INVALID',
      'PATIENT_ID_NO_TAKEN',
      'PATIENT_SUSPECTED_DUPLICATE',
      'PATIENT_NOT_ACTIVE',
      'VERSION_CONFLICT',
    ],
  }),
  kinList: call({
    method: 'GET',
    path: '/patient-api/kin/findList',
    doc: '患者的亲属与联系人；没有完整手机号权限时手机号遮盖',
    spec: 'kin-find-list',
    allow: resource('/patientCenter:view', '/allTimePatients:view'),
    also: ['/allTimePatients:view', '/field:phone'],
    scope: 'all',
    query: { patientId: idOf('患者') },
    output: z.array(
      z.object({
        id: z.string(),
        version: z.number(),
        relatedPatientId: z.string().nullable(),
        relatedNumber: z.string().nullable(),
        /** May the person at work open that file? */
        canOpen: z.boolean(),
        name: z.string(),
        relation: z.number(),
        /** As the dictionary says it now. */
        relationName: z.string(),
        mobile: z.string().nullable(),
        isGuardian: z.boolean(),
        isEmergency: z.boolean(),
        remark: z.string(),
      }),
    ),
  }),
  kinAdd: call({
    method: 'POST',
    path: '/patient-api/kin/add',
    doc: '添加亲属；对方也是患者时，对方档案里同时出现相应的关系',
    spec: 'kin-add',
    allow: resource('/allTimePatients:edit'),
    also: EDITS,
    scope: 'all',
    idempotent: true,
    body: { patientId: idOf('患者'), ...kin, requestId },
    output: z.object({ id: z.string() }),
    errors: kinErrors,
  }),
  kinUpdate: call({
    method: 'POST',
    path: '/patient-api/kin/update',
    doc: '修改亲属；对方档案里的关系随之修改。手机号不传表示不改。',
    spec: 'kin-update',
    allow: resource('/allTimePatients:edit'),
    also: EDITS,
    scope: 'all',
    idempotent: true,
    body: {
      id: idOf('亲属'),
      version,
      name: kin.name,
      relation: kin.relation,
      mobile: phone('手机号').nullable().optional(),
      isGuardian: kin.isGuardian,
      isEmergency: kin.isEmergency,
      remark: kin.remark,
      requestId,
    },
    output: z.object({ id: z.string(), version: z.number() }),
    errors: [...kinErrors, 'VERSION_CONFLICT'],
  }),
  kinDelete: call({
    method: 'GET',
    path: '/patient-api/kin/deleteById/{id}',
    doc: '删除亲属；对方档案里的关系同时删除',
    spec: 'kin-delete-by-id',
    allow: resource('/allTimePatients:edit'),
    also: VIEW,
    effect: 'write',
    scope: 'all',
    params: { id: idOf('亲属') },
    output: z.null(),
    errors: ['PATIENT_NOT_ACTIVE'],
  }),
} satisfies CallGroup
