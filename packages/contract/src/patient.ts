import { z } from 'zod'
import { call, inClinic, resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  nullableText,
  oneOf,
  oneWord,
  optionalText,
  pageOf,
  paging,
  phone,
  queryNumber,
  requestId,
  requiredText,
  version,
  wholeNumber,
} from './core/fields.ts'
import { foundPatient, person } from './found-patient.ts'
import { patientArchiveCalls } from './patient-archive.ts'
export * from './patient-fields.ts'
export * from './patient-import.ts'
import { patientFilter } from './patient-filter.ts'
import { patientGroupCalls } from './patient-group.ts'
import { patientIdentityCalls } from './patient-identity.ts'
import { patientSharingCalls } from './patient-sharing.ts'
import { patientImportCalls } from './patient-import.ts'

/** As much of a patient as a picker hands over and a line of a list shows. */
export interface PatientChoice {
  id: string
  name: string
  gender: number
  birthDay: string | null
  medicalNumber: string
  mobile: string | null
}

/** Refusals of this domain: codes 22001 to 22999. */
export const patientErrors = {
  PATIENT_INVALID: { code: 22001, message: '患者资料有误' },
  /** data.patient: the file that is there. */
  PATIENT_ID_NO_TAKEN: { code: 22002, message: '该证件号已建档' },
  /** data.duplicates: files that may be the same person; sent again with acceptDuplicates it goes through. */
  PATIENT_SUSPECTED_DUPLICATE: { code: 22003, message: '疑似重复，请核对已有档案' },
  PATIENT_SOURCE_GONE: { code: 22004, message: '患者来源不存在或已停用' },
  /** The file itself can't introduce its person, and one that was merged or deleted can't be chosen. */
  PATIENT_REFERRER_GONE: { code: 22025, message: '介绍人的档案不存在，或就是患者本人' },
  PATIENT_DOCTOR_GONE: { code: 22005, message: '员工不存在或已离职' },
  PATIENT_NOT_ACTIVE: { code: 22006, message: '档案已归档或已合并，不能修改' },
  PATIENT_EXPORT_TOO_MANY: { code: 22007, message: '一次最多导出 50000 人，请缩小筛选范围后再导出' },
  PATIENT_GROUP_NAME_TAKEN: { code: 22008, message: '已有同名的分组，请换一个名称' },
  PATIENT_GROUP_RULE: { code: 22009, message: '智能分组由条件决定，不能手工增减患者' },
  PATIENT_GROUP_SHARE: { code: 22010, message: '这个分组不是你的，没有修改的权限' },
  PATIENT_GROUP_GONE: { code: 22011, message: '分组不存在或不再共享，请重新选择' },
  PATIENT_FILTERS_FULL: { code: 22012, message: '常用筛选最多 20 个，请先删除不用的' },
  /** data.patients: whom, and why. */
  PATIENT_ARCHIVE_BLOCKED: { code: 22013, message: '有未来预约或未结挂号，不能归档' },
  PATIENT_NOT_ARCHIVED: { code: 22014, message: '档案没有归档，或已由别人取消归档' },
  /** data.patients: whom, and why. */
  PATIENT_DELETE_BLOCKED: { code: 22015, message: '已有就诊、收费或病历，只能归档' },
  PATIENT_BIN_GONE: { code: 22016, message: '档案不在回收站，可能已恢复或已满 30 天清除' },
  PATIENT_KIN_SELF: { code: 22020, message: '亲属不能是患者本人' },
  PATIENT_KIN_TWICE: { code: 22021, message: '已登记过与这位患者的关系' },
  PATIENT_KIN_GENDER: { code: 22022, message: '关系与对方的性别不符' },
  PATIENT_KIN_NAME: { code: 22023, message: '请填写姓名，或选择一位患者' },
  /** The key to the file refused it: whatever screen it came from was looking at a file that is no more. */
  FILE_REQUEST_NONE: { code: 22040, message: '该门诊没有这个手机号的档案，或已经可以查看' },
  FILE_REQUEST_OPEN: { code: 22041, message: '已经申请过，请等待该门诊处理' },
  FILE_REQUEST_SETTLED: { code: 22042, message: '这份申请已经处理过' },
  FILE_REQUEST_REASON: { code: 22043, message: '请填写拒绝的原因' },
  PATIENT_MERGED: { code: 22024, message: '患者档案刚被合并或删除，请刷新后重新选择患者' },
  PATIENT_IMPORT_FILE: { code: 22030, message: '文件不能读取，请下载模板填写后重新上传' },
  PATIENT_IMPORT_ROWS: { code: 22031, message: '一次最多导入 5000 行，请分成几个文件' },
  PATIENT_IMPORT_STATE: { code: 22032, message: '这次导入已经开始、结束或放弃' },
  PATIENT_IMPORT_BAD: { code: 22033, message: '还有行有误，请改好后重新上传' },
  PATIENT_IMPORT_UNDECIDED: { code: 22035, message: '还有疑似重复的行没有决定' },
  PATIENT_IMPORT_NOTHING: { code: 22034, message: '没有可以导入的行' },
  /** The code is the specification's. */
  PATIENT_EXPORT_EMPTY: { code: -123456, message: '未传入任何内容' },
} satisfies Record<string, ErrorEntry>

/** Choices that stand in the domain's rules; the order is the order on the screen. */
export const genders = [0, 1, 2] as const
export const genderNames: Record<number, string> = { 0: '男', 1: '女', 2: '未知' }
export const idTypeNames: Record<number, string> = {
  1: '身份证',
  2: '护照',
  3: '港澳台通行证',
  4: '出生证',
  5: '军官证',
}
export const mobileOwnerNames: Record<number, string> = {
  1: '本人',
  2: '父亲',
  3: '母亲',
  4: '配偶',
  5: '子女',
  6: '其他',
}
export const medicareTypeNames: Record<number, string> = {
  1: '职工医保',
  2: '居民医保',
  3: '公费',
  4: '商保',
  5: '自费',
}
export const maritalNames: Record<number, string> = { 1: '未婚', 2: '已婚', 3: '离异', 4: '丧偶' }
export const patientTypeNames: Record<number, string> = {
  1: '普通',
  2: '会员',
  3: 'VIP',
  4: '员工/家属',
  5: '团检',
  6: '黑名单',
}
export const allergyFlagNames: Record<number, string> = { 0: '否认', 1: '有', 2: '不详' }
export const noMobileReasons = ['儿童，用监护人电话', '老人，无手机', '不愿提供', '境外号码', '其他'] as const
export const systemicDiseaseNames = [
  '高血压',
  '心脏病',
  '糖尿病',
  '血液病',
  '肝炎',
  'HIV',
  '梅毒',
  '结核',
  '哮喘',
  '癫痫',
  '妊娠',
  '哺乳',
  '骨质疏松用药（双膦酸盐）',
  '抗凝药',
  '放化疗',
  '心脏起搏器',
  '甲状腺疾病',
  '肾病',
] as const

const text = (label: string, max: number) => nullableText(label, max)
const list = (label: string, max: number) =>
  z
    .array(requiredText(label, 20), { error: `${label}应为列表` })
    .max(max, { error: `${label}不能超过${max}项` })
    .transform((items) => [...new Set(items)])
    .default([])
const nullish = <T extends z.ZodType>(field: T) => field.nullish().transform((value) => value ?? null)

/** What is asked about a person, the same for a new file and a changed one, but for what may be covered with stars. */
const particulars = {
  name: requiredText('姓名', 30),
  gender: oneOf('性别', genders),
  birthDay: nullish(localDate('出生日期')),
  /** Years, when only the age is known; the birthday is then an estimate. */
  age: nullish(wholeNumber('年龄', 0, 130)),
  noMobileReason: text('没有手机号的原因', 30),
  mobileOwner: nullish(oneOf('手机号机主', [1, 2, 3, 4, 5, 6])),
  email: nullish(
    z
      .string()
      .trim()
      .max(80, { error: '邮箱不能超过80个字' })
      .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: '邮箱格式不正确' }),
  ),
  idType: nullish(oneOf('证件类型', [1, 2, 3, 4, 5])),
  medicareType: nullish(oneOf('医保类型', [1, 2, 3, 4, 5])),
  nationality: text('国籍', 20),
  ethnicity: text('民族', 20),
  marital: nullish(oneOf('婚姻状况', [1, 2, 3, 4])),
  occupation: text('职业', 30),
  workUnit: text('工作单位', 60),
  education: nullish(oneOf('学历', [1, 2, 3, 4, 5, 6])),
  province: text('省', 20),
  city: text('市', 20),
  district: text('区县', 20),
  address: text('详细地址', 120),
  distanceArea: nullish(oneOf('距离', [1, 2, 3, 4, 5])),
  patientType: oneOf('患者类型', [1, 2, 3, 4, 5, 6]).default(1),
  /** 1 another patient, 2 one of the staff, 3 a partner, named in referrerRemark */
  referrerType: nullish(oneOf('介绍人类型', [1, 2, 3])),
  referrerPatientId: nullish(idOf('介绍人')),
  referrerEmployeeId: nullish(idOf('介绍人')),
  referrerRemark: text('介绍人', 60),
  respDoctorId: nullish(idOf('责任医生')),
  consultantId: nullish(idOf('咨询师')),
  respNurseId: nullish(idOf('责任护士')),
  customerServiceId: nullish(idOf('客服')),
  allergyFlag: oneOf('过敏史', [0, 1, 2]).default(2),
  allergyHistory: optionalText('过敏内容', 200),
  systemicDiseases: list('系统病史', 20),
  pastHistory: optionalText('既往史', 500),
  familyHistory: optionalText('家族史', 500),
  medicationHistory: optionalText('用药史', 500),
  anesthesiaHistory: optionalText('麻醉史', 500),
  smoking: nullish(oneOf('吸烟', [0, 1, 2, 3])),
  alcohol: nullish(oneOf('饮酒', [0, 1, 2, 3])),
  bruxism: nullish(oneOf('磨牙', [0, 1, 2, 3])),
  brushingHabit: nullish(oneOf('刷牙', [0, 1, 2, 3])),
  /** The day on which the patient, or a minor's guardian, agreed that the data are kept. */
  consentOn: nullish(localDate('隐私同意日期')),
  consentGuardian: text('监护人', 30),
  consentGuardianRelation: nullish(oneOf('监护人关系', [1, 2, 3, 4])),
  /** Left out: as it is. */
  smsOptOut: z.boolean().optional(),
  marketingOptOut: z.boolean().optional(),
  tags: list('标签', 10),
  remark: optionalText('备注', 500),
  alertNote: optionalText('警示', 200),
}

/** Document and insurance numbers: letters, digits and a hyphen. */
const documentText = (label: string) =>
  z
    .string()
    .trim()
    .min(4, { error: `${label}至少4位` })
    .max(30, { error: `${label}不能超过30位` })
    .regex(/^[A-Za-z0-9-]+$/, { error: `${label}只能是字母和数字` })

/** Covered for whoever may not see them in full. In a change: left out = as it is, null = emptied. */
const coverable = {
  mobile: phone('手机号'),
  mobile2: phone('备用手机号'),
  tel: z
    .string()
    .trim()
    .max(20, { error: '固定电话不能超过20个字' })
    .regex(/^[\d+][\d -]{4,19}$/, { error: '固定电话应为带区号的号码' }),
  wechat: requiredText('微信号', 40),
  idNo: documentText('证件号'),
  medicareNo: documentText('医保号'),
}

const acceptDuplicates = z.boolean().default(false)

/** A file that may be the same person; stands in the data of PATIENT_ID_NO_TAKEN and PATIENT_SUSPECTED_DUPLICATE. */
export const duplicateFile = z.object({
  /** All null for a file out of the person's reach: only that there is one, and where to ask. */
  id: z.string().nullable(),
  name: z.string().nullable(),
  gender: z.number().nullable(),
  birthDay: z.string().nullable(),
  medicalNumber: z.string().nullable(),
  /** Covered: 138****2046. */
  mobile: z.string().nullable(),
  /** The clinic that opened the file. */
  clinicName: z.string(),
  level: z.enum(['strong', 'medium', 'weak']),
  reason: z.string(),
  lastVisitAt: moment.nullable(),
  archived: z.boolean(),
  /** May the person at work open this file? */
  canOpen: z.boolean(),
})
/** As it stands in the answer. */
export type DuplicateFile = z.input<typeof duplicateFile>

export const patientSorts = ['lastVisit', 'created', 'name', 'arrears'] as const

const listOrder = {
  sort: oneWord('排序', patientSorts).default('lastVisit'),
  order: oneWord('方向', ['asc', 'desc']).default('desc'),
}

/** Only those who have to do with today in the clinic at work: booked (and not cancelled), registered or treated. */
const today = { today: z.boolean().default(false) }

/** How many patients are chosen at once for something that is done with all of them. */
export const MOST_CHOSEN = 500

/** The columns of the list, by the keys that the screen has for them. */
export const patientColumns = [
  'name',
  'medicalNumber',
  'mobile',
  'groups',
  'tags',
  'respDoctor',
  'consultant',
  'respNurse',
  'customerService',
  'lastVisit',
  'nextAppointment',
  'source',
  'firstVisit',
  'visitCount',
  'consume',
  'created',
  'createdName',
  'arrears',
] as const
export type PatientColumn = (typeof patientColumns)[number]

const view = resource('/allTimePatients:view', '/patientCenter:view')

const appointmentBrief = z.object({
  id: z.string(),
  clinicName: z.string(),
  startsAt: moment,
  endsAt: moment,
  title: z.string(),
  teeth: z.string(),
  doctorName: z.string(),
  status: z.number(),
})

const visitKinds = ['all', 'endo', 'ortho', 'perio'] as const

export const patient = {
  create: call({
    method: 'POST',
    path: '/patient-api/v2/central/patient/create',
    doc: '新建患者。证件号已建档时拒绝并给出该档案；疑似重复时给出列表，核对后带 acceptDuplicates 再提交。',
    spec: null,
    allow: resource('/allTimePatients:add'),
    also: ['/allTimePatients:view'],
    body: {
      ...particulars,
      mobile: nullish(coverable.mobile),
      mobile2: nullish(coverable.mobile2),
      tel: nullish(coverable.tel),
      wechat: nullish(coverable.wechat),
      idNo: nullish(coverable.idNo),
      medicareNo: nullish(coverable.medicareNo),
      sourceId: idOf('来源'),
      acceptDuplicates,
      requestId,
    },
    output: z.object({ id: z.string(), medicalNumber: z.string(), version: z.number() }),
    idempotent: true,
    errors: [
      'PATIENT_INVALID',
      'PATIENT_ID_NO_TAKEN',
      'PATIENT_SUSPECTED_DUPLICATE',
      'PATIENT_SOURCE_GONE',
      'PATIENT_DOCTOR_GONE',
      'PATIENT_REFERRER_GONE',
    ],
  }),
  update: call({
    method: 'PUT',
    path: '/patient-api/central/update',
    doc: '修改患者资料。手机号、证件号、医保号不传表示不改，传 null 表示清空；version 不是最新时拒绝。',
    spec: 'central-update',
    allow: resource('/allTimePatients:edit'),
    also: ['/allTimePatients:view'],
    body: {
      ...particulars,
      id: idOf('患者'),
      version,
      mobile: coverable.mobile.nullable().optional(),
      mobile2: coverable.mobile2.nullable().optional(),
      tel: coverable.tel.nullable().optional(),
      wechat: coverable.wechat.nullable().optional(),
      idNo: coverable.idNo.nullable().optional(),
      medicareNo: coverable.medicareNo.nullable().optional(),
      sourceId: nullish(idOf('来源')),
      acceptDuplicates,
      requestId,
    },
    output: z.object({ id: z.string(), version: z.number() }),
    idempotent: true,
    errors: [
      'PATIENT_INVALID',
      'PATIENT_ID_NO_TAKEN',
      'PATIENT_SUSPECTED_DUPLICATE',
      'PATIENT_SOURCE_GONE',
      'PATIENT_DOCTOR_GONE',
      'PATIENT_REFERRER_GONE',
      'PATIENT_NOT_ACTIVE',
      'VERSION_CONFLICT',
    ],
  }),
  get: call({
    method: 'GET',
    path: '/patient-api/v2/central/patient/detail/{id}',
    doc: '患者完整资料。没有完整手机号权限时手机号、证件号、医保号遮盖。每次查看都记入日志。',
    spec: null,
    allow: view,
    also: ['/field:phone', '/field:idNumber'],
    effect: 'write',
    scope: 'all',
    params: { id: idOf('患者') },
    output: z.object({
      ...person,
      version: z.number(),
      birthYearEstimated: z.boolean(),
      noMobileReason: z.string().nullable(),
      mobileOwner: z.number().nullable(),
      mobile2: z.string().nullable(),
      tel: z.string().nullable(),
      wechat: z.string().nullable(),
      email: z.string().nullable(),
      idType: z.number().nullable(),
      idNo: z.string().nullable(),
      medicareType: z.number().nullable(),
      medicareNo: z.string().nullable(),
      /** The numbers above are covered. */
      masked: z.boolean(),
      /** The fields that stand here with stars: what this person may not see in full. */
      covered: z.array(z.string()),
      nationality: z.string().nullable(),
      ethnicity: z.string().nullable(),
      marital: z.number().nullable(),
      occupation: z.string().nullable(),
      workUnit: z.string().nullable(),
      education: z.number().nullable(),
      province: z.string().nullable(),
      city: z.string().nullable(),
      district: z.string().nullable(),
      address: z.string().nullable(),
      distanceArea: z.number().nullable(),
      patientType: z.number(),
      sourceId: z.string().nullable(),
      sourceName: z.string().nullable(),
      referrerType: z.number().nullable(),
      referrerPatientId: z.string().nullable(),
      referrerEmployeeId: z.string().nullable(),
      /** Who it is, for a patient or one of the staff. */
      referrerName: z.string().nullable(),
      referrerRemark: z.string().nullable(),
      respDoctorId: z.string().nullable(),
      respDoctorName: z.string().nullable(),
      consultantId: z.string().nullable(),
      consultantName: z.string().nullable(),
      respNurseId: z.string().nullable(),
      respNurseName: z.string().nullable(),
      customerServiceId: z.string().nullable(),
      customerServiceName: z.string().nullable(),
      /** Null for whom it does not concern what a patient suffers from. */
      allergyFlag: z.number().nullable(),
      allergyHistory: z.string(),
      systemicDiseases: z.array(z.string()),
      pastHistory: z.string(),
      familyHistory: z.string(),
      medicationHistory: z.string(),
      anesthesiaHistory: z.string(),
      smoking: z.number().nullable(),
      alcohol: z.number().nullable(),
      bruxism: z.number().nullable(),
      brushingHabit: z.number().nullable(),
      consentOn: z.string().nullable(),
      consentGuardian: z.string().nullable(),
      consentGuardianRelation: z.number().nullable(),
      smsOptOut: z.boolean(),
      marketingOptOut: z.boolean(),
      tags: z.array(z.string()),
      remark: z.string(),
      alertNote: z.string(),
      status: z.number(),
      mergedIntoId: z.string().nullable(),
      homeClinicName: z.string(),
      createdName: z.string(),
      createdAt: moment,
      updatedAt: moment,
      firstVisitAt: moment.nullable(),
      firstDoctorName: z.string().nullable(),
    }),
  }),
  information: call({
    method: 'GET',
    path: '/patient-api/central/patientInformation/{id}',
    doc: '患者基本信息（患者栏）：姓名、性别、年龄、病历号、警示、欠费、下次预约。没有完整手机号权限时手机号遮盖。',
    spec: 'central-patient-information',
    allow: view,
    also: ['/field:amounts'],
    scope: 'all',
    params: { id: idOf('患者') },
    output: z.object({
      ...person,
      birthYearEstimated: z.boolean(),
      /** Whole years; null: the birthday is not known. */
      age: z.number().nullable(),
      patientType: z.number(),
      respDoctorName: z.string().nullable(),
      /** Null for whom it does not concern what a patient suffers from. */
      allergyFlag: z.number().nullable(),
      allergyHistory: z.string(),
      systemicDiseases: z.array(z.string()),
      alertNote: z.string(),
      status: z.number(),
      mergedIntoId: z.string().nullable(),
      /** '' while nobody has a member card. */
      memberTypeName: z.string(),
      /** All four null for whoever may not see amounts. */
      principalAmount: amount.nullable(),
      bonusAmount: amount.nullable(),
      arrearsAmount: amount.nullable(),
      consumeTotal: amount.nullable(),
      visitCount: z.number(),
      lastVisitAt: moment.nullable(),
      nextAppointmentAt: moment.nullable(),
    }),
  }),
  account: call({
    method: 'GET',
    path: '/patient-api/central/patientAccountInformation/{id}',
    doc: '患者账户：欠费（笔数、最早一笔的日期）与累计消费；没有金额权限时为空。',
    spec: 'central-patient-account-information',
    allow: view,
    also: ['/field:amounts'],
    scope: 'all',
    params: { id: idOf('患者') },
    output: z.object({
      /** Both null, and no bills, for whoever may not see amounts. */
      arrearsAmount: amount.nullable(),
      consumeTotal: amount.nullable(),
      visitCount: z.number(),
      firstVisitAt: moment.nullable(),
      lastVisitAt: moment.nullable(),
      /** Bills with money owing, newest first; only those of the clinic at work unless the post sees the whole chain. */
      arrears: z.array(
        z.object({
          billId: z.string(),
          billNo: z.string(),
          openTime: moment,
          doctorName: z.string(),
          receivableAmount: amount,
          arrearsAmount: amount,
        }),
      ),
    }),
  }),
  list: call({
    method: 'POST',
    path: '/patient-api/v2/central/patientList/select',
    doc: '患者列表：分页、排序、筛选，附筛选结果的欠费合计。没有金额权限时金额为空，也不能按欠费排序、筛选。',
    spec: 'v2-central-patient-list-select',
    allow: resource('/allTimePatients:view'),
    also: ['/field:amounts'],
    effect: 'read',
    scope: 'all',
    body: {
      ...patientFilter,
      ...today,
      ...paging,
      ...listOrder,
    },
    output: pageOf(
      z.object({
        ...person,
        birthYearEstimated: z.boolean(),
        patientType: z.number(),
        /** Null for whom it does not concern what a patient suffers from. */
        allergyFlag: z.number().nullable(),
        allergyHistory: z.string(),
        systemicDiseases: z.array(z.string()),
        respDoctorName: z.string().nullable(),
        consultantName: z.string().nullable(),
        respNurseName: z.string().nullable(),
        customerServiceName: z.string().nullable(),
        sourceName: z.string().nullable(),
        tags: z.array(z.string()),
        /** Those groups by hand that the person at work sees. */
        groups: z.array(z.object({ id: z.string(), name: z.string(), colour: z.string() })),
        status: z.number(),
        visitCount: z.number(),
        firstVisitAt: moment.nullable(),
        lastVisitAt: moment.nullable(),
        nextAppointmentAt: moment.nullable(),
        arrearsAmount: amount.nullable(),
        consumeTotal: amount.nullable(),
        createdName: z.string(),
        createdAt: moment,
      }),
    ).extend({ arrearsTotal: amount.nullable() }),
  }),
  everybody: call({
    method: 'POST',
    path: '/patient-api/v2/central/patientList/all',
    doc: `筛选结果里的全部患者，供批量操作选中：按列表的次序，最多 ${MOST_CHOSEN} 人；total 为筛选结果的人数`,
    spec: null,
    allow: resource('/allTimePatients:view'),
    also: ['/field:amounts'],
    effect: 'read',
    scope: 'all',
    body: { ...patientFilter, ...today, ...listOrder },
    output: z.object({ list: z.array(z.object({ id: z.string(), name: z.string() })), total: z.number() }),
  }),
  export: call({
    method: 'POST',
    path: '/patient-api/v2/central/list/export',
    doc: '导出患者列表（xlsx）：条件与排序同列表，columns 为列表当前的列，有权限时另附证件号；没有完整手机号权限时手机号遮盖，没有金额权限时不含金额。一次最多 50000 人；每次导出都记入日志（人、时间、条件、行数）。',
    spec: 'v2-central-list-export',
    allow: resource('/allTimePatients:export'),
    also: ['/allTimePatients:view', '/field:phone', '/field:idNumber', '/field:amounts'],
    scope: 'all',
    body: {
      ...patientFilter,
      ...today,
      ...listOrder,
      columns: z
        .array(oneWord('列', patientColumns), { error: '列应为列表' })
        .max(50, { error: '列不能超过50项' })
        .default([]),
    },
    output: z.null(),
    answer: 'file',
    errors: ['PATIENT_EXPORT_EMPTY', 'PATIENT_EXPORT_TOO_MANY'],
  }),
  copy: call({
    method: 'POST',
    path: '/patient-api/v2/central/patientCopy',
    doc: '资料副本（xlsx）：患者索取的本人资料，基本资料、亲属、预约、挂号就诊、病历、收费、随访、短信各一页；无权查看的页、号码和金额不含。记入日志（人、时间、索取人、各页行数）。',
    spec: null,
    allow: resource('/allTimePatients:export'),
    also: [
      '/allTimePatients:view',
      '/field:phone',
      '/field:idNumber',
      '/field:amounts',
      '/patientMedicalRecord:view',
      '/orderSet:view',
      '/followManagementList:view',
    ],
    scope: 'all',
    body: {
      id: idOf('患者'),
      reason: oneOf('索取人', [1, 2, 3]),
      /** Who else asks, and why: for 其他. */
      note: optionalText('说明', 100),
    },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND'],
  }),
  tabCounts: call({
    method: 'GET',
    path: '/patient-api/v2/central/patientList/count',
    doc: '患者列表各常用筛选的人数；没有金额权限时不数欠费的。',
    spec: null,
    allow: resource('/allTimePatients:view'),
    also: ['/field:amounts'],
    scope: 'all',
    output: z.object({
      all: z.number(),
      absent: z.number(),
      arrears: z.number().nullable(),
      birthday: z.number(),
    }),
  }),
  search: call({
    method: 'GET',
    path: '/patient-api/v2/central/patient/search',
    doc: '按姓名、拼音首字母、手机尾号、病历号找患者，最多10人；默认不含已归档。',
    spec: null,
    allow: view,
    scope: 'all',
    query: {
      keyword: requiredText('关键字', 40),
      /** 1: archived files too. */
      archived: oneWord('是否含已归档', ['0', '1']).default('0'),
    },
    output: z.array(foundPatient),
  }),
  timeline: call({
    method: 'GET',
    path: '/patient-api/v2/central/patient/timeline/{id}',
    doc: '患者在全部门诊的就诊时间轴（新在前）与之后的预约。',
    spec: null,
    allow: resource('/patientCenter:view'),
    also: ['/allTimePatients:view', '/field:amounts'],
    scope: 'all',
    params: { id: idOf('患者') },
    query: {
      kind: oneWord('类别', visitKinds).default('all'),
      keyword: optionalText('牙位或诊断', 30),
      pageNum: queryNumber('页码', 1, 10_000).default(1),
      pageSize: queryNumber('每页条数', 1, 500).default(20),
    },
    output: pageOf(
      z.object({
        registrationId: z.string(),
        treatmentId: z.string().nullable(),
        clinicId: z.string(),
        clinicName: z.string(),
        doctorName: z.string(),
        chairName: z.string().nullable(),
        visitTime: moment,
        queueNo: z.number(),
        /** 1 初诊, 2 复诊, 3 再初诊 */
        treatType: z.number(),
        /** of the registration: 1 waiting … 6 left */
        status: z.number(),
        title: z.string(),
        chiefComplaint: z.string(),
        diagnosisText: z.string(),
        treatmentText: z.string(),
        teeth: z.string(),
        nextPlan: z.string(),
        recordId: z.string().nullable(),
        recordStatus: z.number().nullable(),
        /** null: billed by another clinic, nothing billed, or not to be seen by this person */
        billAmount: amount.nullable(),
        arrearsAmount: amount.nullable(),
      }),
    ).extend({ upcoming: z.array(appointmentBrief) }),
  }),
  toothConditions: call({
    method: 'GET',
    path: '/patient-api/v2/central/patient/toothCondition/{id}',
    doc: '患者口腔现状：每颗牙的病变、已完成和计划。需要查看病历的权限。',
    spec: null,
    allow: resource('/patientMedicalRecord:view'),
    also: ['/allTimePatients:view'],
    scope: 'all',
    params: { id: idOf('患者') },
    output: z.object({
      notedOn: z.string().nullable(),
      list: z.array(
        z.object({
          id: z.string(),
          tooth: z.string(),
          surfaces: z.string(),
          condition: z.string(),
          layer: z.enum(['finding', 'existing', 'plan']),
          notedOn: z.string(),
        }),
      ),
    }),
  }),
  saveOperation: call({
    method: 'POST',
    path: '/admin-api/operation-log/save',
    doc: '记一条操作日志：网页上做了什么（打开、查看），可带患者；只作线索，改动本身由系统自动记录',
    spec: 'operation-log-save',
    allow: inClinic,
    also: ['/allTimePatients:view'],
    body: { operName: requiredText('操作名称', 60), patientId: idOf('患者').nullish() },
    output: z.null(),
  }),
  ...patientGroupCalls,
  ...patientArchiveCalls,
  ...patientIdentityCalls,
  ...patientSharingCalls,
  ...patientImportCalls,
}
