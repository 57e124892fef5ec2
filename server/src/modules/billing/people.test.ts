import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { billing, report, visit } = contract
const [p1] = fixture.patients.a as [string]
const [d1] = fixture.doctors.a1 as [string]
const { nurse, consultant, reception, doctor } = fixture.employees.a1
const elsewhere = fixture.employees.a2
const app = await testApp({ at: '2026-11-19 10:00:00' })
let desk: Client
let director: Client
let registrationId: string
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
  registrationId = (await desk.call(visit.register, { patientId: p1, doctorId: d1, requestId: uuidv7() })).id
  await app.sql('update employee set job_type = 2 where id = any($1)', [[nurse, elsewhere.nurse]])
  await app.sql('update registration set consultant_id = $1 where id = $2', [consultant, registrationId])
})

type Open = WireInput<typeof billing.open>
const items = [{ tariffId: fixture.tariffs.a.cleaning, price: '200.00', qty: 1, teeth: '' }]
const opened = async (more: Partial<Open> = {}) => {
  const made = await desk.call(billing.open, { patientId: p1, registrationId, items, requestId: uuidv7(), ...more })
  return { ...made, bill: await desk.call(billing.detail, { id: made.id }) }
}
const wrong = async (more: Partial<Open>) => {
  const { data } = await desk.refused(billing.open, {
    patientId: p1,
    registrationId,
    items,
    requestId: uuidv7(),
    ...more,
  })
  const [first] = (data as { fields?: { field: string; message: string }[] } | null)?.fields ?? []
  return [first?.field, first?.message]
}

it('a bill names those of its visit, and whom the desk chooses instead or nobody', async () => {
  expect((await opened()).bill).toMatchObject({
    doctorId: d1,
    nurseId: null,
    consultantId: consultant,
    consultantName: expect.stringMatching(/./),
    salesId: null,
    salesName: '',
  })
  expect((await opened({ nurseId: nurse, consultantId: null, salesId: reception })).bill).toMatchObject({
    nurseId: nurse,
    consultantId: null,
    salesId: reception,
  })
})

it('who is left out of a change stays, null takes away', async () => {
  const { id, version } = await opened({ nurseId: nurse, salesId: reception })
  const kept = await desk.call(billing.save, { id, version, items, remark: '改备注' })
  expect(await desk.call(billing.detail, { id })).toMatchObject({
    nurseId: nurse,
    consultantId: consultant,
    salesId: reception,
  })
  await desk.call(billing.save, { id, version: kept.version, items, salesId: null })
  expect(await desk.call(billing.detail, { id })).toMatchObject({ nurseId: nurse, salesId: null })
})

it('who does not work here, or not as that, is refused beside the field', async () => {
  expect(await wrong({ nurseId: doctor })).toEqual(['nurseId', '本门诊没有这位护士'])
  expect(await wrong({ nurseId: elsewhere.nurse })).toEqual(['nurseId', '本门诊没有这位护士'])
  expect(await wrong({ consultantId: nurse })).toEqual(['consultantId', '本门诊没有这位咨询师'])
  expect(await wrong({ salesId: elsewhere.reception })).toEqual(['salesId', '本门诊没有这位员工'])
  expect(await wrong({ salesId: uuidv7() })).toEqual(['salesId', '本门诊没有这位员工'])
  await app.sql('update tariff set is_goods = true where id = $1', [fixture.tariffs.a.cleaning])
  expect(await wrong({ retail: true, registrationId: null, nurseId: nurse })).toEqual(['nurseId', '零售单没有护士'])
  const goods = await opened({ retail: true, registrationId: null, salesId: reception })
  expect(goods.bill).toMatchObject({ nurseId: null, consultantId: null, salesId: reception })
  await app.sql('update tariff set is_goods = false where id = $1', [fixture.tariffs.a.cleaning])
})

it('what is reported of a consultant stands with the bill, whatever the registration says afterwards', async () => {
  const { id, version } = await opened()
  const payments = [{ payMethodId: fixture.payMethods.a.cash as string, amount: '200.00' }]
  await desk.call(billing.charge, { id, version, payments, requestId: uuidv7() })
  const rows = async () => {
    const answer = await director.call(report.run, {
      door: 'employeeReport',
      from: '2026-11-19',
      to: '2026-11-19',
      by: 'consultant',
      figures: ['R1'],
    })
    return answer.rows.map(({ key, values }) => [key, values[answer.figures.findIndex(({ code }) => code === 'R1')]])
  }
  expect(await rows()).toContainEqual([consultant, '200.00'])
  await app.sql('update registration set consultant_id = null where id = $1', [registrationId])
  expect(await rows()).toContainEqual([consultant, '200.00'])
})
