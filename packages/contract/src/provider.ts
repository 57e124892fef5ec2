import { passwordProblem } from '@dentin/kit'
import { z } from 'zod'
import { anyone, call, PROVIDER_ROLES, providerRole, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf, localDate, moment, nullableText, oneWord, pageOf, paging, requiredText, version } from './core/fields.ts'

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
} as const
export type ProviderAction = keyof typeof providerActions
const actionWords = Object.keys(providerActions) as [ProviderAction, ...ProviderAction[]]

const role = z.enum(PROVIDER_ROLES)
const loginName = z
  .string({ error: '请填写登录名' })
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9._-]{2,31}$/, { error: '登录名为 3–32 位字母、数字或 . _ -，以字母开头' })
const personName = requiredText('姓名', 20, 2)
const typedPassword = (label: string) =>
  z
    .string({ error: `请输入${label}` })
    .min(1, { error: `请输入${label}` })
    .max(200, { error: `${label}过长` })
const newPassword = z.string({ error: '请输入新密码' }).superRefine((text, context) => {
  const problem = text === '' ? '请输入新密码' : passwordProblem(text)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})
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
} satisfies CallGroup
