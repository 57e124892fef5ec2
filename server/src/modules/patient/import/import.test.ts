import { contract, type WireInput, type WireOutput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fileForm, sheetOfPatients } from '../../../../test/forms.ts'
import { fixture, testApp, type Client, type Refused } from '../../../../test/harness.ts'
import { CONTENT_TYPES, zipEntry, zipOf } from '../../../../test/zip.ts'
import { runCheck } from './check-job.ts'
import { runImport } from './run.ts'

const { patient: calls, clinic } = contract
type Import = WireOutput<typeof calls.importUpload>
type Cell = string | number | boolean | Date | null

const app = await testApp()
let director: Client
let desk: Client
beforeAll(async () => {
  director = await app.as('director')
  desk = await app.as('reception')
})
beforeEach(async () => {
  await app.sql('delete from patient_import_row')
  await app.sql('delete from patient_import')
})

const HEAD = ['姓名', '性别', '手机号', '来源']
const SOURCE = '自然到店'
let serial = 0
const phone = () => {
  serial += 1
  return `134${String(serial).padStart(8, '0')}`
}
const sheet = (rows: Cell[][], head: Cell[] = HEAD) => sheetOfPatients(head, rows)
async function send(
  file: Buffer,
  who = director,
  name = '老系统.xlsx',
  { path = calls.importUpload.path, columns }: { path?: string; columns?: string } = {},
) {
  const { payload, headers } = fileForm(file, name, columns === undefined ? {} : { columns })
  const answer = await app.application.http.inject({
    method: 'POST',
    url: path,
    headers: { ...headers, authorization: `Bearer ${who.token ?? ''}` },
    payload,
  })
  const json = JSON.parse(answer.body) as { code: number; message: string; data: Import }
  return { http: answer.statusCode, ...json }
}
/** Uploads and, as the job does, checks. */
async function sent(file: Buffer): Promise<Import> {
  const { code, message, data } = await send(file)
  if (code !== 0) throw new Error(message)
  expect(data.status).toBe(6)
  await app.application.services.jobs.drain('patient.import-check')
  return state(data.id)
}
const uploaded = async (rows: Cell[][], head?: Cell[]) => sent(await sheet(rows, head))
type Kind = NonNullable<WireInput<typeof calls.importRows>['kind']>
const rowsOf = async (id: string, kind: Kind = 'all', who = director) =>
  (await who.call(calls.importRows, { id, kind, pageSize: 200 })).list
const choose = (id: string, choice: 'skip' | 'create', rows: number[] | null = null) =>
  director.call(calls.importChoose, { id, choice, rows })
const run = (id: string, more: Partial<WireInput<typeof calls.importRun>> = {}) =>
  director.call(calls.importRun, { id, requestId: uuidv7(), ...more })
const work = () => app.application.services.jobs.drain('patient.import')
const state = (id: string): Promise<Import> => director.call(calls.importDetail, { id })
const patients = async () =>
  (await app.sql<{ n: number }>('select count(*)::int as n from patient where tenant_id = $1', [fixture.tenants.a]))[0]
    ?.n
const download = async (url: string) => {
  const answer = await app.application.http.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${director.token ?? ''}` },
  })
  expect(answer.statusCode).toBe(200)
  return readXlsx(answer.rawPayload)
}

describe('patients out of a sheet', () => {
  it('patient-import: are checked row by row, written as one, and found in a group of their own', async () => {
    const before = await patients()
    const bad = await uploaded([
      ['陆一鸣', '男', phone(), SOURCE],
      ['', '女', phone(), SOURCE],
      ['陆三思', '中', '12345', '火星'],
    ])
    expect(bad).toMatchObject({ status: 1, total: 3, good: 1, bad: 2, doubtful: 0, rowsKept: true })
    expect(await rowsOf(bad.id, 'bad')).toMatchObject([
      { rowNo: 3, problems: [{ column: '姓名', message: '请填写姓名' }] },
      {
        rowNo: 4,
        problems: [
          { column: '性别', message: '应为男、女、未知' },
          { column: '手机号', message: '手机号应为11位手机号' },
          { column: '来源', message: '没有“火星”这个来源，或已停用' },
        ],
      },
    ])
    expect(await director.refused(calls.importRun, { id: bad.id, requestId: uuidv7() })).toMatchObject({
      code: 22033,
      message: '还有 2 行有误，请改好后重新上传',
    })
    expect(await patients()).toBe(before)

    const mobile = phone()
    const good = await uploaded([
      ['陆一鸣', '男', phone(), SOURCE],
      ['陆二娃', '女', mobile, SOURCE],
    ])
    expect(good).toMatchObject({ good: 2, bad: 0, doubtful: 0 })
    expect(await run(good.id)).toMatchObject({ status: 2 })
    expect(await work()).toBe(1)
    const done = await state(good.id)
    expect(done).toMatchObject({ status: 3, written: 2, groupName: '导入2026-11-20' })
    const list = await desk.call(calls.list, { groupIds: [done.groupId ?? ''] })
    expect(list.list.map(({ name }) => name).sort()).toEqual(['陆一鸣', '陆二娃'].sort())
    const [child] = await desk.call(calls.search, { keyword: mobile })
    expect(child).toMatchObject({ name: '陆二娃' })
    const log = await app.sql(
      `select entity, actor_name from audit where entity_id = $1 or entity_id = $2 order by entity`,
      [good.id, child?.id],
    )
    expect(log.map((row) => (row as { entity: string }).entity)).toEqual([
      'patient',
      'patient_import',
      'patient_import',
    ])
    expect(await patients()).toBe((before ?? 0) + 2)
    // The second one of the day has a name of its own.
    const second = await uploaded([['陆四方', '男', phone(), SOURCE]])
    await run(second.id)
    await work()
    expect((await state(second.id)).groupName).toBe('导入11-20 第2次')
  })

  it('reads what people write: heads with stars, days in many forms, numbers for phones, words for choices', async () => {
    const head = [
      '姓名 *',
      '性别*',
      '手机号',
      '来源 *',
      '出生日期',
      '年龄',
      '证件号',
      '过敏史',
      '系统病史',
      '标签',
      '婚姻状况',
      '没有手机号的原因',
      '爱好',
    ]
    const made = await uploaded(
      [
        ['示例：张晓雯', '女', '13800000000', SOURCE],
        [
          '白一',
          '男性',
          13_900_001_111,
          SOURCE,
          new Date('1990-01-02'),
          null,
          null,
          '否认',
          '高血压、糖尿病',
          '种植，正畸',
          '已婚',
          null,
          '钓鱼',
        ],
        ['白二', '女', phone(), SOURCE, 32_874, null, null, '青霉素'],
        ['白三', '女', phone(), SOURCE, '1990/1/2'],
        ['白四', '女', phone(), SOURCE, '1990年1月2日'],
        ['白五', null, phone(), SOURCE, null, null, '11010519491231002X'],
        ['白六', '未知', null, SOURCE, '19900102', null, null, null, null, null, null, '老人，无手机'],
        ['白七', '女', phone(), SOURCE, null, 34],
        [null, null, null, null],
      ],
      head,
    )
    expect(await rowsOf(made.id, 'bad')).toEqual([])
    expect(made).toMatchObject({ total: 7, good: 7, ignored: ['爱好'] })
    await run(made.id)
    await work()
    const rows = await app.sql<Record<string, unknown>>(
      `select name, gender, birth_day::text as born, birth_year_estimated as guessed, mobile, allergy_flag as allergy, systemic_diseases as diseases,
         tags, marital from patient where name like '白_' order by created_at, id`,
    )
    const by = (name: string) => rows.find((row) => row.name === name)
    expect(by('白一')).toMatchObject({
      gender: 0,
      born: '1990-01-02',
      mobile: '13900001111',
      allergy: 0,
      diseases: ['高血压', '糖尿病'],
      tags: ['种植', '正畸'],
      marital: 2,
    })
    expect(by('白二')).toMatchObject({ born: '1990-01-01', allergy: 1 })
    expect(by('白三')?.born).toBe('1990-01-02')
    expect(by('白四')?.born).toBe('1990-01-02')
    expect(by('白五')).toMatchObject({ gender: 1, born: '1949-12-31' })
    expect(by('白六')).toMatchObject({ gender: 2, mobile: null, born: '1990-01-02' })
    expect(by('白七')).toMatchObject({ guessed: true })
  })

  it('says of each cell why it can’t be read: lost digits, formulas, impossible days, unknown people', async () => {
    const head = [...HEAD, '证件号', '出生日期', '责任医生', '年龄', '病历号']
    const file = Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: '患者',
            rows: [
              head,
              ['甲一', '男', phone(), SOURCE, 330_106_199_203_140_030],
              ['甲二', '男', phone(), SOURCE, null, '1990-02-30'],
              ['甲三', '男', phone(), SOURCE, null, '2030-01-01', '没这人', '三十'],
              ['甲四', '男', phone(), SOURCE, '330106199203140028'],
              ['#N/A', '男', phone(), SOURCE],
              ['甲六', null, phone(), SOURCE, null, null, null, null, '旧 号'],
            ],
            cells: new Map([['6,1', { value: null, formula: 'A1' }]]),
          },
        ],
      }),
    )
    const data = await sent(file)
    const found = await rowsOf(data.id, 'bad')
    const said = (rowNo: number) =>
      found.find((row) => row.rowNo === rowNo)?.problems.map(({ column, message }) => `${column}：${message}`)
    expect(said(2)).toEqual(['证件号：被表格当成了数字，后几位已不准，请把这一列设为文本后重新填写'])
    expect(said(3)?.[0]).toMatch(/^出生日期：/)
    expect(said(4)).toEqual(['年龄：年龄应为整岁，如 34；婴儿可写 8个月、12天', '责任医生：本门诊没有在职员工“没这人”'])
    expect(said(5)?.[0]).toMatch(/^证件号：/)
    expect(said(6)).toContain('姓名：公式出错，请改成文字')
    expect(said(7)).toEqual(['性别：是没有结果的公式，请改成文字', '病历号：病历号只能是 20 位以内的字母、数字和横线'])
  })

  it('tells files that may be there already, in the file and before it; the same document stops', async () => {
    const [taken, home] = [phone(), phone()]
    const known = await desk.call(calls.create, {
      name: '江小白',
      gender: 0,
      birthDay: '1988-08-08',
      mobile: taken,
      idType: 1,
      idNo: null,
      sourceId: fixture.sources.a,
      requestId: uuidv7(),
    })
    await app.sql(`update patient set id_type = 2, id_no = 'E12345678' where id = $1`, [known.id])
    await app.sql(`update patient set paper_number = 'P-1' where id = $1`, [known.id])
    const head = [...HEAD, '出生日期', '证件类型', '证件号', '病历号', '旧病历号']
    const made = await uploaded(
      [
        ['江小白', '男', taken, SOURCE],
        ['江小白', '男', phone(), SOURCE, '1988-08-08'],
        ['江妈妈', '女', taken, SOURCE],
        ['江护照', '男', phone(), SOURCE, null, '护照', 'E12345678'],
        ['江旧号', '男', phone(), SOURCE, null, null, null, known.medicalNumber],
        ['江家大', '男', home, SOURCE],
        ['江家小', '女', home, SOURCE],
        ['江家大', '男', home, SOURCE],
        ['江双一', '男', phone(), SOURCE, null, '护照', 'G7654321'],
        ['江双二', '男', phone(), SOURCE, null, '护照', 'G7654321'],
        ['江纸一', '男', phone(), SOURCE, null, null, null, null, 'P-1'],
        ['江纸二', '男', phone(), SOURCE, null, null, null, null, 'P-2'],
        ['江纸三', '男', phone(), SOURCE, null, null, null, null, 'P-2'],
      ],
      head,
    )
    const found = await rowsOf(made.id)
    const at = (rowNo: number) => found.find((row) => row.rowNo === rowNo)
    expect(at(2)?.doubts).toMatchObject([
      { level: 'medium', reason: `与已有档案 江小白（病历号 ${known.medicalNumber}）姓名和手机号相同` },
    ])
    expect(at(3)?.doubts).toMatchObject([{ level: 'medium' }])
    expect(at(4)?.doubts.map(({ level }) => level)).toEqual(['weak', 'weak'])
    expect(at(5)?.problems[0]?.message).toMatch(/^该证件号已建档：江小白/)
    expect(at(6)?.problems[0]?.message).toBe('病历号已被使用：江小白')
    expect(at(7)?.kind).toBe(1)
    expect(at(8)?.doubts).toMatchObject([{ level: 'weak', reason: '与第 7 行手机号相同' }])
    expect(at(9)?.doubts).toMatchObject([{ level: 'medium', reason: '与第 7 行姓名和手机号相同' }])
    expect(at(11)?.problems).toEqual([{ column: '证件号', message: '与第 10 行的证件号相同' }])
    expect(at(12)?.problems).toEqual([{ column: '纸质病历号', message: '纸质病历号已被使用：江小白' }])
    expect(at(13)?.kind).toBe(1)
    expect(at(14)?.problems).toEqual([{ column: '纸质病历号', message: '与第 13 行的纸质病历号相同' }])
    expect(made).toMatchObject({ bad: 5, doubtful: 5 })

    // Nothing is done of itself.
    const rows: Cell[][] = [
      ['江妈妈', '女', taken, SOURCE],
      ['江新人', '女', phone(), SOURCE],
    ]
    const skipping = await uploaded(rows)
    expect(await director.refused(calls.importRun, { id: skipping.id, requestId: uuidv7() })).toMatchObject({
      code: 22035,
      message: '还有 1 行疑似重复没有决定',
    })
    await choose(skipping.id, 'skip')
    await run(skipping.id)
    await work()
    expect(await state(skipping.id)).toMatchObject({ status: 3, written: 1 })
    const creating = await uploaded([rows[0] as Cell[]])
    await choose(creating.id, 'skip')
    expect(await director.refused(calls.importRun, { id: creating.id, requestId: uuidv7() })).toMatchObject({
      code: 22034,
    })
    await choose(creating.id, 'create')
    await run(creating.id)
    await work()
    expect(await state(creating.id)).toMatchObject({ status: 3, written: 1 })
  })

  it('keeps old medical numbers and numbers the others on', async () => {
    const made = await uploaded(
      [
        ['号一', '男', phone(), SOURCE, 'LK-00017'],
        ['号二', '男', phone(), SOURCE, null],
      ],
      [...HEAD, '病历号'],
    )
    await run(made.id)
    await work()
    const numbers = await app.sql<{ n: string }>(
      `select medical_number as n from patient where name like '号_' order by name`,
    )
    expect(numbers[0]?.n).toBe('LK-00017')
    expect(numbers[1]?.n).toMatch(/^2026\d{4}$/)
    expect((await desk.call(calls.search, { keyword: 'LK-00017' }))[0]?.name).toBe('号一')
  })

  it('asks for what the clinic asks for, as far as the sheet has a column for it', async () => {
    const config = await director.call(clinic.clinicConfig, {})
    await director.call(clinic.saveClinicConfig, { ...config, patientRequired: ['occupation', 'consentOn'] } as never)
    const made = await uploaded([['职业无', '男', phone(), SOURCE]])
    expect(await rowsOf(made.id, 'bad')).toMatchObject([
      { problems: [{ column: '职业', message: '请填写职业，本门诊建档时必填' }] },
    ])
    const { sheets } = await download(calls.importTemplate.path)
    expect(sheets[0]?.rows[0]).toContain('职业 *')
    const now = await director.call(clinic.clinicConfig, {})
    await director.call(clinic.saveClinicConfig, { ...now, patientRequired: [] } as never)
  })
})

describe('what other programs write', () => {
  it('is known by its usual heads, and rows that are wrong may be left out and come back as a file', async () => {
    const good = phone()
    const made = await uploaded(
      [
        ['骆一', '男', good, SOURCE, '艾草过敏'],
        ['骆二', '男', '123', SOURCE, ''],
      ],
      ['患者姓名', '性别', '联系电话', '患者来源', '药物过敏'],
    )
    expect(made).toMatchObject({ total: 2, good: 1, bad: 1, ignored: [] })
    expect(await director.refused(calls.importRun, { id: made.id, requestId: uuidv7() })).toMatchObject({ code: 22033 })
    await director.call(calls.importRun, { id: made.id, leaveBad: true, requestId: uuidv7() })
    await app.application.services.jobs.drain('patient.import')
    expect(await state(made.id)).toMatchObject({ status: 3, written: 1, bad: 1, rowsKept: true })
    expect(await app.sql('select name from patient where mobile = $1', [good])).toEqual([{ name: '骆一' }])
    expect(await app.sql(`select 1 from patient where name = '骆二'`)).toEqual([])
    const { sheets } = await download(calls.importErrors.path.replace('{id}', made.id))
    expect(sheets[0]?.rows.map((row) => row[1])).toEqual(['姓名', '骆二'])
  })

  describe('under heads that nobody knows', () => {
    const HEADS = ['客户', '男女', '电话', '怎么来的', '微信昵称', '手机号码']
    const rowsBy = (mobile: string): Cell[][] => [['骆三', '女', '0571-88886666', SOURCE, '小骆', mobile]]
    const withColumns = async (file: Buffer, columns?: string) =>
      send(file, director, '别家软件.xlsx', columns === undefined ? {} : { columns })

    it('shows every column with what is in it and what it is taken for, and keeps nothing', async () => {
      const file = await sheet(rowsBy('13400009999'), HEADS)
      const { code, data } = await send(file, director, '别家软件.xlsx', { path: calls.importHeads.path })
      expect(code).toBe(0)
      const heads = data as unknown as WireOutput<typeof calls.importHeads>
      expect(heads.columns).toEqual([
        { title: '客户', samples: ['骆三'], readAs: null },
        { title: '男女', samples: ['女'], readAs: null },
        { title: '电话', samples: ['0571-88886666'], readAs: '手机号' },
        { title: '怎么来的', samples: [SOURCE], readAs: null },
        { title: '微信昵称', samples: ['小骆'], readAs: null },
        // A second column of the same kind is left to the person.
        { title: '手机号码', samples: ['13400009999'], readAs: null },
      ])
      expect(heads.fields.filter(({ isRequired }) => isRequired).map(({ title }) => title)).toEqual([
        '姓名',
        '性别',
        '手机号',
        '来源',
      ])
      expect(heads.total).toBe(1)
      expect(await director.call(calls.importLatest, {})).toEqual([])
    })

    it('is read as a person says', async () => {
      const mobile = phone()
      const file = await sheet(rowsBy(mobile), HEADS)
      expect(await withColumns(file)).toMatchObject({ code: 22030 })
      const { data } = await withColumns(file, '姓名,性别,固定电话,来源,,手机号')
      await app.application.services.jobs.drain('patient.import-check')
      expect(await state(data.id)).toMatchObject({ total: 1, good: 1, bad: 0, ignored: ['微信昵称'] })
      await run(data.id)
      await work()
      expect(await app.sql('select name, gender, tel from patient where mobile = $1', [mobile])).toEqual([
        { name: '骆三', gender: 1, tel: '0571-88886666' },
      ])
    })

    it('is refused in words when what is said does not fit', async () => {
      const file = await sheet(rowsBy(phone()), HEADS)
      for (const [columns, message] of [
        ['姓名,性别,固定电话,来源', '表格的列与选定的不一致，请重新选择文件'],
        ['姓名,性别,固定电话,来源,血型,手机号', '没有“血型”这一项'],
        ['姓名,性别,手机号,来源,,手机号', '“手机号”有两列，请只留一列'],
        ['姓名,性别,固定电话,来源,,', '缺少列：手机号。请下载模板填写'],
        ['x'.repeat(2001), '列太多了'],
      ])
        expect(await withColumns(file, columns)).toMatchObject({ message })
      expect(await director.call(calls.importLatest, {})).toEqual([])
      expect(await send(file, desk, 'x.xlsx', { path: calls.importHeads.path })).toMatchObject({ http: 403 })
    })
  })
})

describe('a row that may have a file already', () => {
  const born = '1971-05-05'
  const known = async (name: string, mobile: string) =>
    desk.call(calls.create, {
      name,
      gender: 1,
      birthDay: born,
      mobile,
      sourceId: fixture.sources.a,
      requestId: uuidv7(),
    })

  it('is decided by itself: some are left out, some opened; what was decided stays on the server', async () => {
    const [one, two, three] = [phone(), phone(), phone()]
    const file = await known('邱一', one)
    await known('邱二', two)
    await known('邱三', three)
    const made = await uploaded([
      ['邱一', '女', one, SOURCE],
      ['邱二之女', '女', two, SOURCE],
      ['邱三', '女', three, SOURCE],
      ['邱新', '女', phone(), SOURCE],
    ])
    expect(made).toMatchObject({ good: 1, doubtful: 3, creating: 0, skipping: 0, toWrite: 1 })
    const rows = await rowsOf(made.id, 'doubtful')
    expect(rows[0]).toMatchObject({ choice: null, doubts: [{ patientId: file.id }] })

    expect(await choose(made.id, 'skip', [2])).toMatchObject({ creating: 0, skipping: 1, toWrite: 1 })
    expect(await choose(made.id, 'create', [3])).toMatchObject({ creating: 1, skipping: 1, toWrite: 2 })
    expect((await rowsOf(made.id, 'undecided')).map(({ rowNo }) => rowNo)).toEqual([4])
    const page = await director.call(calls.importRows, { id: made.id, kind: 'undecided', pageSize: 1 })
    expect(page).toMatchObject({ total: 1, list: [{ rowNo: 4 }] })
    expect((await director.refused(calls.importRun, { id: made.id, requestId: uuidv7() })).code).toBe(22035)
    // A change of mind, and all at once.
    expect(await choose(made.id, 'create', [2, 4])).toMatchObject({ creating: 3, skipping: 0 })
    expect(await choose(made.id, 'skip')).toMatchObject({ creating: 0, skipping: 3, toWrite: 1 })
    expect(await choose(made.id, 'create', [3])).toMatchObject({ creating: 1, skipping: 2, toWrite: 2 })
    // Looked at again without anything new: nobody has to decide twice.
    await director.call(calls.importCheck, { id: made.id })
    await app.application.services.jobs.drain('patient.import-check')
    expect(await state(made.id)).toMatchObject({ status: 1, creating: 1, skipping: 2 })

    const before = await patients()
    await run(made.id)
    await work()
    expect(await state(made.id)).toMatchObject({ status: 3, written: 2 })
    expect(await patients()).toBe((before ?? 0) + 2)
    expect((await desk.call(calls.search, { keyword: two })).map(({ name }) => name).sort()).toEqual(
      ['邱二', '邱二之女'].sort(),
    )
    expect((await desk.call(calls.search, { keyword: one })).map(({ name }) => name)).toEqual(['邱一'])
    expect((await director.refused(calls.importChoose, { id: made.id, choice: 'skip' })).code).toBe(22032)
  })

  it('has to be decided again when another file turns up, and a file beyond one’s reach is only named', async () => {
    const mobile = phone()
    const mother = await known('方母', mobile)
    const made = await uploaded([['方女', '女', mobile, SOURCE]])
    await choose(made.id, 'create')
    const father = await desk.call(calls.create, {
      name: '方父',
      gender: 0,
      mobile,
      acceptDuplicates: true,
      sourceId: fixture.sources.a,
      requestId: uuidv7(),
    })
    const before = await patients()
    await run(made.id)
    await work()
    expect(await state(made.id)).toMatchObject({
      status: 1,
      creating: 0,
      skipping: 0,
      problem: '检查之后档案有了变化，1 行要重新核对',
    })
    expect(await patients()).toBe(before)
    const doubts = async () => (await rowsOf(made.id, 'doubtful'))[0]?.doubts.map(({ patientId }) => patientId)
    expect((await doubts())?.sort()).toEqual([mother.id, father.id].sort())
    // Whoever sees only the own patients is told of the others, and can't open them.
    const reach = (scope: number) =>
      app.sql<{ scope: number }>(
        `update post_resource r set data_scope = $2 from post_resource old
         where r.resource = '/allTimePatients:view' and (old.tenant_id, old.post_id, old.resource) = (r.tenant_id, r.post_id, r.resource)
           and r.post_id in (select post_id from employee_post where employee_id = $1) returning old.data_scope as scope`,
        [fixture.employees.a1.director, scope],
      )
    const [was] = await reach(1)
    expect(await doubts()).toEqual([null, null])
    await reach(was?.scope ?? 3)
    expect(await doubts()).not.toEqual([null, null])
  })

  it('refuses rows that are none of these, bad words and strangers', async () => {
    const mobile = phone()
    await known('白双', mobile)
    const made = await uploaded([
      ['白双', '女', mobile, SOURCE],
      ['白单', '女', phone(), SOURCE],
    ])
    for (const rows of [[3], [2, 3], [99]])
      expect(await director.refused(calls.importChoose, { id: made.id, choice: 'skip', rows })).toMatchObject({
        http: 400,
        data: { fields: [{ field: 'rows', message: '所选的行里有不是疑似重复的，请刷新后再选' }] },
      })
    expect(await state(made.id)).toMatchObject({ creating: 0, skipping: 0 })
    for (const rows of [[], [0], Array.from({ length: 201 }, (_, n) => n + 1)])
      expect((await director.refused(calls.importChoose, { id: made.id, choice: 'skip', rows })).http).toBe(400)
    expect((await director.refused(calls.importChoose, { id: made.id, choice: 'maybe' as never })).http).toBe(400)
    expect((await desk.refused(calls.importChoose, { id: made.id, choice: 'skip' })).http).toBe(403)
    expect((await desk.refused(calls.importCheck, { id: made.id })).http).toBe(403)
    for (const other of [await app.as('director', 'a2'), await app.as('director', 'b1')]) {
      expect((await other.refused(calls.importChoose, { id: made.id, choice: 'skip' })).http).toBe(404)
      expect((await other.refused(calls.importCheck, { id: made.id })).http).toBe(404)
    }
    const clean = await uploaded([['白净', '女', phone(), SOURCE]])
    expect((await director.refused(calls.importChoose, { id: clean.id, choice: 'skip' })).code).toBe(22034)
  })
})

describe('a check', () => {
  it('is no part of the upload, tells how far it is, and is gone on with when the server comes back', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => [`查${String.fromCharCode(0x4e00 + n)}`, '男', phone(), SOURCE])
    const { data } = await send(await sheet(rows))
    expect(data).toMatchObject({ status: 6, total: 600, looked: 0, good: 0, bad: 0, doubtful: 0 })
    expect((await rowsOf(data.id)).length).toBe(0)
    for (const refused of [
      director.refused(calls.importRun, { id: data.id, requestId: uuidv7() }),
      director.refused(calls.importChoose, { id: data.id, choice: 'skip' }),
      director.refused(calls.importDiscard, { id: data.id }),
    ])
      expect((await refused).code).toBe(22032)
    const { services } = app.application
    const seen: number[] = []
    const real = services.database.withTenant.bind(services.database)
    const spy = vi.spyOn(services.database, 'withTenant').mockImplementation(async (tenant, scope, then, actor) => {
      const value = await real(tenant, scope, then, actor)
      if (scope !== 'all') seen.push((await state(data.id)).looked)
      return value
    })
    await services.jobs.runNow('patient.import-check')
    spy.mockRestore()
    expect(seen.length).toBeGreaterThan(2)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.some((looked) => looked > 0 && looked < 600)).toBe(true)
    expect(await state(data.id)).toMatchObject({ status: 1, looked: 600, good: 600 })
    // Once more, and by two at once: nothing changes.
    const context = { signal: new AbortController().signal, log: services.log }
    await director.call(calls.importCheck, { id: data.id })
    await Promise.all([1, 2].map(() => runCheck(services, fixture.tenants.a, data.id, context)))
    expect(await state(data.id)).toMatchObject({ status: 1, good: 600, bad: 0, doubtful: 0 })
  })

  it('that breaks off says why, keeps the rows, and can be tried again or put aside', async () => {
    const { data } = await send(await sheet([['断检查', '男', phone(), SOURCE]]))
    const { jobs } = app.application.services
    // Something that nobody thought of: what was read can't be read again.
    await app.sql('alter table patient_import_row rename column cells to cells_away')
    await jobs.drain('patient.import-check')
    expect(await state(data.id)).toMatchObject({ status: 7, looked: 0, good: 0, rowsKept: true })
    expect((await state(data.id)).problem).toMatch(/^检查没有完成：系统出现错误/)
    expect((await director.refused(calls.importRun, { id: data.id, requestId: uuidv7() })).code).toBe(22032)
    await app.sql('alter table patient_import_row rename column cells_away to cells')
    expect(await director.call(calls.importCheck, { id: data.id })).toMatchObject({ status: 6, problem: '' })
    await jobs.drain('patient.import-check')
    expect(await state(data.id)).toMatchObject({ status: 1, good: 1 })
    await app.sql(`update patient_import set status = 7, good = 0 where id = $1`, [data.id])
    expect(await director.call(calls.importDiscard, { id: data.id })).toMatchObject({ status: 5, rowsKept: false })
    expect((await director.refused(calls.importCheck, { id: data.id })).code).toBe(22032)
  })
})

describe('a run', () => {
  it('writes all or nothing, and again nothing twice', async () => {
    const before = await patients()
    const made = await uploaded(
      Array.from({ length: 30 }, (_, n) => [`全有${String.fromCharCode(0x4e00 + n)}`, '男', phone(), SOURCE]),
    )
    await run(made.id)
    // Cut off in the middle: nothing is there, and the import still waits for its turn.
    const abort = new AbortController()
    abort.abort()
    const { services } = app.application
    await expect(
      runImport(services, fixture.tenants.a, made.id, { signal: abort.signal, log: services.log }),
    ).rejects.toThrow()
    expect(await patients()).toBe(before)
    expect((await state(made.id)).status).toBe(2)
    // Two at once, and the one in the queue.
    const context = { signal: new AbortController().signal, log: services.log }
    await Promise.all([1, 2].map(() => runImport(services, fixture.tenants.a, made.id, context)))
    await work()
    expect(await patients()).toBe((before ?? 0) + 30)
    expect(await state(made.id)).toMatchObject({ status: 3, written: 30 })
    expect(await director.refused(calls.importRun, { id: made.id, requestId: uuidv7() })).toMatchObject({ code: 22032 })
    expect(await director.refused(calls.importDiscard, { id: made.id })).toMatchObject({ code: 22032 })
  })

  it('goes on when the server comes back', async () => {
    const made = await uploaded([['重启后', '女', phone(), SOURCE]])
    await run(made.id)
    await app.application.services.jobs.runNow('patient.import')
    expect(await state(made.id)).toMatchObject({ status: 3, written: 1 })
    expect(await run(made.id).catch((error: Refused) => error.code)).toBe(22032)
  })

  it('stops for a second look when somebody opened one of the files meanwhile', async () => {
    const mobile = phone()
    const made = await uploaded([
      ['先来后到', '男', mobile, SOURCE],
      ['不相干的', '男', phone(), SOURCE],
    ])
    expect(made.good).toBe(2)
    await desk.call(calls.create, {
      name: '先来后到',
      gender: 0,
      mobile,
      sourceId: fixture.sources.a,
      requestId: uuidv7(),
    })
    const before = await patients()
    await run(made.id)
    await work()
    expect(await state(made.id)).toMatchObject({
      status: 1,
      good: 1,
      doubtful: 1,
      written: 0,
      problem: '检查之后档案有了变化，1 行要重新核对',
    })
    expect(await patients()).toBe(before)
  })

  it('that breaks off says so, has written nothing, and can be begun again', async () => {
    const made = await uploaded([['出错了', '男', phone(), SOURCE]])
    await run(made.id)
    const { database } = app.application.services
    const real = database.withTenant.bind(database)
    const spy = vi.spyOn(database, 'withTenant').mockImplementation(async (tenant, scope, then, actor) =>
      real(
        tenant,
        scope,
        actor?.name
          ? async (tx) => {
              vi.spyOn(tx, 'insertNew').mockRejectedValueOnce(new Error('disk'))
              return then(tx)
            }
          : then,
        actor,
      ),
    )
    await work()
    spy.mockRestore()
    expect(await state(made.id)).toMatchObject({
      status: 4,
      written: 0,
      problem: '导入没有完成，一位患者也没有写入，请重试',
    })
    await run(made.id)
    await work()
    expect(await state(made.id)).toMatchObject({ status: 3, written: 1 })
  })

  it('can be put aside before it is begun, and its rows go after a week', async () => {
    const one = await uploaded([['放弃者', '男', phone(), SOURCE]])
    expect(await director.call(calls.importDiscard, { id: one.id })).toMatchObject({ status: 5, rowsKept: false })
    const two = await uploaded([['一周后', '男', phone(), SOURCE]])
    const { jobs } = app.application.services
    await jobs.runNow('patient.import-clean')
    expect((await state(two.id)).rowsKept).toBe(true)
    await app.sql(`update patient_import set created_at = created_at - interval '8 days' where id = $1`, [two.id])
    await jobs.runNow('patient.import-clean')
    expect((await state(two.id)).rowsKept).toBe(false)
    expect((await director.refused(calls.importRun, { id: two.id, requestId: uuidv7() })).message).toMatch(/7 天/)
    expect((await director.call(calls.importLatest, {})).map(({ id }) => id)).toEqual([two.id])
  })

  it('brings 5,000 rows in', { timeout: 90_000 }, async () => {
    const name = (n: number) =>
      `量${String.fromCharCode(0x4e00 + (n % 5000))}${String.fromCharCode(0x5e00 + Math.floor(n / 50))}`
    const rows = Array.from({ length: 5000 }, (_, n) => [name(n), n % 2 ? '男' : '女', phone(), SOURCE, '1980-01-02'])
    const file = await sheet(rows, [...HEAD, '出生日期'])
    const began = performance.now()
    const { data } = await send(file)
    const taken = performance.now()
    expect(data).toMatchObject({ status: 6, total: 5000 })
    await app.application.services.jobs.drain('patient.import-check')
    const checked = performance.now()
    expect(await state(data.id)).toMatchObject({ status: 1, good: 5000 })
    await run(data.id)
    // Another desk opens files one after another while it is written: only the writing itself is waited for.
    let over5 = false
    const waits: number[] = []
    const opening = (async () => {
      while (!over5) {
        const asked = performance.now()
        await desk.call(calls.create, {
          name: `旁${String.fromCharCode(0x4e00 + waits.length)}`,
          gender: 0,
          mobile: phone(),
          sourceId: fixture.sources.a,
          requestId: uuidv7(),
        })
        waits.push(performance.now() - asked)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    const writing = performance.now()
    await work()
    const ended = performance.now()
    over5 = true
    await opening
    expect(await state(data.id)).toMatchObject({ status: 3, written: 5000 })
    const longest = Math.max(...waits)
    process.stdout.write(
      `5,000 rows: taken in ${Math.round(taken - began)} ms, checked in ${Math.round(checked - taken)} ms, written in ${Math.round(ended - writing)} ms; another desk opened ${waits.length} files, waiting ${Math.round(longest)} ms at most\n`,
    )
    expect(waits.length).toBeGreaterThan(2)
    // The rows are checked once more and made ready before the lock: nobody waits for that.
    expect(ended - writing - longest).toBeGreaterThan((checked - taken) / 4)
    // Well under 20 seconds on a machine that does nothing else; others may be at work here.
    expect(ended - began).toBeLessThan(60_000)
    const over = await send(await sheet([...rows, ['超一行', '男', phone(), SOURCE, null]], [...HEAD, '出生日期']))
    expect(over).toMatchObject({ http: 200, code: 22031 })
  })
})

describe('files that are none', () => {
  const types = zipEntry('[Content_Types].xml', CONTENT_TYPES)

  it('are refused in words, never with a fault of ours', async () => {
    const whole = await sheet([['齐全', '男', phone(), SOURCE]])
    const refused: [string, Buffer, RegExp][] = [
      ['text', Buffer.from('姓名,性别\n张三,男'), /请上传 xlsx 文件/],
      ['nothing', Buffer.alloc(0), /请上传|不完整/],
      ['half a file', whole.subarray(0, Math.floor(whole.length / 2)), /xlsx|损坏/],
      ['a bomb', zipOf(types, zipEntry('xl/worksheets/sheet1.xml', Buffer.alloc(80_000_000, 32), 100)), /内容过多/],
      ['no sheet in it', zipOf(types, zipEntry('xl/workbook.xml', Buffer.from('<workbook/>'))), /损坏|没有工作表/],
      ['broken xml', zipOf(types, zipEntry('xl/workbook.xml', Buffer.from('<workbook><<<'))), /损坏|没有工作表/],
      ['no heads', await sheet([['张三', '男']], ['甲', '乙']), /没有找到列名/],
      ['a column short', await sheet([['张三', '男']], ['姓名', '性别']), /缺少列：手机号、来源/],
      ['a column twice', await sheet([['张三', '男']], ['姓名', '性别', '手机号', '来源', '姓名']), /“姓名”有两列/],
      ['no rows', await sheet([]), /文件里没有患者/],
    ]
    for (const [what, file, words] of refused) {
      const answer = await send(file)
      expect({ what, http: answer.http, code: answer.code === 0 }).toEqual({ what, http: answer.http, code: false })
      expect(answer.http, what).toBeLessThan(500)
      expect(answer.message, what).toMatch(words)
    }
    expect(await app.sql('select 1 from patient_import')).toEqual([])
  })

  it('of a million rows or of far-off cells do not take the server down', { timeout: 60_000 }, async () => {
    const xml = (body: string) =>
      Buffer.from(
        `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${body}</sheetData></worksheet>`,
      )
    const book = [
      types,
      zipEntry(
        '_rels/.rels',
        Buffer.from(
          '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        ),
      ),
      zipEntry(
        'xl/_rels/workbook.xml.rels',
        Buffer.from(
          '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        ),
      ),
      zipEntry(
        'xl/workbook.xml',
        Buffer.from(
          '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
        ),
      ),
    ]
    const text = (ref: string, words: string) => `<c r="${ref}" t="inlineStr"><is><t>${words}</t></is></c>`
    const head = `<row r="1">${HEAD.map((title, n) => text(`${'ABCD'[n] ?? ''}1`, title)).join('')}</row>`
    const million = Array.from(
      { length: 1_000_000 },
      (_, n) => `<row r="${n + 2}"><c r="A${n + 2}"><v>1</v></c></row>`,
    ).join('')
    const began = performance.now()
    const many = await send(zipOf(...book, zipEntry('xl/worksheets/sheet1.xml', xml(head + million))))
    expect(many).toMatchObject({ http: 200 })
    expect(many.message).toBe('表格的行数过多，请分成几个文件')
    const far = await send(
      zipOf(
        ...book,
        zipEntry('xl/worksheets/sheet1.xml', xml(`${head}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`)),
      ),
    )
    expect(far.message).toMatch(/没有患者/)
    expect(performance.now() - began).toBeLessThan(30_000)
  })

  it('larger than 5M are refused', async () => {
    expect((await send(Buffer.alloc(6 * 1024 * 1024, 1))).message).toBe('上传文件不能大于5M')
  })
})

describe('beside it', () => {
  it('the template can be filled in and uploaded as it is', async () => {
    const { sheets } = await download(calls.importTemplate.path)
    expect(sheets.map(({ name }) => name)).toEqual(['患者', '填写说明', '选项'])
    const [head = [], example = []] = sheets[0]?.rows ?? []
    expect(head.slice(0, 5)).toEqual(['姓名 *', '性别 *', '出生日期', '年龄', '手机号 *'])
    expect(example[0]).toBe('示例：张晓雯')
    const filled = head.map(
      (title) => ({ '姓名 *': '模板人', '性别 *': '女', '手机号 *': phone(), '来源 *': SOURCE })[String(title)] ?? null,
    )
    expect(await uploaded([example as Cell[], filled], head as Cell[])).toMatchObject({
      total: 1,
      good: 1,
      ignored: [],
    })
  })

  it('the rows that are wrong come back as a file with the reasons, which can be mended and uploaded', async () => {
    const made = await uploaded([
      ['好的', '男', phone(), SOURCE],
      ['坏的', '男', '1', SOURCE],
    ])
    const { sheets } = await download(calls.importErrors.path.replace('{id}', made.id))
    const [head = [], row = []] = sheets[0]?.rows ?? []
    expect([head[0], head[1]]).toEqual(['原因', '姓名'])
    expect([row[0], row[1]]).toEqual(['第 3 行：手机号应为11位手机号', '坏的'])
    const mended = row.map((cell, n) => (head[n] === '手机号' ? phone() : cell)) as Cell[]
    expect(await uploaded([mended], head as Cell[])).toMatchObject({ total: 1, good: 1, ignored: [] })
    const clean = await uploaded([['干净', '男', phone(), SOURCE]])
    expect(await director.refused(calls.importErrors, { id: clean.id })).toMatchObject({ code: 22034 })
  })

  it('it is for whoever may, in the own clinic', async () => {
    const made = await uploaded([['保密人', '男', phone(), SOURCE]])
    expect((await send(await sheet([['甲', '男', phone(), SOURCE]]), desk)).http).toBe(403)
    expect((await desk.refused(calls.importDetail, { id: made.id })).http).toBe(403)
    for (const other of [await app.as('director', 'a2'), await app.as('director', 'b1')]) {
      expect((await other.refused(calls.importDetail, { id: made.id })).http).toBe(404)
      expect((await other.refused(calls.importRows, { id: made.id })).http).toBe(404)
      expect((await other.refused(calls.importRun, { id: made.id, requestId: uuidv7() })).http).toBe(404)
      expect(await other.call(calls.importLatest, {})).toEqual([])
    }
  })
})
