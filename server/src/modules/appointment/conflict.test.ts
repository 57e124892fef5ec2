import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const app = await testApp()
const { appointment, schedule, patient } = contract
const desk = await app.as('reception')
const other = await app.as('reception')
const director = await app.as('director')
const [d1, d2] = fixture.doctors.a1 as [string, string]
let serial = 0

async function somebody(): Promise<string> {
  serial += 1
  const { id } = await desk.call(patient.create, {
    name: `约诊${serial}`,
    gender: 1,
    mobile: `1370000${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    allergyFlag: 0,
    requestId: uuidv7(),
  })
  return id
}
const at = (time: string, date = '2026-11-24') => `${date} ${time}:00`
const wanted = (patientId: string, from: string, to: string, over: object = {}) => ({
  requestId: uuidv7(),
  patientId,
  doctorId: d1,
  startTime: at(from),
  endTime: at(to),
  ...over,
})
const book = async (client: Client, from: string, to: string, over: object = {}) =>
  client.call(appointment.create, wanted(await somebody(), from, to, over))
const refusal = async (client: Client, from: string, to: string, over: object = {}) =>
  (await client.refused(appointment.create, wanted(await somebody(), from, to, over))).message

describe('S10: conflicts and extra patients', () => {
  it('9:00–9:30 is taken: 9:15 is refused without the grant, an extra with it, and a second extra refused', async () => {
    await book(desk, '09:00', '09:30')
    expect(await refusal(desk, '09:15', '09:45')).toBe('时段已被占用')
    expect(await refusal(desk, '09:15', '09:45', { overbook: true })).toBe('时段已被占用')
    expect(await refusal(director, '09:15', '09:45')).toBe('时段已被占用')
    expect(await book(director, '09:15', '09:45', { overbook: true })).toMatchObject({ saved: true, isOverbook: true })
    expect(await refusal(director, '09:20', '09:40', { overbook: true })).toBe('该时段加号已满')
  })

  it('a card dragged onto the doctor’s day off is refused and stays where it was', async () => {
    const { stretches } = await director.call(schedule.plan, { from: '2026-11-22', to: '2026-11-28' })
    const seen = stretches
      .filter(({ employeeId, date }) => employeeId === d2 && date === '2026-11-25')
      .map(({ id, version }) => ({ id, version }))
    await director.call(schedule.save, {
      requestId: uuidv7(),
      cells: [
        {
          employeeId: d2,
          date: '2026-11-25',
          seen,
          entries: [{ kind: 2, start: '08:30', end: '18:30', title: '休息' }],
        },
      ],
    })
    const made = await book(desk, '10:00', '10:30')
    const move = {
      id: made.id as string,
      version: made.version as number,
      doctorId: d2,
      startTime: at('10:00', '2026-11-25'),
      endTime: at('10:30', '2026-11-25'),
    }
    expect((await desk.refused(appointment.move, move)).message).toBe('医生休息，不能预约')
    const [row] = await app.sql('select doctor_id from appointment where id = $1', [made.id])
    expect(row).toEqual({ doctor_id: d1 })
  })

  it('two desks put different patients into one free place: one succeeds, the other hears that it is taken', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const both = await Promise.allSettled([
      desk.call(appointment.create, wanted(one, '14:00', '14:30')),
      other.call(appointment.create, wanted(two, '14:00', '14:30')),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const loser = both.find((each) => each.status === 'rejected') as PromiseRejectedResult
    expect((loser.reason as Error).message).toBe('时段已被占用')
    const rows = await app.sql(
      `select id from appointment where doctor_id = $1 and starts_at = '2026-11-24 14:00+08'`,
      [d1],
    )
    expect(rows).toHaveLength(1)
  })

  it('P17: 32 people book one doctor’s morning at once: each place goes once, the others hear that it is taken', async () => {
    const people: string[] = []
    for (let n = 0; n < 32; n += 1) people.push(await somebody())
    // Sixteen places of ten minutes, two for each.
    const clock = (n: number) => `${String(9 + Math.floor(n / 6)).padStart(2, '0')}:${(n % 6) * 10 || '00'}`
    const day = '2026-11-26'
    const started = performance.now()
    const answers = await Promise.allSettled(
      people.map((id, n) =>
        (n % 2 ? desk : other).call(
          appointment.create,
          wanted(id, '', '', { startTime: at(clock(n % 16), day), endTime: at(clock((n % 16) + 1), day) }),
        ),
      ),
    )
    const seconds = (performance.now() - started) / 1000
    process.stdout.write(
      `P17: 32 bookings of one doctor in ${seconds.toFixed(2)} s, ${(32 / seconds).toFixed(0)} a second\n`,
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(16)
    const refusals = answers.flatMap((each) =>
      each.status === 'rejected' ? [each.reason as { http: number; message: string }] : [],
    )
    expect(refusals.map(({ message }) => message)).toEqual(refusals.map(() => '时段已被占用'))
    expect(refusals.every(({ http }) => http < 500)).toBe(true)
    const rows = await app.sql(
      `select starts_at from appointment where doctor_id = $1 and starts_at >= '2026-11-26 00:00+08' and starts_at < '2026-11-27 00:00+08'`,
      [d1],
    )
    expect(new Set(rows.map(({ starts_at: start }) => (start as Date).getTime())).size).toBe(16)
    expect(rows).toHaveLength(16)
  })
})

describe('two who change one appointment', () => {
  it('the later one hears who was faster and when, loses nothing, and saves on the newest version', async () => {
    const made = await book(desk, '16:00', '16:30')
    const id = made.id as string
    const words = { itemIds: [], title: '复查', teeth: '', isUrgent: false, visibleRemark: '' }
    const opened = { id, version: made.version as number }
    await director.call(appointment.update, { ...opened, ...words, remark: '需家属陪同' })
    const late = await desk.refused(appointment.update, { ...opened, ...words, remark: '自带片子' })
    expect([late.code, late.data]).toMatchObject([
      409,
      { version: opened.version + 1, changedBy: '院长a1', changedAt: app.clock.now().toISOString() },
    ])
    const now = await desk.call(appointment.get, { id })
    expect(now).toMatchObject({ remark: '需家属陪同', version: opened.version + 1 })
    const place = { id, doctorId: d1, startTime: at('17:00'), endTime: at('17:30') }
    // A move on the old version is refused just so, and changes nothing.
    expect((await desk.refused(appointment.move, { ...place, version: opened.version })).data).toMatchObject({
      version: now.version,
      changedBy: '院长a1',
    })
    expect((await desk.call(appointment.get, { id })).startTime).toBe(at('16:00'))
    const moved = await desk.call(appointment.move, { ...place, version: now.version })
    expect(moved.saved).toBe(true)
    expect((await director.refused(appointment.update, { ...opened, ...words, remark: '' })).data.changedBy).toBe(
      '前台a1',
    )
    expect(await desk.call(appointment.get, { id })).toMatchObject({ remark: '需家属陪同', startTime: at('17:00') })
  })
})
