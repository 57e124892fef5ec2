import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract, requestOf, type WireInput } from '@dentin/contract'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, MARKER_B, testApp, type Client } from '../../../test/harness.ts'

type ExportInput = WireInput<typeof contract.patient.export>
const A = fixture.tenants.a
const EVERY: NonNullable<ExportInput['columns']> = [
  'name',
  'medicalNumber',
  'mobile',
  'lastVisit',
  'created',
  'arrears',
]
const app = await testApp()
let director: Client

beforeAll(async () => {
  await app.application.http.listen({ host: '127.0.0.1', port: 0 })
  director = await app.as('director')
})

/** Opens an export as a browser would; the body is the caller's to read. */
async function open(client: Client, input: ExportInput): Promise<IncomingMessage> {
  const { url, body } = requestOf(contract.patient.export, input)
  const sent = request({
    port: (app.application.http.server.address() as AddressInfo).port,
    path: url,
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
  })
  sent.end(JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The sheet of an export with its rows by head. */
async function exported(client: Client, input: ExportInput = {}) {
  const response = await open(client, { columns: EVERY, ...input })
  expect(response.headers['content-type']).toContain('spreadsheetml')
  const [sheet] = (await readXlsx(await bytesOf(response), { readStyles: true })).sheets
  if (!sheet) throw new Error('no sheet')
  const [head = [], ...rows] = sheet.rows
  return {
    sheet,
    head,
    headers: response.headers,
    rows: rows.map((row) => Object.fromEntries(head.map((title, n) => [String(title), row[n] ?? null]))),
  }
}

/** What it takes to make tens of thousands of patients on a machine with other work, in ms; the product has its own limits below. */
const TO_MAKE_MANY = 120_000

/** Made-up patients, straight into the tables: 导出0001 … of one source. */
async function makeMany(mark: string, count: number): Promise<void> {
  await app.sql(
    `with made as (
       insert into patient (tenant_id, id, home_clinic_id, medical_number, name, search, gender, birth_day, mobile, id_type, id_no, source_id, created_name, created_at, updated_at)
       select $1, gen_random_uuid(), $2, $3 || n, $3 || n, lower($3 || n), n % 2, date '1980-01-01' + n % 9000, '138' || lpad(n::text, 8, '0'),
         2, 'E' || $3 || n, $4, '测试', timestamptz '2026-01-01 09:30:00+08' + n * interval '1 second', now()
       from generate_series(1, $5) n returning id), counted as (
       insert into patient_stat (tenant_id, patient_id, visit_count, last_visit_at, arrears_amount)
       select $1, id, 1, timestamptz '2026-11-01 23:30:00+08', 12.5 from made)
     insert into patient_clinic (tenant_id, patient_id, reached_clinic_id, since, arrears_amount)
     select $1, id, $2, timestamptz '2026-11-01 23:30:00+08', 12.5 from made`,
    [A, fixture.clinics.a1, mark, fixture.sources.a, count],
  )
  await app.sql('select app.recount_patients()')
}

const log = () =>
  app.sql<{
    action: string
    entity_id: string
    actor_name: string
    employee_id: string
    created_at: Date
    clinic_id: string
    after: Record<string, unknown>
  }>(
    `select action, entity_id, actor_name, employee_id, created_at, clinic_id, after from audit where entity = 'patient_list' order by id`,
  )

describe('who may export', () => {
  it('S25: the reception has no grant for it, in its resources or by the call', async () => {
    const reception = await app.as('reception')
    const codes = async (client: Client) =>
      (await client.call(contract.identity.resourceList, {}))
        .filter(({ uri }) => uri === '/allTimePatients')
        .map(({ code }) => code)
    expect(await codes(reception)).not.toContain('export')
    expect(await codes(director)).toContain('export')
    expect(await reception.refused(contract.patient.export, { columns: ['name'] })).toMatchObject({ http: 403 })
    const granted = await app.sql<{ code: string }>(
      `select p.code from post_resource r join post p on p.tenant_id = r.tenant_id and p.id = r.post_id
       where r.tenant_id = $1 and r.resource = '/allTimePatients:export' order by p.code`,
      [A],
    )
    expect(granted.map(({ code }) => code)).toEqual(['admin', 'director', 'headquarters'])
    expect(await log()).toEqual([])
  })

  it('posts that were there before have got the grant as the default posts have it', async () => {
    const grants = () =>
      app.sql(
        `select tenant_id, post_id, data_scope from post_resource where resource = '/allTimePatients:export' order by 1, 2`,
      )
    const given = await grants()
    await app.sql(`delete from post_resource where resource = '/allTimePatients:export'`)
    await app.sql(await readFile(new URL('../../../db/migrations/0021_patient_export.sql', import.meta.url), 'utf8'))
    expect(await grants()).toEqual(given)
  })

  it('S25: the director exports once; the log has who, when, the conditions and the rows', async () => {
    const { rows } = await exported(director, { birthMonth: null, gender: 1, sort: 'name', order: 'asc' })
    const entries = await log()
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      action: 'export',
      employee_id: fixture.employees.a1.director,
      clinic_id: fixture.clinics.a1,
      created_at: app.clock.now(),
      after: {
        conditions: { gender: 1, status: 0 },
        sort: 'name',
        order: 'asc',
        rows: rows.length,
        columns: [
          '姓名',
          '性别',
          '年龄',
          '出生日期',
          '病历号',
          '纸质病历号',
          '手机号',
          '最近就诊',
          '建档时间',
          '欠费',
          '证件号',
        ],
      },
    })
    expect(entries[0]?.actor_name).not.toBe('')
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('what stands in the file', () => {
  it('the rows are those of the list, in its order, with typed cells', async () => {
    await makeMany('同列表', 1203)
    const filter = { keyword: '同列表', gender: 1, sort: 'created', order: 'desc' } as const
    const file = await exported(director, { ...filter, columns: [...EVERY, 'name', 'visitCount', 'nextAppointment'] })
    const names: string[] = []
    for (let pageNum = 1; pageNum <= 4; pageNum++) {
      const page = await director.call(contract.patient.list, { ...filter, pageNum, pageSize: 200 })
      names.push(...page.list.map(({ name }) => name))
    }
    expect(names).toHaveLength(602)
    expect(file.rows.map((row) => row.姓名)).toEqual(names)
    const first = file.rows[0] ?? {}
    expect(first).toMatchObject({
      病历号: '同列表1203',
      性别: '女',
      手机号: '13800001203',
      证件号: 'E同列表1203',
      欠费: 12.5,
      就诊次数: 1,
      年龄: 43,
      下次预约: null,
    })
    // Late in the evening of the 1st in Shanghai: still that day.
    expect([first.最近就诊, first.建档时间]).toEqual([
      new Date('2026-11-01T00:00:00Z'),
      new Date('2026-01-01T09:50:03Z'),
    ])
    expect(file.sheet.name).toBe('患者')
    expect(file.sheet.freezePane).toMatchObject({ rows: 1 })
    expect(file.sheet.columns?.every(({ width }) => (width ?? 0) >= 6)).toBe(true)
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toMatch(
      /filename\*=UTF-8''患者列表-\d{8}-\d{4}\.xlsx$/,
    )
  })

  it('numbers are covered, and sums absent, for whoever may not see them', async () => {
    await app.sql(
      `insert into post_resource (tenant_id, post_id, resource, data_scope) values ($1, $2, '/allTimePatients:export', 3)`,
      [A, fixture.posts.a.nurse],
    )
    await app.sql(`update patient set resp_doctor_id = $2 where name = $1`, ['同列表1203', fixture.doctors.a1[0]])
    const nurse = await app.as('nurse')
    const { head, rows } = await exported(nurse, { keyword: '同列表1203', columns: [...EVERY, 'consume'] })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.手机号).toBe('138****1203')
    expect(head).toEqual(['姓名', '性别', '年龄', '出生日期', '病历号', '纸质病历号', '手机号', '最近就诊', '建档时间'])
    expect(await nurse.refused(contract.patient.export, { columns: EVERY, hasArrears: true })).toMatchObject({
      http: 403,
    })
    expect(await nurse.refused(contract.patient.export, { columns: ['arrears'] })).toMatchObject({ code: -123456 })
  })

  it('a post that sees its own patients only exports no others', async () => {
    await app.sql(
      `insert into post_resource (tenant_id, post_id, resource, data_scope) values ($1, $2, '/allTimePatients:export', 3)`,
      [A, fixture.posts.a.consultant],
    )
    await app.sql(`update patient set consultant_id = $2 where tenant_id = $1 and name = '同列表7'`, [
      A,
      fixture.employees.a1.consultant,
    ])
    const { rows } = await exported(await app.as('consultant'), { keyword: '同列表' })
    expect(rows.map((row) => row.姓名)).toEqual(['同列表7'])
  })

  it('nobody of another company is in it', async () => {
    const { rows } = await exported(director, { columns: ['name', 'medicalNumber', 'tags', 'createdName'] })
    const [{ count } = { count: 0 }] = await app.sql<{ count: number }>(
      `select count(*)::int as count from patient where tenant_id = $1 and status = 0`,
      [A],
    )
    expect(rows).toHaveLength(count)
    expect(JSON.stringify(rows)).not.toContain(MARKER_B)
  })

  it('text stays text, whatever it begins with', async () => {
    const nasty = ['=1+1', '+86', '-2+3', '@SUM(A1)', '=HYPERLINK("http://x","y")', '<b>&"\u0001', '\t=1']
    await makeMany('注入', nasty.length)
    for (const [n, text] of nasty.entries())
      await app.sql(`update patient set tags = array[$1] where name = $2`, [text, `注入${n + 1}`])
    const { rows, sheet } = await exported(director, {
      keyword: '注入',
      sort: 'created',
      order: 'asc',
      columns: ['name', 'tags'],
    })
    expect(rows.map((row) => row.标签)).toEqual(nasty)
    for (const cell of sheet.cells?.values() ?? []) expect(cell.formula).toBeUndefined()
  })
})

describe('refusals and ends', () => {
  it('export-empty: nobody in the list, or no column, is refused with -123456 未传入任何内容 and not logged', async () => {
    const before = await log()
    for (const input of [{ columns: EVERY, keyword: '查无此人' }, { columns: [] }, {}]) {
      expect(await director.refused(contract.patient.export, input)).toMatchObject({
        http: 200,
        code: -123456,
        message: '未传入任何内容',
      })
    }
    const wrong = await director.refused(contract.patient.export, { columns: ['secret' as 'name'] })
    expect(wrong).toMatchObject({ http: 400 })
    expect(await log()).toEqual(before)
  })

  it('two at once both come whole', async () => {
    const [one, two] = await Promise.all([
      exported(director, { keyword: '同列表' }),
      exported(director, { keyword: '同列表', order: 'asc', sort: 'created' }),
    ])
    expect([one.rows.length, two.rows.length]).toEqual([1203, 1203])
    expect(two.rows[0]?.姓名).toBe('同列表1')
  })

  it(
    'blob-files, timeout-export: 20 000 patients come as a stream, well within 30 s, without growing the memory',
    async () => {
      await makeMany('多', 20_000)
      const started = performance.now()
      const memory = process.memoryUsage().rss
      let most = memory
      const response = await open(director, { columns: EVERY, keyword: '多' })
      const first = performance.now() - started
      let bytes = 0
      for await (const chunk of response) {
        bytes += (chunk as Buffer).length
        most = Math.max(most, process.memoryUsage().rss)
      }
      const whole = performance.now() - started
      if (process.env.SHOW_FIGURES)
        process.stderr.write(
          `20 000 rows: first byte ${first.toFixed(0)} ms, whole ${whole.toFixed(0)} ms, ${bytes} bytes, rss +${((most - memory) / 2 ** 20).toFixed(0)} MB\n`,
        )
      expect(response.headers['content-length']).toBeUndefined()
      expect(whole).toBeLessThan(30_000)
      expect(most - memory).toBeLessThan(200 * 2 ** 20)
    },
    TO_MAKE_MANY,
  )

  it('one that is broken off is noted as such, with the rows that had gone out', async () => {
    const response = await open(director, { columns: EVERY, keyword: '多' })
    await once(response, 'data')
    response.destroy()
    await expect.poll(async () => (await log()).at(-1), { timeout: 10_000 }).toMatchObject({ action: 'export-broken' })
    const [made, broken] = (await log()).slice(-2)
    expect(made).toMatchObject({ action: 'export', entity_id: broken?.entity_id, after: { rows: 20_000 } })
    expect(Number(broken?.after.rows)).toBeLessThan(20_000)
  })

  it(
    'more than somebody is kept waiting for are for a task',
    async () => {
      await makeMany('再多', 30_001)
      const { config } = app.application.services
      const { EXPORT_DIRECT_ROWS: usual } = config
      Object.assign(config, { EXPORT_DIRECT_ROWS: 50_000 })
      expect(await director.refused(contract.patient.export, { columns: EVERY })).toMatchObject({
        code: 33501,
        message: '这份导出较大，请改用后台导出，完成后会通知您',
      })
      Object.assign(config, { EXPORT_DIRECT_ROWS: usual })
    },
    TO_MAKE_MANY,
  )
})
