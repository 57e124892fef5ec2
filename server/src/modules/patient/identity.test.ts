import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { birthdayIn, birthdaySpans, daysOfSpan, nearestBirthdayYear, oppositeRelation, relationFits } from './rules.ts'

const calls = contract.patient
const app = await testApp()
let desk: Client
let serial = 0

const open = async (more: Partial<WireInput<typeof calls.create>> = {}, client = desk) =>
  (
    await client.call(calls.create, {
      name: '身份甲',
      gender: 1,
      mobile: `1350000${String(++serial).padStart(4, '0')}`,
      sourceId: fixture.sources.a,
      acceptDuplicates: true,
      requestId: uuidv7(),
      ...more,
    })
  ).id
const born = (more: Partial<WireInput<typeof calls.birthdays>> = {}, client = desk) =>
  client.call(calls.birthdays, { pageSize: 200, ...more })
const at = (day: string) => app.clock.set(new Date(`${day}T09:00:00+08:00`))

beforeAll(async () => {
  desk = await app.as('reception')
})

describe('birthdays', () => {
  it('of 29 February are kept on the 28th of a common year', () => {
    expect(birthdayIn(2027, 229)).toBe('2027-02-28')
    expect(birthdayIn(2028, 229)).toBe('2028-02-29')
    expect(birthdaySpans('2027-02-28', '2027-02-28')).toEqual([{ year: 2027, from: 228, to: 229 }])
    expect(birthdaySpans('2028-02-28', '2028-02-28')).toEqual([{ year: 2028, from: 228, to: 228 }])
    expect(birthdaySpans('2027-03-01', '2027-03-02')).toEqual([{ year: 2027, from: 301, to: 302 }])
    expect(birthdaySpans('2026-12-29', '2027-01-04')).toEqual([
      { year: 2026, from: 1229, to: 1231 },
      { year: 2027, from: 101, to: 104 },
    ])
  })

  it('are congratulated for the year whose birthday is nearest', () => {
    expect(nearestBirthdayYear('2026-11-20', 1120)).toBe(2026)
    expect(nearestBirthdayYear('2026-12-29', 103)).toBe(2027)
    expect(nearestBirthdayYear('2027-01-02', 1231)).toBe(2026)
    expect(nearestBirthdayYear('2027-02-28', 229)).toBe(2027)
    expect(nearestBirthdayYear('2026-11-20', 601)).toBe(2026)
  })

  it('of a chosen span are this year’s, or across the year’s end the ones that have not ended', () => {
    expect(daysOfSpan('2026-11-20', '12-25', '01-05')).toEqual({ first: '2026-12-25', last: '2027-01-05' })
    expect(daysOfSpan('2027-01-03', '12-25', '01-05')).toEqual({ first: '2026-12-25', last: '2027-01-05' })
    expect(daysOfSpan('2026-11-20', '03-01', '03-08')).toEqual({ first: '2026-03-01', last: '2026-03-08' })
    expect(daysOfSpan('2027-01-03', '02-29', '02-29')).toEqual({ first: '2027-02-28', last: '2027-02-28' })
  })

  it('patient-centre-offers: today, in seven days, this month and in a span across the year’s end', async () => {
    const one = await open({ name: '今天生日', birthDay: '1990-11-20' })
    const two = await open({ name: '五天后', birthDay: '1980-11-25' })
    const three = await open({ name: '月初', birthDay: '2000-11-01' })
    const four = await open({ name: '元旦', birthDay: '1970-01-01' })
    const five = await open({ name: '岁末', birthDay: '1975-12-31' })
    const guess = await open({ name: '只知年龄', age: 40 })
    const ids = async (more: Partial<WireInput<typeof calls.birthdays>>) => (await born(more)).list.map((row) => row.id)
    expect(await ids({})).toEqual([one])
    expect(await ids({ range: 'week' })).toEqual([one, two])
    expect(await ids({ range: 'month' })).toEqual([three, one, two])
    const span = await born({ range: 'span', from: '12-25', to: '01-05' })
    expect(span).toMatchObject({ first: '2026-12-25', last: '2027-01-05', total: 2 })
    expect(span.list.map((row) => [row.id, row.celebratedOn, row.turns])).toEqual([
      [five, '2026-12-31', 51],
      [four, '2027-01-01', 57],
    ])
    expect(span.list.map((row) => row.id)).not.toContain(guess)
    expect((await born()).list[0]).toMatchObject({ turns: 36, celebratedOn: '2026-11-20', greetedAt: null })
    expect(await desk.refused(calls.birthdays, { range: 'span', from: '13-01' })).toMatchObject({ http: 400 })
  })

  it('of 29 February stand in the list of 28 February 2027', async () => {
    const leap = await open({ name: '闰日', birthDay: '2004-02-29' })
    await app.sql(`update session set expires_at = '2030-01-01', last_seen_at = '2030-01-01'`)
    at('2027-02-28')
    expect((await born()).list).toMatchObject([{ id: leap, celebratedOn: '2027-02-28', turns: 23 }])
    at('2028-02-28')
    expect((await born()).list).toEqual([])
    at('2028-02-29')
    expect((await born()).list).toMatchObject([{ id: leap, celebratedOn: '2028-02-29', turns: 24 }])
    at('2026-11-20')
  })

  it('show the phone to whoever may see it, and remember who was congratulated this year', async () => {
    const id = await open({
      name: '祝福',
      birthDay: '1988-11-20',
      mobile: '13522223333',
      respDoctorId: fixture.doctors.a1[0] as string,
    })
    const row = async (client: Client) => (await born({}, client)).list.find((each) => each.id === id)
    expect((await row(desk))?.mobile).toBe('13522223333')
    expect((await row(await app.as('nurse')))?.mobile).toBe('135****3333')
    const mark = { patientIds: [id], celebratedOn: '2026-11-20' }
    expect(await desk.call(calls.greet, mark)).toEqual({ count: 1 })
    expect(await desk.call(calls.greet, mark)).toEqual({ count: 0 })
    expect(await desk.refused(calls.greet, { ...mark, celebratedOn: '1999-11-20' })).toMatchObject({ http: 400 })
    expect(await row(desk)).toMatchObject({
      greetedAt: '2026-11-20 09:00:00',
      greetedBy: expect.stringContaining('前台') as string,
    })
    expect((await row(desk))?.greetedWay).toBe(1)
    expect((await born({ open: true })).list.map((each) => each.id)).not.toContain(id)
    await desk.call(calls.greet, { ...mark, greeted: false })
    expect((await row(desk))?.greetedAt).toBeNull()
    expect(await desk.call(calls.greet, { ...mark, way: 3 })).toEqual({ count: 1 })
    expect((await row(desk))?.greetedWay).toBe(3)
    // Who was first stays, and that it was an SMS is said by the SMS alone.
    expect(await desk.call(calls.greet, { ...mark, way: 1 })).toEqual({ count: 0 })
    expect((await row(desk))?.greetedWay).toBe(3)
    expect(await desk.refused(calls.greet, { ...mark, way: 2 as never })).toMatchObject({ http: 400 })
    await desk.call(calls.greet, { ...mark, greeted: false })
    expect(await (await app.as('reception', 'b1')).refused(calls.greet, mark)).toMatchObject({ http: 404 })
  })

  it('are those of the own patients where the post goes no further', async () => {
    const me = fixture.doctors.a1[2] as string
    const mine = await open({ name: '我的寿星', birthDay: '1999-11-20', respDoctorId: me })
    expect((await born({}, await app.asDoctor(2))).list.map((row) => row.id)).toEqual([mine])
  })
})

it('patient-gender: 0 is male, 1 female; 2 says that it is not known', async () => {
  for (const [gender, idNo] of [
    [0, '110105194912310039'],
    [1, '11010519491231002X'],
  ] as const) {
    const last = '10X98765432'[
      Array.from(idNo.slice(0, 17)).reduce((sum, digit, i) => sum + Number(digit) * (2 ** (17 - i) % 11), 0) % 11
    ]
    const checked = await desk.call(calls.identityCheck, { idNo: idNo.slice(0, 17) + (last ?? '') })
    expect(checked).toMatchObject({ ok: true, gender })
  }
  const refused = desk.refused(calls.create, {
    name: '没有的性别',
    gender: 3 as never,
    mobile: '13500009999',
    sourceId: fixture.sources.a,
    requestId: uuidv7(),
  })
  expect(await refused).toMatchObject({ http: 400, data: { fields: [{ field: 'gender' }] } })
})

describe('phone and identity', () => {
  const fileOf = (id: string, client = desk) => client.call(calls.get, { id })

  it('a phone is changed with a look at who has it already', async () => {
    const [one, two] = [
      await open({ name: '改号甲', mobile: '13533330001' }),
      await open({ name: '改号乙', respDoctorId: fixture.doctors.a1[0] as string }),
    ]
    const body = { id: two, version: 1, mobile: '13533330001', requestId: uuidv7() }
    expect(await desk.refused(calls.updatePhone, body)).toMatchObject({
      code: 22003,
      data: { duplicates: [{ id: one, level: 'weak' }] },
    })
    const done = await desk.call(calls.updatePhone, { ...body, mobileOwner: 2, acceptDuplicates: true })
    expect(done).toEqual({ id: two, version: 2 })
    expect(await desk.call(calls.updatePhone, { ...body, mobileOwner: 2, acceptDuplicates: true })).toEqual(done)
    expect(await fileOf(two)).toMatchObject({ mobile: '13533330001', mobileOwner: 2, version: 2 })
    expect((await desk.call(calls.search, { keyword: '3330001' })).map((each) => each.id).sort()).toEqual(
      [one, two].sort(),
    )
    expect(await desk.refused(calls.updatePhone, { ...body, requestId: uuidv7() })).toMatchObject({ http: 409 })
    expect(
      await desk.refused(calls.updatePhone, { ...body, version: 2, mobile: '11012345678', requestId: uuidv7() }),
    ).toMatchObject({ http: 400 })
    const trail = await app.sql(`select before, after from audit where entity_id = $1 and action = 'phone'`, [two])
    expect(trail).toHaveLength(1)
    expect(
      await (await app.as('nurse')).refused(calls.updatePhone, { ...body, version: 2, requestId: uuidv7() }),
    ).toMatchObject({ http: 403 })
  })

  it('an identity number is checked, brings birthday and gender, and belongs to one file', async () => {
    const [one, two] = [
      await open({ name: '证件一', birthDay: '1950-01-01', respDoctorId: fixture.doctors.a1[0] as string }),
      await open({ name: '证件二' }),
    ]
    const idNo = '11010519491231002X'
    expect(await desk.call(calls.identityCheck, { idNo: '110105194912310021' })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('校验') as string,
    })
    expect(await desk.call(calls.identityCheck, { idNo: idNo.toLowerCase() })).toEqual({
      ok: true,
      problem: '',
      birthDay: '1949-12-31',
      gender: 1,
      taken: null,
    })
    const body = { id: one, version: 1, idNo, requestId: uuidv7() }
    expect(await desk.call(calls.identityUpdate, body)).toEqual({
      id: one,
      version: 2,
      birthDay: '1949-12-31',
      gender: 1,
    })
    expect(await fileOf(one)).toMatchObject({ idNo, birthDay: '1949-12-31', gender: 1, idType: 1 })
    expect(await desk.call(calls.identityCheck, { patientId: one, idNo })).toMatchObject({ ok: true })
    expect(await desk.call(calls.identityCheck, { patientId: two, idNo })).toMatchObject({
      ok: false,
      taken: { id: one, name: '证件一', canOpen: true },
    })
    expect(await desk.refused(calls.identityUpdate, { ...body, id: two, requestId: uuidv7() })).toMatchObject({
      code: 22002,
    })
    expect(
      await desk.refused(calls.identityUpdate, { ...body, id: two, idNo: '110105194912310021', requestId: uuidv7() }),
    ).toMatchObject({ code: 22001, data: { fields: [{ field: 'idNo' }] } })
    expect(
      await desk.call(calls.identityUpdate, { id: two, version: 1, idType: 2, idNo: 'E1234567', requestId: uuidv7() }),
    ).toMatchObject({ birthDay: null })
    expect(
      await (await app.as('nurse')).refused(calls.identityUpdate, { ...body, version: 2, requestId: uuidv7() }),
    ).toMatchObject({ http: 403 })
    expect(await app.sql(`select 1 from audit where entity_id = $1 and action = 'identity'`, [one])).toHaveLength(1)
  })

  it('the same name and birthday elsewhere is asked about', async () => {
    await open({ name: '同名同日', birthDay: '1949-12-31' })
    const id = await open({ name: '同名同日' })
    const body = { id, version: 1, idNo: '110105194912310100', requestId: uuidv7() }
    const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
    const head = body.idNo.slice(0, 17)
    body.idNo =
      head + ('10X98765432'[[...head].reduce((sum, digit, n) => sum + Number(digit) * (weights[n] ?? 0), 0) % 11] ?? '')
    expect(await desk.refused(calls.identityUpdate, body)).toMatchObject({ code: 22003 })
    expect(await desk.call(calls.identityUpdate, { ...body, acceptDuplicates: true })).toMatchObject({
      birthDay: '1949-12-31',
    })
  })
})

describe('kin', () => {
  const add = (more: Partial<WireInput<typeof calls.kinAdd>> & { patientId: string }, client = desk) =>
    client.call(calls.kinAdd, { relation: 9, requestId: uuidv7(), ...more } as WireInput<typeof calls.kinAdd>)
  const kinOf = (patientId: string, client = desk) => client.call(calls.kinList, { patientId })

  it('stand in both files, each from its own side', () => {
    expect([1, 2].map((relation) => oppositeRelation(relation, 0))).toEqual([4, 4])
    expect([1, 2].map((relation) => oppositeRelation(relation, 1))).toEqual([5, 5])
    expect([4, 5].map((relation) => oppositeRelation(relation, 1))).toEqual([2, 2])
    expect([3, 6, 7, 8, 9].map((relation) => oppositeRelation(relation, 0))).toEqual([3, 9, 7, 9, 9])
    expect(oppositeRelation(1, 2)).toBe(9)
    expect([relationFits(1, 0), relationFits(1, 1), relationFits(5, 0), relationFits(2, 2)]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('are added, changed and taken away on both sides, with guardian and emergency marks', async () => {
    const child = await open({
      name: '小明',
      gender: 0,
      birthDay: '2018-05-01',
      respDoctorId: fixture.doctors.a1[0] as string,
    })
    const mother = await open({
      name: '明妈',
      gender: 1,
      mobile: '13544440000',
      respDoctorId: fixture.doctors.a1[0] as string,
    })
    const { id } = await add({
      patientId: child,
      relatedPatientId: mother,
      relation: 2,
      isGuardian: true,
      isEmergency: true,
    })
    expect(await kinOf(child)).toMatchObject([
      {
        id,
        name: '明妈',
        relation: 2,
        isGuardian: true,
        isEmergency: true,
        mobile: '13544440000',
        canOpen: true,
        relatedPatientId: mother,
      },
    ])
    expect(await kinOf(mother)).toMatchObject([
      { name: '小明', relation: 4, isGuardian: false, relatedPatientId: child },
    ])
    expect((await kinOf(child, await app.as('nurse')))[0]?.mobile).toBe('135****0000')
    expect(
      await desk.refused(calls.kinAdd, {
        patientId: child,
        relatedPatientId: mother,
        relation: 8,
        requestId: uuidv7(),
      }),
    ).toMatchObject({ code: 22021 })
    const changed = await desk.call(calls.kinUpdate, {
      id,
      version: 1,
      relation: 8,
      isGuardian: true,
      remark: '继母',
      requestId: uuidv7(),
    })
    expect(changed.version).toBe(2)
    expect((await kinOf(mother))[0]?.relation).toBe(9)
    expect(await desk.refused(calls.kinUpdate, { id, version: 1, relation: 2, requestId: uuidv7() })).toMatchObject({
      http: 409,
    })
    await desk.call(calls.kinDelete, { id })
    expect([await kinOf(child), await kinOf(mother)]).toEqual([[], []])
  })

  it('may be somebody without a file; nonsense is refused beside its field', async () => {
    const id = await open({ name: '独行', gender: 1 })
    await add({ patientId: id, name: '邻居大姐', mobile: '13544441111', isEmergency: true })
    expect(await kinOf(id)).toMatchObject([{ name: '邻居大姐', relatedPatientId: null, canOpen: false }])
    const other = await open({ name: '老王', gender: 0 })
    const refused = async (more: object) =>
      (await desk.refused(calls.kinAdd, { patientId: id, relation: 9, requestId: uuidv7(), ...more } as never)).data
        .fields?.[0]?.field
    expect(await refused({ relatedPatientId: id })).toBe('relatedPatientId')
    expect(await refused({})).toBe('name')
    expect(await refused({ relatedPatientId: other, relation: 2 })).toBe('relation')
    expect(await refused({ name: '甲', mobile: '123' })).toBe('mobile')
    expect(await (await app.as('reception', 'b1')).refused(calls.kinList, { patientId: id })).toMatchObject({
      http: 404,
    })
    expect(
      await (
        await app.as('finance')
      ).refused(calls.kinAdd, { patientId: id, name: '丁', relation: 9, requestId: uuidv7() }),
    ).toMatchObject({ http: 403 })
  })
})
