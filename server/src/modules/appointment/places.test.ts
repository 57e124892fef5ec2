import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'

const app = await testApp()
const calls = contract.appointment
const [d1, d2, d3] = fixture.doctors.a1 as [string, string, string]
const [p1, p2] = fixture.patients.a as [string, string]
const [chair] = fixture.chairs.a1 as [string]
const desk = await app.as('reception')
const director = await app.as('director')
const DAY = '2026-11-23'

const places = async (over: object = {}, from = DAY) =>
  (await desk.call(calls.freePlaces, { doctorId: d1, from, days: 1, minutes: 30, ...over }))[0]
const book = (doctorId: string, start: string, end: string, over: object = {}) =>
  desk.call(calls.create, {
    requestId: uuidv7(),
    patientId: p1,
    doctorId,
    startTime: `${DAY} ${start}:00`,
    endTime: `${DAY} ${end}:00`,
    ...over,
  })

it('offers places a quarter apart from where each gap begins, none that is taken, and takes each of them', async () => {
  const before = await places()
  expect(before?.off).toBeNull()
  expect(before?.starts.slice(0, 3)).toEqual(['08:30', '08:45', '09:00'])
  const { id } = await book(d1, '09:00', '09:40')
  const after = await places()
  expect(after?.starts).toEqual(expect.arrayContaining(['08:30', '09:40', '09:55']))
  for (const taken of ['08:45', '09:00', '09:15', '09:30']) expect(after?.starts).not.toContain(taken)
  expect((await places({ minutes: 60 }))?.starts).not.toContain('08:30')
  // Its own place is free for the one that is moved.
  expect((await places({ exceptId: id }))?.starts).toContain('09:00')
  expect(await book(d1, after?.starts.at(-1) ?? '', '18:00', { patientId: p2, endTime: null })).toMatchObject({
    saved: true,
    offShift: false,
    isOverbook: false,
  })
})

it('knows that the chair is taken by another doctor', async () => {
  await book(d2, '10:00', '11:00', { chairId: chair, patientId: p2 })
  expect((await places())?.starts).toContain('10:10')
  const inChair = (await places({ chairId: chair }))?.starts ?? []
  expect(inChair.filter((start) => start > '09:30' && start < '11:00')).toEqual([])
  expect(inChair).toContain('11:00')
})

it('says why there is none: a day off, a stop, and nothing that is past', async () => {
  await app.sql(`update schedule set status = 0 where employee_id = $1 and date = '2026-11-24'`, [d3])
  const days = await desk.call(calls.freePlaces, { doctorId: d3, from: '2026-11-20', days: 10, minutes: 30 })
  expect(days.map((day) => day.date)).toHaveLength(10)
  for (const day of days) expect(day.off === null || day.starts.length === 0).toBe(true)
  expect(days.find((day) => day.date === '2026-11-24')?.off).toBe('医生当天休息')
  const now = (await places({}, '2026-11-20'))?.starts ?? []
  expect(now.every((start) => start >= '09:00')).toBe(true)
  expect((await places({}, '2026-11-19'))?.starts).toEqual([])
  await director.call(contract.clinic.setDentistStatus, { doctorId: d1, status: 1 })
  expect(await places({}, '2026-11-20')).toMatchObject({ off: '医生当天已停止接诊', starts: [] })
  expect((await places())?.off).toBeNull()
  await director.call(contract.clinic.setDentistStatus, { doctorId: d1, status: 0 })
})

it('shows nobody the time of a doctor who is not theirs', async () => {
  const ask = { from: DAY, days: 1, minutes: 30 }
  expect((await desk.refused(calls.freePlaces, { ...ask, doctorId: fixture.doctors.b1[0] as string })).code).toBe(23012)
  expect((await (await app.as('doctor')).refused(calls.freePlaces, { ...ask, doctorId: d2 })).http).toBe(404)
  expect((await (await app.as('finance')).refused(calls.freePlaces, { ...ask, doctorId: d1 })).http).toBe(403)
})

it('books without a word to the patient when the desk says so, and keeps the sex of whoever has no file', async () => {
  const made = await book(d2, '15:00', '15:30', {
    patientId: null,
    tempName: '沈知夏',
    tempMobile: '13957100621',
    tempGender: 1,
    tell: false,
  })
  const card = await desk.call(calls.get, { id: made.id as string })
  expect(card).toMatchObject({ name: '沈知夏', gender: 1, patientId: null })
})

it('gives doctors and items the letters by which they are typed', async () => {
  const { doctors, items, sms } = await desk.call(calls.options, {})
  expect(doctors[0]?.search).toMatch(/^[a-z0-9]+ [a-z0-9]+$/)
  expect(items.find((each) => each.name === '洁治')?.search ?? 'jz jiezhi').toBe('jz jiezhi')
  expect(sms).toEqual({ created: null, moved: null })
})
