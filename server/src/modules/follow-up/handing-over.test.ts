import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'

const { followUp, staff } = contract
const app = await testApp()
const admin = await app.as('admin')
const director = await app.as('director')
const service = await app.as('service')
const [p1, p2, p3] = fixture.patients.a as [string, string, string]
const people = fixture.employees.a1
const owed = fixture.employees.a1.service

beforeEach(() => app.empty('follow_call', 'follow_up'))

const plan = (more: Partial<WireInput<typeof followUp.create>> = {}) =>
  service.call(followUp.create, {
    requestId: uuidv7(),
    patientId: p1,
    type: 1,
    planTime: '2026-11-21 10:00:00',
    content: '问恢复情况',
    ...more,
  })
const ownerOf = async (id: string) =>
  (await app.sql<{ owner_id: string | null }>('select owner_id from follow_up where id = $1', [id]))[0]?.owner_id
const versionOf = async (id: string) => (await admin.call(staff.employeeDetail, { id })).version

describe('somebody leaves or is stopped', () => {
  it('their open follow-ups are listed and stand in the way, whatever they are by post', async () => {
    const mine = await plan({ subject: '拔牙 38' })
    await plan({ ownerRole: 'nurse' })
    const open = await admin.call(staff.openWork, { id: owed })
    expect(open.list.map(({ kind, title, patientName }) => [kind, title, patientName])).toEqual([
      ['followUp', '拔牙 38', '周雨桐'],
    ])
    expect(open.colleagues.map(({ id }) => id)).toContain(people.nurse)
    expect(open.doctors.map(({ id }) => id)).not.toContain(people.nurse)
    for (const workStatus of [2, 3] as const)
      expect(
        await admin.refused(staff.setEmployment, { id: owed, version: await versionOf(owed), workStatus, reason: '' }),
      ).toMatchObject({ code: 28006, message: '还有1 条未完成的随访，请先转交' })
    expect(
      await admin.refused(staff.removeFromClinic, { id: owed, clinicId: fixture.clinics.a1, reason: '' }),
    ).toMatchObject({ code: 28006 })
    await service.call(followUp.cancel, { ...mine, reason: '重复' })
    expect((await admin.call(staff.openWork, { id: owed })).total).toBe(0)
  })

  it('all are given to one colleague at once; then the person may go and nothing is without an owner', async () => {
    const [a, b] = [await plan(), await plan({ patientId: p2 })]
    const to = { id: owed, what: 'followUps' as const, requestId: uuidv7() }
    const wrong = await admin.refused(staff.handOver, { ...to, toEmployeeId: owed })
    expect(wrong.data.fields).toEqual([{ field: 'toEmployeeId', message: '请选择本门诊在职的另一位同事' }])
    expect(await admin.refused(staff.handOver, { ...to, toEmployeeId: fixture.employees.b1.nurse })).toMatchObject({
      code: 28015,
    })
    const given = await admin.call(staff.handOver, { ...to, toEmployeeId: people.nurse })
    expect(given).toEqual({ done: 2, left: [] })
    expect(await admin.call(staff.handOver, { ...to, toEmployeeId: people.nurse })).toEqual(given)
    expect([await ownerOf(a.id), await ownerOf(b.id)]).toEqual([people.nurse, people.nurse])
    const [noted] = await app.sql<{ reason: string; actor_name: string }>(
      `select reason, actor_name from audit where entity = 'follow_up' and entity_id = $1 and action = 'assign'`,
      [a.id],
    )
    expect(noted?.reason).toBe('员工停用，转交')
    await admin.call(staff.setEmployment, { id: owed, version: await versionOf(owed), workStatus: 2, reason: '休假' })
    const late = await director.refused(followUp.assign, { ids: [a.id], ownerId: owed })
    expect(late.data.fields).toEqual([{ field: 'ownerId', message: '执行人不在本门诊或已停用' }])
    expect((await director.call(followUp.options, {})).people.map(({ id }) => id)).not.toContain(owed)
    await admin.call(staff.setEmployment, { id: owed, version: await versionOf(owed), workStatus: 1, reason: '' })
  })

  it('giving a follow-up to somebody and letting them go at the same moment leaves none with who has gone', async () => {
    const made = await plan({ ownerRole: 'nurse' })
    const version = await versionOf(owed)
    const both = await Promise.allSettled([
      director.call(followUp.assign, { ids: [made.id], ownerId: owed }),
      admin.call(staff.setEmployment, { id: owed, version, workStatus: 2, reason: '' }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [row] = await app.sql<{ work_status: number }>('select work_status from employee where id = $1', [owed])
    expect([await ownerOf(made.id), row?.work_status]).toEqual(both[0].status === 'fulfilled' ? [owed, 1] : [null, 2])
    await app.sql('update employee set work_status = 1 where id = $1', [owed])
  })

  it('patients still go to a doctor only', async () => {
    const refusal = await admin.refused(staff.handOver, {
      id: people.doctor,
      toEmployeeId: people.nurse,
      what: 'patients',
      requestId: uuidv7(),
    })
    expect(refusal).toMatchObject({ code: 28015, message: '请选择本门诊在职的另一位医生' })
  })
})

describe('what a rule plans for somebody who has left meanwhile', () => {
  it('is anybody’s of the post', async () => {
    await director.call(followUp.addBuiltInRules, {})
    const left = fixture.doctors.a1[1] as string
    const desk = await app.as('reception')
    const made = await desk.call(contract.billing.open, {
      patientId: p3,
      doctorId: left,
      items: [{ tariffId: fixture.tariffs.a.implant, price: '12000.00', qty: 1, teeth: '46' }],
      submit: true,
      requestId: uuidv7(),
    })
    await app.sql('update employee set work_status = 3 where id = $1', [left])
    await app.sql(`update bill_item set name = '种植手术', category_name = '种植' where bill_id = $1`, [made.id])
    await app.sql(
      `update follow_rule set owner_role = 'doctor', triggers = '{3}' where enabled and absent_days is null`,
    )
    await desk.call(contract.billing.charge, {
      id: made.id,
      version: made.version,
      payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: '12000.00' }],
      requestId: uuidv7(),
    })
    const rows = await app.sql<{ owner_id: string | null; owner_role: string }>(
      'select owner_id, owner_role from follow_up where bill_id = $1',
      [made.id],
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect([row.owner_id, row.owner_role]).toEqual([null, 'doctor'])
    await app.sql('update employee set work_status = 1 where id = $1', [left])
  })
})

describe('the same for many patients', () => {
  const many = (more: Partial<WireInput<typeof followUp.createMany>> = {}) => ({
    requestId: uuidv7(),
    patientIds: [p1, p2, p3],
    type: 7 as const,
    planTime: '2026-11-22 10:00:00',
    subject: '生日',
    content: '{称呼}您好，祝{姓名}生日快乐',
    ...more,
  })

  it('is planned for each in words for them, once however often it is sent; who is gone is passed over', async () => {
    await app.sql('update patient set status = 3 where id = $1', [p3])
    const ask = many()
    expect(await service.call(followUp.createMany, ask)).toEqual({ created: 2, passed: 1 })
    expect(await service.call(followUp.createMany, ask)).toEqual({ created: 2, passed: 1 })
    const rows = await app.sql<{ content: string; owner_id: string; type: number; name: string; gender: number }>(
      'select f.content, f.owner_id, f.type, p.name, p.gender from follow_up f join patient p on p.id = f.patient_id order by p.id',
    )
    expect(rows.map(({ content, owner_id, type }) => [content, owner_id, type])).toEqual(
      rows.map(({ name, gender }) => [
        `${name.slice(0, 1)}${gender === 0 ? '先生' : '女士'}您好，祝${name}生日快乐`,
        owed,
        7,
      ]),
    )
    expect(rows).toHaveLength(2)
    await app.sql('update patient set status = 0 where id = $1', [p3])
  })

  it('says what is wrong, and writes nothing then', async () => {
    const wrong = await service.refused(followUp.createMany, many({ patientIds: [], content: ' ' }))
    expect(wrong.data.fields).toEqual([
      { field: 'patientIds', message: '请选择患者' },
      { field: 'content', message: '请填写随访要点' },
    ])
    const past = await service.refused(followUp.createMany, many({ planTime: '2026-11-19 10:00:00' }))
    expect(past.data.fields).toEqual([{ field: 'planTime', message: '计划时间不能早于现在' }])
    const foreign = await service.refused(followUp.createMany, many({ patientIds: [fixture.patients.b[0] as string] }))
    expect(foreign.data.fields?.[0]?.field).toBe('patientIds')
    expect(await app.sql('select 1 from follow_up')).toEqual([])
    expect((await (await app.as('finance')).refused(followUp.createMany, many())).http).toBe(403)
  })
})
