import { readdirSync } from 'node:fs'
import { allCalls, requestOf, type AnyCall } from '@dentin/contract'
import type { ListField } from '@dentin/contract/core/setting-list'
import { uuidv7 } from '@dentin/kit'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fixture, testApp, type Client } from './harness.ts'
import { sampleInput } from './samples.ts'

/** What the tests below ask of every list of settings that the contract declares. */
interface List {
  noun: string
  fields: Record<string, ListField>
  calls: Record<'list' | 'save' | 'sort' | 'sheet', AnyCall>
}
type Row = Record<string, unknown> & { id: string; sortNo: number; enabled: boolean; version: number }

const isList = (value: unknown): value is List =>
  typeof value === 'object' && value !== null && 'fields' in value && 'calls' in value
const folder = new URL('../../packages/contract/src/lists/', import.meta.url)
const lists: [string, List][] = []
for (const file of readdirSync(folder))
  for (const [name, value] of Object.entries((await import(new URL(file, folder).href)) as object))
    if (isList(value)) lists.push([name, value])

const app = await testApp()
const admin = await app.as('admin')
const colleague = await app.as('admin')
const nurse = await app.as('nurse')
const elsewhere = await app.as('admin', 'a2')
const stranger = await app.as('admin', 'b1')

/** Rows as an answer has them; a list of another clinic has other rows. */
const rowsOf = async (list: List, who: Client): Promise<Row[]> => (await who.call(list.calls.list, {})) as Row[]
/** What fits together in a list whose fields depend on one another. */
const FITTING: Record<string, Record<string, unknown>> = {
  优惠券种: {
    kind: 2,
    value: '20.00',
    percent: null,
    most: null,
    validType: 2,
    validUntil: null,
    validDays: 30,
    total: 999,
  },
  会员卡种: {
    kind: 1,
    validType: 1,
    validUntil: null,
    validDays: null,
    times: null,
    singlePrice: null,
    shareClinics: 1,
    sharedClinics: [],
    upgradeBy: 0,
    upgradeAmount: null,
    upgradeTypeId: null,
  },
}
/** What only makes sense with rows of the fixture. */
const WITH_ROWS: Record<string, () => Record<string, unknown>> = {
  收费套餐: () => ({
    price: '1.00',
    items: [fixture.tariffs.a.cleaning, fixture.tariffs.a.filling].map((tariffId) => ({ tariffId, qty: 1 })),
  }),
}
let made = 0
/** An entry that the list takes, told apart from every other by its texts. */
function newEntry({ calls, fields, noun }: List): Record<string, unknown> {
  const sample = sampleInput(calls.save, (_field, label) => (label === '负责人' ? [fixture.doctors.a1[0] ?? ''] : []))
  const n = ++made
  const own = Object.entries(fields).flatMap(([key, { ask, edit, words, max }]) => {
    const byControl: Record<string, unknown[]> = { text: [`试${n}`, `T${n}`], number: [max], colour: ['#2f6f9f'] }
    const told = words ? Object.keys(words).map(Number).reverse() : (byControl[edit?.as ?? ''] ?? [])
    const value = told.find((each) => ask.safeParse(each).success)
    return value === undefined ? [] : [[key, value]]
  })
  const fitting = FITTING[noun] ?? WITH_ROWS[noun]?.() ?? {}
  return {
    ...sample,
    ...Object.fromEntries(own),
    ...fitting,
    id: null,
    version: undefined,
    sortNo: undefined,
    enabled: true,
  }
}
const save = async (list: List, who: Client, input: Record<string, unknown>) =>
  ((await who.call(list.calls.save, { ...input, requestId: uuidv7() })) as { id: string }).id
const changed = (list: List, row: Row, change: object) => ({
  ...Object.fromEntries(Object.keys(list.fields).map((key) => [key, row[key]])),
  id: row.id,
  version: row.version,
  enabled: row.enabled,
  ...change,
})
const rowOf = async (list: List, id: string) => (await rowsOf(list, admin)).find((row) => row.id === id) as Row
const auditOf = async (entity: string, action: string) =>
  (
    await app.owner.query<{ entity: string; after: { order?: string[]; rows?: number } }>(
      `select entity, after from audit where action = $1 and entity = $2 order by created_at, id`,
      [action, entity],
    )
  ).rows
/** The table that keeps an entry, as the audit says. */
const tableOf = async (id: string) =>
  (await app.owner.query<{ entity: string }>(`select entity from audit where entity_id = $1 limit 1`, [id])).rows[0]
    ?.entity ?? ''

it('every list is asked here, and its calls are answered', () => {
  expect(lists.map(([name]) => name)).toEqual(expect.arrayContaining(['depts', 'chairs', 'dictItems', 'sources']))
  const answered = new Set(allCalls().map(({ call }) => call))
  for (const [name, { calls }] of lists)
    for (const [kind, call] of Object.entries(calls)) expect(answered.has(call), `${name} ${kind}`).toBe(true)
})

describe.each(lists)('%s', (_name, list) => {
  it('gives every field back as it was saved, new and changed', async () => {
    const entry = newEntry(list)
    const id = await save(list, admin, entry)
    const kept = (key: string, value: unknown) => {
      const { ask, shown } = list.fields[key] as ListField
      return z.encode(shown, ask.parse(value))
    }
    const expected = (input: Record<string, unknown>) =>
      Object.fromEntries(Object.keys(list.fields).map((key) => [key, kept(key, input[key])]))
    const row = await rowOf(list, id)
    expect(row).toMatchObject({ ...expected(entry), enabled: true, version: 1 })
    const other = { ...newEntry(list), id, version: 1 }
    await save(list, admin, other)
    expect(await rowOf(list, id)).toMatchObject({ ...expected(other), sortNo: row.sortNo, version: 2 })
  })

  it('lets nobody save over another: an old version is a conflict, and so is none', async () => {
    const id = await save(list, admin, newEntry(list))
    const seen = await rowOf(list, id)
    await save(list, colleague, changed(list, seen, {}))
    for (const version of [seen.version, undefined]) {
      const refusal = await admin.refused(list.calls.save, { ...changed(list, seen, { version }), requestId: uuidv7() })
      expect(refusal.code).toBe(409)
    }
  })

  it('switches an entry off and on, which then stands where it stood', async () => {
    const id = await save(list, admin, newEntry(list))
    const before = (await rowsOf(list, admin)).map((row) => row.id)
    await save(list, admin, changed(list, await rowOf(list, id), { enabled: false }))
    expect((await rowOf(list, id)).enabled).toBe(false)
    await save(list, admin, changed(list, await rowOf(list, id), { enabled: true }))
    expect((await rowsOf(list, admin)).map((row) => row.id)).toEqual(before)
  })

  it('keeps the order that was put last, of all or of some, with one line in the audit and no new version', async () => {
    const mine = [
      await save(list, admin, newEntry(list)),
      await save(list, admin, newEntry(list)),
      await save(list, admin, newEntry(list)),
    ]
    const order = async () => (await rowsOf(list, admin)).map(({ id }) => id).filter((id) => mine.includes(id))
    expect(await order()).toEqual(mine)
    const versions = async () => Promise.all(mine.map(async (id) => (await rowOf(list, id)).version))
    const entity = await tableOf(mine[0] ?? '')
    const told = (await auditOf(entity, 'sort')).length
    const turned = [...mine].reverse()
    const seen = await versions()
    await admin.call(list.calls.sort, { ids: turned })
    expect(await order()).toEqual(turned)
    expect(await versions()).toEqual(seen)
    const lines = await auditOf(entity, 'sort')
    expect(lines).toHaveLength(told + 1)
    expect(lines.at(-1)?.after.order?.slice(0, 3)).toEqual(turned)
    // Two at once: the whole order of one of them stands.
    const [a = '', b = '', c = ''] = mine
    const wishes = [
      [b, a, c],
      [c, b, a],
    ]
    await Promise.all([
      admin.call(list.calls.sort, { ids: wishes[0] }),
      colleague.call(list.calls.sort, { ids: wishes[1] }),
    ])
    expect(wishes).toContainEqual(await order())
    // Whoever names one puts it first, and the rest stays as it is.
    await admin.call(list.calls.sort, { ids: [a, b, c] })
    await admin.call(list.calls.sort, { ids: [c] })
    expect(await order()).toEqual([c, a, b])
    // Whoever had one open saves it without taking the order back.
    await save(list, admin, changed(list, await rowOf(list, a), {}))
    expect(await order()).toEqual([c, a, b])
  })

  it('is a sheet with a row for each entry, and the audit says who took it along', async () => {
    const entity = await tableOf(await save(list, admin, newEntry(list)))
    const { url, body } = requestOf(list.calls.sheet, {})
    const response = await app.application.http.inject({
      method: 'POST',
      url,
      payload: body ?? {},
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.statusCode).toBe(200)
    const rows = await rowsOf(list, admin)
    const sheet = (await readXlsx(response.rawPayload)).sheets[0]
    const first = Object.keys(list.fields)[0] ?? ''
    expect(sheet?.rows.slice(1).map((row) => row[0])).toEqual(rows.map((row) => row[first]))
    expect(sheet?.rows[0]?.at(-1)).toBe('状态')
    expect(await auditOf(entity, 'export')).toMatchObject([{ after: { rows: rows.length } }])
  })

  it('is changed, put in order and taken along by those who keep it, and only where it is kept', async () => {
    const id = await save(list, admin, newEntry(list))
    const row = await rowOf(list, id)
    const entry = { ...changed(list, row, {}), requestId: uuidv7() }
    const before = await rowsOf(list, admin)
    for (const [call, input] of [
      [list.calls.save, entry],
      [list.calls.sort, { ids: [id] }],
      [list.calls.sheet, {}],
    ] as const)
      expect((await nurse.refused(call, input)).http).toBe(403)
    const outside = list.calls.save.scope === 'own' ? [stranger, elsewhere] : [stranger]
    for (const other of outside) {
      expect((await rowsOf(list, other)).map((each) => each.id)).not.toContain(id)
      // Its own first, so that nothing of the refused call is kept.
      expect((await other.refused(list.calls.save, { ...entry, requestId: uuidv7() })).code).toBe(404)
      const own = (await rowsOf(list, other))[0]
      expect((await other.refused(list.calls.sort, { ids: [...(own ? [own.id] : []), id] })).code).toBe(404)
    }
    expect(await rowsOf(list, admin)).toEqual(before)
  })
})
