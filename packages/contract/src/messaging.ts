import { z } from 'zod'
import { anyone, call, inClinic, signedIn, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { dateTime, idOf, moment, oneWord, pageOf, paging, wordsOf } from './core/fields.ts'

/** Refusals of this domain: codes 33000 to 33999. */
export const messagingErrors = {
  SUPPORT_NOT_CONFIGURED: { code: 33001, message: '尚未设置客服联系方式，请联系系统管理员' },
} as const satisfies Record<string, ErrorEntry>

/** What a message is about, with the words of the screen, in the order of the screen. */
export const messageCategories = {
  system: '系统公告',
  review: '审核',
  appointment: '预约',
  reception: '接诊',
  followUp: '随访',
  membership: '会员',
  bill: '收费',
  sms: '短信',
  exports: '导出',
} as const
export type MessageCategory = keyof typeof messageCategories
const categoryWords = wordsOf(messageCategories)

const category = oneWord('消息类别', categoryWords)

const message = z.object({
  id: z.string(),
  /** Of one's clinic or company, of one's own account, or of the provider. */
  source: z.enum(['clinic', 'account', 'platform']),
  category: z.enum(categoryWords),
  title: z.string(),
  body: z.string(),
  /** A path of the web app; null: the message itself is all there is. */
  link: z.string().nullable(),
  createdAt: moment,
  read: z.boolean(),
})

const which = {
  /** null or left out: all categories. */
  category: category.nullish(),
  unreadOnly: z.boolean({ error: '只看未读应为是或否' }).default(false),
  ...paging,
}

/** Messages: the bell, its categories, messages of the platform; whom to turn to. */
export const messaging = {
  messages: call({
    method: 'POST',
    path: '/platform-api/v2/notify/message-list',
    doc: '本人的全部消息：门诊与机构的、账号的、平台的，新的在前',
    spec: 'v2-notify-message-list',
    allow: signedIn,
    effect: 'read',
    body: which,
    output: pageOf(message),
  }),
  messageStatus: call({
    method: 'POST',
    path: '/platform-api/v2/platform/message/get-message-status',
    doc: '未读消息数，合计与按类别；免打扰的类别不计入合计',
    spec: 'v2-platform-message-get-message-status',
    allow: signedIn,
    effect: 'read',
    output: z.object({
      unread: z.number(),
      categories: z.array(z.object({ category: z.enum(categoryWords), unread: z.number(), muted: z.boolean() })),
    }),
  }),
  markRead: call({
    method: 'POST',
    path: '/platform-api/v2/notify/read',
    doc: '把本人的消息记为已读',
    spec: null,
    allow: signedIn,
    body: {
      ids: z
        .array(idOf('消息'), { error: '请选择消息' })
        .min(1, { error: '请选择消息' })
        .max(200, { error: '一次最多 200 条' }),
    },
    output: z.null(),
  }),
  markAllRead: call({
    method: 'POST',
    path: '/platform-api/v2/notify/read-all',
    doc: '把看到的消息全部记为已读：某一类别或全部，到某一时刻为止',
    spec: null,
    allow: signedIn,
    body: {
      category: category.nullish(),
      /** The newest message that was on the screen; what came after it stays unread. */
      until: dateTime('时刻'),
    },
    output: z.null(),
  }),
  muteCategories: call({
    method: 'POST',
    path: '/platform-api/v2/notify/mute',
    doc: '设置免打扰的消息类别（整组替换）',
    spec: null,
    allow: signedIn,
    body: { categories: z.array(category, { error: '请选择消息类别' }).max(20, { error: '类别过多' }) },
    output: z.null(),
  }),
  createPersonMessage: call({
    method: 'GET',
    path: '/platform-api/v2/notify/create-person-message/{id}',
    doc: '打开一条平台消息：为本人建立阅读记录，并给出全文',
    spec: 'v2-notify-create-person-message',
    allow: signedIn,
    effect: 'write',
    params: { id: idOf('消息') },
    output: message,
  }),
  platformMessages: call({
    method: 'POST',
    path: '/platform-api/v2/platform/message/list',
    doc: '平台发给所有门诊或当前门诊的消息，新的在前',
    spec: 'v2-platform-message-list',
    allow: signedIn,
    effect: 'read',
    body: { unreadOnly: which.unreadOnly, ...paging },
    output: pageOf(message),
  }),
  messageRecords: call({
    method: 'POST',
    path: '/tenant-api/v2/tenant/message-record/list',
    doc: '当前门诊与机构发给本人的消息，新的在前',
    spec: 'v2-tenant-message-record-list',
    allow: inClinic,
    effect: 'read',
    body: which,
    output: pageOf(message),
  }),
  messageRecord: call({
    method: 'GET',
    path: '/tenant-api/v2/tenant/message-record/detail/{id}',
    doc: '当前门诊或机构发给本人的一条消息',
    spec: 'v2-tenant-message-record-detail',
    allow: inClinic,
    params: { id: idOf('消息') },
    output: message,
  }),
  webSettings: call({
    method: 'GET',
    path: '/platform-api/web-settings',
    doc: '网页用到的设置：帮助中心、客服、旧版；没有设置的为空',
    spec: null,
    allow: anyone,
    output: z.object({
      helpUrl: z.string().nullable(),
      supportUrl: z.string().nullable(),
      /** The chat is told which visitor it is: its address comes from contact4mid. */
      supportIdentified: z.boolean(),
      supportPhone: z.string().nullable(),
      supportHours: z.string().nullable(),
      oldVersionUrl: z.string().nullable(),
      /** Windows of these origins may hand over a token. */
      tokenOrigins: z.array(z.string()),
    }),
  }),
  returnToRealTime: call({
    method: 'POST',
    path: '/platform-api/demo/real-time',
    doc: '演示门诊回到真实时间，不能再改回来；不在演示时间里则没有',
    spec: null,
    allow: signedIn,
    output: z.null(),
  }),
  contact: call({
    method: 'POST',
    path: '/user-api/contact-with-mmm',
    doc: '客服联系方式：电话、服务时间、在线客服',
    spec: 'contact-with-mmm',
    allow: signedIn,
    effect: 'read',
    output: z.object({ phone: z.string().nullable(), hours: z.string().nullable(), chatUrl: z.string().nullable() }),
    errors: ['SUPPORT_NOT_CONFIGURED'],
  }),
  contactForMember: call({
    method: 'POST',
    path: '/user-api/contact4mid',
    doc: '带访客编号的在线客服地址：同一人编号不变，看不出是谁',
    spec: 'contact4mid',
    allow: signedIn,
    effect: 'read',
    output: z.object({ memberId: z.string(), chatUrl: z.string() }),
    errors: ['SUPPORT_NOT_CONFIGURED'],
  }),
  contactToken: call({
    method: 'POST',
    path: '/user-api/mmm-token',
    doc: '在线客服的身份凭据：由约定的密钥签名，10 分钟有效',
    spec: 'mmm-token',
    allow: signedIn,
    effect: 'read',
    output: z.object({ token: z.string(), expiresAt: moment }),
    errors: ['SUPPORT_NOT_CONFIGURED'],
  }),
} satisfies CallGroup
