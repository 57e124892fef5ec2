import { perioTurns } from '@dentin/clinical/perio/index'
import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Client } from '../../../test/harness.ts'
import { perioVisits, typed } from '../../../test/perio-visits.ts'

const calls = contract.perio
const app = await testApp({ at: '2026-11-20 10:00:00' })
let doctor: Client
let director: Client

beforeAll(async () => {
  ;[doctor, director] = await Promise.all([app.asDoctor(0), app.as('director')])
})
const { somebody, begun, write, chart } = perioVisits(app, () => ({ doctor, director }))

describe('comparison', () => {
  it('every site that both measured: from 2 mm better or worse, 1 mm is measuring error; the earlier one is a', async () => {
    const patientId = await somebody('赵对比')
    const a = await chart(patientId, '2026-05-20', [
      ['16', 'pd.0', 6],
      ['16', 'pd.1', 4],
      ['16', 'pd.2', 3],
      ['16', 'pd.3', 3],
      ['26', 'pd.0', 3],
      ['16', 'gm.0', 0],
    ])
    const b = await chart(patientId, '2026-11-18', [
      ['16', 'pd.0', 3],
      ['16', 'pd.1', 3],
      ['16', 'pd.2', 5],
      ['16', 'pd.3', 3],
      ['16', 'gm.0', 1],
    ])
    expect(b.previousId).toBe(a.id)
    const found = await doctor.call(calls.compare, { a: b.id, b: a.id })
    expect([found.a.id, found.b.id]).toEqual([a.id, b.id])
    const turns = perioTurns(found.a.cells, found.b.cells)
    expect(turns.map(({ tooth, site, before, after, turn }) => [tooth, site, before, after, turn])).toEqual([
      ['16', 0, 6, 3, 'better'],
      ['16', 1, 4, 3, 'noise'],
      ['16', 2, 3, 5, 'worse'],
      ['16', 3, 3, 3, 'same'],
    ])
    const stranger = await chart(await somebody('赵别人'), '2026-11-20', [['11', 'pd.0', 2]])
    expect((await doctor.refused(calls.compare, { a: a.id, b: stranger.id })).code).toBe(25532)
    const next = await begun(patientId, '2026-11-20')
    expect(next.latest?.id).toBe(b.id)
    expect(next.earlier.map(({ id }) => id)).toEqual([b.id, a.id])
  })

  it('the examination that is being made is one of two: told as such, with its own day and the cells of this moment', async () => {
    const patientId = await somebody('赵草稿对比')
    const before = await chart(patientId, '2026-05-20', [['16', 'pd.0', 6]])
    const now = await begun(patientId, '2026-11-18')
    await write(now.id, typed([['16', 'pd.0', 3]]))
    const found = await doctor.call(calls.compare, { a: now.id, b: before.id })
    expect([found.a, found.b]).toMatchObject([
      { id: before.id, isDraft: false, day: '2026-05-20', chartNo: before.chartNo },
      { id: now.id, isDraft: true, day: '2026-11-18', chartNo: '', summary: { sites: 1 } },
    ])
    const turns = perioTurns(found.a.cells, found.b.cells)
    expect(turns.map(({ turn }) => turn)).toEqual(['better'])
    expect((await doctor.refused(calls.compare, { a: before.id, b: uuidv7() })).http).toBe(404)
  })

  it('a snapshot that is looked at, and two that are compared, leave a trace of who saw them', async () => {
    const patientId = await somebody('赵留痕')
    const a = await chart(patientId, '2026-05-20', [['16', 'pd.0', 6]])
    const b = await chart(patientId, '2026-11-18', [['16', 'pd.0', 4]])
    const seen = () =>
      app.sql<{ id: string }>(
        `select entity_id as id from audit where patient_id = $1 and entity = 'perio_chart' and action = 'view' order by id`,
        [patientId],
      )
    expect(await seen()).toEqual([])
    await doctor.call(calls.snapshot, { id: a.id })
    expect(await seen()).toEqual([{ id: a.id }])
    await doctor.call(calls.compare, { a: a.id, b: b.id })
    expect((await seen()).map(({ id }) => id).toSorted()).toEqual([a.id, a.id, b.id].toSorted())
  })

  it('an old visit that is written late sees what was charted before it, not since', async () => {
    const patientId = await somebody('赵补写')
    const first = await chart(patientId, '2026-05-20', [
      ['48', 'status', 'missing'],
      ['16', 'pd.0', 6],
    ])
    await chart(patientId, '2026-11-18', [
      ['36', 'status', 'missing'],
      ['16', 'pd.0', 3],
    ])
    const late = await begun(patientId, '2026-08-01')
    expect(late.cells).toEqual({ '48': { status: 'missing' } })
    expect([late.latest?.id, late.earlier.map(({ id }) => id)]).toEqual([first.id, [first.id]])
  })
})

describe('what a person finds as it was left', () => {
  it('the way through the mouth, at every computer and for that person alone', async () => {
    const { recordId, way } = await begun(await somebody('赵顺序'), '2026-11-20')
    expect(way).toEqual({ path: 'snake', rounds: 'depthThenMargin' })
    await doctor.call(calls.keepWay, { path: 'sextant', rounds: 'margin' })
    const elsewhere = await app.asDoctor(0)
    const found = await elsewhere.call(calls.draft, { recordId })
    expect(found?.way).toEqual({ path: 'sextant', rounds: 'margin' })
    await elsewhere.call(calls.keepWay, { path: 'jaw', rounds: 'depth' })
    expect((await doctor.call(calls.draft, { recordId }))?.way).toEqual({ path: 'jaw', rounds: 'depth' })
    expect((await director.call(calls.draft, { recordId }))?.way).toEqual({ path: 'snake', rounds: 'depthThenMargin' })
    const next = await begun(await somebody('赵下一位'), '2026-11-20')
    expect(next.way).toEqual({ path: 'jaw', rounds: 'depth' })
    const odd = await doctor.refused(calls.keepWay, { path: 'zigzag' as 'jaw', rounds: 'plaque' as 'depth' })
    expect(odd.data.fields).toMatchObject([
      { field: 'path', message: '录入顺序不在可选范围内' },
      { field: 'rounds', message: '录入内容不在可选范围内' },
    ])
  })

  it('a sheet says how often it was printed, each chart by itself', async () => {
    const patientId = await somebody('赵打印')
    const [first, second] = [
      await chart(patientId, '2026-05-20', [['16', 'pd.0', 6]]),
      await chart(patientId, '2026-11-18', [['16', 'pd.0', 3]]),
    ]
    const printed = async (id: string) => (await doctor.call(calls.print, { id })).printCount
    expect([await printed(first.id), await printed(first.id), await printed(second.id)]).toEqual([1, 2, 1])
  })
})
