import { contract } from '@dentin/contract'
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
const { write, seal, examined } = perioVisits(app, () => ({ doctor, director }))

describe('recall', () => {
  const recall = (chartId: string, on: string | null = null) =>
    doctor.call(calls.recall, { chartId, on, requestId: uuidv7() })

  it('the six axes give the months, the follow-up stands on that day for the doctor, once a chart', async () => {
    // Bleeding 100 % (2), 1 site of 5 mm (0), no tooth of 28 lost (0), 20 % ÷ 45 (0), no factor (0), 10 cigarettes (1).
    const known = { isCase: true, boneLoss: 20, cigarettes: 10, diabetes: false, systemic: false }
    const { id, patientId } = await examined('赵复查', known)
    const made = await recall(id)
    expect(made).toMatchObject({ isNew: true, risk: 'moderate', months: 6 })
    expect(made.scores).toEqual({ bop: 2, pd5: 0, toothLoss: 0, blAge: 0, systemic: 0, env: 1 })
    expect(made.planTime.slice(0, 10)).toBe('2027-05-20')
    const again = await recall(id)
    expect(again).toMatchObject({ isNew: false, followUpId: made.followUpId })
    const rows = await app.sql<{ type: number; subject: string; owner: string; doctor: string }>(
      `select type, subject, owner_id as owner, doctor_id as doctor from follow_up where patient_id = $1`,
      [patientId],
    )
    expect(rows).toEqual([
      { type: 3, subject: '牙周维护复查', owner: fixture.doctors.a1[0], doctor: fixture.doctors.a1[0] },
    ])
    expect((await doctor.call(calls.snapshot, { id })).recall).toMatchObject({ id: made.followUpId, status: 0 })
  })

  it('with an axis that nobody knows it asks for a day, which must lie ahead', async () => {
    const { id } = await examined('赵缺轴', { isCase: true, cigarettes: 25, diabetes: true })
    const open = await doctor.refused(calls.recall, { chartId: id, requestId: uuidv7() })
    expect(open).toMatchObject({ code: 25533, data: { lacking: ['骨吸收 ÷ 年龄'] } })
    const past = await doctor.refused(calls.recall, { chartId: id, on: '2026-11-20', requestId: uuidv7() })
    expect([past.code, past.data.fields?.[0]?.field]).toEqual([25534, 'on'])
    const made = await recall(id, '2027-02-01')
    expect([made.planTime.slice(0, 10), made.risk]).toEqual(['2027-02-01', null])
  })

  const statuses = (patientId: string) =>
    app.sql<{ day: string; status: number }>(
      `select first_plan_on::text as day, status from follow_up where patient_id = $1 order by created_at, id`,
      [patientId],
    )
  const cancel = async (id: string) => {
    const [row] = await app.sql<{ version: number }>(`select version from follow_up where id = $1`, [id])
    await director.call(contract.followUp.cancel, { id, version: row?.version ?? 0, reason: '患者出国' })
  }

  it('one that was cancelled stands no more, and is planned anew on the same day', async () => {
    const { id, patientId } = await examined('赵再约', {})
    const first = await recall(id, '2027-02-01')
    await cancel(first.followUpId)
    expect((await doctor.call(calls.snapshot, { id })).recall).toBeNull()
    const second = await recall(id, '2027-02-01')
    expect(second).toMatchObject({ isNew: true, planTime: first.planTime })
    expect((await doctor.call(calls.snapshot, { id })).recall).toMatchObject({ id: second.followUpId, status: 0 })
    await cancel(second.followUpId)
    expect((await recall(id, '2027-02-01')).isNew).toBe(true)
    expect((await statuses(patientId)).map(({ status }) => status)).toEqual([4, 4, 0])
  })

  it('goes with its chart: taken back when that is removed, or its record deleted, one that is late too', async () => {
    const [one, two] = [await examined('赵收回', {}), await examined('赵收病历', {})]
    await recall(one.id, '2027-02-01')
    await app.sql(`update follow_up set status = 3 where patient_id = $1`, [one.patientId])
    await doctor.call(calls.remove, { id: one.id, reason: '量错了人' })
    expect(await statuses(one.patientId)).toEqual([{ day: '2027-02-01', status: 4 }])
    await recall(two.id, '2027-02-01')
    const { version } = await doctor.call(calls.getRecord, { id: two.recordId })
    await doctor.call(calls.removeRecord, { id: two.recordId, version, reason: '' })
    expect(await statuses(two.patientId)).toEqual([{ day: '2027-02-01', status: 4 }])
    const deleted = await doctor.refused(calls.recall, { chartId: two.id, on: '2027-02-01', requestId: uuidv7() })
    expect(deleted.code).toBe(25006)
  })

  it('a correction takes it over, in its own words: one recall, not two; the chart that was corrected has none', async () => {
    const old = await examined('赵更正复查', {})
    const made = await recall(old.id, '2027-02-01')
    const { id } = await doctor.call(calls.correct, { id: old.id, reason: '看错', requestId: uuidv7() })
    await write(id, typed([['16', 'pd.0', 4, 5]]))
    const { snapshot } = await seal(old.recordId)
    expect(snapshot.recall).toMatchObject({ id: made.followUpId, status: 0 })
    expect(await recall(snapshot.id, '2027-03-01')).toMatchObject({ isNew: false, followUpId: made.followUpId })
    const superseded = await doctor.refused(calls.recall, { chartId: old.id, on: '2027-03-01', requestId: uuidv7() })
    expect(superseded.code).toBe(25531)
    const left = await doctor.call(calls.snapshot, { id: old.id })
    expect([left.recall, left.can.recall]).toEqual([null, false])
    const [row] = await app.sql<{ content: string }>(`select content from follow_up where id = $1`, [made.followUpId])
    expect(row?.content).toContain(snapshot.chartNo)
    await doctor.call(calls.remove, { id: snapshot.id, reason: '更正有误' })
    expect(await statuses(old.patientId)).toEqual([{ day: '2027-02-01', status: 4 }])
  })
})
