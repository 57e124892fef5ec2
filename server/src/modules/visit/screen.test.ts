import { contract } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'
import { maskName } from './rules.ts'

const app = await testApp({ heartbeatMs: 50 })
const { visit } = contract
const desk = await app.as('reception')
const nurse = await app.as('nurse')
const [d1] = fixture.doctors.a1 as [string]
const [p1, p2] = fixture.patients.a as [string, string]
const register = (patientId: string) => desk.call(visit.register, { requestId: uuidv7(), patientId, doctorId: d1 })
const screen = (key: string) => app.nobody.call(visit.queueScreen, { key })
const opened = async () => (await desk.call(visit.setQueueLink, { open: true })).key as string

it('hides the middle of a name', () => {
  expect(['王明', '王小明', '欧阳小明', '李', ''].map(maskName)).toEqual(['王*', '王*明', '欧**明', '*', '*'])
})

it('shows who is called and who waits, by a link that opens nothing else and ends when it is renewed', async () => {
  expect((await desk.call(visit.queueLink, {})).key).toBeNull()
  expect((await (await app.as('storekeeper')).refused(visit.queueLink, {})).http).toBe(403)
  expect((await (await app.as('finance')).refused(visit.setQueueLink, { open: true })).http).toBe(403)
  const key = await opened()
  expect(await nurse.call(visit.queueLink, {})).toMatchObject({ key, setTime: '2026-11-20 09:00:00' })
  // The other clinic of the chain has a screen of its own.
  expect((await (await app.as('reception', 'a2')).call(visit.queueLink, {})).key).toBeNull()

  const one = await register(p1)
  const two = await register(p2)
  await desk.call(visit.callIn, { id: two.id })
  const shown = await screen(key)
  expect(shown.clinicName).toBe('甲a1门诊')
  expect(shown.called.map(({ queueNo, room }) => [queueNo, room])).toEqual([[two.queueNo, '1诊室']])
  expect(shown.queues.map(({ waiting }) => waiting.map(({ queueNo }) => queueNo))).toEqual([[one.queueNo]])
  // Nothing of the patients but masked names and numbers.
  const file = await app.sql<Record<string, string>>(
    'select id, name, mobile, medical_number from patient where id = any($1)',
    [[p1, p2]],
  )
  const text = JSON.stringify(shown)
  for (const value of file.flatMap((row) => Object.values(row)).filter(Boolean)) expect(text).not.toContain(value)
  const names = [...shown.called, ...shown.queues.flatMap(({ waiting }) => waiting)].map(({ name }) => name)
  expect(names.every((name) => name.includes('*'))).toBe(true)
  // The key is no session.
  const other = await app.nobody.raw('POST', visit.registeredList.path, {}, { authorization: `Bearer ${key}` })
  expect(other.http).toBe(401)

  const renewed = await opened()
  expect((await app.nobody.refused(visit.queueScreen, { key })).message).toBe('候诊屏链接已失效，请向前台索取新的链接')
  expect((await screen(renewed)).called).toHaveLength(1)
  await desk.call(visit.setQueueLink, { open: false })
  for (const wrong of [renewed, '', 'x', fixture.clinics.a1, `${renewed}x`])
    expect((await app.nobody.refused(visit.queueScreen, { key: wrong })).code).toBe(24013)
  // Who opened and who closed it stands in the clinic's log.
  const notes = await app.sql<{ action: string }>(
    `select action from audit where entity = 'queue_screen' order by created_at, id`,
  )
  expect(notes.map(({ action }) => action)).toEqual(['open', 'open', 'close'])
})

it('leaves out who has gone in, and begins anew each day', async () => {
  const key = await opened()
  const before = await screen(key)
  const [{ id }] = (await app.sql<{ id: string }>(`select id from registration where status = 2 and clinic_id = $1`, [
    fixture.clinics.a1,
  ])) as [{ id: string }]
  await (await app.asDoctor(0)).call(visit.start, { registrationId: id })
  expect((await screen(key)).called).toHaveLength(before.called.length - 1)
  app.clock.set(parseDateTime('2026-11-21 08:00:00'))
  expect(await screen(key)).toMatchObject({ called: [], queues: [] })
  app.clock.set(parseDateTime('2026-11-20 09:00:00'))
})

it('is told that something changed, turned away without a link, and ended when the link is closed', async () => {
  const key = await opened()
  const address = await app.application.http.listen({ port: 0, host: '127.0.0.1' })
  const listen = (held: string, signal?: AbortSignal) =>
    fetch(`${address}/platform-api/queue-events`, {
      headers: { 'x-queue-key': held },
      ...(signal ? { signal } : {}),
    })
  expect(((await (await listen('nothing')).json()) as { code: number }).code).toBe(24013)
  const abort = new AbortController()
  const answer = await listen(key, abort.signal)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  const until = async (what: string) => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return false
      if (decoder.decode(value).includes(what)) return true
    }
  }
  expect(await until('event: changed')).toBe(true)
  await register(fixture.patients.a[2] as string)
  expect(await until('event: changed')).toBe(true)
  await desk.call(visit.setQueueLink, { open: false })
  expect(await until('event: closed')).toBe(true)
  abort.abort()
})
