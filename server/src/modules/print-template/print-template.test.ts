import { contract, type WireInput, type WireOutput } from '@dentin/contract'
import { printPaperKinds, printPapers } from '@dentin/contract/core/print-papers'
import { builtInTemplate, templateFaults } from '@dentin/contract/print-template'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { billing, printTemplate, instalment } = contract
const app = await testApp({ at: '2026-11-20 09:00:00' })
const { a1, a2 } = fixture.clinics
const [patientId] = fixture.patients.a as [string]
let director: Client
let other: Client
let hq: Client
let desk: Client
beforeAll(async () => {
  director = await app.as('director')
  other = await app.as('director', 'a2')
  hq = await app.as('headquarters')
  desk = await app.as('reception')
})

type Save = WireInput<typeof printTemplate.save>
type Papers = WireOutput<typeof printTemplate.list>['papers']
const content = (more: Partial<NonNullable<Save['content']>> = {}) => ({ ...builtInTemplate('receipt'), ...more })
const saving = (more: Partial<Save> = {}): Save => ({
  kind: 'receipt',
  owner: 'clinic',
  content: content({ footer: '本店' }),
  version: null,
  requestId: uuidv7(),
  ...more,
})
const receipt = (papers: Papers) => papers.find(({ kind }) => kind === 'receipt')
const standing = async (client = director) => receipt((await client.call(printTemplate.list, {})).papers)
const effective = (clinicId: string, client = director, kind: Save['kind'] = 'receipt') =>
  client.call(printTemplate.effective, { kind, clinicId })
const refused = async (client: Client, input: Partial<Save>) => {
  const { http, code, data } = await client.refused(printTemplate.save, saving(input))
  return { http, code, fields: data.fields?.map(({ field, message }) => [field, message]) }
}

describe('what a template may say', () => {
  it('of every paper the built-in template has no fault, and the first column is one that has to be there', () => {
    for (const kind of printPaperKinds) {
      expect(templateFaults(kind, builtInTemplate(kind))).toEqual([])
      const [first] = printPapers[kind].columns
      expect(first === undefined || 'must' in first).toBe(true)
    }
  })

  it('faults are said beside the field, with the line', async () => {
    expect(
      await refused(director, { content: content({ header: '您好\n{{姓名}}', footer: '{{#明细}}\n{{项目}}' }) }),
    ).toEqual({
      http: 400,
      code: 400,
      fields: [
        ['content.header', '第 2 行：没有变量「姓名」'],
        ['content.footer', '第 1 行：「明细」没有结束，请加上 {{/明细}}'],
      ],
    })
    const columns = async (keys: string[]) => (await refused(director, { content: content({ columns: keys }) })).fields
    expect(await columns(['name', 'teeth'])).toEqual([['content.columns', '「金额」必须打印']])
    expect(await columns(['amount', 'name'])).toEqual([['content.columns', '「项目」必须是第一列']])
    expect(await columns(['name', 'amount', 'secret'])).toEqual([['content.columns', '有这种单据没有的列']])
    expect((await refused(director, { content: content({ parts: ['verify'] }) })).fields).toEqual([
      ['content.parts', '有这种单据没有的内容'],
    ])
    expect((await refused(director, { content: content({ copies: 6 }) })).fields?.[0]?.[0]).toBe('content.copies')
    expect(await effective(a1 as string)).toEqual({ source: 'builtIn', no: null, content: null })
  })
})

describe('versions', () => {
  it('each saving is one, with who and why; a stale one and one that says the same are refused', async () => {
    const first = await director.call(printTemplate.save, saving({ note: '加提示' }))
    expect(first.no).toBe(1)
    // Two who began with none: the second is told.
    expect((await refused(director, { content: content({ footer: '另' }) })).code).toBe(409)
    const second = await director.call(
      printTemplate.save,
      saving({ content: content({ footer: '第二版', copies: 2, paper: '80' }), version: first.version }),
    )
    expect(second.no).toBe(2)
    expect((await refused(director, { content: content({ footer: '旧的' }), version: first.version })).code).toBe(409)
    expect(
      (
        await refused(director, {
          content: content({ footer: '第二版', copies: 2, paper: '80' }),
          version: second.version,
        })
      ).code,
    ).toBe(27601)
    const { list } = await director.call(printTemplate.versions, { kind: 'receipt', owner: 'clinic' })
    expect(list.map(({ no, note, content: said }) => [no, note, said?.footer])).toEqual([
      [2, '', '第二版'],
      [1, '加提示', '本店'],
    ])
    expect(list[0]?.setterName).not.toBe('')
    const restored = await director.call(printTemplate.restore, {
      kind: 'receipt',
      owner: 'clinic',
      no: 1,
      version: second.version,
      requestId: uuidv7(),
    })
    expect(restored.no).toBe(3)
    expect(await effective(a1 as string)).toMatchObject({
      source: 'clinic',
      no: 3,
      content: { footer: '本店', copies: 1 },
    })
    const logged = await app.sql(`select action from audit where entity = 'print_template' order by created_at`)
    expect(logged).toHaveLength(3)
  })

  it('the application can neither change nor take away what was in force', async () => {
    for (const right of ['update', 'delete', 'truncate'])
      expect(
        await app.sql(`select has_table_privilege('dentin_app', 'print_template_version', '${right}') as may`),
      ).toEqual([{ may: false }])
  })
})

describe('a clinic over the chain', () => {
  it('its own holds, else the chain’s, else the paper as it is; putting it back is a version', async () => {
    await hq.call(printTemplate.save, saving({ owner: 'chain', content: content({ footer: '连锁' }) }))
    expect(await effective(a1 as string)).toMatchObject({ source: 'clinic', content: { footer: '本店' } })
    expect(await effective(a2 as string)).toMatchObject({ source: 'chain', content: { footer: '连锁' } })
    const own = (await standing())?.clinic
    const back = await director.call(
      printTemplate.save,
      saving({ content: null, note: '恢复连锁的', version: own?.version ?? 0 }),
    )
    expect(await effective(a1 as string)).toMatchObject({ source: 'chain', content: { footer: '连锁' } })
    expect((await standing())?.clinic).toMatchObject({ no: back.no, content: null, note: '恢复连锁的' })
    expect((await refused(director, { content: null, version: back.version })).code).toBe(27601)
    await director.call(printTemplate.save, saving({ content: content({ footer: '又是本店' }), version: back.version }))
    expect(await effective(a1 as string)).toMatchObject({ source: 'clinic', content: { footer: '又是本店' } })
    const chain = (await standing(hq))?.chain
    await hq.call(printTemplate.save, saving({ owner: 'chain', content: null, version: chain?.version ?? 0 }))
    expect(await effective(a2 as string)).toEqual({ source: 'builtIn', no: null, content: null })
  })

  it('a clinic sees its own and the chain’s, no other clinic’s, and another company sees none', async () => {
    expect((await standing(other))?.clinic).toBeNull()
    expect((await other.call(printTemplate.versions, { kind: 'receipt', owner: 'clinic' })).list).toEqual([])
    const stranger = await app.as('director', 'b1')
    expect((await standing(stranger))?.clinic).toBeNull()
    expect(await effective(a1 as string, stranger)).toEqual({ source: 'builtIn', no: null, content: null })
  })

  it('who runs a clinic keeps its templates, the head office the chain’s, the desk none', async () => {
    expect((await refused(director, { owner: 'chain' })).code).toBe(403)
    expect((await refused(desk, {})).http).toBe(403)
    expect((await desk.refused(printTemplate.list, {})).http).toBe(403)
    // Whoever prints may know by what.
    expect((await effective(a1 as string, desk)).source).toBe('clinic')
    expect((await director.call(printTemplate.list, {})).mayEdit).toEqual({ clinic: true, chain: false })
    expect((await hq.call(printTemplate.list, {})).mayEdit).toEqual({ clinic: true, chain: true })
  })
})

describe('a preview', () => {
  it('is of papers there are, and counts, notes and gives out nothing', async () => {
    for (const kind of printPaperKinds) {
      const { list } = await director.call(printTemplate.recent, { kind })
      for (const { label } of list) expect(label).not.toBe('')
    }
    const bill = await director.call(billing.open, {
      patientId,
      items: [{ tariffId: fixture.tariffs.a.rootCanal, price: '600.00', qty: 1, teeth: '' }],
      requestId: uuidv7(),
    } as never)
    const payments = [{ payMethodId: fixture.payMethods.a.cash as string, amount: '500.00' }]
    await director.call(billing.charge, {
      ...bill,
      payments,
      leaveArrears: true,
      arrearsReason: '下次付',
      requestId: uuidv7(),
    } as never)
    const { list } = await director.call(printTemplate.recent, { kind: 'receipt' })
    expect(list[0]).toMatchObject({ id: bill.id, patientId })
    const noted = async () =>
      (
        await app.sql<{ prints: string; issued: string; codes: string; calls: string }>(
          `select (select count(*) from audit where action like 'print%')::text as prints, (select count(*) from issued_document)::text as issued,
             (select count(*) from document_code)::text as codes, (select count(*) from dunning_call)::text as calls`,
        )
      )[0]
    const before = await noted()
    const looked = await director.call(billing.receipt, { id: bill.id, preview: 'yes' })
    expect(looked.verify.code).toBe('预览')
    expect(looked.printCount).toBe(1)
    expect(looked.clinic.id).toBe(a1)
    await director.call(contract.feeList.read, { patientId, billId: bill.id, preview: 'yes' })
    app.clock.set(new Date('2026-12-10T02:00:00Z'))
    const later = await app.as('director')
    await later.call(instalment.letter, { patientId, preview: 'yes' })
    expect((await later.call(printTemplate.recent, { kind: 'letter' })).list.map(({ id }) => id)).toContain(bill.id)
    expect(await noted()).toEqual(before)
    await later.call(billing.receipt, { id: bill.id })
    expect(Number((await noted())?.prints)).toBe(Number(before?.prints) + 1)
    expect(Number((await noted())?.issued)).toBe(Number(before?.issued) + 1)
  })
})
