import { PHONE_PATTERN } from '@dentin/kit'
import { z } from 'zod'
import { anyone, call, inClinic, signedIn, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  idOf,
  localDate,
  moment,
  newPassword,
  noneTwice,
  oneOf,
  oneWord,
  optionalText,
  phone,
  requiredText,
  typedPassword,
} from './core/fields.ts'

/** Refusals of this domain: codes 20001 to 20999. */
export const identityErrors = {
  WRONG_CREDENTIALS: { code: 20001, message: '账号或密码错误' },
  ACCOUNT_LOCKED: { code: 20002, message: '账号已锁定，请稍后再试' },
  WRONG_CAPTCHA: { code: 20003, message: '验证码错误或已过期，请重新输入' },
  TICKET_EXPIRED: { code: 20004, message: '选择门诊超时，请重新登录' },
  NOT_A_MEMBER: { code: 20005, http: 403, message: '您不是该门诊的员工，或已停用' },
  WRONG_OLD_PASSWORD: { code: 20006, message: '原密码错误' },
  SAME_PASSWORD: { code: 20007, message: '新密码不能与原密码相同' },
  WRONG_PHONE_CODE: { code: 20008, message: '短信验证码错误或已过期' },
  CAPTCHA_NEEDED: { code: 20009, message: '请先输入图形验证码' },
  PHONE_TAKEN: { code: 20010, message: '该手机号已注册，请直接登录' },
  SCAN_EXPIRED: { code: 20012, message: '二维码已过期，请在电脑上点击刷新' },
  SCAN_TAKEN: { code: 20013, message: '二维码已被使用，请在电脑上点击刷新' },
  WECHAT_REFUSED: { code: 20014, message: '微信授权已失效，请重新扫码' },
  WECHAT_CLOSED: { code: 20015, message: '未接入微信登录' },
  MENU_KEPT: { code: 20016, message: '“设置”不能隐藏' },
  SMS_CLOSED: { code: 20011, message: '短信通道未开通，请联系机构管理员' },
} satisfies Record<string, ErrorEntry>

/** How many screens a person may keep at the top of the menu. */
export const MOST_FAVOURITES = 8
/** Places of the phone's bar that a person may fill. */
export const MOST_TABS = 4

// Which screens there are is not said here: whoever signs in need not load the menu.
const menuPath = (label: string) =>
  z.string({ error: `请选择${label}` }).regex(/^\/[A-Za-z/]{1,60}$/, { error: `${label}里有不存在的菜单` })
const menuPaths = (label: string, most: number) =>
  z
    .array(menuPath(label), { error: `请选择${label}` })
    .max(most, { error: `${label}最多 ${most} 个` })
    .refine(noneTwice, { error: `${label}有重复` })

/** A phone number, or a login name, which is not made of digits alone. */
const accountName = requiredText('账号', 64).refine((text) => !/^\d+$/.test(text) || PHONE_PATTERN.test(text), {
  error: '手机号应为11位手机号',
})

/** One clinic that a person may enter. */
const clinicEntry = z.object({
  clinicId: z.string(),
  clinicName: z.string(),
  /** The main clinic of a chain, from which the company is run. */
  isCompany: z.boolean(),
  logoUrl: z.string().nullable(),
})

/** What a sign-in or a switch gives. `token` is null while a clinic has to be chosen first; then `ticket` is there. */
const signedInAs = z.object({
  token: z.string().nullable(),
  ticket: z.string().nullable(),
  clinicId: z.string().nullable(),
  currentUserId: z.string(),
  companyId: z.string().nullable(),
  isChain: z.boolean(),
  clinicList: z.array(clinicEntry),
  /** 2: a doctor by qualification. */
  userAuth: z.number(),
  /** 1: the company's qualification has passed. -1: no company. */
  orgAuth: z.number(),
  /** Gift days of the clinic's membership that this person has not heard of. */
  vipGiveInfo: z.object({ endDate: z.string() }).optional(),
})

const phoneCode = z
  .string({ error: '请输入短信验证码' })
  .trim()
  .regex(/^\d{6}$/, { error: '短信验证码为 6 位数字' })
const codePurpose = oneWord('用途', ['register', 'login', 'reset'])

/** What an account signs in with. */
const credentials = {
  account: requiredText('账号', 64),
  password: typedPassword('密码'),
  captcha: requiredText('验证码', 8),
  captchaId: idOf('验证码'),
  /** Keep the session for 7 days on this computer. */
  keep: z.boolean().default(false),
}

export const identity = {
  imageCaptcha: call({
    method: 'GET',
    path: '/user-api/image-captcha',
    doc: '图形验证码：4 位，5 分钟有效，用一次即作废',
    spec: 'image-captcha',
    allow: anyone,
    effect: 'write',
    output: z.object({ base64String: z.string(), captchaId: z.string() }),
    errors: ['TOO_MANY'],
  }),
  login: call({
    method: 'POST',
    path: '/user-api/pc-login',
    doc: '账号登录：登录名或手机号、密码、图形验证码；属于多家门诊时不给令牌，凭 ticket 选门诊',
    spec: 'pc-login',
    allow: anyone,
    body: credentials,
    output: signedInAs,
    errors: ['WRONG_CREDENTIALS', 'ACCOUNT_LOCKED', 'WRONG_CAPTCHA', 'TOO_MANY'],
  }),
  loginElsewhere: call({
    method: 'POST',
    path: '/tenant-api/pc-login',
    doc: '账号登录在机构服务下的同一地址：规则、限次与回答都相同',
    spec: 'base-login-other-areas',
    allow: anyone,
    body: credentials,
    output: signedInAs,
    errors: ['WRONG_CREDENTIALS', 'ACCOUNT_LOCKED', 'WRONG_CAPTCHA', 'TOO_MANY'],
  }),
  chooseClinic: call({
    method: 'POST',
    path: '/user-api/login-clinic',
    doc: '登录后选择门诊：凭一次性 ticket 换取令牌',
    spec: null,
    allow: anyone,
    body: { ticket: requiredText('选择凭据', 200), clinicId: idOf('门诊') },
    output: signedInAs,
    errors: ['TICKET_EXPIRED', 'NOT_A_MEMBER', 'TOO_MANY'],
  }),
  smsCaptcha: call({
    method: 'POST',
    path: '/user-api/sms-captcha',
    doc: '短信验证码：6 位，5 分钟有效，按手机号和用途使用一次；60 秒可重发，同号每日 10 次；同一地址一小时内第二次起先验图形验证码',
    spec: 'sms-captcha',
    allow: anyone,
    body: {
      phone: phone(),
      purpose: codePurpose.default('login'),
      captcha: requiredText('图形验证码', 8).optional(),
      captchaId: idOf('图形验证码').optional(),
    },
    /** local: no provider is configured, the message lies in the local outbox. */
    output: z.object({ local: z.boolean() }),
    errors: ['SMS_CLOSED', 'CAPTCHA_NEEDED', 'WRONG_CAPTCHA', 'TOO_MANY'],
  }),
  smsOutbox: call({
    method: 'GET',
    path: '/user-api/sms-outbox',
    doc: '本地发件箱：没有接入短信通道时，最近发给手机的 30 条平台短信；生产环境没有',
    spec: null,
    allow: anyone,
    output: z.array(z.object({ id: z.string(), mobile: z.string(), content: z.string(), createdTime: moment })),
  }),
  register: call({
    method: 'POST',
    path: '/user-api/pc-register',
    doc: '注册：手机号、密码、短信验证码；成功后即登录，尚无所属门诊',
    spec: 'pc-register',
    allow: anyone,
    body: { phone: phone(), password: newPassword, phoneCaptcha: phoneCode },
    output: signedInAs,
    errors: ['WRONG_PHONE_CODE', 'PHONE_TAKEN', 'TOO_MANY'],
  }),
  loginByCode: call({
    method: 'POST',
    path: '/user-api/login4code',
    doc: '短信登录：手机号与短信验证码；属于多家门诊时不给令牌，凭 ticket 选门诊',
    spec: 'login4code',
    allow: anyone,
    body: { phone: phone(), code: phoneCode, keep: z.boolean().default(false) },
    output: signedInAs,
    errors: ['WRONG_PHONE_CODE', 'TOO_MANY'],
  }),
  checkAccount: call({
    method: 'POST',
    path: '/user-api/account/check',
    doc: '发送短信验证码之前：手机号或登录名的写法对不对，要不要先验图形验证码；是否已注册不在这里透露',
    spec: 'account-check',
    allow: anyone,
    effect: 'read',
    query: { account: accountName },
    output: z.object({ captchaNeeded: z.boolean() }),
  }),
  checkPhoneCaptcha: call({
    method: 'POST',
    path: '/user-api/check-phone-captcha',
    doc: '核对短信验证码，不用掉；错误计入次数，5 次后作废',
    spec: 'check-phone-captcha',
    allow: anyone,
    query: { phone: phone(), captcha: phoneCode, purpose: codePurpose.default('reset') },
    output: z.null(),
    errors: ['WRONG_PHONE_CODE', 'TOO_MANY'],
  }),
  forgetPassword: call({
    method: 'POST',
    path: '/user-api/forget-passwd',
    doc: '找回密码：凭短信验证码设新密码，本人所有登录失效',
    spec: 'forget-passwd',
    allow: anyone,
    body: { phone: phone(), password: newPassword, phoneCaptcha: phoneCode },
    output: z.null(),
    errors: ['WRONG_PHONE_CODE', 'TOO_MANY'],
  }),
  scanCode: call({
    method: 'GET',
    path: '/scan-api/qrcode',
    doc: '扫码登录：给这台设备一个一次性的 ticket 和写进二维码的网址，120 秒有效',
    spec: 'scan-login-qr-code',
    allow: anyone,
    effect: 'write',
    output: z.object({ ticket: z.string(), url: z.string(), expireSeconds: z.number() }),
    errors: ['TOO_MANY'],
  }),
  scanStatus: call({
    method: 'POST',
    path: '/scan-api/status',
    doc: '扫码登录的状态：0 待扫 1 已扫待确认 2 已确认 3 已取消 4 已过期；凭本设备的 ticket 查',
    spec: 'scan-login-qr-status',
    allow: anyone,
    effect: 'read',
    body: { ticket: requiredText('扫码凭据', 100) },
    output: z.object({ status: z.number(), expireSeconds: z.number() }),
  }),
  scanLogin: call({
    method: 'POST',
    path: '/user-api/scan-login',
    doc: '手机确认后，凭本设备的 ticket 登录；只能用一次',
    spec: 'scan-login',
    allow: anyone,
    body: { code: requiredText('扫码凭据', 100) },
    output: signedInAs,
    errors: ['SCAN_EXPIRED', 'TOO_MANY'],
  }),
  scanned: call({
    method: 'POST',
    path: '/scan-api/scanned',
    doc: '手机扫到二维码：状态变为已扫，告诉手机是哪台设备要登录',
    spec: null,
    allow: signedIn,
    body: { qr: requiredText('二维码', 100) },
    output: z.object({
      device: z.string(),
      ip: z.string().nullable(),
      name: z.string(),
      phone: z.string(),
      expireSeconds: z.number(),
    }),
    errors: ['SCAN_EXPIRED', 'SCAN_TAKEN'],
  }),
  answerScan: call({
    method: 'POST',
    path: '/scan-api/answer',
    doc: '手机上确认或取消登录',
    spec: null,
    allow: signedIn,
    body: { qr: requiredText('二维码', 100), accept: z.boolean() },
    output: z.null(),
    errors: ['SCAN_EXPIRED', 'SCAN_TAKEN'],
  }),
  wechatEntry: call({
    method: 'GET',
    path: '/user-api/wechat/entry',
    doc: '微信网页授权的地址；未接入微信时为空',
    spec: null,
    allow: anyone,
    query: { qr: optionalText('二维码', 100), state: requiredText('随机串', 64, 16) },
    output: z.object({ url: z.string().nullable() }),
  }),
  wechatLogin: call({
    method: 'POST',
    path: '/user-api/wechat/login',
    doc: '凭微信授权的 code 登录；还没有绑定的人得到 bindTicket，登录后用它绑定',
    spec: null,
    allow: anyone,
    body: { code: requiredText('微信授权码', 200) },
    output: z.object({ signedIn: signedInAs.nullable(), bindTicket: z.string().nullable() }),
    errors: ['WECHAT_CLOSED', 'WECHAT_REFUSED', 'TOO_MANY', 'BUSY'],
  }),
  wechatBind: call({
    method: 'POST',
    path: '/user-api/wechat/bind',
    doc: '把微信绑定到本人账号',
    spec: null,
    allow: signedIn,
    body: { ticket: requiredText('绑定凭据', 200) },
    output: z.null(),
    errors: ['WECHAT_REFUSED'],
  }),
  logout: call({
    method: 'POST',
    path: '/user-api/logout',
    doc: '退出登录：令牌立即失效',
    spec: null,
    allow: signedIn,
    output: z.null(),
  }),
  authStatus: call({
    method: 'POST',
    path: '/user-api/get-auth-status',
    doc: '机构与医生认证状态，决定菜单类型',
    spec: 'get-auth-status',
    allow: signedIn,
    effect: 'read',
    output: z.object({
      orgAuth: z.number(),
      isCreateClinic: z.boolean(),
      isRelateClinic: z.boolean(),
      userAuth: z.number(),
      isDoctorAuth: z.boolean(),
    }),
  }),
  switchClinic: call({
    method: 'POST',
    path: '/user-api/switch-clinic',
    doc: '切换门诊：给新令牌，旧令牌作废',
    spec: 'switch-clinic',
    allow: signedIn,
    body: { clinicId: idOf('门诊') },
    output: signedInAs,
    errors: ['NOT_A_MEMBER'],
  }),
  changeClinic: call({
    method: 'POST',
    path: '/user-api/change-clinic',
    doc: '切换门诊（门诊在查询串里）：给新令牌，旧令牌作废',
    spec: 'change-clinic',
    allow: signedIn,
    query: { clinicId: idOf('门诊') },
    output: signedInAs,
    errors: ['NOT_A_MEMBER'],
  }),
  clinicList: call({
    method: 'GET',
    path: '/user-api/switch-clinic-list',
    doc: '可以切换到的门诊',
    spec: 'switch-clinic-list',
    allow: signedIn,
    output: z.array(clinicEntry),
  }),
  userInfo: call({
    method: 'GET',
    path: '/user-api/account/user-info',
    doc: '本人信息与当前门诊',
    spec: 'user-info',
    allow: signedIn,
    output: z.object({
      currentUserId: z.string(),
      employeeId: z.string().nullable(),
      nickName: z.string(),
      employeeName: z.string(),
      loginName: z.string().nullable(),
      /** Middle four digits covered. */
      phone: z.string(),
      /** The picture's id, as `updateInfo` takes it; `avatarPath` is the same, `avatarLink` where it is read. */
      avatar: z.string().nullable(),
      avatarPath: z.string().nullable(),
      avatarLink: z.string().nullable(),
      birthDay: z.string().nullable(),
      gender: z.number().nullable(),
      clinicId: z.string().nullable(),
      clinicName: z.string().nullable(),
      companyId: z.string().nullable(),
      companyName: z.string().nullable(),
      isCompany: z.boolean(),
      isChain: z.boolean(),
      posts: z.array(z.string()),
      isDoctor: z.boolean(),
      userAuth: z.number(),
      orgAuth: z.number(),
    }),
  }),
  updateInfo: call({
    method: 'POST',
    path: '/user-api/account/update-info',
    doc: '修改本人头像、昵称、性别、出生日期；头像是本人上传的图片，空为默认头像，不填不变',
    spec: 'account-update-info',
    allow: signedIn,
    body: {
      avatar: idOf('头像').nullish(),
      nickName: optionalText('昵称', 30),
      gender: oneOf('性别', [0, 1, 2]).nullable(),
      birthDay: localDate('出生日期').nullable(),
    },
    output: z.null(),
  }),
  changePassword: call({
    method: 'POST',
    path: '/user-api/account/change-passwd',
    doc: '修改密码：本人其他登录全部失效，本次登录换新令牌',
    spec: 'account-change-passwd',
    allow: signedIn,
    body: { oldPasswd: typedPassword('原密码'), newPasswd: newPassword },
    output: z.object({ token: z.string() }),
    errors: ['WRONG_OLD_PASSWORD', 'SAME_PASSWORD', 'TOO_MANY'],
  }),
  permissionMenu: call({
    method: 'POST',
    path: '/user-api/v1/permission-menu',
    doc: '当前岗位可以打开的菜单',
    spec: 'permission-menu',
    allow: inClinic,
    effect: 'read',
    output: z.array(
      z.object({
        path: z.string(),
        title: z.string(),
        icon: z.string(),
        group: z.string(),
        order: z.number(),
        parent: z.string().nullable(),
        /** The person has put it away. */
        hidden: z.boolean(),
        /** Its place among the person's favourites; null: none of them. */
        favourite: z.number().nullable(),
        /** Its place in the bar of the phone, where the person has chosen one. */
        tab: z.number().nullable(),
        /** The person begins here. */
        isStart: z.boolean(),
      }),
    ),
  }),
  saveCustomMenu: call({
    method: 'POST',
    path: '/user-api/v1/custom-menu/save',
    doc: '保存本人的菜单：次序、隐藏、常用、手机底栏、起始页；跟随账号到每台设备，岗位不允许的仍然没有',
    spec: null,
    allow: inClinic,
    body: {
      sequence: menuPaths('次序', 200),
      hidden: menuPaths('隐藏的菜单', 200),
      favourites: menuPaths('常用', MOST_FAVOURITES),
      /** The bar of the phone; left out: as it was. */
      tabs: menuPaths('底栏', MOST_TABS).optional(),
      /** Where `/` leads; null: where the post begins. Left out: as it was. */
      startPage: menuPath('起始页').nullable().optional(),
    },
    output: z.null(),
    errors: ['MENU_KEPT', 'VERSION_CONFLICT'],
  }),
  resetCustomMenu: call({
    method: 'POST',
    path: '/user-api/v1/custom-menu/reset',
    doc: '菜单恢复默认',
    spec: null,
    allow: inClinic,
    output: z.null(),
  }),
  resourceList: call({
    method: 'GET',
    path: '/user-api/resource-list',
    doc: '当前岗位的资源（uri 与 code）及数据范围：1 本人 2 本科室 3 本门诊 4 指定门诊 5 全连锁',
    spec: 'resource-list',
    allow: inClinic,
    output: z.array(z.object({ uri: z.string(), code: z.string(), scope: z.number() })),
  }),
} satisfies CallGroup
