import { createHmac } from 'node:crypto'
import { contract } from '@dentin/contract'
import { formatDateTime, uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { Client, fixture, testApp } from '../../../test/harness.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { administratorsOf } from '../staff/index.ts'
import { contactOf, contactToken, memberContact } from './support.ts'
import {
  listPlatformMessages,
  notify,
  notifyAccount,
  publishPlatformMessage,
  withdrawPlatformMessage,
  type StaffMessage,
} from './index.ts'

const app = await testApp()
const { database, jobs } = app.application.services
const tenant = fixture.tenants.a
const { a1, a2 } = fixture.clinics
const { messaging } = contract

const tell = (message: Partial<StaffMessage>) =>
  database.withTenant(tenant, 'all', (tx) =>
    notify(tx, {
      clinicId: a1,
      employeeIds: [fixture.employees.a1.reception],
      category: 'review',
      title: '标题',
      body: '',
      ...message,
    }),
  )
const page = { pageNum: 1, pageSize: 20 }
const titles = async (client: Client, ask: object = {}) =>
  (await client.call(messaging.messages, { ...page, ...ask })).list.map((each) => each.title)
const unread = async (client: Client) => (await client.call(messaging.messageStatus, {})).unread
const nowText = () => formatDateTime(app.clock.now())

/** Somebody who has an account and belongs to no clinic. */
async function outsider(): Promise<{ client: Client; accountId: string }> {
  const accountId = uuidv7()
  const token = newToken()
  await app.sql(`insert into account (id, phone, password_hash, created_at) values ($1, $2, 'x', $3)`, [
    accountId,
    `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
    app.clock.now(),
  ])
  await app.sql(
    `insert into session (token_hash, id, account_id, created_at, last_seen_at, expires_at) values ($1, $2, $3, $4, $4, $5)`,
    [hashToken(token), uuidv7(), accountId, app.clock.now(), new Date(app.clock.now().getTime() + 86_400_000)],
  )
  return { client: new Client(app.application.http, token, null), accountId }
}

describe('notify', () => {
  it('the same key reaches the same person once', async () => {
    const employeeIds = [fixture.employees.a1.admin, fixture.employees.a1.doctor, fixture.employees.a1.admin]
    await tell({ employeeIds, key: 'review:1' })
    await tell({ employeeIds, key: 'review:1' })
    expect(await app.sql(`select recipient_id from message where key = 'review:1'`)).toHaveLength(2)
  })

  it('is written with what happened or not at all', async () => {
    const failing = database.withTenant(tenant, 'all', async (tx) => {
      await notify(tx, {
        clinicId: a1,
        employeeIds: [fixture.employees.a1.admin],
        category: 'bill',
        title: '不会有',
        body: '',
      })
      throw new Error('the rest failed')
    })
    await expect(failing).rejects.toThrow('the rest failed')
    expect(await app.sql(`select 1 from message where title = '不会有'`)).toEqual([])
  })

  it('administrators of one clinic, or of the company', async () => {
    const [one, all] = await database.withTenant(tenant, 'all', async (tx) => [
      await administratorsOf(tx, a2),
      await administratorsOf(tx, null),
    ])
    expect(one).toEqual([fixture.employees.a2.admin])
    expect(all).toEqual(expect.arrayContaining([fixture.employees.a1.admin, fixture.employees.a2.admin]))
  })

  it('rings in each clinic of the recipient when the message concerns the company, also from an entered transaction', async () => {
    await database.withPlatform(async (tx) => {
      const inside = await tx.enter(tenant, 'all')
      await notify(inside, {
        clinicId: null,
        employeeIds: [fixture.employees.a2.admin],
        category: 'membership',
        title: '会员将到期',
        body: '',
      })
    })
    const rows = await app.sql(`select clinic_id from event where topic = 'message' and ref_id = $1`, [
      fixture.employees.a2.admin,
    ])
    expect(rows).toEqual([{ clinic_id: a2 }])
  })
})

describe('the message centre', () => {
  it('shows what was sent to me in this clinic, by category and unread, and nobody else', async () => {
    const me = await app.as('consultant')
    const mine = { employeeIds: [fixture.employees.a1.consultant] }
    await tell({ ...mine, title: '预约改期', category: 'appointment', link: '/myAppointmentBoard' })
    await tell({ ...mine, title: '资质通过' })
    await tell({ ...mine, title: '分店的事', clinicId: a2 })
    await tell({ ...mine, title: '机构的事', clinicId: null, category: 'membership' })
    expect((await titles(me)).sort()).toEqual(['机构的事', '资质通过', '预约改期'].sort())
    expect(await titles(me, { category: 'appointment' })).toEqual(['预约改期'])
    expect(await unread(me)).toBe(3)
    expect(await titles(await app.as('finance'))).toEqual([])

    const [first] = (await me.call(messaging.messages, { ...page, category: 'appointment' })).list
    await me.call(messaging.markRead, { ids: [first?.id as string] })
    expect(await unread(me)).toBe(2)
    expect(await titles(me, { category: 'appointment', unreadOnly: true })).toEqual([])
    const record = await me.call(messaging.messageRecord, { id: first?.id as string })
    expect(record).toMatchObject({ title: '预约改期', link: '/myAppointmentBoard', read: true })
    const records = await me.call(messaging.messageRecords, { ...page, unreadOnly: true })
    expect(records.total).toBe(2)
  })

  it("somebody else's message can be neither read nor marked", async () => {
    await tell({ employeeIds: [fixture.employees.a1.nurse], title: '护士的' })
    const [row] = await app.sql<{ id: string }>(`select id from message where title = '护士的'`)
    const other = await app.as('service')
    expect((await other.refused(messaging.messageRecord, { id: row?.id as string })).code).toBe(404)
    expect((await other.refused(messaging.markRead, { ids: [row?.id as string] })).http).toBe(404)
    expect(await unread(await app.as('nurse'))).toBe(1)
  })

  it('read all takes what was on the screen and leaves what came after it', async () => {
    const me = await app.as('director')
    const mine = { employeeIds: [fixture.employees.a1.director] }
    await tell({ ...mine, title: '先到' })
    const until = nowText()
    app.clock.advance(1)
    await tell({ ...mine, title: '后到' })
    await me.call(messaging.markAllRead, { until })
    expect(await titles(me, { unreadOnly: true })).toEqual(['后到'])
    await me.call(messaging.markAllRead, { category: 'bill', until: nowText() })
    expect(await unread(me)).toBe(1)
    await me.call(messaging.markAllRead, { category: 'review', until: nowText() })
    expect(await unread(me)).toBe(0)
  })

  it('a muted category is still there and is not counted on the bell', async () => {
    const me = await app.as('storekeeper')
    const mine = { employeeIds: [fixture.employees.a1.storekeeper] }
    await tell({ ...mine, category: 'bill' })
    await tell({ ...mine, category: 'review' })
    await me.call(messaging.muteCategories, { categories: ['bill'] })
    const status = await me.call(messaging.messageStatus, {})
    expect(status.unread).toBe(1)
    expect(status.categories.find((each) => each.category === 'bill')).toEqual({
      category: 'bill',
      unread: 1,
      muted: true,
    })
    await me.call(messaging.muteCategories, { categories: [] })
    expect(await unread(me)).toBe(2)
  })

  it('reaches somebody who belongs to no clinic yet', async () => {
    const { client, accountId } = await outsider()
    const write = () =>
      database.withPlatform((tx) =>
        notifyAccount(tx, accountId, {
          category: 'review',
          title: '关联申请未通过',
          body: '理由',
          link: '/relateClinic',
          key: 'relate:1',
        }),
      )
    await write()
    await write()
    const [message] = (await client.call(messaging.messages, page)).list
    expect(message).toMatchObject({ title: '关联申请未通过', source: 'account', read: false })
    expect((await outsider()).client).toBeDefined()
    expect(await titles((await outsider()).client)).toEqual([])
    await client.call(messaging.markAllRead, { until: nowText() })
    expect(await unread(client)).toBe(0)
  })
})

describe('messages of the provider', () => {
  const publish = (title: string, clinicIds: string[] | null) =>
    database.withPlatform((tx) =>
      publishPlatformMessage(tx, jobs, { title, body: '正文', clinicIds, publishedBy: '平台管理员' }),
    )

  it('reach all clinics or the chosen ones, and ring there', async () => {
    const all = await publish('全部门诊', null)
    await publish('只给二店', [a2])
    const [here, there] = [await app.as('headquarters'), await app.as('headquarters', 'a2')]
    const listed = async (client: Client) =>
      (await client.call(messaging.platformMessages, page)).list.map((each) => each.title)
    expect(await listed(here)).toEqual(['全部门诊'])
    expect((await listed(there)).sort()).toEqual(['全部门诊', '只给二店'].sort())
    expect(await unread(here)).toBe(1)

    await app.sql(`delete from event where topic = 'message'`)
    expect(await jobs.drain('messaging.ring')).toBe(2)
    const rung = await app.sql<{ clinic_id: string }>(`select distinct clinic_id from event where topic = 'message'`)
    expect(rung.map((row) => row.clinic_id).sort()).toEqual([a1, a2, fixture.clinics.b1].sort())

    const opened = await here.call(messaging.createPersonMessage, { id: all })
    expect(opened).toMatchObject({ body: '正文', read: true })
    await here.call(messaging.createPersonMessage, { id: all })
    expect(await unread(here)).toBe(0)
    expect(await unread(there)).toBe(2)
    const { list } = await database.withPlatform((tx) => listPlatformMessages(tx, page))
    expect(list.find((each) => each.id === all)).toMatchObject({ audience: 'all', clinicIds: [], readCount: 1 })
  })

  it('are gone once withdrawn, and one that is not meant for me cannot be opened', async () => {
    const id = await publish('给别家', [fixture.clinics.b1])
    const me = await app.as('doctor')
    expect((await me.refused(messaging.createPersonMessage, { id })).code).toBe(404)
    const mine = await publish('撤回的', [a1])
    await me.call(messaging.createPersonMessage, { id: mine })
    await database.withPlatform((tx) => withdrawPlatformMessage(tx, jobs, mine))
    expect((await me.refused(messaging.createPersonMessage, { id: mine })).code).toBe(404)
    await expect(database.withPlatform((tx) => withdrawPlatformMessage(tx, jobs, mine))).rejects.toThrow()
  })

  it('of long ago are no news to somebody who has just joined', async () => {
    await publish('旧公告', null)
    app.clock.advance(40 * 1440)
    await publish('新公告', null)
    expect(await titles((await outsider()).client)).toEqual(['新公告'])
  })
})

describe('whom to turn to', () => {
  const secret = 'a-long-agreed-chat-key-0123456789abcdef'

  it('says plainly that nothing is set', async () => {
    const me = await app.as('reception')
    for (const call of [messaging.contact, messaging.contactForMember, messaging.contactToken])
      expect((await me.refused(call, {})).code).toBe(33001)
    expect(await app.nobody.call(messaging.webSettings, {})).toEqual({
      helpUrl: null,
      supportUrl: null,
      supportIdentified: false,
      supportPhone: null,
      supportHours: null,
      oldVersionUrl: null,
      tokenOrigins: [],
    })
  })

  it('a phone number or a chat; the visitor has a number that is always the same and says nothing', () => {
    expect(contactOf({ SUPPORT_PHONE: '400-800-8000', SUPPORT_HOURS: '9:00–18:00' } as never)).toEqual({
      phone: '400-800-8000',
      hours: '9:00–18:00',
      chatUrl: null,
    })
    const settings = { SUPPORT_CHAT_URL: 'https://chat.example.com/?a=1', SUPPORT_CHAT_SECRET: secret } as never
    const one = memberContact(settings, 'account-1')
    expect(memberContact(settings, 'account-1')).toEqual(one)
    expect(memberContact(settings, 'account-2').memberId).not.toBe(one.memberId)
    expect(one.chatUrl).toBe(`https://chat.example.com/?a=1&mid=${one.memberId}`)
    expect(one.chatUrl).not.toContain('account-1')
  })

  it('the proof is signed with the agreed secret and ends after ten minutes', () => {
    const now = new Date('2026-11-20T01:00:00Z')
    const { token, expiresAt } = contactToken(
      { SUPPORT_CHAT_SECRET: secret } as never,
      { accountId: 'account-1', clinicId: a1 },
      now,
    )
    const [head, claims, signature] = token.split('.') as [string, string, string]
    expect(createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url')).toBe(signature)
    const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number; iat: number }
    expect(read.exp - read.iat).toBe(600)
    expect(expiresAt.getTime() - now.getTime()).toBe(600_000)
    expect(Buffer.from(claims, 'base64url').toString()).not.toContain(a1)
  })
})
