import { z } from 'zod'
import { call, resource } from './core/call.ts'
import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  money,
  nullableText,
  oneOf,
  option,
  optionalText,
  pageOf,
  paging,
  requestId,
  requiredText,
  version,
} from './core/fields.ts'
import { queueCalls } from './queue.ts'
import { referralCalls, registered } from './referral.ts'

/** Refusals of this domain: codes 24001 to 24999. */
export const visitErrors = {
  VISIT_STATUS: { code: 24001, message: '当前状态不能进行此操作' },
  REGISTRATION_EXISTS: { code: 24002, message: '该预约已签到挂号' },
  REGISTRATION_NEEDS_PATIENT: { code: 24003, message: '该预约还没有建档，请先选择或新建患者' },
  REGISTRATION_FEE_PAID: { code: 24004, message: '挂号费已收，请先退费再退号' },
  VISIT_DOCTOR_BUSY: { code: 24005, message: '医生还有患者在诊治' },
  VISIT_CHAIR_UNKNOWN: { code: 24006, message: '诊椅不存在或已停用' },
  VISIT_NOT_CHARGED: { code: 24007, message: '还有未收的费用，请先收费再离开' },
  REGISTRATION_DOCTOR_LIMITED: { code: 24008, message: '该医生限号，只接已预约和复诊的患者' },
  REGISTRATION_PATIENT_GONE: { code: 24009, message: '患者档案已归档、合并或删除，不能挂号' },
  REGISTRATION_DUPLICATE: { code: 24010, message: '该患者已在该医生处挂号，还没有看完' },
  REGISTRATION_NOT_TODAY: { code: 24011, message: '只能签到今天的预约' },
  REGISTRATION_SAME_DOCTOR: { code: 24012, message: '请选择另一位医生' },
  QUEUE_CLOSED: { code: 24013, message: '候诊屏链接已失效，请向前台索取新的链接' },
  REFERRAL_CLINIC: { code: 24014, message: '请选择本机构的另一家门诊' },
  REFERRAL_SETTLED: { code: 24015, message: '该转诊已处理' },
  REFERRAL_NOT_TODAY: { code: 24016, message: '只能收回今天的转诊，请重新挂号' },
  REFERRAL_FILES_FULL: { code: 24017, message: '一张转诊单最多 9 个附件' },
} as const satisfies Record<string, ErrorEntry>

export const registrationStatuses = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export const regTypes = [1, 2, 3, 4, 5] as const
/** Kind of registration in words; index 0 is unused. */
export const regTypeNames = ['', '普通', '专家', '急诊', '免费', '义诊'] as const

/** One thing to know before the patient is treated. red: danger, orange: take care, blue: for information. */
export const alert = z.object({
  kind: z.enum([
    'allergy',
    'infectious',
    'pregnancy',
    'disease',
    'note',
    'arrears',
    'blacklist',
    'advice',
    'record',
    'fee',
    'late',
    'doctor',
  ]),
  level: z.enum(['red', 'orange', 'blue']),
  text: z.string(),
})
export type VisitAlert = z.output<typeof alert>

/** Who is seen by whom and what for. */
const encounter = {
  patientId: z.string(),
  name: z.string(),
  gender: z.number(),
  birthDay: z.string().nullable(),
  medicalNumber: z.string(),
  doctorId: z.string(),
  doctorName: z.string(),
  chairName: z.string(),
  treatType: z.number(),
  title: z.string(),
  teeth: z.string(),
}

/** A registration as every list of the reception shows it. */
export const registrationCard = z.object({
  id: z.string(),
  version: z.number(),
  regNo: z.string(),
  queueNo: z.number(),
  ...encounter,
  hasAllergy: z.boolean(),
  patientType: z.number(),
  /** null: amounts are not for this person */
  arrears: amount.nullable(),
  appointmentId: z.string().nullable(),
  regType: z.number(),
  chiefComplaint: z.string(),
  appointTime: moment.nullable(),
  regTime: moment,
  callTime: moment.nullable(),
  startTime: moment.nullable(),
  endTime: moment.nullable(),
  chargeTime: moment.nullable(),
  leaveTime: moment.nullable(),
  /** Later than the clinic's limit after the appointed time. */
  isLate: z.boolean(),
  pinnedReason: z.string().nullable(),
  treatmentId: z.string().nullable(),
  /** Has the registration fee been paid? null: there is none. */
  feePaid: z.boolean().nullable(),
  status: z.number(),
})
export type RegistrationCard = z.output<typeof registrationCard>

const treatmentRow = z.object({
  id: z.string(),
  registrationId: z.string(),
  ...encounter,
  startTime: moment,
  endTime: moment.nullable(),
  /** 0 not begun, 1 under way, 2 ended */
  status: z.number(),
  nextPlan: z.string(),
  emrCompleted: z.boolean(),
  recordId: z.string().nullable(),
  /** 0 draft, 1 submitted, 2 signed, 3 archived, 4 being amended; null: nothing written */
  recordStatus: z.number().nullable(),
})

const step = z.object({ id: z.string(), version: z.number(), status: z.number() })
const registrationId = idOf('挂号')
const see = resource('/inTreatment:view', '/dashboard:view', '/doctorIndex:view')
const alsoSee = ['/inTreatment:view', '/dashboard:view', '/doctorIndex:view'] as const
const alsoOwed = [...alsoSee, '/field:amounts'] as const
const day = localDate('日期').nullish()
const doctorFilter = idOf('医生').nullish()

/** Over the medical insurance, and under which number of its own. */
const medicare = {
  isMedicare: z.boolean().default(false),
  medicareNo: optionalText('医保就诊号', 40),
}

/** Means over visits in whole minutes; null: none has both stamps. */
const averages = {
  visits: z.number(),
  waitMinutes: z.number().nullable(),
  treatMinutes: z.number().nullable(),
  chargeMinutes: z.number().nullable(),
}

/** Visits: check-in and registration, the waiting list, the chair, until the patient has left. */
export const visit = {
  ...queueCalls,
  ...referralCalls,
  options: call({
    method: 'GET',
    path: '/treatment-api/registration/options',
    doc: '挂号用到的医生（不含停诊）、诊椅和挂号费',
    spec: null,
    allow: resource('/inTreatment:register', '/inTreatment:treat', '/dashboard:view'),
    output: z.object({
      doctors: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          deptName: z.string(),
          chairId: z.string().nullable(),
          chairName: z.string(),
          /** Takes booked and return visits only. */
          limited: z.boolean(),
          waiting: z.number(),
        }),
      ),
      chairs: z.array(option),
      consultants: z.array(option),
      regFee: amount,
    }),
  }),
  checkIn: call({
    method: 'POST',
    path: '/treatment-api/treatment/generate-registered',
    doc: '签到：由今天的预约生成挂号，预约变为已到店；爽约的可补签到。医生停诊时可换医生。',
    spec: 'treatment-generate-registered',
    allow: resource('/inTreatment:register'),
    idempotent: true,
    body: {
      requestId,
      appointmentId: idOf('预约'),
      /** The file opened for an appointment that was made under a temporary name. */
      patientId: idOf('患者').nullish(),
      doctorId: idOf('医生').nullish(),
      chiefComplaint: optionalText('主诉', 200),
    },
    output: registered,
    errors: [
      'REGISTRATION_EXISTS',
      'REGISTRATION_NEEDS_PATIENT',
      'REGISTRATION_NOT_TODAY',
      'REGISTRATION_PATIENT_GONE',
      'DOCTOR_STOPPED',
      'APPOINTMENT_STATUS',
    ],
  }),
  register: call({
    method: 'POST',
    path: '/treatment-api/registration/create',
    doc: '现场挂号。挂号费不填时：普通、专家、急诊按设置，免费和义诊为 0。',
    spec: 'registration-create',
    allow: resource('/inTreatment:register'),
    idempotent: true,
    body: {
      requestId,
      patientId: idOf('患者'),
      doctorId: idOf('医生'),
      regType: oneOf('挂号类型', regTypes).default(1),
      regFee: money('挂号费', 0, 9999).nullish(),
      consultantId: idOf('咨询师').nullish(),
      ...medicare,
      title: optionalText('看诊内容', 60),
      chiefComplaint: optionalText('主诉', 200),
      remark: optionalText('备注', 200),
    },
    output: registered,
    errors: [
      'REGISTRATION_DUPLICATE',
      'REGISTRATION_DOCTOR_LIMITED',
      'REGISTRATION_PATIENT_GONE',
      'DOCTOR_STOPPED',
      'APPOINTMENT_PERSON_UNKNOWN',
    ],
  }),
  medicare: call({
    method: 'POST',
    path: '/treatment-api/registration/medicare',
    doc: '登记挂号是否走医保和医保就诊号；已退号、已转出、过号的除外',
    spec: null,
    allow: resource('/inTreatment:register'),
    body: { id: registrationId, version, ...medicare },
    output: step,
    errors: ['VISIT_STATUS', 'VERSION_CONFLICT'],
  }),
  detail: call({
    method: 'GET',
    path: '/treatment-api/registration/detail/{id}',
    doc: '一次挂号登记的事：科室、咨询师、来源、医保、挂号费是否已收',
    spec: null,
    allow: see,
    also: [...alsoSee, '/inTreatment:register'],
    params: { id: registrationId },
    output: z.object({
      id: z.string(),
      version: z.number(),
      deptName: z.string(),
      consultantName: z.string(),
      /** 0 without an appointment, else the appointment's source */
      source: z.number(),
      isMedicare: z.boolean(),
      medicareNo: z.string(),
      regFee: amount,
      /** null: there is no fee */
      feePaid: z.boolean().nullable(),
      mayChange: z.boolean(),
    }),
  }),
  update: call({
    method: 'PUT',
    path: '/treatment-api/v2/registration/update',
    doc: '修改候诊中的挂号：医生、类型、内容。换医生时重新排号。',
    spec: 'v2-registration-update',
    allow: resource('/inTreatment:register'),
    body: {
      id: registrationId,
      version,
      doctorId: idOf('医生'),
      regType: oneOf('挂号类型', regTypes),
      title: optionalText('看诊内容', 60),
      chiefComplaint: optionalText('主诉', 200),
      remark: optionalText('备注', 200),
    },
    output: step,
    errors: ['VISIT_STATUS', 'DOCTOR_STOPPED', 'VERSION_CONFLICT'],
  }),
  cancel: call({
    method: 'PUT',
    path: '/treatment-api/v2/registration/cancle/{id}',
    doc: '退号：预约回到已确认。已收的挂号费须先退。',
    spec: 'v2-registration-cancle',
    allow: resource('/inTreatment:cancel'),
    params: { id: registrationId },
    body: { reason: requiredText('退号原因', 100) },
    output: step,
    errors: ['VISIT_STATUS', 'REGISTRATION_FEE_PAID'],
  }),
  walkOut: call({
    method: 'POST',
    path: '/treatment-api/registration/walkOut',
    doc: '未诊离开（走诊）：退号，预约记为已离开未诊。',
    spec: null,
    allow: resource('/inTreatment:cancel'),
    body: { id: registrationId, reason: requiredText('离开原因', 100) },
    output: step,
    errors: ['VISIT_STATUS', 'REGISTRATION_FEE_PAID'],
  }),
  referral: call({
    method: 'POST',
    path: '/treatment-api/registration/referral',
    doc: '院内转诊：原号转出，新号继承主诉和候诊起点。',
    spec: 'registration-referral',
    allow: resource('/inTreatment:register', '/inTreatment:treat'),
    body: { id: registrationId, toDoctorId: idOf('转入医生'), reason: requiredText('转诊原因', 100) },
    output: registered.extend({ referralId: z.string() }),
    errors: ['VISIT_STATUS', 'REGISTRATION_SAME_DOCTOR', 'DOCTOR_STOPPED'],
  }),
  transferWaiting: call({
    method: 'POST',
    path: '/treatment-api/registration/transferWaiting',
    doc: '医生停诊：把候诊的患者一次转给另一位医生，各自保留主诉和候诊起点；有一位不能转就都不转',
    spec: null,
    allow: resource('/inTreatment:register', '/inTreatment:treat'),
    idempotent: true,
    body: {
      requestId,
      ids: z
        .array(registrationId, { error: '请选择患者' })
        .min(1, { error: '请选择患者' })
        .max(100, { error: '一次不能超过100位' }),
      toDoctorId: idOf('转入医生'),
      reason: requiredText('转诊原因', 100),
    },
    output: z.object({ moved: z.number() }),
    errors: ['VISIT_STATUS', 'REGISTRATION_SAME_DOCTOR', 'DOCTOR_STOPPED'],
  }),
  insertDelete: call({
    method: 'GET',
    path: '/treatment-api/v2/workbench/insert-delete/{id}',
    doc: '医生工作台插队：候诊中的患者置顶，再次调用取消',
    spec: 'v2-workbench-insert-delete',
    effect: 'write',
    allow: resource('/inTreatment:call'),
    params: { id: registrationId },
    output: step.extend({ inserted: z.boolean() }),
    errors: ['VISIT_STATUS'],
  }),
  averages: call({
    method: 'POST',
    path: '/treatment-api/treatment/averages',
    doc: '平均等待、诊疗、收费时长（分钟），按各次就诊的时间戳；全部和每位医生，最长 92 天',
    spec: null,
    allow: see,
    also: alsoSee,
    body: { dateFrom: localDate('开始日期'), dateTo: localDate('结束日期'), doctorId: doctorFilter },
    output: z.object({
      ...averages,
      doctors: z.array(z.object({ doctorId: z.string(), doctorName: z.string(), ...averages })),
    }),
    effect: 'read',
  }),
  pin: call({
    method: 'POST',
    path: '/treatment-api/registration/pin',
    doc: '候诊置顶（须留原因）；原因为空表示取消置顶。',
    spec: null,
    allow: resource('/inTreatment:call'),
    body: { id: registrationId, reason: nullableText('置顶原因', 60) },
    output: step,
    errors: ['VISIT_STATUS'],
  }),
  callIn: call({
    method: 'POST',
    path: '/treatment-api/registration/call',
    doc: '叫号',
    spec: null,
    allow: resource('/inTreatment:call'),
    body: { id: registrationId },
    output: step,
    errors: ['VISIT_STATUS'],
  }),
  requeue: call({
    method: 'POST',
    path: '/treatment-api/registration/requeue',
    doc: '转回候诊：叫错号，或误点了开始',
    spec: null,
    allow: resource('/inTreatment:call', '/inTreatment:treat'),
    also: ['/inTreatment:call', '/inTreatment:treat'],
    body: { id: registrationId },
    output: step,
    errors: ['VISIT_STATUS'],
  }),
  start: call({
    method: 'POST',
    path: '/treatment-api/treatment/start',
    doc: '开始就诊。医生或诊椅上还有患者时先提示，带 acceptBusy 再提交。',
    spec: 'treatment-start',
    allow: resource('/inTreatment:treat'),
    body: { registrationId, chairId: idOf('诊椅').nullish(), acceptBusy: z.boolean().default(false) },
    output: step.extend({ treatmentId: z.string() }),
    errors: ['VISIT_STATUS', 'VISIT_DOCTOR_BUSY', 'VISIT_CHAIR_UNKNOWN'],
  }),
  finish: call({
    method: 'POST',
    path: '/treatment-api/treatment/finish',
    doc: '诊毕：进入待收费',
    spec: null,
    allow: resource('/inTreatment:treat'),
    body: { registrationId, nextPlan: optionalText('下次计划', 200) },
    output: step,
    errors: ['VISIT_STATUS'],
  }),
  leave: call({
    method: 'POST',
    path: '/treatment-api/registration/leave',
    doc: '离开。还没收费的，只有没有费用或有挂账权限时可以离开。',
    spec: null,
    allow: resource('/inTreatment:leave'),
    also: ['/orderSet:arrears'],
    body: { id: registrationId, reason: optionalText('未收费离开的原因', 100) },
    output: step,
    errors: ['VISIT_STATUS', 'VISIT_NOT_CHARGED'],
  }),
  allStatusList: call({
    method: 'POST',
    path: '/treatment-api/treatment/findAllStatus/list',
    doc: '一天的全部挂号，按状态分组',
    spec: 'treatment-find-all-status-list',
    allow: see,
    also: alsoOwed,
    body: { date: day, doctorId: doctorFilter },
    output: z.object({
      now: moment,
      groups: z.array(
        z.object({ status: z.number(), name: z.string(), count: z.number(), list: z.array(registrationCard) }),
      ),
    }),
    effect: 'read',
  }),
  registeredList: call({
    method: 'POST',
    path: '/treatment-api/treatment/registered/list',
    doc: '候诊列表：急诊、准时预约、迟到预约、现场号；置顶在前',
    spec: 'treatment-registered-list',
    allow: see,
    also: alsoOwed,
    body: { doctorId: doctorFilter },
    output: z.object({
      now: moment,
      averageWait: z.number(),
      list: z.array(registrationCard.extend({ waitedMinutes: z.number() })),
    }),
    effect: 'read',
  }),
  list: call({
    method: 'POST',
    path: '/treatment-api/treatment/list',
    doc: '就诊记录：按日期、医生分页',
    spec: 'treatment-list',
    allow: see,
    also: alsoSee,
    body: {
      dateFrom: day,
      dateTo: day,
      doctorId: doctorFilter,
      status: oneOf('就诊状态', [0, 1, 2]).nullish(),
      ...paging,
    },
    output: pageOf(treatmentRow),
    effect: 'read',
  }),
  findTreatmentList: call({
    method: 'POST',
    path: '/treatment-api/treatment/findTreatment/list',
    doc: '一位患者的就诊记录',
    spec: 'treatment-find-treatment-list',
    allow: resource('/patientCenter:view', '/inTreatment:view'),
    also: ['/patientCenter:view', '/inTreatment:view'],
    body: { patientId: idOf('患者'), ...paging },
    output: pageOf(treatmentRow),
    effect: 'read',
  }),
  count: call({
    method: 'POST',
    path: '/treatment-api/treatment/count',
    doc: '今天各状态的人数（导航角标）',
    spec: 'treatment-count',
    allow: see,
    also: alsoSee,
    body: { doctorId: doctorFilter },
    output: z.object({
      /** 候诊 */
      waiting: z.number(),
      /** 已叫号 */
      called: z.number(),
      inChair: z.number(),
      toCharge: z.number(),
      charged: z.number(),
      left: z.number(),
      total: z.number(),
      /** 未写病历 */
      unwritten: z.number(),
    }),
    effect: 'read',
  }),
  treatTypeCount: call({
    method: 'POST',
    path: '/treatment-api/treatment/findPatientTreatType/count',
    doc: '一天的初诊、复诊、再初诊人数；给出患者时返回其本次的类型',
    spec: 'treatment-find-patient-treat-type-count',
    allow: see,
    also: alsoSee,
    body: { date: day, doctorId: doctorFilter, patientId: idOf('患者').nullish() },
    output: z.object({
      first: z.number(),
      followUp: z.number(),
      firstAgain: z.number(),
      /** 1 初诊, 2 复诊, 3 再初诊; null when no patient was asked for */
      treatType: z.number().nullable(),
    }),
    effect: 'read',
  }),
  treatmentTime: call({
    method: 'POST',
    path: '/treatment-api/treatment/find-treatment-time',
    doc: '一次就诊的各时间和等待、诊疗、收费三段时长（分钟）',
    spec: 'treatment-find-treatment-time',
    allow: see,
    also: alsoSee,
    body: { registrationId },
    output: z.object({
      regTime: moment,
      callTime: moment.nullable(),
      startTime: moment.nullable(),
      endTime: moment.nullable(),
      chargeTime: moment.nullable(),
      leaveTime: moment.nullable(),
      waitMinutes: z.number().nullable(),
      treatMinutes: z.number().nullable(),
      chargeMinutes: z.number().nullable(),
    }),
    effect: 'read',
  }),
  remindJudge: call({
    method: 'POST',
    path: '/treatment-api/treatment/remind-judge',
    doc: '就诊前提示：过敏、传染病、妊娠、系统病史、欠费、上次医嘱、未签病历；红在前',
    spec: 'treatment-remind-judge',
    allow: see,
    also: alsoOwed,
    body: { registrationId },
    output: z.object({ patientId: z.string(), name: z.string(), alerts: z.array(alert) }),
    effect: 'read',
  }),
  regWarn: call({
    method: 'GET',
    path: '/treatment-api/regWarn/{id}',
    doc: '一个挂号要留意的事：迟到、挂号费未收、医生停诊',
    spec: 'reg-warn',
    allow: see,
    also: alsoSee,
    params: { id: registrationId },
    output: z.array(alert),
  }),
  emrPatientList: call({
    method: 'POST',
    path: '/treatment-api/v2/treatment/completedEmrPatientList/select',
    doc: '已写或未写病历的就诊；超过 24 小时未写的标出',
    spec: 'v2-treatment-completed-emr-patient-list-select',
    allow: see,
    also: alsoSee,
    body: { completed: z.boolean().default(false), dateFrom: day, dateTo: day, doctorId: doctorFilter, ...paging },
    output: pageOf(treatmentRow.extend({ overdue: z.boolean() })),
    effect: 'read',
  }),
} satisfies CallGroup
