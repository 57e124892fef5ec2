import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { z } from 'zod'
import { beforeAll, describe, expect, it } from 'vitest'
import { everybodysViewer, fixture, testApp, type Client } from '../../../test/harness.ts'
import { addFigures } from '../../../test/patient-figures.ts'
import { noteVisit } from './index.ts'
import { pageQuery, totalsQuery } from './queries.ts'

const A = fixture.tenants.a
const calls = contract.patient
const app = await testApp()
let desk: Client
let director: Client
let serial = 0

const open = async (more: Partial<WireInput<typeof calls.create>> = {}, client = desk) =>
  (
    await client.call(calls.create, {
      name: '中心甲',
      gender: 1,
      mobile: `1360000${String(++serial).padStart(4, '0')}`,
      sourceId: fixture.sources.a,
      acceptDuplicates: true,
      requestId: uuidv7(),
      ...more,
    })
  ).id
const group = (more: Partial<WireInput<typeof calls.groupSave>>, client = desk) =>
  client.call(calls.groupSave, { name: '重点', shareLevel: 2, requestId: uuidv7(), ...more })
const groupsOf = (client = desk, counts: '0' | '1' = '1') => client.call(calls.groupList, { counts })
const named = async (name: string, client = desk) => (await groupsOf(client)).find((each) => each.name === name)
const ids = async (more: Partial<WireInput<typeof calls.list>>, client = desk) =>
  (await client.call(calls.list, { sort: 'created', order: 'asc', pageSize: 200, ...more })).list.map((row) => row.id)
const add = (groupIds: string[], patientIds: string[], client = desk) =>
  client.call(calls.groupAdd, { groupIds, patientIds, requestId: uuidv7() })
const visited = (patientId: string, at: string) =>
  app.application.services.database.withTenant(A, fixture.clinics.a1, (tx) =>
    noteVisit(tx, {
      patientId,
      at: new Date(at),
      doctorId: fixture.doctors.a1[0] as string,
      clinicId: fixture.clinics.a1,
    }),
  )
const owe = (patientId: string, fen: number, clinic = fixture.clinics.a1) =>
  addFigures(app, patientId, clinic, { arrears: fen })
const archive = (patientIds: string[], client = desk) =>
  client.call(calls.archive, { patientIds, reason: 2, remark: '电话不通', requestId: uuidv7() })
const booking = (patientId: string, startTime = '2026-11-24 10:00:00') => ({
  patientId,
  doctorId: fixture.doctors.a1[0] as string,
  startTime,
  endTime: startTime.replace(':00:00', ':30:00'),
  itemIds: [fixture.items.a.check],
  requestId: uuidv7(),
})

beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
})

describe('groups of patients', () => {
  it('patient-centre-offers: a group is made, renamed, filled in a batch, narrowed by, and deleted without its patients', async () => {
    const [one, two] = [await open(), await open({ name: '中心乙' })]
    const { id, version } = await group({ name: '正畸复诊', colour: 'violet' })
    expect(await add([id], [one, two])).toEqual({ added: 2 })
    expect(await add([id], [one])).toEqual({ added: 0 })
    expect(await named('正畸复诊')).toMatchObject({ patientCount: 2, colour: 'violet', type: 1, canEdit: true })
    expect(await ids({ groupIds: [id] })).toEqual([one, two])
    const row = (await desk.call(calls.list, { groupIds: [id] })).list[0]
    expect(row?.groups).toEqual([{ id, name: '正畸复诊', colour: 'violet' }])

    const renamed = await group({ id, version, name: '正畸在治', colour: 'violet' })
    expect(renamed.version).toBe(version + 1)
    expect(
      await desk.refused(calls.groupSave, { id, version, name: '旧', shareLevel: 2, requestId: uuidv7() }),
    ).toMatchObject({ http: 409 })

    expect(await desk.call(calls.groupTakeOut, { groupIds: [id], patientIds: [one] })).toEqual({ removed: 1 })
    expect(await ids({ groupIds: [id] })).toEqual([two])
    expect(await desk.call(calls.groupsOfPatient, { patientId: two })).toMatchObject([{ id, canEdit: true }])
    await desk.call(calls.leaveGroup, { groupId: id, patientId: two })
    expect(await desk.call(calls.groupsOfPatient, { patientId: two })).toEqual([])

    await add([id], [two])
    await desk.call(calls.groupDelete, { id })
    expect(await named('正畸在治')).toBeUndefined()
    expect(await desk.refused(calls.list, { groupIds: [id] })).toMatchObject({ code: 22011 })
    expect((await desk.call(calls.information, { id: two })).status).toBe(0)
  })

  it('has a name once in a clinic, and a personal one once for its owner', async () => {
    await group({ name: '同名' })
    expect(await director.refused(calls.groupSave, { name: '同名', shareLevel: 3, requestId: uuidv7() })).toMatchObject(
      {
        code: 22008,
        data: { fields: [{ field: 'name' }] },
      },
    )
    await group({ name: '同名' }, await app.as('reception', 'a2'))
    await group({ name: '同名', shareLevel: 1 })
    await group({ name: '同名', shareLevel: 1 }, director)
    expect(await desk.refused(calls.groupSave, { name: '同名', shareLevel: 1, requestId: uuidv7() })).toMatchObject({
      code: 22008,
    })
    expect(
      await desk.refused(calls.groupSave, { name: '这是一个超过十二个字的分组名称', requestId: uuidv7() }),
    ).toMatchObject({ http: 400 })
  })

  it('is seen by its owner, its clinic or the chain, and changed by whoever may', async () => {
    const other = await app.as('reception', 'a2')
    await group({ name: '我自己的', shareLevel: 1 })
    await group({ name: '本店的', shareLevel: 2 })
    const { id } = await group({ name: '全连锁', shareLevel: 3 }, director)
    const seen = async (client: Client) => (await groupsOf(client)).map((each) => each.name)
    expect(await seen(desk)).toEqual(expect.arrayContaining(['我自己的', '本店的', '全连锁']))
    expect(await seen(director)).not.toContain('我自己的')
    expect(await seen(other)).toContain('全连锁')
    expect(await seen(other)).not.toContain('本店的')
    expect(await other.refused(calls.groupDelete, { id })).toMatchObject({ code: 22010 })
    const doctor = await app.asDoctor(0)
    expect(
      await doctor.refused(calls.groupSave, { name: '医生共享', shareLevel: 2, requestId: uuidv7() }),
    ).toMatchObject({
      code: 22010,
      data: { fields: [{ field: 'shareLevel' }] },
    })
    await group({ name: '医生自用', shareLevel: 1 }, doctor)
    expect(
      await (await app.as('finance')).refused(calls.groupSave, { name: '财务', requestId: uuidv7() }),
    ).toMatchObject({ http: 403 })
    expect(await (await app.as('reception', 'b1')).refused(calls.groupDelete, { id })).toMatchObject({ http: 404 })
  })

  it('by a rule is who the list finds with the same conditions, now and later', async () => {
    const [one, two] = [
      await open({ name: '智能甲', tags: ['种植意向'] }),
      await open({ name: '智能乙', gender: 0, tags: ['种植意向'] }),
    ]
    const conditions = { tags: ['种植意向'], gender: 1 as const }
    const { id } = await group({ name: '种植女', type: 2, rule: conditions })
    expect(await ids({ groupIds: [id] })).toEqual(await ids(conditions))
    expect(await ids({ groupIds: [id] })).toEqual([one])
    const three = await open({ name: '智能丙', tags: ['种植意向', '怕疼'] })
    expect(await ids({ groupIds: [id] })).toEqual([one, three])
    expect(await named('种植女')).toMatchObject({ type: 2, patientCount: 2, rule: { tags: ['种植意向'], gender: 1 } })
    expect(
      await desk.refused(calls.groupAdd, { groupIds: [id], patientIds: [two], requestId: uuidv7() }),
    ).toMatchObject({ code: 22009 })
    expect(
      await desk.refused(calls.groupSave, { name: '套娃', type: 2, rule: { groupIds: [id] }, requestId: uuidv7() }),
    ).toMatchObject({ code: 22009 })
    expect(await desk.refused(calls.groupSave, { name: '无条件', type: 2, requestId: uuidv7() })).toMatchObject({
      code: 22009,
    })
    const hand = await group({ name: '手工并用' })
    await add([hand.id], [two])
    expect(await ids({ groupIds: [id, hand.id] })).toEqual([one, two, three])
  })

  it('whose rule asks for debts is for whoever may see amounts', async () => {
    await group({ name: '欠费的', type: 2, rule: { hasArrears: true, arrearsOver: '12.50' } })
    expect(await named('欠费的')).toMatchObject({ rule: { arrearsOver: '12.50', hasArrears: true } })
    const nurse = await app.as('nurse')
    expect(await named('欠费的', nurse)).toBeUndefined()
    expect(
      await nurse.refused(calls.groupSave, {
        name: '护士欠费',
        type: 2,
        rule: { hasArrears: true },
        requestId: uuidv7(),
      }),
    ).toMatchObject({ http: 403 })
  })

  it('takes no patient out of reach, and counts only those within', async () => {
    const doctor = await app.asDoctor(1)
    const mine = await open({ name: '我管的', respDoctorId: fixture.doctors.a1[1] as string })
    const other = await open({ name: '别人管的' })
    const { id } = await group({ name: '医生的组', shareLevel: 1 }, doctor)
    expect(
      await doctor.refused(calls.groupAdd, { groupIds: [id], patientIds: [mine, other], requestId: uuidv7() }),
    ).toMatchObject({ http: 404 })
    await add([id], [mine], doctor)
    const shared = await group({ name: '共享计数' })
    await add([shared.id], [mine, other])
    expect(await named('共享计数', doctor)).toMatchObject({ patientCount: 1 })
    expect(await named('共享计数')).toMatchObject({ patientCount: 2 })
  })
})

describe('the advanced filter', () => {
  it('narrows by every condition of the list', async () => {
    const one = await open({ name: '高级甲', birthDay: '2000-02-29', tags: ['高级'], patientType: 3 })
    const two = await open({ name: '高级乙', birthDay: '1990-12-30', tags: ['高级', '另一个'] })
    const three = await open({ name: '高级丙', birthDay: '1980-01-02', tags: ['高级'] })
    await visited(one, '2026-01-10T02:00:00Z')
    await visited(one, '2026-10-10T02:00:00Z')
    await visited(two, '2026-06-01T02:00:00Z')
    const find = (more: Partial<WireInput<typeof calls.list>>) => ids({ keyword: '高级', ...more })
    expect(await find({})).toEqual([one, two, three])
    expect(await find({ keyword: 'gjj' })).toEqual([one])
    expect(await find({ tags: ['另一个', '没有的'] })).toEqual([two])
    expect(await find({ patientType: 3 })).toEqual([one])
    expect(await find({ firstVisitFrom: '2026-01-10', firstVisitTo: '2026-01-10' })).toEqual([one])
    expect(await find({ lastVisitFrom: '2026-10-01' })).toEqual([one])
    expect(await find({ birthdayFrom: '02-28', birthdayTo: '03-01' })).toEqual([one])
    expect(await find({ birthdayFrom: '12-25', birthdayTo: '01-05' })).toEqual([two, three])
    expect(await desk.refused(calls.list, { birthdayFrom: '02-30' })).toMatchObject({ http: 400 })

    const record = (patientId: string, text: string) =>
      app.sql(
        `insert into medical_record (tenant_id, id, clinic_id, record_no, patient_id, doctor_id, visit_time, visit_kind, content, diagnosis_text, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, now(), 1, '{}', $7, now(), now())`,
        [A, uuidv7(), fixture.clinics.a2, `BLG${++serial}`, patientId, fixture.doctors.a2[0], text],
      )
    await record(two, '慢性根尖周炎 100%')
    expect((await desk.refused(calls.list, { diagnosis: '根尖周炎' })).message).toBe(
      '没有查看病历的权限，不能按诊断或做过的项目筛选',
    )
    const reader = await app.as('director')
    const diagnosed = async (diagnosis: string) =>
      (await reader.call(calls.list, { keyword: '高级', diagnosis })).list.map(({ id }) => id)
    expect(await diagnosed('根尖周炎')).toEqual([two])
    expect(await diagnosed('%')).toEqual([two])
    expect(await diagnosed('_')).toEqual([])

    const bill = async (patientId: string, status: number) => {
      const id = uuidv7()
      await app.sql(
        `insert into bill (tenant_id, id, clinic_id, bill_no, patient_id, status, open_time, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, now(), now(), now())`,
        [A, id, fixture.clinics.a1, `SFG${++serial}`, patientId, status],
      )
      await app.sql(
        `insert into bill_item (tenant_id, id, clinic_id, bill_id, line_no, tariff_id, name, unit, qty, price, original_amount, amount) values ($1, $2, $3, $4, 1, $5, '种植体植入', '颗', 1, 0, 0, 0)`,
        [A, uuidv7(), fixture.clinics.a1, id, fixture.tariffs.a.implant],
      )
    }
    await bill(three, 2)
    await bill(one, 9)
    const treated = { keyword: '高级', tariffIds: [fixture.tariffs.a.implant] }
    expect((await reader.call(calls.list, treated)).list.map(({ id }) => id)).toEqual([three])
    expect((await desk.refused(calls.list, treated)).message).toBe('没有查看病历的权限，不能按诊断或做过的项目筛选')
    expect((await desk.call(calls.tags, {})).find((each) => each.name === '高级')?.used).toBe(3)
  })

  it('counts and orders debts by what is owed here: what another clinic is owed is told to nobody', async () => {
    const before = (await desk.call(calls.tabCounts, {})).arrears as number
    const [little, much, elsewhere] = [
      await open({ name: '欠费甲' }),
      await open({ name: '欠费乙' }),
      await open({ name: '欠费丙' }),
    ]
    await owe(little, 1000)
    await owe(little, 90_000, fixture.clinics.a2)
    await owe(much, 20_000)
    await owe(elsewhere, 50_000, fixture.clinics.a2)
    const shown = async (order: 'asc' | 'desc', client = desk) => {
      const { list } = await client.call(calls.list, { keyword: '欠费', sort: 'arrears', order })
      return list.map((row) => [row.name, row.arrearsAmount])
    }
    const here = [
      ['欠费乙', '200.00'],
      ['欠费甲', '10.00'],
      ['欠费丙', '0.00'],
    ]
    expect(await shown('desc')).toEqual(here)
    expect(await shown('asc')).toEqual([...here].reverse())
    expect((await desk.call(calls.tabCounts, {})).arrears).toBe(before + 2)
    expect(await shown('desc', await app.as('reception', 'a2'))).toEqual([
      ['欠费甲', '900.00'],
      ['欠费丙', '500.00'],
    ])
  })

  it('finds whom today concerns in this clinic: booked, registered, not cancelled', async () => {
    const [booked, here, cancelled, other] = [await open(), await open(), await open(), await open()]
    await desk.call(contract.appointment.create, booking(booked, '2026-11-20 10:00:00'))
    await desk.call(contract.visit.register, {
      patientId: here,
      doctorId: fixture.doctors.a1[1] as string,
      requestId: uuidv7(),
    })
    const gone = await desk.call(contract.visit.register, {
      patientId: cancelled,
      doctorId: fixture.doctors.a1[1] as string,
      requestId: uuidv7(),
    })
    await desk.call(contract.visit.cancel, { id: gone.id, version: gone.version, reason: '登记错了' })
    const found = await ids({ today: true })
    expect(found).toEqual(expect.arrayContaining([booked, here]))
    expect(found).not.toContain(cancelled)
    expect(found).not.toContain(other)
    expect(await ids({ today: true }, await app.as('reception', 'a2'))).not.toContain(here)
  })

  it('is kept under a name of one’s own, and given back as it was', async () => {
    const conditions = { ageFrom: 60, tags: ['种植意向'], arrearsOver: '100' }
    const save = (name: string, more: object = conditions, client = desk) =>
      client.call(calls.filterSave, { name, conditions: more, requestId: uuidv7() })
    await save('老年种植')
    await save('老年种植', { ...conditions, ageFrom: 65 })
    const kept = await desk.call(calls.filterList, {})
    expect(kept).toMatchObject([
      { name: '老年种植', conditions: { ageFrom: 65, tags: ['种植意向'], arrearsOver: '100.00' } },
    ])
    expect(await director.call(calls.filterList, {})).toEqual([])
    expect(await director.refused(calls.filterDelete, { id: kept[0]?.id as string })).toMatchObject({ http: 404 })
    for (let n = 0; n < 19; n++) await save(`第${n}个`)
    expect(await desk.refused(calls.filterSave, { name: '太多', conditions, requestId: uuidv7() })).toMatchObject({
      code: 22012,
    })
    await desk.call(calls.filterDelete, { id: kept[0]?.id as string })
    expect(await desk.call(calls.filterList, {})).toHaveLength(19)
    expect(
      await (await app.as('nurse')).refused(calls.filterSave, { name: '欠', conditions, requestId: uuidv7() }),
    ).toMatchObject({ http: 403 })
  })
})

describe('the archive', () => {
  it('patient-archive: a patient is archived with a reason and un-archived', async () => {
    const id = await open({ name: '归档人' })
    await owe(id, 5000)
    expect(await desk.call(calls.archiveCheck, { patientIds: id })).toMatchObject([
      { id, blocks: [], warnings: ['欠费 50.00 元'] },
    ])
    expect(await (await app.as('service')).call(calls.archiveCheck, { patientIds: id })).toMatchObject([
      { warnings: [] },
    ])
    await archive([id])
    expect(await ids({ keyword: '归档人' })).toEqual([])
    expect(await ids({ keyword: '归档人', withArchived: true })).toEqual([id])
    expect(await ids({ keyword: '归档人', status: 1 })).toEqual([id])
    expect(await desk.call(calls.search, { keyword: '归档人' })).toEqual([])
    expect(await desk.call(calls.search, { keyword: '归档人', archived: '1' })).toMatchObject([{ id, status: 1 }])
    expect((await desk.call(calls.archivedList, { keyword: 'gdr' })).list).toMatchObject([
      {
        id,
        reason: 2,
        remark: '电话不通',
        archivedAt: '2026-11-20 09:00:00',
        archivedBy: expect.stringContaining('前台') as string,
      },
    ])
    expect((await desk.call(calls.archivedList, { keyword: '归档人', reason: 1 })).total).toBe(0)
    expect(await desk.refused(calls.archive, { patientIds: [id], reason: 2, requestId: uuidv7() })).toMatchObject({
      code: 22006,
    })
    await desk.call(calls.unarchive, { patientIds: [id], requestId: uuidv7() })
    expect(await ids({ keyword: '归档人' })).toEqual([id])
    expect(await desk.refused(calls.unarchive, { patientIds: [id], requestId: uuidv7() })).toMatchObject({
      code: 22014,
    })
    const trail = await app.sql<{ action: string; actor_name: string }>(
      `select action, actor_name from audit where entity_id = $1 and action in ('archive', 'unarchive') order by entity_version`,
      [id],
    )
    expect(trail.map((row) => row.action)).toEqual(['archive', 'unarchive'])
  })

  it('is refused for all while one has a booking ahead or an open registration, with who and why', async () => {
    const [free, booked, waiting] = [
      await open({ name: '无事人' }),
      await open({ name: '有约人' }),
      await open({ name: '候诊人' }),
    ]
    await desk.call(contract.appointment.create, booking(booked))
    await desk.call(contract.visit.register, {
      patientId: waiting,
      doctorId: fixture.doctors.a1[2] as string,
      requestId: uuidv7(),
    })
    const refusal = await desk.refused(calls.archive, {
      patientIds: [free, booked, waiting],
      reason: 1,
      requestId: uuidv7(),
    })
    expect(refusal.code).toBe(22013)
    expect(refusal.message).toMatch(/^不能归档：/)
    expect(refusal.message).toContain('有约人')
    expect(refusal.message).toContain('有未来预约 2026-11-24 10:00')
    expect(refusal.message).toMatch(/候诊人（.*）有未结挂号/)
    expect((await desk.call(calls.information, { id: free })).status).toBe(0)
  })

  it('is told to whoever books: un-archive first', async () => {
    const id = await open({ name: '想约的人' })
    await archive([id])
    expect(await desk.refused(contract.appointment.create, booking(id, '2026-11-25 10:00:00'))).toMatchObject({
      message: '患者已归档，请先取消归档再预约',
      data: { fields: [{ field: 'patientId' }] },
    })
    await desk.call(calls.unarchive, { patientIds: [id], requestId: uuidv7() })
    await desk.call(contract.appointment.create, booking(id, '2026-11-25 10:00:00'))
  })

  it('and a booking at the same moment: one of them wins, the other is told', async () => {
    for (const hour of ['09', '10', '11', '14', '15', '16']) {
      const id = await open({ name: `抢${hour}` })
      const outcomes = await Promise.allSettled([
        archive([id]),
        director.call(contract.appointment.create, booking(id, `2026-11-26 ${hour}:00:00`)),
      ])
      expect(outcomes.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
      for (const each of outcomes)
        if (each.status === 'rejected') expect([22013, 23090]).toContain((each.reason as { code: number }).code)
    }
  })

  it('is for whoever may, in the own company', async () => {
    const id = await open()
    const body = () => ({ patientIds: [id], reason: 1 as const, requestId: uuidv7() })
    expect(await (await app.asDoctor(0)).refused(calls.archive, body())).toMatchObject({ http: 403 })
    expect(await (await app.as('reception', 'b1')).refused(calls.archive, body())).toMatchObject({ http: 404 })
    expect(await desk.refused(calls.remove, { patientIds: [id], requestId: uuidv7() })).toMatchObject({ http: 403 })
  })
})

describe('deleting and the bin', () => {
  const remove = (patientIds: string[]) =>
    director.call(calls.remove, { patientIds, reason: '建错了', requestId: uuidv7() })

  it('is possible only where nothing hangs on the file; a cancelled appointment does not count', async () => {
    const [free, cancelled, visitor] = [
      await open({ name: '空档案' }),
      await open({ name: '取消过' }),
      await open({ name: '来过的' }),
    ]
    const made = await desk.call(contract.appointment.create, booking(cancelled, '2026-12-01 10:00:00'))
    expect(await director.refused(calls.remove, { patientIds: [cancelled], requestId: uuidv7() })).toMatchObject({
      code: 22015,
    })
    await app.sql(`update appointment set status = 6 where id = $1`, [made.id])
    await desk.call(contract.visit.register, {
      patientId: visitor,
      doctorId: fixture.doctors.a1[2] as string,
      requestId: uuidv7(),
    })
    const refusal = await director.refused(calls.remove, { patientIds: [free, visitor], requestId: uuidv7() })
    expect(refusal).toMatchObject({ code: 22015 })
    expect(refusal.message).toContain('来过的')
    expect(await remove([free, cancelled])).toEqual({ count: 2 })
    expect(await ids({ keyword: '空档案', withArchived: true })).toEqual([])
    expect(await desk.call(calls.search, { keyword: '空档案', archived: '1' })).toEqual([])
    expect(await desk.refused(calls.get, { id: free })).toMatchObject({ http: 404 })
  })

  it('keeps a file thirty days, gives it back as it was, and empties itself then', async () => {
    const [back, gone] = [await open({ name: '回来的人' }), await open({ name: '清掉的人', mobile: '13611112222' })]
    const members = await group({ name: '回收站组' })
    await add([members.id], [back, gone])
    await archive([back])
    const made = await desk.call(contract.appointment.create, booking(gone, '2026-12-02 10:00:00'))
    await app.sql(`update appointment set status = 6 where id = $1`, [made.id])
    await app.sql(
      `insert into sms_outbox (tenant_id, id, clinic_id, patient_id, mobile, name, scene, content, status, fail_reason, created_at, due_at)
       select tenant_id, gen_random_uuid(), home_clinic_id, id, mobile, name, 'manual', '您好', 4, '已取消', created_at, created_at from patient where id = $1`,
      [gone],
    )
    await remove([back, gone])
    expect((await director.call(calls.binList, { keyword: '回来' })).list).toMatchObject([{ id: back, daysLeft: 30 }])
    await director.call(calls.restore, { patientIds: [back], requestId: uuidv7() })
    expect((await desk.call(calls.information, { id: back })).status).toBe(1)
    expect(await ids({ groupIds: [members.id], withArchived: true })).toEqual([back])
    expect(await director.refused(calls.restore, { patientIds: [back], requestId: uuidv7() })).toMatchObject({
      code: 22016,
    })

    const { jobs } = app.application.services
    await jobs.runNow('patient.empty-bin')
    expect(await app.sql('select 1 from patient where id = $1', [gone])).toHaveLength(1)
    await app.sql(`update patient set deleted_at = deleted_at - interval '31 days' where id = $1`, [gone])
    expect(await director.refused(calls.restore, { patientIds: [gone], requestId: uuidv7() })).toMatchObject({
      code: 22016,
    })
    await jobs.runNow('patient.empty-bin')
    expect(await app.sql('select 1 from patient where id = $1', [gone])).toHaveLength(0)
    expect(await app.sql('select patient_id, temp_name from appointment where id = $1', [made.id])).toEqual([
      { patient_id: null, temp_name: '已删除患者' },
    ])
    expect(await app.sql(`select patient_id, name from sms_outbox where mobile = '13611112222'`)).toEqual([
      { patient_id: null, name: '已删除患者' },
    ])
  })

  it('refuses to give back a file whose identity number has another file by now', async () => {
    const idNo = '11010519491231002X'
    const first = await open({ name: '证件甲', gender: 1, idType: 1, idNo })
    await remove([first])
    await open({ name: '证件乙', gender: 1, idType: 1, idNo })
    expect(await director.refused(calls.restore, { patientIds: [first], requestId: uuidv7() })).toMatchObject({
      code: 22002,
    })
  })
})

describe('with many patients', () => {
  it('reads the narrowed list, the archive and the bin by index', async () => {
    for (const [tenant, clinic, many] of [
      [fixture.tenants.b, fixture.clinics.b1, 30_000],
      [A, fixture.clinics.a1, 3000],
    ] as const)
      await app.sql(
        `with made as (
           insert into patient (tenant_id, id, home_clinic_id, medical_number, name, search, gender, birth_day, mobile, status, archive_reason, archived_at, deleted_at, deleted_from, tags, created_at, updated_at)
           select $1, gen_random_uuid(), $2, 'V' || n, '众' || n, 'zhong' || n, n % 2, date '1950-01-01' + n % 20000, '151' || lpad(n::text, 8, '0'),
             case n % 20 when 1 then 1 when 2 then 3 else 0 end, case n % 20 when 1 then 2 end, case n % 20 when 1 then now() end,
             case n % 20 when 2 then now() end, case n % 20 when 2 then 0 end, case when n % 50 = 0 then array['少见'] else '{}' end, now() - n * interval '1 minute', now()
           from generate_series(1, $3::int) n returning tenant_id, id, mobile, status)
         insert into patient_stat (tenant_id, patient_id, status, first_visit_at, last_visit_at)
           select tenant_id, id, status, now() - right(mobile, 4)::int * interval '1 day', now() - right(mobile, 3)::int * interval '1 day' from made`,
        [tenant, clinic, many],
      )
    await app.sql('select app.recount_patients()')
    await app.sql('analyze patient')
    await app.sql('analyze patient_stat')
    const plans = await app.application.services.database.withTenant(A, 'all', async (tx) => {
      const viewer = everybodysViewer()
      const found: string[] = []
      const rule = z.object(calls.groupSave.body).shape.rule.parse({ tags: ['少见'] })
      const groups = [
        { id: uuidv7(), rule: null },
        { id: uuidv7(), rule },
      ] as never
      for (const [more, within] of [
        [{ tags: ['少见'] }, []],
        [{ birthdayFrom: '12-30', birthdayTo: '12-31' }, []],
        [{ today: true }, []],
        [{ status: 1, sort: 'created' }, []],
        [{ diagnosis: '根尖' }, []],
        [{ tariffIds: [fixture.tariffs.a.film] }, []],
        [{}, groups],
      ] as const) {
        const choice = { input: z.object(calls.list.body).parse(more), viewer, groups: within as never }
        for (const query of [pageQuery(tx, choice, { pageNum: 1, pageSize: 20 }, 3000), totalsQuery(tx, choice)]) {
          const rows = await tx.rows<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
          found.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        }
      }
      return found
    })
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on patient\b/)
    expect((await director.call(calls.archivedList, { pageSize: 200 })).total).toBeGreaterThanOrEqual(150)
    expect((await director.call(calls.binList, { pageSize: 200 })).list[0]).toHaveProperty('daysLeft')
    // Making 33,000 patients takes most of it.
  }, 120_000)
})

describe('everybody who is filtered', () => {
  it('comes with names in the order of the list, within the reach, with the number of all', async () => {
    const one = await open({ name: '批量甲' })
    const two = await open({ name: '批量乙' })
    const answer = await desk.call(calls.everybody, { keyword: '批量', sort: 'created', order: 'asc' })
    expect(answer).toEqual({
      list: [
        { id: one, name: '批量甲' },
        { id: two, name: '批量乙' },
      ],
      total: 2,
    })
    expect((await desk.call(calls.everybody, { keyword: '批量', order: 'desc', sort: 'created' })).list[0]?.id).toBe(
      two,
    )
    const own = await app.asDoctor(2)
    expect(await own.call(calls.everybody, { keyword: '批量' })).toEqual({ list: [], total: 0 })
  })
})
