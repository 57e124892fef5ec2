import { z } from 'zod'
import { anyone, call, PROVIDER_ROLES, providerRole, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  amount,
  idOf,
  localDate,
  moment,
  money,
  newPassword,
  nullableText,
  oneOf,
  oneWord,
  optionalText,
  pageOf,
  paging,
  rejectReason,
  requestId,
  requiredText,
  typedPassword,
  version,
  wholeNumber,
  wordsOf,
} from './core/fields.ts'
import { invoiceEntity } from './membership.ts'
import { clinicEntity, organisationEntity } from './qualification.ts'

/** Refusals of this domain: codes 32000 to 32999. */
export const providerErrors = {
  PROVIDER_LINK_DEAD: { code: 32001, message: '链接无效、已使用或已过期，请重新取得' },
  PROVIDER_WRONG_CODE: { code: 32002, message: '动态口令错误，请输入手机上的最新 6 位数字' },
  PROVIDER_CODE_USED: { code: 32003, message: '这个动态口令已经用过，请等下一个' },
  PROVIDER_SIGN_IN_EXPIRED: { code: 32004, message: '登录超时，请重新输入账号和密码' },
  PROVIDER_CODE_LOCKED: { code: 32005, message: '动态口令连续错误，请稍后再试' },
  PROVIDER_LOGIN_TAKEN: { code: 32006, message: '登录名已被使用' },
  PROVIDER_LAST_ADMINISTRATOR: { code: 32007, message: '至少要有一名可以登录的管理员' },
  PROVIDER_OWN_ACCOUNT: { code: 32008, message: '不能冻结自己的账号，也不能重置自己的登录' },
} as const satisfies Record<string, ErrorEntry>

/** Roles of the provider's staff, with the words of the screen. */
export const providerRoles = {
  administrator: '管理员',
  reviewer: '审核',
  finance: '财务',
  support: '客服',
} as const satisfies Record<(typeof PROVIDER_ROLES)[number], string>

/** What the provider's audit tells of, with the words of the screen, in the order of the filter. */
export const providerActions = {
  'sign-in': '登录',
  'sign-in-refused': '登录失败',
  'sign-out': '退出登录',
  'set-up': '设置登录',
  'change-password': '修改密码',
  'renew-recovery-codes': '更换恢复码',
  'create-account': '新增平台账号',
  'update-account': '修改平台账号',
  'reset-account': '重置平台账号登录',
  'freeze-account': '冻结平台账号',
  'unfreeze-account': '解冻平台账号',
  'view-review': '查看资质',
  'approve-review': '通过资质',
  'reject-review': '驳回资质',
  'confirm-transfer': '确认对公到账',
  'refuse-transfer': '退回对公转账',
  'settle-strayed': '处理异常到账',
  'save-package': '修改套餐',
  'give-days': '赠送会员天数',
  'issue-invoice': '开具发票',
  'reject-invoice': '驳回发票',
  'reverse-invoice': '红冲发票',
  'approve-sms': '通过短信审核',
  'reject-sms': '驳回短信审核',
  'publish-message': '发布平台消息',
  'withdraw-message': '撤回平台消息',
} as const
export type ProviderAction = keyof typeof providerActions
const actionWords = wordsOf(providerActions)

const role = z.enum(PROVIDER_ROLES)
const loginName = z
  .string({ error: '请填写登录名' })
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9._-]{2,31}$/, { error: '登录名为 3–32 位字母、数字或 . _ -，以字母开头' })
const personName = requiredText('姓名', 20, 2)
const appCode = z
  .string({ error: '请输入动态口令' })
  .trim()
  .regex(/^\d{6}$/, { error: '动态口令为 6 位数字' })
const linkToken = z.string({ error: '链接不完整' }).regex(/^[A-Za-z0-9_-]{43}$/, { error: '链接不完整' })

const account = z.object({
  id: z.string(),
  loginName: z.string(),
  name: z.string(),
  role,
  /** 0 at work, 1 frozen, 2 invited and not set up yet */
  status: z.number(),
  lastLoginAt: moment.nullable(),
  createdAt: moment,
  version: z.number(),
  /** The person who asks. */
  isSelf: z.boolean(),
})
/** A link that somebody opens once to set password and authenticator; it is told once and never again. */
const setupLink = z.object({ token: z.string(), expiresAt: moment })

const day = localDate('日期').nullish()

const subject = oneWord('审核种类', ['doctor', 'organisation'])
const reviewEntry = {
  id: z.string(),
  subject,
  /** Name of the person, or of the clinic. */
  name: z.string(),
  /** Title of the person, or name of the company. */
  about: z.string(),
  /** Of an organisation: 1 a shop on its own, 2 a branch, 3 a chain. */
  kind: z.number().nullable(),
  /** Handed in while an approved version stays in force. */
  isChange: z.boolean(),
  phone: z.string(),
  /** 0 waiting, 1 passed, 2 refused */
  status: z.number(),
  rejectReason: z.string().nullable(),
  submittedAt: moment,
  decidedAt: moment.nullable(),
  decidedBy: z.string().nullable(),
}
/** Pictures are ids for `reviewPicture`. */
const doctorPapers = z.object({
  realName: z.string(),
  titlePost: z.string(),
  practiceCertNo: z.string(),
  practiceScope: z.string(),
  certExpire: z.string().nullable(),
  idCard: z.array(z.string()),
  cert: z.array(z.string()),
})
const organisationPapers = organisationEntity(z.string())

const kind = oneWord('会员种类', ['vip', 'medical'])
const settlements = ['refunded', 'credited', 'other'] as const
/** Finance turns something of one order down, with a reason. */
const orderRefusal = {
  method: 'POST',
  spec: null,
  allow: providerRole('finance'),
  params: { orderId: idOf('订单') },
  body: { reason: requiredText('理由', 200) },
  output: z.null(),
  errors: ['STATUS_CHANGED', 'NOT_FOUND'],
} as const
/** An order on the provider's desk. */
const deskOrder = {
  orderId: z.string(),
  orderNo: z.string(),
  kind,
  title: z.string(),
  clinicName: z.string(),
  companyName: z.string(),
  amount,
  buyerName: z.string(),
  orderedAt: moment,
}
const vipPackage = z.object({
  id: z.string(),
  kind,
  count: z.number(),
  price: amount,
  discountPrice: amount,
  listPrice: amount,
  tip: z.string(),
  sortNo: z.number(),
  enabled: z.boolean(),
  version: z.number(),
  /** The second on sale. */
  recommended: z.boolean(),
})
const standing = z.object({
  kind,
  /** 1 paid, 0 gift days, -1 ended */
  status: z.number(),
  endDate: z.string().nullable(),
  availableDays: z.number(),
})
const clinicCard = {
  clinicId: z.string(),
  clinicName: z.string(),
  companyName: z.string(),
  address: z.string(),
  staff: z.number(),
  patients: z.number(),
  lastActiveAt: moment.nullable(),
  standings: z.array(standing),
}

/** The provider's own console: accounts of its own kind, reviews, confirmations. */
export const provider = {
  setupInfo: call({
    method: 'POST',
    path: '/platform-api/console/setup-info',
    doc: '平台账号的设置链接：给谁、动态口令的二维码与密钥。同一链接每次打开给同一个密钥',
    spec: null,
    allow: anyone,
    body: { token: linkToken },
    output: z.object({
      /** first: the first administrator, who chooses name and login name. enrol: an account that an administrator made. */
      kind: z.enum(['first', 'enrol']),
      loginName: z.string().nullable(),
      name: z.string().nullable(),
      role,
      /** Base32, for typing it into the app by hand. */
      secret: z.string(),
      /** The same as a QR code, as a data address. */
      qrCode: z.string(),
      expiresAt: moment,
    }),
    errors: ['PROVIDER_LINK_DEAD', 'TOO_MANY'],
  }),
  setup: call({
    method: 'POST',
    path: '/platform-api/console/setup',
    doc: '设置平台账号：密码与动态口令。链接用后即作废；恢复码只在这里给一次',
    spec: null,
    allow: anyone,
    body: {
      token: linkToken,
      /** For the first administrator; ignored for an account that has its names. */
      loginName: loginName.nullish(),
      name: personName.nullish(),
      password: newPassword,
      code: appCode,
    },
    output: z.object({ loginName: z.string(), recoveryCodes: z.array(z.string()) }),
    errors: ['PROVIDER_LINK_DEAD', 'PROVIDER_WRONG_CODE', 'PROVIDER_LOGIN_TAKEN', 'TOO_MANY'],
  }),
  login: call({
    method: 'POST',
    path: '/platform-api/console/login',
    doc: '平台登录第一步：账号、密码、图形验证码，换取 5 分钟有效的凭据',
    spec: null,
    allow: anyone,
    body: {
      account: requiredText('账号', 64),
      password: typedPassword('密码'),
      captcha: requiredText('验证码', 8),
      captchaId: idOf('验证码'),
    },
    output: z.object({ ticket: z.string() }),
    errors: ['WRONG_CREDENTIALS', 'ACCOUNT_LOCKED', 'WRONG_CAPTCHA', 'TOO_MANY'],
  }),
  loginCode: call({
    method: 'POST',
    path: '/platform-api/console/login-code',
    doc: '平台登录第二步：动态口令（每个只能用一次）或一个恢复码，换取令牌',
    spec: null,
    allow: anyone,
    body: { ticket: linkToken, code: requiredText('动态口令', 20) },
    output: z.object({ token: z.string(), name: z.string(), role, recoveryCodesLeft: z.number() }),
    errors: [
      'PROVIDER_SIGN_IN_EXPIRED',
      'PROVIDER_WRONG_CODE',
      'PROVIDER_CODE_USED',
      'PROVIDER_CODE_LOCKED',
      'TOO_MANY',
    ],
  }),
  logout: call({
    method: 'POST',
    path: '/platform-api/console/logout',
    doc: '平台退出登录：令牌立即失效',
    spec: null,
    allow: providerRole(),
    output: z.null(),
  }),
  me: call({
    method: 'GET',
    path: '/platform-api/console/me',
    doc: '本人的平台账号',
    spec: null,
    allow: providerRole(),
    output: z.object({
      id: z.string(),
      loginName: z.string(),
      name: z.string(),
      role,
      lastLoginAt: moment.nullable(),
      recoveryCodesLeft: z.number(),
    }),
  }),
  changePassword: call({
    method: 'POST',
    path: '/platform-api/console/change-password',
    doc: '修改本人的平台密码，要一个新的动态口令；其他登录全部失效',
    spec: null,
    allow: providerRole(),
    body: { oldPassword: typedPassword('原密码'), newPassword, code: appCode },
    output: z.null(),
    errors: [
      'WRONG_OLD_PASSWORD',
      'SAME_PASSWORD',
      'PROVIDER_WRONG_CODE',
      'PROVIDER_CODE_USED',
      'PROVIDER_CODE_LOCKED',
    ],
  }),
  renewRecoveryCodes: call({
    method: 'POST',
    path: '/platform-api/console/recovery-codes',
    doc: '更换恢复码：原来的全部作废，新的只给这一次',
    spec: null,
    allow: providerRole(),
    body: { code: appCode },
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['PROVIDER_WRONG_CODE', 'PROVIDER_CODE_USED', 'PROVIDER_CODE_LOCKED'],
  }),

  accounts: call({
    method: 'GET',
    path: '/platform-api/console/accounts',
    doc: '平台账号',
    spec: null,
    allow: providerRole('administrator'),
    output: z.array(account),
  }),
  createAccount: call({
    method: 'POST',
    path: '/platform-api/console/accounts',
    doc: '新增平台账号，给出交给本人的一次性设置链接',
    spec: null,
    allow: providerRole('administrator'),
    body: { loginName, name: personName, role: oneWord('角色', PROVIDER_ROLES) },
    output: setupLink,
    errors: ['PROVIDER_LOGIN_TAKEN'],
  }),
  updateAccount: call({
    method: 'PUT',
    path: '/platform-api/console/accounts/{id}',
    doc: '修改平台账号的姓名与角色；换了角色要重新登录',
    spec: null,
    allow: providerRole('administrator'),
    params: { id: idOf('账号') },
    body: { name: personName, role: oneWord('角色', PROVIDER_ROLES), version },
    output: z.null(),
    errors: ['PROVIDER_LAST_ADMINISTRATOR'],
  }),
  resetAccount: call({
    method: 'POST',
    path: '/platform-api/console/accounts/{id}/reset',
    doc: '重置平台账号的密码与动态口令：立即不能登录，给出新的一次性设置链接',
    spec: null,
    allow: providerRole('administrator'),
    params: { id: idOf('账号') },
    body: { version },
    output: setupLink,
    errors: ['PROVIDER_LAST_ADMINISTRATOR', 'PROVIDER_OWN_ACCOUNT'],
  }),
  freezeAccount: call({
    method: 'POST',
    path: '/platform-api/console/accounts/{id}/freeze',
    doc: '冻结平台账号，登录立即失效；或解冻',
    spec: null,
    allow: providerRole('administrator'),
    params: { id: idOf('账号') },
    body: { frozen: z.boolean({ error: '冻结应为是或否' }), version },
    output: z.null(),
    errors: ['PROVIDER_LAST_ADMINISTRATOR', 'PROVIDER_OWN_ACCOUNT', 'STATUS_CHANGED'],
  }),

  auditLog: call({
    method: 'POST',
    path: '/platform-api/console/audit',
    doc: '平台操作记录，新的在前；按人、操作、对象文字与日期筛选',
    spec: null,
    allow: providerRole('administrator'),
    effect: 'read',
    body: {
      accountId: idOf('账号').nullish(),
      action: oneWord('操作', actionWords).nullish(),
      /** A part of the target's name or of who did it. */
      text: nullableText('文字', 40),
      from: day,
      to: day,
      ...paging,
    },
    output: pageOf(
      z.object({
        id: z.string(),
        createdAt: moment,
        accountName: z.string(),
        role: role.nullable(),
        action: z.enum(actionWords),
        targetKind: z.string(),
        targetId: z.string().nullable(),
        targetName: z.string(),
        before: z.record(z.string(), z.unknown()).nullable(),
        after: z.record(z.string(), z.unknown()).nullable(),
        reason: z.string().nullable(),
        ip: z.string().nullable(),
      }),
    ),
  }),

  overview: call({
    method: 'GET',
    path: '/platform-api/console/overview',
    doc: '平台首页：待处理的工作（没有权限的为空）与会员概况',
    spec: null,
    allow: providerRole(),
    output: z.object({
      doctorReviews: z.number().nullable(),
      organisationReviews: z.number().nullable(),
      transfers: z.number().nullable(),
      strayed: z.number().nullable(),
      invoices: z.number().nullable(),
      smsReviews: z.number().nullable(),
      clinics: z.number(),
      vip: z.object({ active: z.number(), trial: z.number(), expired: z.number(), endingSoon: z.number() }),
      paidThisMonth: amount.nullable(),
    }),
  }),

  reviews: call({
    method: 'POST',
    path: '/platform-api/console/reviews',
    doc: '医生或机构的资质审核：待审的先来后到，审过的新的在前',
    spec: null,
    allow: providerRole('reviewer'),
    effect: 'read',
    body: {
      subject,
      status: oneOf('状态', [0, 1, 2]).default(0),
      keyword: optionalText('关键字', 40),
      ...paging,
    },
    output: pageOf(z.object(reviewEntry)),
  }),
  review: call({
    method: 'GET',
    path: '/platform-api/console/reviews/{subject}/{id}',
    doc: '一份资质：提交的与现行的；查看会留下记录',
    spec: null,
    allow: providerRole('reviewer'),
    effect: 'write',
    params: { subject, id: idOf('资质') },
    output: z.object({
      ...reviewEntry,
      doctor: z.object({ submitted: doctorPapers, former: doctorPapers.nullable() }).nullable(),
      organisation: z
        .object({
          submitted: organisationPapers,
          branches: z.array(clinicEntity(z.string())),
          former: organisationPapers.nullable(),
        })
        .nullable(),
    }),
    errors: ['NOT_FOUND'],
  }),
  reviewPicture: call({
    method: 'GET',
    path: '/platform-api/console/review-picture/{id}',
    doc: '资质里的一张图片',
    spec: null,
    allow: providerRole('reviewer'),
    params: { id: idOf('图片') },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND'],
  }),
  approveReview: call({
    method: 'POST',
    path: '/platform-api/console/reviews/{subject}/{id}/approve',
    doc: '通过资质；新机构随即开通',
    spec: null,
    allow: providerRole('reviewer'),
    params: { subject, id: idOf('资质') },
    output: z.null(),
    errors: ['REVIEW_DECIDED', 'CREDIT_CODE_TAKEN', 'CLINIC_NAME_TAKEN', 'NOT_FOUND'],
  }),
  rejectReview: call({
    method: 'POST',
    path: '/platform-api/console/reviews/{subject}/{id}/reject',
    doc: '驳回资质，理由告知提交人；现行的资质不变',
    spec: null,
    allow: providerRole('reviewer'),
    params: { subject, id: idOf('资质') },
    body: { reason: rejectReason },
    output: z.null(),
    errors: ['REVIEW_DECIDED', 'NOT_FOUND'],
  }),

  transfers: call({
    method: 'POST',
    path: '/platform-api/console/transfers',
    doc: '对公转账的订单',
    spec: null,
    allow: providerRole('finance'),
    effect: 'read',
    body: { state: oneWord('状态', ['waiting', 'confirmed', 'closed']).default('waiting'), ...paging },
    output: pageOf(z.object({ ...deskOrder, status: z.number(), closesAt: moment, paidAt: moment.nullable() })),
  }),
  confirmTransfer: call({
    method: 'POST',
    path: '/platform-api/console/transfers/{orderId}/confirm',
    doc: '确认对公转账已到账：订单成为已支付，会员延期',
    spec: null,
    allow: providerRole('finance'),
    params: { orderId: idOf('订单') },
    body: { reference: requiredText('银行流水号', 64), paidOn: localDate('到账日期') },
    output: z.null(),
    errors: ['STATUS_CHANGED', 'NOT_FOUND'],
  }),
  refuseTransfer: call({
    ...orderRefusal,
    path: '/platform-api/console/transfers/{orderId}/refuse',
    doc: '关闭没有到账的对公订单，理由告知门诊',
  }),
  strayed: call({
    method: 'POST',
    path: '/platform-api/console/strayed',
    doc: '到了账却对不上订单的款项',
    spec: null,
    allow: providerRole('finance'),
    effect: 'read',
    body: { settled: z.boolean({ error: '已处理应为是或否' }).default(false), ...paging },
    output: pageOf(
      z.object({
        id: z.string(),
        gateway: z.enum(['alipay', 'wechat']),
        gatewayTradeNo: z.string(),
        outTradeNo: z.string(),
        amount,
        currency: z.string(),
        expected: amount.nullable(),
        paidAt: moment,
        reason: z.string(),
        clinicName: z.string().nullable(),
        orderNo: z.string().nullable(),
        title: z.string().nullable(),
        foundAt: moment,
        settledAs: z.enum(settlements).nullable(),
        settledBy: z.string().nullable(),
        settledAt: moment.nullable(),
        note: z.string(),
      }),
    ),
  }),
  settleStrayed: call({
    method: 'POST',
    path: '/platform-api/console/strayed/{id}/settle',
    doc: '记下一笔异常到账是怎样处理的；只能一次',
    spec: null,
    allow: providerRole('finance'),
    params: { id: idOf('款项') },
    body: { as: oneWord('处理方式', settlements), note: requiredText('处理说明', 500) },
    output: z.null(),
    errors: ['STATUS_CHANGED', 'NOT_FOUND'],
  }),

  packages: call({
    method: 'GET',
    path: '/platform-api/console/packages',
    doc: '会员套餐，在售与停售',
    spec: null,
    allow: providerRole('finance'),
    output: z.array(vipPackage),
  }),
  savePackage: call({
    method: 'POST',
    path: '/platform-api/console/packages',
    doc: '新增或修改套餐；已下的订单价格不变，年限不能改',
    spec: null,
    allow: providerRole('finance'),
    body: {
      id: idOf('套餐').nullable(),
      version: wholeNumber('版本', 0, 2_000_000_000),
      kind,
      count: wholeNumber('年限', 1, 10),
      price: money('价格', 0.01, 1_000_000),
      discountPrice: money('首次续费价', 0, 1_000_000),
      listPrice: money('划线价', 0, 1_000_000),
      tip: optionalText('提示文字', 20),
      sortNo: wholeNumber('顺序', 0, 9999),
      enabled: z.boolean({ error: '在售应为是或否' }),
    },
    output: z.null(),
    errors: ['VIP_PACKAGE_TWICE', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  giveDays: call({
    method: 'POST',
    path: '/platform-api/console/gifts',
    doc: '赠送会员天数，写明理由；门诊会收到消息',
    spec: null,
    allow: providerRole('finance'),
    idempotent: true,
    body: {
      requestId,
      clinicId: idOf('门诊'),
      kind,
      days: wholeNumber('天数', 1, 3660),
      reason: requiredText('理由', 200),
    },
    output: z.object({ endDate: z.string() }),
    errors: ['NOT_FOUND'],
  }),
  gifts: call({
    method: 'POST',
    path: '/platform-api/console/gift-list',
    doc: '平台赠送过的会员天数，新的在前',
    spec: null,
    allow: providerRole('finance'),
    effect: 'read',
    body: paging,
    output: pageOf(
      z.object({
        id: z.string(),
        clinicName: z.string(),
        kind,
        days: z.number(),
        endDate: z.string(),
        reason: z.string(),
        by: z.string(),
        at: moment,
      }),
    ),
  }),

  invoices: call({
    method: 'POST',
    path: '/platform-api/console/invoices',
    doc: '发票申请：0 待开 1 已开 2 已驳回 3 已红冲',
    spec: null,
    allow: providerRole('finance'),
    effect: 'read',
    body: { status: oneOf('状态', [0, 1, 2, 3]).default(0), ...paging },
    output: pageOf(
      z.object({
        ...deskOrder,
        invoiceType: z.number(),
        invoiceTitle: z.string(),
        status: z.number(),
        requestedAt: moment,
      }),
    ),
  }),
  invoice: call({
    method: 'GET',
    path: '/platform-api/console/invoices/{orderId}',
    doc: '一份发票申请的全部内容',
    spec: null,
    allow: providerRole('finance'),
    params: { orderId: idOf('订单') },
    output: invoiceEntity.omit({ id: true, fileUrl: true, createdTime: true }).extend({ hasFile: z.boolean() }),
    errors: ['NOT_FOUND'],
  }),
  issueInvoice: call({
    method: 'POST',
    path: '/platform-api/console/invoices/{orderId}/issue',
    doc: '开具发票：上传 pdf、jpg 或 png 文件，门诊可以下载',
    spec: null,
    allow: providerRole('finance'),
    params: { orderId: idOf('订单') },
    upload: {
      field: 'file',
      maxBytes: 10 * 1024 * 1024,
      types: ['application/pdf', 'image/jpeg', 'image/png'],
    },
    output: z.null(),
    errors: ['STATUS_CHANGED', 'NOT_FOUND', 'UPLOAD_TOO_LARGE', 'UPLOAD_WRONG_TYPE'],
  }),
  rejectInvoice: call({
    ...orderRefusal,
    path: '/platform-api/console/invoices/{orderId}/reject',
    doc: '驳回发票申请，理由告知门诊，改后可以重交',
  }),
  reverseInvoice: call({
    ...orderRefusal,
    path: '/platform-api/console/invoices/{orderId}/reverse',
    doc: '红冲已开的发票',
  }),

  smsReviews: call({
    method: 'POST',
    path: '/platform-api/console/sms-reviews',
    doc: '门诊提交的短信签名与模板：待审的先来后到，审过的新的在前',
    spec: null,
    allow: providerRole('reviewer'),
    effect: 'read',
    body: { status: oneOf('状态', [1, 2, 3]).default(1), ...paging },
    output: pageOf(
      z.object({
        id: z.string(),
        kind: z.enum(['signature', 'template']),
        clinicName: z.string(),
        companyName: z.string(),
        name: z.string(),
        type: z.number().nullable(),
        content: z.string(),
        status: z.number(),
        refuseReason: z.string(),
        submittedBy: z.string(),
        submittedAt: moment,
        decidedBy: z.string().nullable(),
        decidedAt: moment.nullable(),
      }),
    ),
  }),
  approveSms: call({
    method: 'POST',
    path: '/platform-api/console/sms-reviews/{id}/approve',
    doc: '通过一份短信签名或模板：门诊即可使用',
    spec: null,
    allow: providerRole('reviewer'),
    params: { id: idOf('审核') },
    output: z.null(),
    errors: ['SMS_REVIEW_DONE'],
  }),
  rejectSms: call({
    method: 'POST',
    path: '/platform-api/console/sms-reviews/{id}/reject',
    doc: '驳回一份短信签名或模板，理由告知门诊',
    spec: null,
    allow: providerRole('reviewer'),
    params: { id: idOf('审核') },
    body: { reason: rejectReason },
    output: z.null(),
    errors: ['SMS_REVIEW_DONE'],
  }),

  clinics: call({
    method: 'POST',
    path: '/platform-api/console/clinics',
    doc: '门诊：名称、机构、拼音查找；只有数字，没有患者资料',
    spec: null,
    allow: providerRole(),
    effect: 'read',
    body: { keyword: optionalText('关键字', 40), ...paging },
    output: pageOf(z.object(clinicCard)),
  }),
  clinicDetail: call({
    method: 'GET',
    path: '/platform-api/console/clinics/{clinicId}',
    doc: '一家门诊：用量、会员、联系人',
    spec: null,
    allow: providerRole(),
    params: { clinicId: idOf('门诊') },
    output: z.object({
      ...clinicCard,
      phone: z.string(),
      administrators: z.array(z.object({ name: z.string(), phone: z.string() })),
    }),
    errors: ['NOT_FOUND'],
  }),

  messages: call({
    method: 'POST',
    path: '/platform-api/console/messages',
    doc: '发布过的平台消息，新的在前',
    spec: null,
    allow: providerRole('support'),
    effect: 'read',
    body: paging,
    output: pageOf(
      z.object({
        id: z.string(),
        title: z.string(),
        body: z.string(),
        /** Null: all clinics. */
        clinics: z.array(z.string()).nullable(),
        publishedBy: z.string(),
        createdAt: moment,
        withdrawnAt: moment.nullable(),
        readCount: z.number(),
      }),
    ),
  }),
  publishMessage: call({
    method: 'POST',
    path: '/platform-api/console/messages/publish',
    doc: '给全部或选中的门诊发消息',
    spec: null,
    allow: providerRole('support'),
    idempotent: true,
    body: {
      requestId,
      title: requiredText('标题', 80),
      body: requiredText('内容', 5000),
      /** Null: all clinics. */
      clinicIds: z
        .array(idOf('门诊'), { error: '请选择门诊' })
        .min(1, { error: '请选择门诊' })
        .max(500, { error: '一次最多选 500 家门诊' })
        .nullable(),
    },
    output: z.object({ id: z.string() }),
    errors: ['NOT_FOUND'],
  }),
  withdrawMessage: call({
    method: 'POST',
    path: '/platform-api/console/messages/{id}/withdraw',
    doc: '撤回平台消息，谁都不再看到',
    spec: null,
    allow: providerRole('support'),
    params: { id: idOf('消息') },
    output: z.null(),
    errors: ['NOT_FOUND'],
  }),
} satisfies CallGroup
