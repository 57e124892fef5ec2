import { PERIO_TEETH, type CellKey, type CellValue } from '@dentin/clinical/perio/index'
import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Client } from '../../../test/harness.ts'
import { perioVisits, typed } from '../../../test/perio-visits.ts'
import { turnTooth } from './cells.ts'

const calls = contract.perio
const app = await testApp({ at: '2026-11-20 10:00:00' })
const day = '2026-11-20'
let doctor: Client
let director: Client
let nurse: Client

beforeAll(async () => {
  ;[doctor, director, nurse] = await Promise.all([app.asDoctor(0), app.as('director'), app.as('nurse')])
})
const { somebody, draft, begun, write } = perioVisits(app, () => ({ doctor, director }))

describe('cells', () => {
  it('what can’t be is told in Chinese at its cell, the rest is kept', async () => {
    const { id, recordId } = await begun(await somebody('钱退回'), day)
    const { refused, conflicts } = await write(
      id,
      typed([
        ['18', 'status', 'missing'],
        ['18', 'mobility', 2],
        ['16', 'pd.0', 16],
        ['16', 'pd.1', 4],
        ['16', 'gm.1', 21],
        ['11', 'furcation.B', 1],
        ['24', 'furcation.B', 1],
        ['16', 'furcation.M', 2],
        ['26', 'pd.3', 2],
        ['26', 'gm.3', -3],
      ]),
    )
    expect(conflicts).toEqual([])
    expect(Object.fromEntries(refused.map(({ tooth, cell, message }) => [`${tooth} ${cell}`, message]))).toEqual({
      '18 mobility': '18 缺失，不能记松动度',
      '16 pd.0': '探诊深度应在 0 到 15 mm 之间',
      '16 gm.1': '龈缘应在 -9 到 20 mm 之间',
      '11 furcation.B': '11 没有根分叉',
      '24 furcation.B': '24 没有这处根分叉',
      '26 gm.3': expect.stringContaining('附着丧失') as string,
    })
    expect((await draft(recordId)).cells).toEqual({
      '16': { 'pd.1': 4, 'furcation.M': 2 },
      '18': { status: 'missing' },
      '26': { 'pd.3': 2 },
    })
    const malformed = await doctor.refused(calls.cells, {
      id,
      changes: [{ tooth: '16', cell: 'pd.9' as 'pd.0', from: null, to: 3 }],
      requestId: uuidv7(),
    })
    expect(malformed.http).toBe(400)
  })

  it('two people: cells join, the same cell asks and says who; forced it is overwritten', async () => {
    const { id, recordId } = await begun(await somebody('钱两人'), day)
    await write(
      id,
      typed([
        ['16', 'pd.0', 3],
        ['16', 'pd.1', 3],
      ]),
    )
    const theirs = await write(
      id,
      typed([
        ['16', 'pd.0', 5, 3],
        ['26', 'pd.0', 4],
      ]),
      nurse,
    )
    expect(theirs.conflicts).toEqual([])
    const mine = await write(
      id,
      typed([
        ['16', 'pd.0', 6, 3],
        ['16', 'pd.2', 2],
        ['16', 'pd.1', 4, 3],
      ]),
    )
    expect(mine.conflicts).toMatchObject([{ tooth: '16', cell: 'pd.0', mine: 6, theirs: 5 }])
    const by = mine.conflicts[0]?.by ?? ''
    const [employee] = await app.sql<{ name: string }>(
      `select name from employee where name = $1 and id <> (select doctor_id from medical_record where id = $2)`,
      [by, recordId],
    )
    expect(employee?.name).toBe(by)
    expect(mine.conflicts[0]?.at).toMatch(/^\d{4}-/)
    expect((await draft(recordId)).cells['16']).toEqual({ 'pd.0': 5, 'pd.1': 4, 'pd.2': 2 })
    const forced = await doctor.call(calls.cells, {
      id,
      changes: [{ tooth: '16', cell: 'pd.0', from: 3, to: 6, force: true }],
      requestId: uuidv7(),
    })
    expect(forced.conflicts).toEqual([])
    expect((await draft(recordId)).cells['16']?.['pd.0']).toBe(6)
    // Who wants what is there already has no conflict.
    expect((await write(id, typed([['16', 'pd.0', 6, 1]]), nurse)).conflicts).toEqual([])
  })

  it('a batch whose answer was lost, sent again, overwrites nobody', async () => {
    const { id, recordId } = await begun(await somebody('钱重发'), day)
    const requestId = uuidv7()
    const first = await write(id, typed([['16', 'pd.0', 3]]), doctor, requestId)
    await write(id, typed([['16', 'pd.0', 7, 3]]), nurse)
    expect(await write(id, typed([['16', 'pd.0', 3]]), doctor, requestId)).toEqual(first)
    expect((await draft(recordId)).cells['16']).toEqual({ 'pd.0': 7 })
  })

  it('the answer says what was there before; who has not seen the newest cells neither seals nor gives up', async () => {
    const { id, recordId, version } = await begun(await somebody('钱没看见'), day)
    const mine = await write(id, typed([['16', 'pd.0', 3]]))
    expect([mine.before, mine.seq]).toEqual([0, 1])
    await write(
      id,
      typed([
        ['26', 'pd.0', 5],
        ['27', 'pd.0', 5],
      ]),
      nurse,
    )
    const next = await write(id, typed([['16', 'pd.1', 3]]))
    // Two teeth were written by somebody else: this window knew of one change, three stood there.
    expect([next.before, next.seq]).toEqual([3, 4])
    const same = await write(id, typed([['16', 'pd.1', 3, 3]]))
    expect([same.before, same.seq]).toEqual([4, 4])
    const unseen = await doctor.refused(calls.discard, { id, version, seq: mine.seq, reason: '量错了人' })
    expect([unseen.code, (unseen.data as { seq?: number }).seq]).toEqual([25527, 4])
    expect((await doctor.refused(calls.seal, { id, version, seq: 3, requestId: uuidv7() })).code).toBe(25527)
    expect((await draft(recordId)).cells).toMatchObject({ '26': { 'pd.0': 5 } })
    await doctor.call(calls.discard, { id, version, seq: 4, reason: '量错了人' })
    expect(await doctor.call(calls.draft, { recordId })).toBeNull()
  })

  it('a tooth that somebody else is measuring does not become missing, and keeps what it had', async () => {
    const { id, recordId } = await begun(await somebody('钱缺失'), day)
    await write(id, typed([['16', 'pd.0', 3]]))
    await write(id, typed([['16', 'pd.1', 5]]), nurse)
    const { refused } = await write(
      id,
      typed([
        ['16', 'status', 'missing'],
        ['16', 'pd.0', null, 3],
      ]),
    )
    expect(refused.map(({ cell }) => cell).toSorted()).toEqual(['pd.0', 'status'])
    expect((await draft(recordId)).cells['16']).toEqual({ 'pd.0': 3, 'pd.1': 5 })
    await write(
      id,
      typed([
        ['16', 'status', 'missing'],
        ['16', 'pd.0', null, 3],
        ['16', 'pd.1', null, 5],
      ]),
    )
    expect((await draft(recordId)).cells['16']).toEqual({ status: 'missing' })
  })
})

/** Numbers in a row that is the same in every run. */
function dice(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}
const KEYS = [
  ...['pd', 'gm', 'bop', 'pus', 'plaque'].flatMap((kind) => [0, 1, 2, 3, 4, 5].map((site) => `${kind}.${site}`)),
  'furcation.B',
  'furcation.M',
  'mobility',
  'status',
]
type Model = Map<string, CellValue>

/** What the specification says of a value by itself: depth 0–15, margin −9…20, marks, degrees, furcations where there are. */
function isPossible(tooth: string, cell: string, to: CellValue | null): boolean {
  if (to === null) return true
  const [kind] = cell.split('.')
  const upper = tooth.startsWith('1') || tooth.startsWith('2')
  const position = Number(tooth[1])
  if (kind === 'pd') return Number(to) >= 0 && Number(to) <= 15
  if (kind === 'gm') return Number(to) >= -9 && Number(to) <= 20
  if (kind === 'mobility') return Number(to) >= 0 && Number(to) <= 3
  if (kind === 'status') return to === 'missing' || to === 'implant' || to === 'root'
  if (cell === 'furcation.B') return position >= 6 && Number(to) <= 4
  if (cell === 'furcation.M') return upper && (position >= 6 || position === 4) && Number(to) <= 4
  return to === 1 || (kind === 'plaque' && to === 0)
}
/** What can stand together at one tooth. */
function stands(tooth: string, model: Model): boolean {
  const own = (cell: string) => model.get(`${tooth} ${cell}`)
  const status = own('status')
  const cells = KEYS.filter((cell) => cell !== 'status' && own(cell) !== undefined)
  if (status === 'missing') return cells.length === 0
  if (status === 'implant') return !cells.some((cell) => cell.startsWith('furcation'))
  return [0, 1, 2, 3, 4, 5].every((site) => {
    const [depth, margin] = [own(`pd.${site}`), own(`gm.${site}`)]
    return depth === undefined || margin === undefined || Number(depth) + Number(margin) >= 0
  })
}

describe('random batches against a model', () => {
  it('one cell a batch, two people with what each last saw: taken, a conflict or refused, as the model says', async () => {
    const { id, recordId } = await begun(await somebody('钱随机'), day)
    const roll = dice(20261120)
    const teeth = ['16', '11', '24']
    // Few cells, so that two people meet in them.
    const few = ['pd.0', 'gm.0', 'bop.0', 'furcation.B', 'mobility', 'status']
    const outcomes = { taken: 0, conflict: 0, refused: 0 }
    const model: Model = new Map()
    const seen = [new Map(model), new Map(model)] as [Model, Model]
    for (let n = 0; n < 90; n += 1) {
      const person = roll(2) as 0 | 1
      const [tooth, cell] = [teeth[roll(teeth.length)] ?? '16', few[roll(few.length)] ?? 'pd.0']
      const at = `${tooth} ${cell}`
      const to: CellValue | null =
        roll(6) === 0 ? null : cell === 'status' ? (['missing', 'implant', 'root'][roll(3)] ?? 'root') : roll(18) - 2
      const from = seen[person].get(at) ?? null
      const now = model.get(at) ?? null
      const next: Model = new Map(model)
      if (to === null) next.delete(at)
      else next.set(at, to)
      const expected = !isPossible(tooth, cell, to)
        ? 'refused'
        : now !== from && now !== to
          ? 'conflict'
          : stands(tooth, next)
            ? 'taken'
            : 'refused'
      const told = await write(id, typed([[tooth, cell, to, from]]), person === 0 ? doctor : nurse)
      const got = told.conflicts.length > 0 ? 'conflict' : told.refused.length > 0 ? 'refused' : 'taken'
      expect([n, at, to, got]).toEqual([n, at, to, expected])
      outcomes[expected] += 1
      if (expected === 'taken') {
        for (const each of [model, seen[person]])
          if (to === null) each.delete(at)
          else each.set(at, to)
      } else if (roll(6) === 0) seen[person] = new Map(model)
    }
    const { cells } = await draft(recordId)
    const kept = Object.entries(cells).flatMap(([tooth, own]) =>
      Object.entries(own).map(([cell, value]) => [`${tooth} ${cell}`, value] as const),
    )
    expect(new Map(kept)).toEqual(model)
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(4)
  })

  it('a batch of many cells never leaves what can’t stand, and what it takes is what was asked', () => {
    const roll = dice(7)
    for (let n = 0; n < 3000; n += 1) {
      const tooth = PERIO_TEETH[roll(32)] ?? '16'
      const before = turnTooth(tooth, {}, changesFrom(roll, tooth, {}, 6)).cells
      const changes = changesFrom(roll, tooth, before, 8)
      const { cells, conflicts, refused } = turnTooth(tooth, before, changes)
      const model: Model = new Map(Object.entries(cells).map(([cell, value]) => [`${tooth} ${cell}`, value]))
      expect([n, stands(tooth, model)]).toEqual([n, true])
      const left = new Set([...conflicts, ...refused].map(({ cell }) => cell as string))
      for (const { cell, to } of changes)
        if (!left.has(cell)) expect([n, cell, cells[cell] ?? null]).toEqual([n, cell, to])
        else if (!changes.some((each) => each.cell === cell && each.to === (cells[cell] ?? null)))
          expect([n, cell, cells[cell] ?? null]).toEqual([n, cell, before[cell] ?? null])
      expect(left.size + changes.length).toBeGreaterThan(0)
    }
  })
})

function changesFrom(
  roll: (below: number) => number,
  tooth: string,
  cells: Partial<Record<CellKey, CellValue>>,
  most: number,
) {
  const keys = new Set(Array.from({ length: 1 + roll(most) }, () => KEYS[roll(KEYS.length)] ?? 'pd.0'))
  return [...keys].map((cell) => {
    const to =
      roll(5) === 0 ? null : cell === 'status' ? (['missing', 'implant', 'root'][roll(3)] ?? 'root') : roll(12) - 4
    const from = roll(4) === 0 ? roll(3) : (cells[cell as CellKey] ?? null)
    return { tooth, cell: cell as CellKey, from, to, force: roll(10) === 0 }
  })
}
