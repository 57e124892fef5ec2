import { contract } from '@dentin/contract'
import { perioPlan } from '@dentin/contract/perio'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { perioVisits, typed } from '../../../test/perio-visits.ts'

const calls = contract.perio
const app = await testApp({ at: '2026-11-20 10:00:00' })
let doctor: Client
let director: Client

beforeAll(async () => {
  ;[doctor, director] = await Promise.all([app.asDoctor(0), app.as('director')])
})
const { somebody, begun, write, seal, chart, examined } = perioVisits(app, () => ({ doctor, director }))

describe('plan', () => {
  it('six sextants become lines: whole mouth once, by sextant with the teeth that are there; what has no item is said; once a record', async () => {
    const { cleaning, filling, rootCanal } = fixture.tariffs.a
    await app.sql(`update tariff set name = '全口超声洁治', tooth_required = false where id = $1`, [cleaning])
    await app.sql(
      `update tariff set name = '龈下刮治与根面平整', tooth_required = true, tooth_count_priced = false where id = $1`,
      [filling],
    )
    await app.sql(`update tariff set name = '根管', tooth_required = true, tooth_count_priced = true where id = $1`, [
      rootCanal,
    ])
    const { id, recordId } = await examined('赵计划', { isCase: false })
    const made = await doctor.call(calls.toPlan, { chartId: id, requestId: uuidv7() })
    expect(made.unmatched).toEqual(['下前 牙周手术'])
    const found = await doctor.call(contract.treatmentPlan.get, { id: made.id })
    expect(found.recordId).toBe(recordId)
    const lines = found.options[0]?.lines.map(({ name, teeth, qty }) => [name, teeth, qty])
    expect(lines).toEqual([
      ['全口超声洁治', '', 1],
      ['龈下刮治与根面平整', '17;16;15;14', 1],
    ])
    const twice = await doctor.refused(calls.toPlan, { chartId: id, requestId: uuidv7() })
    expect(twice.code).toBe(25309)
    const { id: bare } = await chart(await somebody('赵无计划'), '2026-11-20', [['16', 'pd.0', 2]])
    expect((await doctor.refused(calls.toPlan, { chartId: bare, requestId: uuidv7() })).code).toBe(25535)
  })

  it('an implant takes its maintenance, a root that remains nothing; what has no item is told by its sextant', async () => {
    const { cleaning, filling } = fixture.tariffs.a
    await app.sql(
      `update tariff set name = '全口超声洁治', tooth_required = true, tooth_count_priced = true where id = $1`,
      [cleaning],
    )
    await app.sql(
      `update tariff set name = '种植体周维护', tooth_required = true, tooth_count_priced = true where id = $1`,
      [filling],
    )
    const patientId = await somebody('赵种植')
    const { id, recordId } = await begun(patientId, '2026-11-20')
    await write(
      id,
      typed([
        ['18', 'status', 'missing'],
        ['17', 'status', 'root'],
        ['16', 'status', 'implant'],
        ['15', 'pd.0', 5],
      ]),
    )
    const { snapshot } = await seal(recordId)
    const sextants = { ...perioPlan.parse({ sextants: {} }).sextants, S1: ['scaling' as const, 'surgery' as const] }
    const made = await doctor.call(calls.toPlan, { chartId: snapshot.id, sextants, requestId: uuidv7() })
    expect(made.unmatched).toEqual(['右上后 牙周手术'])
    const found = await doctor.call(contract.treatmentPlan.get, { id: made.id })
    expect(found.options[0]?.lines.map(({ name, teeth, qty }) => [name, teeth, qty])).toEqual([
      ['全口超声洁治', '15;14', 2],
      ['种植体周维护', '16', 1],
    ])
  })
})
