import { z } from 'zod'
import { states } from './core/states.ts'
import { anyone, call, inClinic, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { amount, idOf, moment, optionalText, pageOf, requiredText, version, wholeNumber } from './core/fields.ts'

/** Refusals of this domain: codes 29000 to 29999. */
export const membershipErrors = {
  VIP_PACKAGE_OFF: { code: 29001, message: '该套餐已停用，请重新选择' },
  VIP_COUNT_MISMATCH: { code: 29002, message: '购买年限与套餐不一致，请重新选择' },
  VIP_ORDER_OPEN: { code: 29003, message: '还有未支付的订单，请先支付或取消' },
  VIP_ORDER_CLOSED: { code: 29004, message: '订单已关闭，不能进行此操作' },
  PAY_TYPE_NOT_OFFERED: { code: 29005, message: '暂未开通这种支付方式，请选择其他方式' },
  INVOICE_NOT_PAID: { code: 29006, message: '订单支付后才能申请发票' },
  INVOICE_EXISTS: { code: 29007, message: '该订单已申请过发票' },
  NO_REMINDER: { code: 29008, message: '还没有开通会员' },
  VIP_PACKAGE_TWICE: { code: 29010, message: '已有相同年限的在售套餐' },
  MEDICARE_ACCOUNT_MISSING: { code: 29009, message: '暂无医保账号' },
} as const satisfies Record<string, ErrorEntry>

/** Payment methods by index. */
export const vipPayTypeNames = ['支付宝', '微信支付', '对公转账'] as const
/** Invoice types by number. */
export const invoiceTypeNames = ['电子普通发票', '增值税专用发票'] as const
/** Status of an invoice in words. */
export const invoiceStates = states({
  waiting: [0, '待开票', 'waiting'],
  issued: [1, '已开票', 'done'],
  rejected: [2, '已驳回', 'late'],
  reversed: [3, '已红冲', 'ended'],
})
export const invoiceStatusNames = invoiceStates.names
/** What is said once a transfer was chosen. */
export const TRANSFER_HINT = '请在付款后联系我们，我们会进行确认'

const payType = z.literal([0, 1, 2], { error: '请选择支付方式' })
const invoiceType = z.literal([0, 1], { error: '请选择发票类型' })

/** Where the money of a transfer goes. */
const corporate = z.object({
  name: z.string(),
  bank: z.string(),
  account: z.string(),
  orderNo: z.string(),
  totalAmount: amount,
  /** No real account: an installation without one of its own, for demonstration. */
  sample: z.boolean(),
})

/** An invoice that was asked for. */
export const invoiceEntity = z.object({
  id: z.string(),
  orderId: z.string(),
  orderNo: z.string(),
  title: z.string(),
  amount,
  invoiceType: z.number(),
  titleType: z.number(),
  invoiceTitle: z.string(),
  taxNo: z.string(),
  regAddress: z.string(),
  regPhone: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  receiverEmail: z.string(),
  /** 0 to be issued, 1 issued, 2 refused, 3 reversed */
  status: z.number(),
  refuseReason: z.string(),
  fileUrl: z.string().nullable(),
  createdTime: moment,
})

/** An order as the clinic sees it. */
const order = z.object({
  orderId: z.string(),
  orderNo: z.string(),
  title: z.string(),
  count: z.number(),
  totalAmount: amount,
  /** The page on which it is paid; null when it takes no online payment. */
  url: z.string().nullable(),
  payType: z.number(),
  /** 1 online, 0 corporate transfer */
  orderChannel: z.number(),
  invoiceType: z.number().nullable(),
  status: z.number(),
  createdTime: moment,
  /** When it closes by itself if nothing is paid. */
  closesTime: moment,
  paidTime: moment.nullable(),
  buyerName: z.string(),
  /** Set while a transfer is waited for. */
  corporate: corporate.nullable(),
})
const record = order.extend({
  /** What the payment added. */
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  invoice: invoiceEntity.pick({ id: true, status: true, refuseReason: true, fileUrl: true }).nullable(),
})

const info = z.object({
  /** 1 active, 0 trial, -1 expired or never opened (then endDate is null) */
  status: z.number(),
  endDate: z.string().nullable(),
  /** The next charge is the first renewal. */
  isFirstCharge: z.boolean(),
  createdTime: moment.nullable(),
  expiredTime: moment.nullable(),
  availableDays: z.number(),
  expiredDays: z.number(),
  /** The reminder of the end is due for this person. */
  remind: z.boolean(),
  /** May this person buy, pay, ask for an invoice? */
  allowed: z.object({ view: z.boolean(), buy: z.boolean(), pay: z.boolean(), invoice: z.boolean() }),
})

const setting = z.object({
  settingId: z.string(),
  count: z.number(),
  price: amount,
  discountPrice: amount,
  /** Shown struck through; null: none. */
  listPrice: amount.nullable(),
  /** What is saved against the struck price; null: nothing. */
  saved: amount.nullable(),
  tip: z.string(),
  /** What this clinic would pay now. */
  payable: amount,
  /** The end that buying it today would bring. */
  newEndDate: z.string(),
  recommended: z.boolean(),
})

const records = pageOf(record)
const recordPage = {
  pageIndex: wholeNumber('页码', 1, 1_000_000).default(1),
  pageSize: wholeNumber('每页条数', 1, 200).default(20),
}
/** Only orders that were paid. */
const paidOnly = z.boolean({ error: '应为 true 或 false' }).default(false)

const chargeBody = {
  settingId: idOf('会员套餐'),
  count: wholeNumber('购买年限', 1, 10),
  payType,
  /** null: no invoice wanted */
  invoiceType: invoiceType.nullish().transform((value) => value ?? null),
}

const invoiceBody = {
  orderId: idOf('订单'),
  invoiceType,
  titleType: z.literal([0, 1], { error: '请选择抬头类型' }),
  invoiceTitle: requiredText('发票抬头', 100),
  taxNo: optionalText('税号', 20),
  regAddress: optionalText('注册地址', 100),
  regPhone: optionalText('注册电话', 20),
  bankName: optionalText('开户银行', 60),
  bankAccount: optionalText('银行账号', 30),
  receiverEmail: requiredText('收票邮箱', 80).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: '邮箱格式不正确' }),
}

/** How far an order is. */
const orderCheck = z.object({
  orderNo: z.string(),
  status: z.number(),
  paid: z.boolean(),
  /** The end that its payment brought. */
  endDate: z.string().nullable(),
  /** Until it closes by itself; 0 when it has. */
  secondsLeft: z.number(),
})

/** What a request for an invoice says of the buyer. */
export interface InvoiceFacts {
  invoiceType: number
  titleType: number
  taxNo: string
  regAddress: string
  regPhone: string
  bankName: string
  bankAccount: string
}

/** What is missing or wrong in a request for an invoice, field by field. A special one needs everything. */
export function invoiceProblems(request: InvoiceFacts): { field: string; message: string }[] {
  const problems: { field: string; message: string }[] = []
  const say = (field: string, message: string) => problems.push({ field, message })
  const special = request.invoiceType === 1
  if (special && request.titleType === 0) say('titleType', '增值税专用发票只能开给企业')
  if (request.titleType === 1) {
    if (request.taxNo === '') say('taxNo', '请填写税号')
    else if (!/^[0-9A-Z]{15,20}$/.test(request.taxNo)) say('taxNo', '税号应为15–20位数字或大写字母')
  }
  if (special) {
    if (request.regAddress === '') say('regAddress', '请填写注册地址')
    if (request.regPhone === '') say('regPhone', '请填写注册电话')
    if (request.bankName === '') say('bankName', '请填写开户银行')
    if (request.bankAccount === '') say('bankAccount', '请填写银行账号')
  }
  if (request.regPhone !== '' && !/^[0-9+\- ]{7,20}$/.test(request.regPhone)) say('regPhone', '注册电话格式不正确')
  if (request.bankAccount !== '' && !/^[0-9 -]{8,30}$/.test(request.bankAccount))
    say('bankAccount', '银行账号应为8–30位数字')
  return problems
}

const sees = resource('/vipInfoDetail:view', '/orderRecord:view', '/vipChargeRecord:view')
const buysOrPays = resource('/vipInfoDetail:buy', '/vipInfoDetail:pay')
const medicalSees = resource('/medicareOrderRecord:view')

const preCharge = z.object({
  /** The order that has to be paid or cancelled first. */
  unpaid: order.nullable(),
  isFirstCharge: z.boolean(),
  endDate: z.string().nullable(),
  packages: z.array(setting),
  /** Payment methods on offer. */
  payTypes: z.array(z.number()),
})

const chargeErrors = [
  'VIP_PACKAGE_OFF',
  'VIP_COUNT_MISMATCH',
  'VIP_ORDER_OPEN',
  'PAY_TYPE_NOT_OFFERED',
  'NOT_FOUND',
] as const

/** Membership: VIP of the clinic and of its medical insurance link, orders, invoices. */
export const membership = {
  my: call({
    method: 'POST',
    path: '/bill-api/vip/my',
    doc: '当前门诊的会员状态：1 有效 0 赠送期 -1 已过期；余天数、到期提醒',
    spec: 'vip-my',
    allow: inClinic,
    effect: 'read',
    also: ['/vipInfoDetail:view', '/vipInfoDetail:buy', '/vipInfoDetail:pay', '/orderRecord:invoice'],
    output: info,
  }),
  activity: call({
    method: 'GET',
    path: '/bill-api/vip/activity',
    doc: '活动页：新门诊赠送的天数与在售的会员套餐，任何人可看',
    spec: null,
    allow: anyone,
    output: z.object({ giftDays: z.number(), packages: z.array(setting) }),
  }),
  chargeSetting: call({
    method: 'POST',
    path: '/bill-api/vip/charge-setting',
    doc: '会员套餐：年限 1–10、价格、首次续费优惠价；第二个为推荐',
    spec: 'vip-charge-setting',
    allow: sees,
    effect: 'read',
    output: z.array(setting),
  }),
  chargeRecord: call({
    method: 'POST',
    path: '/bill-api/vip/charge-record',
    doc: '会员订单，新的在前；可只看已支付的',
    spec: 'vip-charge-record',
    allow: sees,
    effect: 'read',
    body: { ...recordPage, paidOnly },
    output: records,
  }),
  charge: call({
    method: 'POST',
    path: '/bill-api/vip/charge',
    doc: '购买会员：应付金额由服务器计算；同一门诊同时只有一张未支付订单',
    spec: 'vip-charge',
    allow: resource('/vipInfoDetail:buy'),
    body: chargeBody,
    output: order,
    errors: chargeErrors,
  }),
  preCharge: call({
    method: 'POST',
    path: '/bill-api/vip/pre-charge',
    doc: '购买前：未支付的订单、可选套餐与应付金额、可用支付方式',
    spec: 'vip-pre-charge',
    allow: buysOrPays,
    effect: 'read',
    output: preCharge,
  }),
  cancelCharge: call({
    method: 'POST',
    path: '/bill-api/vip/cancel-charge/{id}',
    doc: '取消未支付的会员订单',
    spec: 'vip-cancel-charge',
    allow: resource('/vipInfoDetail:buy'),
    params: { id: idOf('订单') },
    output: z.null(),
    errors: ['VIP_ORDER_CLOSED', 'NOT_FOUND'],
  }),
  checkCharge: call({
    method: 'POST',
    path: '/bill-api/vip/check-charge/{orderNo}',
    doc: '查询会员订单是否已支付',
    spec: 'vip-check-charge',
    allow: buysOrPays,
    effect: 'read',
    params: { orderNo: requiredText('订单号', 40) },
    output: orderCheck,
    errors: ['NOT_FOUND'],
  }),
  commitInvoice: call({
    method: 'POST',
    path: '/bill-api/vip/commit-invoice',
    doc: '为已支付的会员订单申请发票，一单一次；被驳回的可以改后重交。专票须填税号、注册地址电话、开户行账号',
    spec: 'vip-commit-invoice',
    allow: resource('/orderRecord:invoice'),
    body: invoiceBody,
    output: invoiceEntity,
    errors: ['INVOICE_NOT_PAID', 'INVOICE_EXISTS', 'NOT_FOUND'],
  }),
  invoices: call({
    method: 'POST',
    path: '/bill-api/vip/invoice-list',
    doc: '会员发票申请，新的在前',
    spec: null,
    allow: resource('/orderRecord:view'),
    effect: 'read',
    body: recordPage,
    output: pageOf(invoiceEntity),
  }),
  invoiceFile: call({
    method: 'GET',
    path: '/bill-api/vip/invoice-file/{id}',
    doc: '读取平台开具的发票文件（invoice 的 fileUrl 就是这个地址）',
    spec: null,
    allow: resource('/orderRecord:view', '/medicareOrderRecord:view'),
    params: { id: idOf('发票文件') },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND'],
  }),
  extensions: call({
    method: 'POST',
    path: '/bill-api/vip/extension-list',
    doc: '会员有效期的来历：赠送、购买、平台补赠，新的在前',
    spec: null,
    allow: resource('/vipInfoDetail:view'),
    effect: 'read',
    output: z.array(
      z.object({
        id: z.string(),
        /** trial: the gift of a new clinic; order: bought; given: by the provider */
        source: z.string(),
        years: z.number(),
        days: z.number(),
        orderNo: z.string().nullable(),
        startDate: z.string(),
        endDate: z.string(),
        reason: z.string(),
        createdTime: moment,
      }),
    ),
  }),
  dismissReminder: call({
    method: 'POST',
    path: '/bill-api/vip/dismiss-reminder',
    doc: '会员到期不再提醒：本人在本门诊，直到到期日的次日',
    spec: null,
    allow: resource('/vipInfoDetail:view'),
    output: z.object({ hiddenUntil: z.string() }),
    errors: ['NO_REMINDER'],
  }),

  medicalEndTime: call({
    method: 'POST',
    path: '/bill-api/medical/get-medical-endTime',
    doc: '当前门诊的医保会员状态与到期日',
    spec: 'medical-get-medical-end-time',
    allow: inClinic,
    effect: 'read',
    also: [
      '/medicareOrderRecord:view',
      '/medicareOrderRecord:buy',
      '/medicareOrderRecord:pay',
      '/medicareOrderRecord:invoice',
    ],
    output: info.omit({ remind: true }),
  }),
  medicalChargeSetting: call({
    method: 'POST',
    path: '/bill-api/medical/charge-setting-list',
    doc: '医保会员套餐',
    spec: 'medical-charge-setting-list',
    allow: medicalSees,
    effect: 'read',
    output: z.array(setting),
  }),
  medicalChargeRecord: call({
    method: 'POST',
    path: '/bill-api/medical/charge-record-list',
    doc: '医保会员订单，新的在前',
    spec: 'medical-charge-record-list',
    allow: medicalSees,
    effect: 'read',
    body: { ...recordPage, paidOnly },
    output: records,
  }),
  medicalPreCharge: call({
    method: 'POST',
    path: '/bill-api/medical/pre-charge',
    doc: '购买医保会员前：未支付的订单、可选套餐与应付金额、可用支付方式',
    spec: null,
    allow: resource('/medicareOrderRecord:buy', '/medicareOrderRecord:pay'),
    effect: 'read',
    output: preCharge,
  }),
  medicalCharge: call({
    method: 'POST',
    path: '/bill-api/medical/charge',
    doc: '购买医保会员：须先有医保账号；应付金额由服务器计算',
    spec: 'medical-charge',
    allow: resource('/medicareOrderRecord:buy'),
    body: chargeBody,
    output: order,
    errors: [...chargeErrors, 'MEDICARE_ACCOUNT_MISSING'],
  }),
  medicalCheckCharge: call({
    method: 'POST',
    path: '/bill-api/medical/check-charge/{orderNo}',
    doc: '查询医保会员订单是否已支付',
    spec: null,
    allow: resource('/medicareOrderRecord:buy', '/medicareOrderRecord:pay'),
    effect: 'read',
    params: { orderNo: requiredText('订单号', 40) },
    output: orderCheck,
    errors: ['NOT_FOUND'],
  }),
  medicalCancelCharge: call({
    method: 'POST',
    path: '/bill-api/medical/cancel-charge/{id}',
    doc: '取消未支付的医保会员订单',
    spec: 'medical-cancel-charge',
    allow: resource('/medicareOrderRecord:buy'),
    params: { id: idOf('订单') },
    output: z.null(),
    errors: ['VIP_ORDER_CLOSED', 'NOT_FOUND'],
  }),
  medicalCommitInvoice: call({
    method: 'POST',
    path: '/bill-api/medical/commit-invoice',
    doc: '为已支付的医保会员订单申请发票',
    spec: 'medical-commit-invoice',
    allow: resource('/medicareOrderRecord:invoice'),
    body: invoiceBody,
    output: invoiceEntity,
    errors: ['INVOICE_NOT_PAID', 'INVOICE_EXISTS', 'NOT_FOUND'],
  }),
  medicalIsOpen: call({
    method: 'POST',
    path: '/bill-api/medical/check-clinic-IsOpen',
    doc: '当前门诊是否开通医保：有启用的医保账号，且医保会员未到期',
    spec: 'medical-check-clinic-is-open',
    allow: inClinic,
    effect: 'read',
    output: z.object({ isOpen: z.boolean(), hasAccount: z.boolean(), isMember: z.boolean() }),
  }),
  medicalUserPassword: call({
    method: 'POST',
    path: '/bill-api/medical/get-userPassword',
    doc: '门诊医保账号；密码只给有权限的人，每次查看都留痕',
    spec: 'medical-get-user-password',
    allow: medicalSees,
    effect: 'write',
    also: ['/medicareOrderRecord:password', '/medicareOrderRecord:account'],
    body: {
      /** Show the password itself. */
      reveal: z.boolean({ error: '应为 true 或 false' }).default(false),
    },
    output: z.object({
      orgCode: z.string(),
      operatorNo: z.string(),
      areaCode: z.string(),
      status: z.number(),
      /** null: not shown */
      password: z.string().nullable(),
      version: z.number(),
      allowed: z.object({ password: z.boolean(), account: z.boolean() }),
    }),
    errors: ['MEDICARE_ACCOUNT_MISSING', 'FORBIDDEN'],
  }),
  medicalSaveAccount: call({
    method: 'POST',
    path: '/bill-api/medical/save-account',
    doc: '登记或修改门诊医保账号；不填密码则保留原密码',
    spec: null,
    allow: resource('/medicareOrderRecord:account'),
    body: {
      orgCode: requiredText('机构编码', 30),
      operatorNo: requiredText('操作员号', 30),
      areaCode: requiredText('统筹区编码', 12),
      password: optionalText('密码', 60),
      status: z.literal([0, 1], { error: '请选择状态' }).default(1),
      /** Of the account that is changed; left out for a first one. */
      version: version.optional(),
    },
    output: z.null(),
    errors: ['VERSION_CONFLICT'],
  }),
} satisfies CallGroup
