import { contract } from '@dentin/contract'
import { addDays, uuidv7 } from '@dentin/kit'
import { expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'
import { chairMismatches } from './rules.ts'

const app = await testApp({ pool: 10 })
const { appointment, clinic } = contract
const [desk, director, admin] = await Promise.all([app.as('reception'), app.as('director'), app.as('admin')])
const [d1, d2] = fixture.doctors.a1 as [string, string]
const [p1, p2] = fixture.patients.a as [string, string]
const DAY = '2026-11-24'
const newEntry = () => ({ requestId: uuidv7(), sortNo: 90, enabled: true })
const chairOf = async (name: string, type: number) =>
  (await director.call(clinic.saveChair, { ...newEntry(), name, room: name, type })).id
const [plain, theatre] = [await chairOf('平椅', 1), await chairOf('手术室', 2)]
const item = { ...newEntry(), name: '种植二期', durationMin: 60, needChairType: 2 as const, price: '1200.00' }
const { id: surgery } = await admin.call(clinic.saveAppointItem, item)
const book = (over: object = {}) =>
  desk.call(appointment.create, {
    requestId: uuidv7(),
    patientId: p1,
    doctorId: d1,
    startTime: `${DAY} 10:00:00`,
    itemIds: [surgery],
    ...over,
  })
const words = (answer: { warnings: { kind: string; text: string }[] }) =>
  answer.warnings.map((each) => `${each.kind} ${each.text}`)
const MISMATCH = ['chairType 种植二期需要手术诊椅，平椅是普通诊椅']

it('one that needs no kind of chair, or has none chosen, is never asked about', () => {
  const needs = [
    { name: '检查', needChairType: null },
    { name: '种植二期', needChairType: 2 },
  ]
  expect(chairMismatches(needs, undefined)).toEqual([])
  expect(chairMismatches(needs, { name: '手术室', type: 2 })).toEqual([])
  expect(chairMismatches(needs, { name: '平椅', type: 1 })).toEqual(['种植二期需要手术诊椅，平椅是普通诊椅'])
})

it('an item that needs a kind of chair asks the desk for a yes when another is chosen, and no one without a chair', async () => {
  const options = await desk.call(appointment.options, {})
  expect(options.items.find(({ id }) => id === surgery)).toMatchObject({ needChairType: 2, price: '1200.00' })
  expect(options.chairs.find(({ id }) => id === theatre)).toMatchObject({ type: 2 })
  const asked = await book({ chairId: plain })
  expect([asked.saved, words(asked)]).toEqual([false, MISMATCH])
  const without = await book()
  expect(without).toMatchObject({ saved: true, warnings: [] })
  const fits = await book({ chairId: theatre, startTime: `${DAY} 13:30:00` })
  expect(fits).toMatchObject({ saved: true, warnings: [] })
  const taken = await book({ chairId: plain, patientId: p2, startTime: `${DAY} 15:00:00`, acceptWarnings: true })
  expect([taken.saved, words(taken)]).toEqual([true, MISMATCH])

  // Moved into the wrong chair: asked; at another time in the chair that was accepted: not again.
  const key = { id: fits.id as string, version: fits.version as number, doctorId: d1 }
  const span = { startTime: `${DAY} 13:30:00`, endTime: `${DAY} 14:30:00` }
  const moved = await desk.call(appointment.move, { ...key, ...span, chairId: plain })
  expect([moved.saved, words(moved)]).toEqual([false, MISMATCH])
  const later = await desk.call(appointment.move, {
    id: taken.id as string,
    version: taken.version as number,
    doctorId: d1,
    chairId: plain,
    startTime: `${DAY} 16:30:00`,
    endTime: `${DAY} 17:30:00`,
  })
  expect(later).toMatchObject({ saved: true, warnings: [] })
  // An ordinary item has nothing against a surgical chair.
  const other = { doctorId: d2, patientId: p2, itemIds: [fixture.items.a.check], chairId: theatre }
  expect(await book({ ...other, startTime: `${DAY} 08:30:00` })).toMatchObject({ saved: true, warnings: [] })
})

it('the clinic has a price and a department of its own for it; a kind of chair that is none is refused beside its field', async () => {
  const depts = await director.call(clinic.deptList, {})
  const dept = depts.find((each) => each.enabled)
  const row = async () => (await director.call(clinic.clinicItemList, {})).find(({ id }) => id === surgery)
  expect(await row()).toMatchObject({ price: null, company: { price: '1200.00' }, needChairType: 2, deptId: null })
  const own = { itemId: surgery, enabled: true, onlineName: '' }
  const lost = await director.refused(clinic.saveClinicItem, { ...own, deptId: uuidv7() })
  expect(lost.data.fields?.[0]).toMatchObject({ field: 'deptId', message: '科室应是本店的科室' })
  await director.call(clinic.saveClinicItem, { ...own, price: '980.00', deptId: dept?.id as string })
  expect(await row()).toMatchObject({ price: '980.00', deptId: dept?.id, deptName: dept?.name })
  const option = (await desk.call(appointment.options, {})).items.find(({ id }) => id === surgery)
  expect(option).toMatchObject({ price: '980.00', deptName: dept?.name })
  const wrong = await admin.refused(clinic.saveAppointItem, {
    ...item,
    requestId: uuidv7(),
    name: '乙',
    needChairType: 7 as 2,
  })
  expect(wrong.data.fields?.[0]?.field).toBe('needChairType')
  const cheap = await admin.refused(clinic.saveAppointItem, {
    ...item,
    requestId: uuidv7(),
    name: '丙',
    price: '-1.00',
  })
  expect(cheap.data.fields?.[0]?.field).toBe('price')
})

it('a chair stands in several departments; a code is one department’s', async () => {
  const dept = { ...newEntry(), name: '颌面科', code: 'HMK', type: 1 as const, chairIds: [theatre, plain] }
  const { id } = await director.call(clinic.saveDept, dept)
  const again = { ...dept, ...newEntry(), name: '种植中心', chairIds: [theatre] }
  const taken = await director.refused(clinic.saveDept, again)
  expect([taken.code, taken.data.fields?.[0]]).toMatchObject([21011, { field: 'code', message: '已有科室用这个编码' }])
  await director.call(clinic.saveDept, { ...again, requestId: uuidv7(), code: '' })
  await director.call(clinic.saveDept, { ...again, requestId: uuidv7(), name: '微创中心', code: '', chairIds: [] })
  const chairs = await director.call(clinic.chairList, {})
  expect(chairs.find((each) => each.id === theatre)).toMatchObject({ type: 2 })
  expect([...(chairs.find((each) => each.id === theatre)?.depts ?? [])].sort()).toEqual(['种植中心', '颌面科'].sort())
  const odd = await director.refused(clinic.saveDept, { ...again, requestId: uuidv7(), code: '科 1' })
  expect(odd.data.fields?.[0]).toMatchObject({ field: 'code', message: '科室编码只用字母、数字和横线' })
  const row = (await director.call(clinic.deptList, {})).find((each) => each.id === id)
  expect(row).toMatchObject({ code: 'HMK', chairIds: expect.arrayContaining([theatre, plain]) as string[] })
  const foreign = await director.refused(clinic.saveDept, {
    ...dept,
    requestId: uuidv7(),
    id,
    version: row?.version as number,
    chairIds: [uuidv7()],
  })
  expect(foreign.data.fields?.[0]).toMatchObject({ field: 'chairIds', message: '诊椅应是本店的诊椅' })
  // What was there stays when the chairs are not spoken of, and goes when they are.
  const kept = { ...dept, id, name: '颌面外科' }
  const { chairIds: _chairs, ...silent } = kept
  await director.call(clinic.saveDept, { ...silent, requestId: uuidv7(), version: row?.version as number })
  const now = (await director.call(clinic.deptList, {})).find((each) => each.id === id)
  expect(now?.chairIds).toHaveLength(2)
  await director.call(clinic.saveDept, {
    ...kept,
    requestId: uuidv7(),
    version: now?.version as number,
    chairIds: [plain],
  })
  expect((await director.call(clinic.deptList, {})).find((each) => each.id === id)?.chairIds).toEqual([plain])
})

it('a series asks as a single visit does, once for all of it, and books nothing before the answer', async () => {
  const days = [addDays(DAY, 7), addDays(DAY, 14)]
  await app.sql(
    `insert into schedule (tenant_id, id, clinic_id, employee_id, date, kind, starts_min, ends_min, created_at, updated_at)
     select $1, gen_random_uuid(), $2, $3, d::date, 1, 510, 1080, now(), now() from unnest($4::date[]) d on conflict do nothing`,
    [fixture.tenants.a, fixture.clinics.a1, d2, days],
  )
  const series = (over: object = {}) =>
    desk.call(appointment.repeat, {
      requestId: uuidv7(),
      patientId: p2,
      doctorId: d2,
      chairId: plain,
      startTime: `${days[0]} 09:00:00`,
      itemIds: [surgery],
      everyWeeks: 1,
      times: 2,
      ...over,
    })
  const count = async () =>
    (await app.sql(`select id from appointment where doctor_id = $1 and starts_at >= $2::date`, [d2, days[0]])).length
  const asked = await series()
  const text = '种植二期需要手术诊椅，平椅是普通诊椅'
  expect(asked).toEqual({
    saved: false,
    made: [],
    conflicts: [],
    warnings: days.map((day) => ({ startTime: `${day} 09:00:00`, text })),
  })
  expect(await count()).toBe(0)
  expect(await series({ skipConflicts: true })).toMatchObject({ saved: true, conflicts: [] })
  expect(await count()).toBe(2)
})
