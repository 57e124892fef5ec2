import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { allCalls, contract, requestOf, type AnyCall, type WireInput } from '@dentin/contract'
import { exportTaskStates } from '@dentin/contract/export-task'
import { uuidv7 } from '@dentin/kit'
import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { newStorageKey } from '../../platform/files/store.ts'
import { cutAfter } from '../../platform/http/making.ts'
import { uploadFolder } from '../../platform/http/upload.ts'

const { ask, list, cancel, retry, download } = contract.exportTask
const app = await testApp()
const { services } = app.application
const { code } = exportTaskStates
const A = fixture.tenants.a
const A1 = fixture.clinics.a1
const columns: WireInput<typeof contract.patient.export>['columns'] = ['name', 'medicalNumber', 'mobile', 'created']
const input = { columns }
const path = contract.patient.export.path
let director: Client

beforeAll(async () => {
  director = await app.as('director')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await work()
})

/** Does what waits to be made. */
const work = () => services.jobs.drain('exportTask.run')
const rowOf = async (id: string) =>
  (
    await app.sql<{ status: number; problem: string; storage_key: string | null; attempts: number }>(
      'select status, problem, storage_key, attempts from export_task where id = $1',
      [id],
    )
  )[0]
const ownOf = async (client: Client, id: string) => (await client.call(list, {})).find((task) => task.id === id)
const audited = (action: string) =>
  app.sql<{ actor_name: string; account_id: string; session_id: string; clinic_id: string; after: object }>(
    `select actor_name, account_id, session_id, clinic_id, after from audit where action = $1 order by created_at, id`,
    [action],
  )

/** The bytes of a file, or the code of its refusal. */
async function fileOf<C extends AnyCall>(client: Client, call: C, of: WireInput<C>): Promise<Buffer | number> {
  const { url, body } = requestOf(call, of)
  const response = await app.application.http.inject({
    method: call.method as 'POST',
    url,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  expect(response.statusCode).toBeLessThan(500)
  return String(response.headers['content-type']).startsWith('application/json')
    ? response.json<{ code: number }>().code
    : response.rawPayload
}
async function cellsOf(file: Buffer | number) {
  if (typeof file === 'number') throw new Error(`refused: ${file}`)
  return (await readXlsx(file)).sheets.map(({ name, rows }) => ({ name, rows }))
}

describe('which files are exports', () => {
  it('is said of every call that answers with a file; the others are pictures, papers and what lies there as it is', () => {
    const others = allCalls().filter(({ call }) => call.answer === 'file' && !call.exported)
    expect(others.map(({ name }) => name).sort()).toEqual(
      [
        'booking.picture',
        'doctorCase.picture',
        'exportTask.download',
        'membership.invoiceFile',
        'paper.consent',
        'paper.ortho',
        'paper.orthoWear',
        'paper.plan',
        'paper.prescription',
        'paper.record',
        'patient.importErrors',
        'patient.importTemplate',
        'picture.view',
        'provider.reviewPicture',
        'qualification.picture',
        'recordSeal.download',
        'staff.signaturePicture',
        'visit.referralFile',
      ].sort(),
    )
  })

  it('and each of them can be made as a task, or says at once why not', async () => {
    const admin = await app.as('admin')
    const exports = allCalls().filter(({ call }) => call.exported)
    expect(exports.length).toBeGreaterThan(10)
    for (const { name, call } of exports) {
      const answer = await admin.raw('POST', ask.path, { path: call.path, input: {} })
      expect([name, answer.http < 500]).toEqual([name, true])
      const direct = requestOf(call, {} as never)
      const now = await admin.raw(call.method, direct.url, direct.body ?? undefined)
      const said = now.json?.code ?? 0
      expect([name, answer.json?.code]).toEqual([name, said])
      // A person may have so many waiting.
      await work()
    }
    expect((await admin.call(list, {})).filter(({ status }) => status !== code.done)).toEqual([])
  })
})

describe('an export as a task', () => {
  it('is what the direct one is, cell for cell, with one note in the audit, and told to whoever asked', async () => {
    const direct = await cellsOf(await fileOf(director, contract.patient.export, input))
    const before = (await audited('export')).at(-1)
    const asked = await director.call(ask, { path, input })
    expect(asked).toMatchObject({ title: '患者列表', status: code.queued, rowsExpected: direct[0]!.rows.length - 1 })
    expect(asked.fileName).toMatch(/^患者列表-.*\.xlsx$/)
    const notes = (await audited('export')).length
    await work()
    const done = await ownOf(director, asked.id)
    expect(done).toMatchObject({ status: code.done, rowsDone: asked.rowsExpected, problem: '' })
    expect(await cellsOf(await fileOf(director, download, { id: asked.id }))).toEqual(direct)

    const after = await audited('export')
    expect(after.length).toBe(notes + 1)
    expect(after.at(-1)).toMatchObject({ ...before, session_id: before?.session_id })
    expect(await audited('export-download')).toEqual([
      expect.objectContaining({ account_id: before?.account_id, after: { title: '患者列表', file: done?.fileName } }),
    ])
    const [told] = (await director.call(contract.messaging.messages, { category: 'exports' })).list
    expect(told).toMatchObject({ title: '患者列表已导出', link: '/myExports', read: false })
    expect(await readdir(uploadFolder(services.config.dataDir)).catch(() => [])).toEqual([])
  })

  it('is refused at once as the direct one is, and no task comes of it', async () => {
    const count = async () => (await app.sql<{ n: number }>('select count(*)::int as n from export_task'))[0]?.n
    const before = await count()
    const refusal = (of: object) => director.refused(ask, { path, input: of } as never)
    expect(await refusal({ ...input, sort: 'nothing' })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'sort' }] },
    })
    expect(await refusal({ ...input, tenantId: A })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'tenantId' }] },
    })
    expect(await refusal({ ...input, keyword: '没有这样的人' })).toMatchObject({ code: -123456 })
    expect(await director.refused(ask, { path: '/patient-api/v2/central/list', input })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'path', message: '没有这种导出' }] },
    })
    const nurse = await app.as('nurse')
    expect(await nurse.refused(ask, { path, input })).toMatchObject({ http: 403, code: 403 })
    expect(await count()).toBe(before)
  })

  it('is the same one when it is asked for twice; of a clinic two are made at once', async () => {
    const one = await director.call(ask, { path, input })
    const [again, other] = await Promise.all([
      director.call(ask, { path, input: { columns } }),
      director.call(ask, { path, input: { columns: ['name'] } }),
    ])
    expect(again.id).toBe(one.id)
    expect(other.id).not.toBe(one.id)
    const third = await director.call(ask, { path, input: { columns: ['mobile'] } })
    const running = `update export_task set status = 1, run_id = id, heard_at = $2 where id = any($1::uuid[])`
    await app.sql(running, [[one.id, other.id], app.clock.now()])
    await work()
    expect(await ownOf(director, third.id)).toMatchObject({ status: code.queued })
    await director.call(cancel, { id: one.id })
    await work()
    expect(await ownOf(director, third.id)).toMatchObject({ status: code.done })
    await director.call(cancel, { id: other.id })
  })

  it('is made with the rights of the moment at which it is made', async () => {
    const reception = await app.as('reception')
    const post = fixture.posts.a.reception
    const grant = `insert into post_resource (tenant_id, post_id, resource, data_scope) values ($1, $2, '/allTimePatients:export', 3) on conflict do nothing`
    await app.sql(grant, [A, post])
    const takenAway = await reception.call(ask, { path, input })
    await app.sql(`delete from post_resource where post_id = $1 and resource = '/allTimePatients:export'`, [post])
    await work()
    expect(await ownOf(reception, takenAway.id)).toMatchObject({
      status: code.failed,
      problem: '您现在没有这份导出的权限',
    })
    await app.sql(grant, [A, post])
    const gone = await reception.call(retry, { id: takenAway.id })
    const active = `update account_clinic set active = $3 where account_id = $1 and clinic_id = $2`
    await app.sql(active, [fixture.accounts.a1.reception, A1, false])
    await work()
    expect(await rowOf(gone.id)).toMatchObject({ status: code.failed, problem: '您已不在这家门诊工作，或账号已停用' })
    await app.sql(active, [fixture.accounts.a1.reception, A1, true])

    // What the person sees less of by now is not handed out either.
    await reception.call(retry, { id: gone.id })
    await work()
    expect(typeof (await fileOf(reception, download, { id: gone.id }))).toBe('object')
    const [phones] = await app.sql<{ data_scope: number }>(
      `delete from post_resource where post_id = $1 and resource = '/field:phone' returning data_scope`,
      [post],
    )
    expect(phones).toBeDefined()
    expect(await fileOf(reception, download, { id: gone.id })).toBe(33503)
    await app.sql(
      `insert into post_resource (tenant_id, post_id, resource, data_scope) values ($1, $2, '/field:phone', $3)`,
      [A, post, phones?.data_scope],
    )
    await app.sql(`delete from post_resource where post_id = $1 and resource = '/allTimePatients:export'`, [post])
    expect(await fileOf(reception, download, { id: gone.id })).toBe(403)
  })

  it('is nobody else’s: not of a colleague, of another clinic or of another company', async () => {
    const { id } = await director.call(ask, { path, input })
    await work()
    const strangers = [await app.as('admin'), await app.as('director', 'a2'), await app.as('director', 'b1')]
    for (const stranger of strangers) {
      expect(await ownOf(stranger, id)).toBeUndefined()
      for (const call of [cancel, retry]) expect(await stranger.refused(call, { id })).toMatchObject({ code: 404 })
      expect(await fileOf(stranger, download, { id })).toBe(404)
    }
  })

  it('begins anew when its server was killed, and leaves no half file; after three times it is given up', async () => {
    const killed = async (id: string, attempts: number, key: string) => {
      await app.sql(
        `update export_task set status = 1, run_id = $2, attempts = $3, heard_at = $4, storage_key = $5 where id = $1`,
        [id, uuidv7(), attempts, new Date(app.clock.now().getTime() - 16_000), key],
      )
      await services.jobs.runNow('exportTask.run', { tenantId: A, clinicId: A1 })
    }
    const { id } = await director.call(ask, { path, input })
    const left = newStorageKey(A, app.clock.now(), 'application/zip')
    await services.files.put(left, Buffer.from('half a file'), 'application/zip')
    expect(await fileOf(director, download, { id })).toBe(40020)
    const notes = (await audited('export')).length
    await killed(id, 1, left)
    expect(await rowOf(id)).toMatchObject({ status: code.done, attempts: 2, storage_key: null })
    await expect(services.files.get(left)).rejects.toMatchObject({ refusal: 'NOT_FOUND' })
    expect((await audited('export')).length).toBe(notes + 1)

    const again = await director.call(ask, { path, input })
    await killed(again.id, 3, left)
    expect(await rowOf(again.id)).toMatchObject({ status: code.failed })
    expect((await ownOf(director, again.id))?.problem).toContain('多次中断')
    // What the last of them had stored is found later, and is nobody's until then.
    await services.files.put(left, Buffer.from('half a file'), 'application/zip')
    await services.jobs.runNow('exportTask.tidy')
    expect(await rowOf(again.id)).toMatchObject({ storage_key: left })
    app.clock.advance(60)
    await services.jobs.runNow('exportTask.tidy')
    expect(await rowOf(again.id)).toMatchObject({ storage_key: null })
    await expect(services.files.get(left)).rejects.toMatchObject({ refusal: 'NOT_FOUND' })
    app.clock.advance(-60)
  })

  it('stops when it is cancelled in the middle, and nothing of it is left', async () => {
    const { id } = await director.call(ask, { path, input })
    const kept: string[] = []
    const put = services.files.put.bind(services.files)
    vi.spyOn(services.files, 'put').mockImplementation(async (key, source, type) => {
      await put(key, source, type)
      kept.push(key)
      await director.call(cancel, { id })
    })
    const notes = (await audited('export')).length
    await work()
    expect(await rowOf(id)).toMatchObject({ status: code.cancelled, problem: '' })
    expect(kept).toHaveLength(1)
    await expect(services.files.get(kept[0] as string)).rejects.toMatchObject({ refusal: 'NOT_FOUND' })
    expect((await audited('export')).length).toBe(notes)
  })

  it('fails with a sentence when the disk is full or the store fails, and may be tried again', async () => {
    const { id } = await director.call(ask, { path, input })
    const failing = vi.spyOn(services.files, 'put')
    failing.mockRejectedValueOnce(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    await work()
    expect(await ownOf(director, id)).toMatchObject({
      status: code.failed,
      problem: expect.stringContaining('磁盘已满'),
    })
    failing.mockRejectedValueOnce(new Error('the store is away'))
    await director.call(retry, { id })
    await work()
    expect(await ownOf(director, id)).toMatchObject({ status: code.failed, problem: expect.stringContaining('请重试') })
    const [told] = (await director.call(contract.messaging.messages, { category: 'exports' })).list
    expect(told?.title).toBe('患者列表没有导出')
    await director.call(retry, { id })
    await work()
    expect(await ownOf(director, id)).toMatchObject({ status: code.done, problem: '' })
  })

  it('is kept for seven days, then its file is taken away; what became of it is forgotten after a month', async () => {
    const at = app.clock.now()
    const { id } = await director.call(ask, { path, input })
    await work()
    const [{ key } = { key: '' }] = await app.sql<{ key: string }>(
      'select f.storage_key as key from export_task t join file_object f on f.id = t.file_id where t.id = $1',
      [id],
    )
    app.clock.advance(7 * 24 * 60 - 1)
    await services.jobs.runNow('exportTask.tidy')
    expect(typeof (await fileOf(director, download, { id }))).toBe('object')
    app.clock.advance(1)
    // Its time is over, whether somebody has tidied up or not.
    expect(await fileOf(director, download, { id })).toBe(40020)
    await services.jobs.runNow('exportTask.tidy')
    expect(await ownOf(director, id)).toMatchObject({ status: code.expired })
    await expect(services.files.get(key)).rejects.toMatchObject({ refusal: 'NOT_FOUND' })
    expect(await director.call(retry, { id })).toMatchObject({ status: code.queued, expiresAt: null })
    await director.call(cancel, { id })
    app.clock.advance(31 * 24 * 60)
    const later = await app.as('director')
    await services.jobs.runNow('exportTask.tidy')
    expect(await ownOf(later, id)).toBeUndefined()
    app.clock.set(at)
  })
})

describe('a direct export', () => {
  it('whose bytes have not all gone out in time is cut, and says that it takes long', async () => {
    async function* slowly() {
      yield 'a'
      await new Promise((resolve) => setTimeout(resolve, 5_000).unref())
      yield 'b'
    }
    const { stream } = cutAfter({ name: 'a', type: 'b', stream: Readable.from(slowly()) }, 20)
    const read = async () => {
      for await (const chunk of stream as Readable) expect(chunk).toBe('a')
    }
    await expect(read()).rejects.toMatchObject({ refusal: 'EXPORT_TAKES_LONG' })
  })

  it('of more rows than somebody is kept waiting for says that it takes long; as a task it is made', async () => {
    const { EXPORT_DIRECT_ROWS: usual } = services.config
    Object.assign(services.config, { EXPORT_DIRECT_ROWS: 1 })
    try {
      expect(await fileOf(director, contract.patient.export, input)).toBe(33501)
      const { id } = await director.call(ask, { path, input })
      await work()
      expect(await ownOf(director, id)).toMatchObject({ status: code.done })
    } finally {
      Object.assign(services.config, { EXPORT_DIRECT_ROWS: usual })
    }
    expect(typeof (await fileOf(director, contract.patient.export, input))).toBe('object')
  })

  it('of more rows than any export has is refused with their number, at once and as a task', async () => {
    const { EXPORT_MOST_ROWS: usual } = services.config
    Object.assign(services.config, { EXPORT_MOST_ROWS: 1 })
    const days = { door: 'analysisData', by: 'day', from: '2026-09-01', to: '2026-09-03' } as const
    const refusal = { code: 33504, message: '一次最多导出 1 行，请缩小范围后再导出' }
    try {
      expect(await director.refused(contract.patient.export, input)).toMatchObject(refusal)
      expect(await director.refused(ask, { path, input })).toMatchObject(refusal)
      expect(await director.refused(contract.report.exportSheet, days)).toMatchObject(refusal)
    } finally {
      Object.assign(services.config, { EXPORT_MOST_ROWS: usual })
    }
  })
})
