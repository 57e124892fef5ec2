import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { sendPicture } from '../../../test/photos.ts'

const { planImage: calls, picture, treatmentPlan: plans } = contract
const app = await testApp({ at: '2026-11-20 10:00:00' })
const [patientId = '', otherId = ''] = fixture.patients.a
const [d1 = ''] = fixture.doctors.a1
let director: Client
let planId = ''
let stageId = ''

const film = (into = stageId, whose = patientId) =>
  sendPicture(app, director, { imageStageId: into, patientId: whose, type: 13 })
const write = (title: string) =>
  director.call(plans.save, {
    requestId: uuidv7(),
    patientId,
    doctorId: d1,
    title,
    options: [
      {
        name: '树脂充填',
        phases: [{ name: '充填', visits: 1 }],
        lines: [{ tariffId: fixture.tariffs.a.filling, teeth: '36:O', qty: 1, phase: 1 }],
      },
    ],
  })
const hung = (client = director) => client.call(calls.ofPlan, { id: planId })
const attach = (...imageIds: string[]) => director.call(calls.attach, { planId, imageIds })

beforeAll(async () => {
  director = await app.as('director')
  stageId = (await director.call(picture.addStage, { patientId, name: '初诊', stageTime: '2026-11-20' })).id
  planId = (await write('36 缺损修复')).id
})

it('pictures of the patient hang on a plan, once each and at most twelve, and are taken off again', async () => {
  const first = await film()
  expect(await attach(first, first)).toEqual({ count: 1 })
  expect(await attach(first)).toEqual({ count: 0 })
  expect(await hung()).toMatchObject({
    list: [{ id: first, type: 13, stageName: '初诊' }],
    mayAttach: true,
    mayDetach: true,
  })
  const there = await director.call(picture.addStage, { patientId: otherId, name: '初诊', stageTime: '2026-11-20' })
  const strange = await film(there.id, otherId)
  expect((await director.refused(calls.attach, { planId, imageIds: [strange] })).code).toBe(404)
  const more: string[] = []
  for (let n = 0; n < 12; n += 1) more.push(await film())
  expect((await director.refused(calls.attach, { planId, imageIds: more })).code).toBe(25311)
  expect(await attach(...more.slice(1))).toEqual({ count: 11 })
  for (const imageId of more.slice(1)) await director.call(calls.detach, { planId, imageId })
  expect((await hung()).list.map(({ id }) => id)).toEqual([first])
})

it('what hangs on a plan is not deleted; with the draft it comes off', async () => {
  const draft = await write('另一份')
  const one = await film()
  await director.call(calls.attach, { planId: draft.id, imageIds: [one] })
  const refusal = await director.refused(picture.remove, { id: one })
  expect([refusal.code, refusal.message]).toEqual([
    expect.any(Number),
    expect.stringMatching(/^图片附在治疗计划 .+上，不能删除$/),
  ])
  await director.call(plans.remove, { id: draft.id, version: draft.version })
  await director.call(picture.remove, { id: one })
})

it('somebody who may not see pictures gets none, and the other clinic does not change them', async () => {
  const desk = await app.as('reception')
  expect(await hung(desk)).toEqual({ list: [], mayAttach: false, mayDetach: false })
  expect((await hung()).list).toHaveLength(1)
  const there = await app.as('director', 'a2')
  expect((await there.refused(calls.attach, { planId, imageIds: [await film()] })).code).toBe(404)
})

it('a plan that the patient has agreed to keeps its pictures as they are', async () => {
  const [first] = (await hung()).list
  const plan = await director.call(plans.get, { id: planId })
  const quoted = await director.call(plans.quote, { id: planId, version: plan.version, validUntil: '2026-12-20' })
  expect((await hung()).mayAttach).toBe(true)
  const optionId = plan.options[0]?.id as string
  await director.call(plans.accept, { id: planId, version: quoted.version, optionId })
  expect(await hung()).toMatchObject({ mayAttach: false, mayDetach: false })
  expect((await director.refused(calls.attach, { planId, imageIds: [await film()] })).code).toBe(25302)
  expect((await director.refused(calls.detach, { planId, imageId: first?.id as string })).code).toBe(25302)
  expect((await hung()).list).toHaveLength(1)
})
