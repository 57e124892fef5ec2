import { smsContentProblem, wellSigned, type SmsVariable } from '@dentin/kit'
import { z } from 'zod'
import { states } from './core/states.ts'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  oneOf,
  oneWord,
  optionalText,
  pageOf,
  paging,
  requestId,
  requiredText,
  version,
  wholeNumber,
  wordsOf,
} from './core/fields.ts'

/** Refusals of this domain: codes 37000 to 37999. */
export const smsErrors = {
  SMS_NO_SIGNATURE: { code: 37001, message: '短信签名还没有通过审核，不能发送' },
  SMS_TEMPLATE_TAKEN: { code: 37002, message: '已有同名的模板' },
  SMS_TEMPLATE_USED: { code: 37003, message: '自动发送正在使用这个模板，请先换一个' },
  SMS_TEMPLATE_NOT_READY: { code: 37004, message: '模板还没有通过审核，或已停用' },
  SMS_NOBODY: { code: 37005, message: '没有可以发送的患者' },
  SMS_NOT_FAILED: { code: 37006, message: '只有发送失败的短信可以再发一次' },
  SMS_RESENT: { code: 37007, message: '这条短信已经再发过' },
  SMS_NOT_WAITING: { code: 37008, message: '短信已提交，不能取消' },
  SMS_ORDER_OPEN: { code: 37009, message: '还有未支付的充值订单，请先支付或取消' },
  SMS_ORDER_CLOSED: { code: 37010, message: '订单已关闭，不能进行此操作' },
  SMS_PACKAGE_OFF: { code: 37011, message: '该套餐已停用，请重新选择' },
  SMS_REVIEW_DONE: { code: 37012, message: '已经处理过，或提交的人已撤回' },
  SMS_IN_REVIEW: { code: 37013, message: '正在审核，请等结果出来' },
} as const satisfies Record<string, ErrorEntry>

/** How far a message is, with the words of the screen. */
export const smsStates = states(
  {
    waiting: [0, '待发', 'waiting'],
    sent: [1, '已提交', 'underWay'],
    delivered: [2, '送达', 'done'],
    failed: [3, '失败', 'late'],
    cancelled: [4, '已取消', 'ended'],
  },
  {},
  {
    send: { from: ['waiting'], to: ['sent', 'failed'] },
    deliver: { from: ['sent', 'failed'], to: ['delivered'] },
    fail: { from: ['sent'], to: ['failed'] },
    /** Sent once more, as another message. */
    resend: { from: ['failed'], to: [] },
    cancel: { from: ['waiting'], to: ['cancelled'] },
  },
)
export const smsStatusNames = smsStates.names
export const smsTypeNames: Readonly<Record<number, string>> = { 1: '通知', 2: '营销', 3: '验证码' }
/** How far the operator is with a signature or a template. */
export const smsAuditStates = states({
  none: [0, '未设置', 'open'],
  inReview: [1, '审核中', 'waiting'],
  passed: [2, '已通过', 'done'],
  refused: [3, '已驳回', 'late'],
})
export const smsAuditNames = smsAuditStates.names
/** For whom a scene sends. */
export const smsAudienceNames = { all: '全部患者', first: '初诊患者', return: '复诊患者' } as const
const audience = oneWord('适用患者', wordsOf(smsAudienceNames))

/**
 * What sends by itself, in the order of the screen. `at`: goes by the day, at this time unless the clinic says another.
 * `gives`: which variables it can fill besides the name, the clinic, its address and its telephone.
 */
export const smsScenes = {
  'appointment.created': { name: '预约成功', when: '新建预约后立即发送', at: null, gives: ['医生', '时间', '项目'] },
  'appointment.dayBefore': {
    name: '预约前 1 天',
    when: '就诊前一天的这个时间发送',
    at: 18 * 60,
    gives: ['医生', '时间', '项目'],
  },
  'appointment.hoursBefore': {
    name: '预约前 2 小时',
    when: '就诊前 2 小时发送',
    at: null,
    gives: ['医生', '时间', '项目'],
  },
  'appointment.moved': { name: '改约', when: '改了就诊时间后立即发送', at: null, gives: ['医生', '时间', '项目'] },
  'appointment.cancelled': { name: '取消预约', when: '取消预约后立即发送', at: null, gives: ['医生', '时间', '项目'] },
  'appointment.noShow': { name: '爽约', when: '判定爽约后发送', at: null, gives: ['医生', '时间', '项目'] },
  'visit.advice': { name: '就诊后医嘱', when: '医生完成就诊后发送', at: null, gives: ['医生', '时间', '项目'] },
  'bill.paid': {
    name: '消费',
    when: '收费、还欠款后立即发送',
    at: null,
    gives: ['医生', '时间', '项目', '金额', '欠费'],
  },
  'bill.refunded': {
    name: '退款',
    when: '退费付出、撤销收费后立即发送',
    at: null,
    gives: ['医生', '时间', '项目', '金额'],
  },
  'prepay.received': { name: '收预交金', when: '收预交金后立即发送', at: null, gives: ['项目', '时间', '金额'] },
  'prepay.out': {
    name: '退预交金',
    when: '预交金退款、转出、撤销收取后立即发送',
    at: null,
    gives: ['项目', '时间', '金额'],
  },
  'card.recharged': {
    name: '会员卡充值',
    when: '开卡、充值、别人转入后立即发送给持卡人',
    at: null,
    gives: ['项目', '时间', '金额', '余额'],
  },
  'card.spent': {
    name: '会员卡消费',
    when: '用卡（含副卡）付款后立即发送给主卡持卡人',
    at: null,
    gives: ['项目', '时间', '金额', '余额'],
  },
  'card.out': {
    name: '会员卡退款',
    when: '退卡、转出、撤销充值或开卡后立即发送给持卡人',
    at: null,
    gives: ['项目', '时间', '金额', '余额'],
  },
  'card.expiring': {
    name: '会员卡到期',
    when: '会员卡到期前 7 天的这个时间发送',
    at: 10 * 60,
    gives: ['项目', '时间', '余额'],
  },
  'bill.arrears': {
    name: '欠费',
    when: '挂账满 7 天还没有还清，这个时间提醒一次',
    at: 10 * 60,
    gives: ['医生', '时间', '项目', '欠费'],
  },
  'instalment.due': {
    name: '分期到期',
    when: '分期应付日前 3 天的这个时间发送',
    at: 10 * 60,
    gives: ['项目', '时间', '金额', '欠费'],
  },
  'instalment.overdue': {
    name: '分期逾期',
    when: '分期过了应付日还没有付，第二天的这个时间发送',
    at: 10 * 60,
    gives: ['项目', '时间', '金额', '欠费'],
  },
  'follow.checkUp': {
    name: '复查到期',
    when: '定期复查的随访到期当天的这个时间发送',
    at: 10 * 60,
    gives: ['医生', '时间', '项目'],
  },
  'patient.birthday': { name: '生日', when: '患者生日当天的这个时间发送', at: 9 * 60, gives: [] },
} as const satisfies Record<string, { name: string; when: string; at: number | null; gives: readonly string[] }>
export type SmsSceneKey = keyof typeof smsScenes
/** What every message can fill in: who it is for, and where from. */
export const SMS_ALWAYS: readonly SmsVariable[] = ['姓名', '门诊', '地址', '电话']
export const smsSceneKeys = Object.keys(smsScenes) as [SmsSceneKey, ...SmsSceneKey[]]
/** What is written without a template of the clinic, or by hand. */
const otherScenes = {
  manual: '手动发送',
  'waitlist.offer': '候补空位',
  'booking.accepted': '网上预约通过',
  'booking.refused': '网上预约拒绝',
  'booking.proposed': '网上预约换时间',
  'schedule.changed': '医生排班调整',
} as const
export type SmsRecordScene = SmsSceneKey | keyof typeof otherScenes
/** Every scene that stands in the record. */
export const smsRecordScenes = [...wordsOf(otherScenes), ...smsSceneKeys] as [SmsRecordScene, ...SmsRecordScene[]]
export const smsSceneName = (scene: string): string =>
  (otherScenes as Record<string, string>)[scene] ??
  (smsScenes as Record<string, { name: string }>)[scene]?.name ??
  scene

const VIEW = '/SMSmanagement:view'
const SEND = '/SMSmanagement:send'
const EDIT = '/SMSmanagement:edit'
const RECHARGE = '/SMSmanagement:recharge'

const type = oneOf('模板类型', [1, 2, 3])
const content = requiredText('模板内容', 500).superRefine((text, context) => {
  const problem = smsContentProblem(text)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

const template = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  type: z.number(),
  content: z.string(),
  /** 1 in review, 2 approved, 3 refused */
  auditStatus: z.number(),
  refuseReason: z.string(),
  /** What is sent meanwhile, when it is another text; empty: nothing is. */
  approvedContent: z.string(),
  enabled: z.boolean(),
  /** Characters and billed messages with the signature, variables as they stand. */
  wordCount: z.number(),
  billingCount: z.number(),
  /** Names of the scenes that use it. */
  scenes: z.array(z.string()),
  createdTime: moment,
})

const record = z.object({
  id: z.string(),
  batchNo: z.string(),
  patientId: z.string().nullable(),
  name: z.string(),
  mobile: z.string(),
  scene: z.string(),
  /** The whole text, signature first. */
  content: z.string(),
  count: z.number(),
  status: z.number(),
  failReason: z.string().nullable(),
  createdTime: moment,
  /** Not before; later than created when it is kept until the morning. */
  dueTime: moment,
  sendTime: moment.nullable(),
  deliveredTime: moment.nullable(),
  operatorName: z.string(),
  /** Sent again: the later message. */
  resentAs: z.string().nullable(),
})

const order = z.object({
  orderId: z.string(),
  orderNo: z.string(),
  title: z.string(),
  count: z.number(),
  totalAmount: amount,
  payType: z.number(),
  status: z.number(),
  /** The page on which it is paid. */
  url: z.string(),
  createdTime: moment,
  closesTime: moment,
  paidTime: moment.nullable(),
  buyerName: z.string(),
})

const recipients = {
  patientIds: z
    .array(idOf('患者'), { error: '请选择患者' })
    .min(1, { error: '请选择患者' })
    .max(500, { error: '一次最多 500 位' }),
  templateId: idOf('模板'),
}

const person = z.object({
  patientId: z.string(),
  name: z.string(),
  mobile: z.string(),
  medicalNumber: z.string(),
  smsOptOut: z.boolean(),
  marketingOptOut: z.boolean(),
})

/** SMS of a clinic. */
export const sms = {
  account: call({
    method: 'GET',
    path: '/sms-api/account',
    doc: '短信账户：余额、预警、签名与审核、今日与本月用量、待发与近 7 天失败',
    spec: null,
    allow: resource(VIEW),
    output: z.object({
      balance: z.number(),
      warnThreshold: z.number(),
      /** At or below the threshold. */
      low: z.boolean(),
      signature: z.string(),
      signatureStatus: z.number(),
      refuseReason: z.string(),
      approvedSignature: z.string(),
      today: z.number(),
      month: z.number(),
      waiting: z.number(),
      failed: z.number(),
      /** Nothing leaves the house: no provider is connected. */
      local: z.boolean(),
      /** False: there is no provider at all, and every message fails. */
      ready: z.boolean(),
    }),
  }),
  usage: call({
    method: 'POST',
    path: '/sms-api/usage',
    doc: '按天的短信用量：提交的计费条数、失败的短信数，没有用量的日子为 0',
    spec: null,
    allow: resource(VIEW),
    effect: 'read',
    body: { from: localDate('开始日期'), to: localDate('结束日期') },
    output: z.object({
      days: z.array(z.object({ date: z.string(), count: z.number(), failed: z.number() })),
      scenes: z.array(z.object({ scene: z.string(), count: z.number() })),
    }),
  }),
  saveThreshold: call({
    method: 'POST',
    path: '/sms-api/threshold',
    doc: '设置余额预警：余额降到这个条数时提醒管理员一次',
    spec: null,
    allow: resource(EDIT),
    body: { warnThreshold: wholeNumber('预警条数', 0, 100_000) },
    output: z.null(),
  }),
  saveSignature: call({
    method: 'POST',
    path: '/sms-api/signature',
    doc: '提交短信签名（2–12 个字）审核；审核期间沿用已通过的签名',
    spec: null,
    allow: resource(EDIT),
    body: {
      signature: requiredText('签名', 12, 2).refine(wellSigned, { error: '签名只能有汉字、字母和数字，不能全是数字' }),
    },
    output: z.null(),
    errors: ['SMS_IN_REVIEW'],
  }),
  withdrawSignature: call({
    method: 'POST',
    path: '/sms-api/signature/withdraw',
    doc: '撤回审核中的签名',
    spec: null,
    allow: resource(EDIT),
    output: z.null(),
    errors: ['STATUS_CHANGED'],
  }),

  templates: call({
    method: 'POST',
    path: '/sms-api/template/list',
    doc: '短信模板，新的在前；ready 只列可以发送的',
    spec: null,
    allow: resource(VIEW, SEND),
    effect: 'read',
    body: {
      type: type.nullish(),
      ready: z.boolean({ error: 'ready 应为是或否' }).default(false),
      ...paging,
    },
    output: pageOf(template),
  }),
  saveTemplate: call({
    method: 'POST',
    path: '/sms-api/template/save',
    doc: '新建或修改模板；内容改动后重新审核，期间沿用已通过的内容',
    spec: null,
    allow: resource(EDIT),
    idempotent: true,
    body: {
      id: idOf('模板').nullish(),
      version: version.optional(),
      name: requiredText('模板名称', 20),
      type,
      content,
      requestId,
    },
    output: z.object({ id: z.string() }),
    errors: ['SMS_TEMPLATE_TAKEN', 'VERSION_CONFLICT'],
  }),
  enableTemplate: call({
    method: 'POST',
    path: '/sms-api/template/enable',
    doc: '启用或停用模板；自动发送正在使用的不能停用',
    spec: null,
    allow: resource(EDIT),
    body: { id: idOf('模板'), version, enabled: z.boolean({ error: '请选择启用或停用' }) },
    output: z.null(),
    errors: ['SMS_TEMPLATE_USED', 'VERSION_CONFLICT'],
  }),
  removeTemplate: call({
    method: 'POST',
    path: '/sms-api/template/delete',
    doc: '删除模板；自动发送正在使用的不能删除',
    spec: null,
    allow: resource(EDIT),
    body: { id: idOf('模板'), version },
    output: z.null(),
    errors: ['SMS_TEMPLATE_USED', 'VERSION_CONFLICT'],
  }),

  scenes: call({
    method: 'GET',
    path: '/sms-api/scene/list',
    doc: '自动发送的场景：开关、时间、模板、适用患者',
    spec: null,
    allow: resource(VIEW),
    output: z.array(
      z.object({
        scene: z.enum(smsSceneKeys),
        enabled: z.boolean(),
        templateId: z.string().nullable(),
        templateName: z.string().nullable(),
        /** The text that is sent; null: no template yet. */
        content: z.string().nullable(),
        /** HH:mm of the day, for scenes that go by the day. */
        sendTime: z.string().nullable(),
        audience: z.enum(wordsOf(smsAudienceNames)),
        version: z.number().nullable(),
      }),
    ),
  }),
  saveScene: call({
    method: 'POST',
    path: '/sms-api/scene/save',
    doc: '设置一个自动发送的场景',
    spec: null,
    allow: resource(EDIT),
    body: {
      scene: oneWord('场景', smsSceneKeys),
      /** null: not set before. */
      version: version.nullish(),
      enabled: z.boolean({ error: '请选择开或关' }),
      templateId: idOf('模板').nullish(),
      sendTime: z
        .string({ error: '请选择发送时间' })
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: '发送时间格式应为 18:00' })
        .nullish(),
      audience,
    },
    output: z.null(),
    errors: ['SMS_NO_SIGNATURE', 'SMS_TEMPLATE_NOT_READY', 'VERSION_CONFLICT'],
  }),

  records: call({
    method: 'POST',
    path: '/sms-api/record/list',
    doc: '发送记录，新的在前',
    spec: null,
    allow: resource(VIEW),
    effect: 'read',
    also: ['/field:phone'],
    body: {
      status: oneOf('状态', [0, 1, 2, 3, 4]).nullish(),
      scene: oneWord('场景', smsRecordScenes).nullish(),
      patientId: idOf('患者').nullish(),
      batchNo: optionalText('批次号', 30),
      /** A whole mobile number, or the beginning of a name. */
      keyword: optionalText('查找', 30),
      ...paging,
    },
    output: pageOf(record),
  }),
  preview: call({
    method: 'POST',
    path: '/sms-api/send/preview',
    doc: '发送前看一遍：每位患者收到什么、计几条，谁不发、为什么',
    spec: null,
    allow: resource(SEND),
    effect: 'read',
    also: ['/allTimePatients:view', '/field:phone'],
    body: recipients,
    output: z.object({
      recipients: z.array(
        z.object({
          patientId: z.string(),
          name: z.string(),
          mobile: z.string(),
          content: z.string(),
          count: z.number(),
          /** Why nothing is sent; null: it is. */
          leftOut: z.string().nullable(),
        }),
      ),
      count: z.number(),
      balance: z.number(),
      /** Kept until then; null: leaves at once. */
      keptUntil: moment.nullable(),
    }),
    errors: ['SMS_NO_SIGNATURE', 'SMS_TEMPLATE_NOT_READY'],
  }),
  send: call({
    method: 'POST',
    path: '/sms-api/send',
    doc: '给患者发短信；拒收、没有手机号的不发',
    spec: null,
    allow: resource(SEND),
    also: ['/allTimePatients:view'],
    idempotent: true,
    /** greets: a birthday message; sent, it marks those patients as congratulated. */
    body: { ...recipients, greets: z.boolean().default(false), requestId },
    output: z.object({ batchNo: z.string(), queued: z.number(), leftOut: z.number(), count: z.number() }),
    errors: ['SMS_NO_SIGNATURE', 'SMS_TEMPLATE_NOT_READY', 'SMS_NOBODY'],
  }),
  resend: call({
    method: 'POST',
    path: '/sms-api/record/resend',
    doc: '把发送失败的短信再发一次',
    spec: null,
    allow: resource(SEND),
    idempotent: true,
    body: { id: idOf('短信'), requestId },
    output: z.object({ id: z.string() }),
    errors: ['SMS_NOT_FAILED', 'SMS_RESENT', 'SMS_NO_SIGNATURE'],
  }),
  cancel: call({
    method: 'POST',
    path: '/sms-api/record/cancel',
    doc: '取消还没有提交的短信',
    spec: null,
    allow: resource(SEND),
    body: { id: idOf('短信') },
    output: z.null(),
    errors: ['SMS_NOT_WAITING'],
  }),
  optOuts: call({
    method: 'POST',
    path: '/sms-api/opt-out/list',
    doc: '拒收名单：不收任何短信的，和不收营销短信的',
    spec: null,
    allow: resource(VIEW),
    effect: 'read',
    also: ['/field:phone', '/allTimePatients:view'],
    body: paging,
    output: pageOf(person),
  }),
  setOptOut: call({
    method: 'POST',
    path: '/sms-api/opt-out/set',
    doc: '登记或取消患者的拒收',
    spec: null,
    allow: resource(SEND),
    also: ['/allTimePatients:view'],
    body: {
      patientId: idOf('患者'),
      smsOptOut: z.boolean({ error: '请选择是否拒收' }),
      marketingOptOut: z.boolean({ error: '请选择是否拒收营销' }),
    },
    output: z.null(),
  }),

  packages: call({
    method: 'GET',
    path: '/sms-api/recharge/packages',
    doc: '在售的短信套餐，与未支付的订单',
    spec: null,
    allow: resource(VIEW),
    output: z.object({
      packages: z.array(z.object({ id: z.string(), count: z.number(), price: amount, tip: z.string() })),
      unpaid: order.nullable(),
    }),
  }),
  recharge: call({
    method: 'POST',
    path: '/sms-api/recharge/order',
    doc: '下单充值短信；支付成功后条数立即到账',
    spec: null,
    allow: resource(RECHARGE),
    body: {
      packageId: idOf('套餐'),
      payType: z.literal([0, 1], { error: '请选择支付方式' }),
    },
    output: order,
    errors: ['SMS_ORDER_OPEN', 'SMS_PACKAGE_OFF'],
  }),
  cancelRecharge: call({
    method: 'POST',
    path: '/sms-api/recharge/cancel',
    doc: '取消未支付的充值订单',
    spec: null,
    allow: resource(RECHARGE),
    body: { id: idOf('订单') },
    output: z.null(),
    errors: ['SMS_ORDER_CLOSED'],
  }),
  recharges: call({
    method: 'POST',
    path: '/sms-api/recharge/list',
    doc: '充值记录，新的在前',
    spec: null,
    allow: resource(VIEW),
    effect: 'read',
    body: paging,
    output: pageOf(order),
  }),
} satisfies CallGroup
