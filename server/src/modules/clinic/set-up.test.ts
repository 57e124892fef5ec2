import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'

const { clinic } = contract
const app = await testApp()
const admin = await app.as('admin')
const desk = await app.as('reception')
const { a1 } = fixture.clinics

/** The clinic as a new one: nothing said yet, nobody planned and no file of its own. */
async function begin() {
  await app.sql(
    `update clinic set settings = settings || '{"setUp": {"said": [], "skipped": [], "away": false}}' where id = $1`,
    [a1],
  )
  await app.sql('delete from schedule where clinic_id = $1', [a1])
}
const stateOf = async (client = admin) =>
  Object.fromEntries((await client.call(clinic.setUp, {})).steps.map(({ key, state }) => [key, state]))

describe('开业准备', () => {
  it('a clinic that was never begun with a list has none', async () => {
    expect(await admin.call(clinic.setUp, {})).toMatchObject({ open: false, steps: [] })
    expect((await admin.refused(clinic.settleSetUpStep, { step: 'prices', as: 'done' })).code).toBe(21025)
  })

  it('is done by what there is, and by who says so where nothing else can tell', async () => {
    await begin()
    expect(await stateOf()).toMatchObject({
      doctors: 'done',
      chairs: 'done',
      shifts: 'open',
      prices: 'open',
      paper: 'open',
    })
    const shifts = await admin.refused(clinic.settleSetUpStep, { step: 'shifts', as: 'done' })
    expect(shifts.code).toBe(21026)
    // A draft is no day on which somebody can be booked; a published one is.
    const day = (status: number) =>
      app.sql(
        `insert into schedule (tenant_id, id, clinic_id, employee_id, date, kind, starts_min, ends_min, status, published_at, created_at, updated_at)
         values ($1, $2, $3, $4, '2026-11-27', 1, 510, 720, $5, case when $5 = 1 then now() end, now(), now())`,
        [fixture.tenants.a, uuidv7(), a1, fixture.doctors.a1[0] as string, status],
      )
    await day(0)
    expect((await stateOf()).shifts).toBe('open')
    await app.sql('delete from schedule where clinic_id = $1', [a1])
    await day(1)
    expect((await stateOf()).shifts).toBe('done')
    await admin.call(clinic.settleSetUpStep, { step: 'prices', as: 'done' })
    await admin.call(clinic.settleSetUpStep, { step: 'patients', as: 'skipped' })
    await admin.call(clinic.settleSetUpStep, { step: 'paper', as: 'done' })
    expect((await admin.call(clinic.setUp, {})).open).toBe(false)
    await admin.call(clinic.settleSetUpStep, { step: 'paper', as: 'open' })
    expect((await stateOf()).paper).toBe('open')
    // Other rules of the clinic are untouched by it, and it by them.
    const config = await admin.call(clinic.clinicConfig, {})
    await admin.call(clinic.saveClinicConfig, { ...config, slotMinutes: config.slotMinutes as 5, lateMinutes: 20 })
    expect((await stateOf()).prices).toBe('done')
  })

  it('says who may to somebody who may not, and is put away only by who runs the clinic', async () => {
    await begin()
    const seen = await desk.call(clinic.setUp, {})
    expect(seen).toMatchObject({ open: true, mayKeep: false })
    const shifts = seen.steps.find(({ key }) => key === 'shifts')
    expect(shifts?.mayDo).toBe(false)
    expect(shifts?.who.length).toBeGreaterThan(0)
    expect((await desk.refused(clinic.putSetUpAway, {})).http).toBe(403)
    await admin.call(clinic.putSetUpAway, {})
    expect(await desk.call(clinic.setUp, {})).toMatchObject({ open: false, steps: [] })
  })

  it('is the own clinic’s: another branch sees nothing of it', async () => {
    await begin()
    expect(await (await app.as('admin', 'a2')).call(clinic.setUp, {})).toMatchObject({ open: false })
  })
})
