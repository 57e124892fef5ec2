import { z } from 'zod'
import { states } from './core/states.ts'
import { call, resource, type CallGroup } from './core/call.ts'
import {
  idOf,
  moment,
  oneOf,
  oneWord,
  optionalText,
  pageOf,
  paging,
  requestId,
  requiredText,
  version,
} from './core/fields.ts'

/** Where a patient is referred; index 0 is unused. */
export const referralKindNames = ['', '院内', '跨店', '外院'] as const
/** What became of a referral. */
export const referralStates = states(
  {
    waiting: [0, '待接收', 'waiting'],
    accepted: [1, '已接收', 'underWay'],
    refused: [2, '已拒绝', 'ended'],
    completed: [3, '已完成', 'done'],
  },
  {},
  {
    receive: { from: ['waiting'], to: ['accepted'] },
    refuse: { from: ['waiting'], to: ['refused'] },
    /** The patient comes back to whoever sent them. */
    takeBack: { from: ['waiting', 'refused'], to: ['refused'] },
    finish: { from: ['waiting', 'accepted'], to: ['completed'] },
  },
)
export const referralStatusNames = referralStates.names

/** So many files go along with a referral. */
export const REFERRAL_FILES = 9
/** What may go along: pictures as they were taken, and papers. */
export const REFERRAL_FILE_RULE = {
  field: 'file',
  maxBytes: 10 * 1024 * 1024,
  types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
} as const

const referralId = idOf('转诊')
/** A number that was given. */
export const registered = z.object({
  id: z.string(),
  regNo: z.string(),
  queueNo: z.number(),
  version: z.number(),
  status: z.number(),
})
const changed = z.object({ id: z.string(), version: z.number(), status: z.number() })

const row = z.object({
  id: z.string(),
  version: z.number(),
  referralNo: z.string(),
  /** 1 within the clinic, 2 to another clinic of the company, 3 outside */
  kind: z.number(),
  patientId: z.string(),
  name: z.string(),
  gender: z.number(),
  birthDay: z.string().nullable(),
  medicalNumber: z.string(),
  fromClinicName: z.string(),
  fromDoctorName: z.string(),
  toClinicName: z.string(),
  toDoctorId: z.string().nullable(),
  toDoctorName: z.string(),
  toHospital: z.string(),
  reason: z.string(),
  summary: z.string(),
  title: z.string(),
  teeth: z.string(),
  chiefComplaint: z.string(),
  /** Since when the patient has waited, in the first clinic. */
  waitingSince: moment,
  /** 0 to be received, 1 received, 2 refused, 3 finished */
  status: z.number(),
  answer: z.string(),
  answeredName: z.string(),
  answeredTime: moment.nullable(),
  finishedTime: moment.nullable(),
  /** Back in the queue of the first doctor after a refusal. */
  isBack: z.boolean(),
  createdName: z.string(),
  createdTime: moment,
  /** What may be done here. */
  actions: z.array(z.enum(['accept', 'refuse', 'takeBack', 'settle'])),
  /** How many files go along, and whether the person may add some and take some off. */
  fileCount: z.number(),
  mayAttach: z.boolean(),
})
/** A file that goes along. */
const attachment = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
  createdName: z.string(),
  createdTime: moment,
})
/** A file of a referral as its sheet lists it. */
export type ReferralFile = z.input<typeof attachment>
/** A referral as its lists show it. */
export type ReferralRow = z.input<typeof row>

const see = resource('/referralRecord:view', '/clinicreferralRecord:view')
const edits = resource('/inTreatment:register', '/inTreatment:treat')
const also = [
  '/referralRecord:view',
  '/clinicreferralRecord:view',
  '/inTreatment:register',
  '/inTreatment:treat',
] as const

/** Referrals beyond the clinic: to another one of the company, where the desk receives or refuses; or to a hospital. */
export const referralCalls = {
  referOut: call({
    method: 'POST',
    path: '/treatment-api/referral/create',
    doc: '转诊到其他门诊（原号转出，待对方接收）或外院（写转诊单；候诊中的原号转出，就诊中的照常诊毕）',
    spec: null,
    allow: resource('/inTreatment:register', '/inTreatment:treat'),
    also: ['/inTreatment:register', '/inTreatment:treat'],
    scope: 'all',
    idempotent: true,
    body: {
      requestId,
      registrationId: idOf('挂号'),
      kind: oneOf('转诊方式', [2, 3]),
      toClinicId: idOf('转入门诊').nullish(),
      toDoctorId: idOf('转入医生').nullish(),
      toHospital: optionalText('转往医院', 60),
      reason: requiredText('转诊原因', 100),
      summary: optionalText('病情摘要', 1000),
    },
    output: changed.extend({ referralNo: z.string() }),
    errors: ['VISIT_STATUS', 'REFERRAL_CLINIC', 'DOCTOR_STOPPED'],
  }),
  referralList: call({
    method: 'POST',
    path: '/treatment-api/referral/list',
    doc: '转诊记录：转入（in）或转出（out），新的在前',
    spec: null,
    allow: see,
    also,
    scope: 'all',
    effect: 'read',
    body: {
      direction: oneWord('方向', ['in', 'out']),
      /** open: to be received; refused: refused and not yet back in the queue */
      state: oneWord('状态', ['open', 'refused', 'all']).default('all'),
      patientId: idOf('患者').nullish(),
      ...paging,
    },
    output: pageOf(row),
  }),
  referralCount: call({
    method: 'POST',
    path: '/treatment-api/referral/count',
    doc: '待接收的转入和被拒未处理的转出',
    spec: null,
    allow: see,
    also,
    scope: 'all',
    effect: 'read',
    output: z.object({ toReceive: z.number(), refused: z.number() }),
  }),
  referralGet: call({
    method: 'GET',
    path: '/treatment-api/referral/detail/{id}',
    doc: '一张转诊单：双方门诊、患者、原因和病情摘要',
    spec: null,
    allow: see,
    also: [...also, '/field:phone'],
    scope: 'all',
    params: { id: referralId },
    output: row.extend({
      mobile: z.string(),
      allergyHistory: z.string(),
      fromClinicPhone: z.string(),
      fromClinicAddress: z.string(),
      toClinicPhone: z.string(),
      toClinicAddress: z.string(),
      files: z.array(attachment),
    }),
  }),
  addReferralFile: call({
    method: 'POST',
    path: '/treatment-api/referral/file/create/{id}',
    doc: '给未完成的转诊单添加附件：jpeg、png、webp 或 pdf，10M 以内，最多 9 个；双方门诊都能看',
    spec: null,
    allow: edits,
    also: [...also],
    scope: 'all',
    params: { id: referralId },
    upload: REFERRAL_FILE_RULE,
    output: z.object({ id: z.string() }),
    errors: ['REFERRAL_SETTLED', 'REFERRAL_FILES_FULL', 'UPLOAD_TOO_LARGE', 'UPLOAD_WRONG_TYPE'],
  }),
  removeReferralFile: call({
    method: 'POST',
    path: '/treatment-api/referral/file/remove',
    doc: '取下未完成的转诊单的一个附件',
    spec: null,
    allow: edits,
    also: [...also],
    scope: 'all',
    body: { id: idOf('附件') },
    output: z.null(),
    errors: ['REFERRAL_SETTLED'],
  }),
  referralFile: call({
    method: 'GET',
    path: '/treatment-api/referral/file/{id}',
    doc: '读取转诊单的附件：只限双方门诊',
    spec: null,
    allow: see,
    also: [...also],
    scope: 'all',
    params: { id: idOf('附件') },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND'],
  }),
  acceptReferral: call({
    method: 'POST',
    path: '/treatment-api/referral/accept',
    doc: '接收转诊：在本门诊挂号，继承主诉和候诊起点',
    spec: null,
    allow: resource('/inTreatment:register'),
    also: ['/inTreatment:treat'],
    scope: 'all',
    body: { id: referralId, version, doctorId: idOf('医生') },
    output: registered,
    errors: [
      'REFERRAL_SETTLED',
      'VERSION_CONFLICT',
      'DOCTOR_STOPPED',
      'REGISTRATION_PATIENT_GONE',
      'REGISTRATION_DUPLICATE',
    ],
  }),
  refuseReferral: call({
    method: 'POST',
    path: '/treatment-api/referral/refuse',
    doc: '拒绝转诊：写明原因，转出方收到消息',
    spec: null,
    allow: resource('/inTreatment:register'),
    also: ['/inTreatment:treat'],
    scope: 'all',
    body: { id: referralId, version, reason: requiredText('拒绝原因', 100) },
    output: changed,
    errors: ['REFERRAL_SETTLED', 'VERSION_CONFLICT'],
  }),
  takeBackReferral: call({
    method: 'POST',
    path: '/treatment-api/referral/takeBack',
    doc: '收回跨店转诊：对方未接收的撤回，被拒绝的转回；患者回到原医生的候诊，保留候诊起点',
    spec: null,
    allow: resource('/inTreatment:register'),
    also: ['/inTreatment:treat'],
    scope: 'all',
    body: { id: referralId, version },
    output: registered,
    errors: [
      'REFERRAL_SETTLED',
      'REFERRAL_NOT_TODAY',
      'VERSION_CONFLICT',
      'DOCTOR_STOPPED',
      'REGISTRATION_PATIENT_GONE',
    ],
  }),
  settleReferral: call({
    method: 'POST',
    path: '/treatment-api/referral/settle',
    doc: '登记外院转诊的结果：1 已接收，2 已拒绝（须说明），3 已完成',
    spec: null,
    allow: resource('/inTreatment:register', '/inTreatment:treat'),
    also: ['/inTreatment:register', '/inTreatment:treat'],
    scope: 'all',
    body: {
      id: referralId,
      version,
      status: oneOf('结果', [1, 2, 3]),
      note: optionalText('说明', 200),
    },
    output: changed,
    errors: ['REFERRAL_SETTLED', 'VERSION_CONFLICT'],
  }),
} satisfies CallGroup
