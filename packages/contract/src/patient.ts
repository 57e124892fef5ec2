import { z } from 'zod'
import { call, inClinic, resource } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  moment,
  oneOf,
  oneWord,
  optionalText,
  pageOf,
  paging,
  queryNumber,
  requestId,
  requiredText,
  version,
  wordsOf,
} from './core/fields.ts'
import { recordTypes } from './core/record-kinds.ts'
import { recordOriginNames } from './core/record-origins.ts'
import { foundPatient, person } from './found-patient.ts'
import { patientArchiveCalls } from './patient-archive.ts'
export * from './patient-fields/index.ts'
export * from './patient-import.ts'
export * from './patient-words.ts'
import {
  changedFile,
  listedKeys,
  newFile,
  namesInFile,
  shownOf,
  uniqueRefusals,
  wholeFile,
} from './patient-fields/index.ts'
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
  PATIENT_NUMBER_TAKEN: { code: 22044, message: '该号码已被其他档案使用' },
  /** data.duplicates: files that may be the same person; sent again with acceptDuplicates it goes through. */
  PATIENT_SUSPECTED_DUPLICATE: { code: 22003, message: '疑似重复，请核对已有档案' },
  PATIENT_SOURCE_GONE: { code: 22004, message: '患者来源不存在或已停用' },
  /** The file itself can't introduce its person, and one that was merged or deleted can't be chosen. */
  PATIENT_REFERRER_GONE: { code: 22025, message: '介绍人的档案不存在，或就是患者本人' },
  PATIENT_DOCTOR_GONE: { code: 22005, message: '员工不存在或已离职' },
  PATIENT_NOT_ACTIVE: { code: 22006, message: '档案已归档或已合并，不能修改' },
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
      ...newFile,
      acceptDuplicates,
      requestId,
    },
    output: z.object({ id: z.string(), medicalNumber: z.string(), version: z.number() }),
    idempotent: true,
    errors: [
      'PATIENT_INVALID',
      ...uniqueRefusals,
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
      ...changedFile,
      id: idOf('患者'),
      version,
      acceptDuplicates,
      requestId,
    },
    output: z.object({ id: z.string(), version: z.number() }),
    idempotent: true,
    errors: [
      'PATIENT_INVALID',
      ...uniqueRefusals,
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
      ...wholeFile,
      ...namesInFile,
      version: z.number(),
      /** The numbers above are covered. */
      masked: z.boolean(),
      /** The fields that stand here with stars: what this person may not see in full. */
      covered: z.array(z.string()),
      /** Who it is, for a patient or one of the staff. */
      referrerName: z.string().nullable(),
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
      ...shownOf('birthYearEstimated', 'patientType', 'allergyFlag', 'allergyHistory', 'systemicDiseases', 'alertNote'),
      ...shownOf('pregnantSince'),
      /** Whole years; null: the birthday is not known. */
      age: z.number().nullable(),
      respDoctorName: z.string().nullable(),
      status: z.number(),
      mergedIntoId: z.string().nullable(),
      /** '' while nobody has a member card. */
      memberTypeName: z.string(),
      /** All four null for whoever may not see amounts. */
      principalAmount: amount.nullable(),
      bonusAmount: amount.nullable(),
      /** What the prepayments hold. */
      prepaidAmount: amount.nullable(),
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
        ...shownOf(...listedKeys),
        ...namesInFile,
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
    doc: '导出患者列表（xlsx）：条件与排序同列表，columns 为列表当前的列，有权限时另附证件号；没有完整手机号权限时手机号遮盖，没有金额权限时不含金额。一次最多 200000 人；每次导出都记入日志（人、时间、条件、行数）。',
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
    exported: '患者列表',
    errors: ['PATIENT_EXPORT_EMPTY', 'EXPORT_TOO_MANY'],
  }),
  copy: call({
    method: 'POST',
    path: '/patient-api/v2/central/patientCopy',
    doc: '资料副本（xlsx）：患者索取的本人资料，基本资料、亲属、预约、挂号就诊、病历、影像、治疗计划、正畸、牙周、处方、同意书、收费、分期、电子发票、会员卡、预交金、优惠券、随访、短信各一页；无权查看的页、号码和金额不含。记入日志（人、时间、索取人、各页行数）。',
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
      '/prescription:view',
      '/patientConsent:view',
      '/treatmentPlan:view',
      '/imageData:view',
      '/membercard:view',
      '/prepayments:view',
      '/coupons:view',
      '/referralRecord:view',
      '/invoices:view',
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
    exported: '资料副本',
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
        recordType: z.literal(recordTypes).nullable(),
        /** Records of other kinds of the same visit. */
        otherRecords: z.array(z.object({ id: z.string(), recordType: z.literal(recordTypes), status: z.number() })),
        /** Of its record, those that were taken back excepted. */
        consents: z.array(z.object({ id: z.string(), name: z.string(), status: z.number() })),
        /** null: billed by another clinic, nothing billed, or not to be seen by this person */
        billAmount: amount.nullable(),
        arrearsAmount: amount.nullable(),
      }),
    ).extend({
      upcoming: z.array(appointmentBrief),
      /** Records that no visit leads to, newest first: written up later, or of a telephone call. */
      apart: z.array(
        z.object({
          recordId: z.string(),
          recordType: z.literal(recordTypes),
          origin: z.enum(wordsOf(recordOriginNames)),
          originReason: z.string(),
          clinicId: z.string(),
          clinicName: z.string(),
          doctorName: z.string(),
          visitTime: moment,
          visitKind: z.number(),
          recordStatus: z.number(),
          consents: z.array(z.object({ id: z.string(), name: z.string(), status: z.number() })),
          chiefComplaint: z.string(),
          diagnosisText: z.string(),
          treatmentText: z.string(),
          advice: z.string(),
          teeth: z.string(),
        }),
      ),
    }),
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
          status: z.string(),
          detail: z.string(),
          /** What is one piece over several teeth shares it. */
          groupId: z.string().nullable(),
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
