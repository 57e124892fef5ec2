import { contract, LAST_INTERVAL, lacksInterval, type TemplateScope } from '@dentin/contract'
import { gapsIn, unknownPlaceholders } from '@dentin/clinical'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'
import { textsIn } from '../rules.ts'

const calls = contract.recordTemplate
const app = await testApp()
const people = {} as Record<'doctor' | 'nurse' | 'director' | 'admin' | 'headquarters' | 'elsewhere' | 'other', Client>

const input = (more: object = {}) => ({
  name: '根管充填',
  scope: 1 as TemplateScope,
  content: { chiefComplaint: '复诊', treatments: [{ teeth: '', content: '{牙位}试尖，热牙胶充填', tariffs: [] }] },
  requestId: uuidv7(),
  ...more,
})
const seen = async (client: Client) => (await client.call(calls.list, {})).list
const ids = async (client: Client) => (await seen(client)).map(({ id }) => id)

beforeAll(async () => {
  for (const post of ['doctor', 'nurse', 'director', 'admin', 'headquarters'] as const)
    people[post] = await app.as(post)
  people.elsewhere = await app.as('director', 'a2')
  people.other = await app.as('director', 'b1')
})

describe('whose a template is', () => {
  it('a doctor keeps the own, the managers the clinic’s, the head office the chain’s', async () => {
    const { doctor, nurse, director, admin, headquarters } = people
    expect((await doctor.call(calls.list, {})).mayKeep).toEqual([1])
    expect((await nurse.call(calls.list, {})).mayKeep).toEqual([])
    expect((await director.call(calls.list, {})).mayKeep).toEqual([1, 2])
    expect((await admin.call(calls.list, {})).mayKeep).toEqual([2])
    expect((await headquarters.call(calls.list, {})).mayKeep).toEqual([2, 3])
    const save = async (client: Client, scope: TemplateScope) =>
      (await client.refused(calls.save, input({ scope, name: '不该有' }))).code
    expect([await save(doctor, 2), await save(doctor, 3), await save(director, 3), await save(admin, 1)]).toEqual([
      25022, 25022, 25022, 25022,
    ])
    expect((await nurse.refused(calls.save, input())).http).toBe(403)
    expect((await doctor.refused(calls.save, input({ scope: 4 }))).data.fields).toMatchObject([{ field: 'scope' }])
  })

  it('a clinic’s template is seen in that clinic alone, the chain’s in each of its clinics, one’s own by nobody else', async () => {
    const { doctor, director, headquarters, elsewhere, other } = people
    const own = await doctor.call(calls.save, input({ name: '自己的' }))
    const clinics = await director.call(calls.save, input({ name: '门诊的', scope: 2 }))
    const chains = await headquarters.call(calls.save, input({ name: '连锁的', scope: 3 }))
    const made = [own.id, clinics.id, chains.id]
    const of = async (client: Client) => (await ids(client)).filter((id) => made.includes(id))
    expect((await of(doctor)).sort()).toEqual(made.toSorted())
    expect((await of(director)).sort()).toEqual([clinics.id, chains.id].sort())
    expect(await of(elsewhere)).toEqual([chains.id])
    expect(await of(other)).toEqual([])
    expect(
      (await seen(doctor)).flatMap((each) => (made.includes(each.id) ? [[each.scope, each.canEdit]] : [])),
    ).toEqual(
      expect.arrayContaining([
        [1, true],
        [2, false],
        [3, false],
      ]),
    )
    // Who may not see one finds nothing there; who sees it and may not keep it is told so.
    const removal = { id: clinics.id, version: clinics.version }
    expect((await elsewhere.refused(calls.remove, removal)).http).toBe(404)
    expect((await doctor.refused(calls.remove, removal)).code).toBe(25022)
    expect((await director.refused(calls.remove, { id: chains.id, version: chains.version })).code).toBe(25022)
    expect((await director.refused(calls.remove, { id: own.id, version: own.version })).http).toBe(404)
    // The same name stands in another clinic; in the same one it does not.
    await elsewhere.call(calls.save, input({ name: '门诊的', scope: 2 }))
    expect((await director.refused(calls.save, input({ name: '门诊的', scope: 2 }))).code).toBe(25021)
  })

  it('a template goes from the clinic to the chain only through somebody who keeps both', async () => {
    const { director, headquarters, elsewhere } = people
    const made = await director.call(calls.save, input({ name: '升级', scope: 2 }))
    const change = input({ id: made.id, version: made.version, name: '升级', scope: 3 })
    expect((await director.refused(calls.save, change)).code).toBe(25022)
    await headquarters.call(calls.save, change)
    expect(await ids(elsewhere)).toContain(made.id)
  })
})

describe('a template', () => {
  it('is not empty, is changed by its version, and goes', async () => {
    const { doctor } = people
    expect((await doctor.refused(calls.save, input({ content: {}, name: '空' }))).code).toBe(25023)
    const misspelt = { advice: '{选则:A|B}', treatments: [{ teeth: '', content: '{牙位}充填' }] }
    expect((await doctor.refused(calls.save, input({ content: misspelt, name: '错字' }))).data.fields).toEqual([
      { field: 'content.advice', message: '没有「{选则:A|B}」这种占位' },
    ])
    const own = await doctor.call(calls.save, input({ name: '改前' }))
    const changed = await doctor.call(calls.save, input({ id: own.id, version: own.version, name: '改后' }))
    expect((await doctor.refused(calls.save, input({ id: own.id, version: own.version, name: '旧版' }))).http).toBe(409)
    await doctor.call(calls.remove, { id: own.id, version: changed.version })
    expect(await ids(doctor)).not.toContain(own.id)
  })

  it('keeps what has changed since and the histories; one written before there were such sections reads as without', async () => {
    const { doctor } = people
    const content = {
      interval: '封药后{选择:无不适|肿痛}，上次{上次:病情变化}',
      allergyHistory: '否认药物过敏史',
      familyHistory: '否认家族史',
      personalHistory: '不吸烟',
    }
    const made = await doctor.call(calls.save, input({ name: '只有病情变化', content }))
    const contentOf = async () => (await seen(doctor)).find(({ id }) => id === made.id)?.content
    expect(await contentOf()).toMatchObject(content)
    await app.sql(`update record_template set content = '{"chiefComplaint": "复诊"}' where id = $1`, [made.id])
    expect(await contentOf()).toMatchObject({
      chiefComplaint: '复诊',
      interval: '',
      allergyHistory: '',
      familyHistory: '',
      personalHistory: '',
    })
    expect(
      (await doctor.refused(calls.save, input({ name: '错占位', content: { interval: '{上次:变化}' } }))).data.fields,
    ).toMatchObject([{ field: 'content.interval' }])
  })

  it('of a return visit gets what has changed in one step, which can be undone; nobody else’s, nothing else of it', async () => {
    const { doctor, other } = people
    const content = { chiefComplaint: '根管封药后复诊', presentIllness: '封药后无不适', advice: '避免咬硬物' }
    const made = await doctor.call(calls.save, input({ name: '老的复诊', content }))
    const now = async () => (await seen(doctor)).find(({ id }) => id === made.id)
    const before = await now()
    expect(before && lacksInterval(before)).toBe(true)
    const step = { id: made.id, version: made.version, interval: LAST_INTERVAL }
    expect((await other.refused(calls.saveInterval, step)).http).toBe(404)
    const clinics = await people.director.call(calls.save, input({ name: '门诊复诊', scope: 2 }))
    expect((await doctor.refused(calls.saveInterval, { ...step, ...clinics })).code).toBe(25022)
    expect((await doctor.refused(calls.saveInterval, { ...step, interval: '{上次:变化}' })).data.fields).toMatchObject([
      { field: 'interval' },
    ])
    const put = await doctor.call(calls.saveInterval, step)
    expect(await now()).toMatchObject({
      ...before,
      version: 2,
      content: { ...before?.content, interval: LAST_INTERVAL },
    })
    expect((await doctor.refused(calls.saveInterval, step)).http).toBe(409)
    await doctor.call(calls.saveInterval, { id: made.id, version: put.version, interval: '' })
    expect(await now()).toMatchObject({ ...before, version: 3 })
  })

  it('the chain begins with those of the chain, a company of one clinic with those of the clinic', async () => {
    const scopes = async (tenant: string) =>
      (
        await app.sql<{ scope: number }>(
          `select distinct scope from record_template where tenant_id = $1 and category_id in (select id from record_template_category where name = '牙周')`,
          [tenant],
        )
      ).map(({ scope }) => scope)
    expect(await scopes(fixture.tenants.b)).toEqual([])
    await app.sql(`delete from tariff where tenant_id = $1`, [fixture.tenants.b])
    await app.sql(`delete from tariff_category where tenant_id = $1`, [fixture.tenants.b])
    await (await app.as('admin', 'b1')).call(contract.clinic.addStartingTariffs, {})
    expect(await scopes(fixture.tenants.b)).toEqual([2])
    expect(new Set((await seen(people.other)).map(({ scope }) => scope))).toEqual(new Set([2]))
  })
})

describe('the tree of categories', () => {
  it('holds templates and phrases apart, in up to three levels, and a category in use stays', async () => {
    const { director, doctor } = people
    const category = async (name: string, parentId: string | null, kind = 1) =>
      (await director.call(calls.saveCategory, { name, parentId, kind, requestId: uuidv7() })).id
    const top = await category('种植', null)
    const second = await category('一期', top)
    const third = await category('植骨', second)
    expect(
      (await director.refused(calls.saveCategory, { name: '更深', parentId: third, kind: 1, requestId: uuidv7() }))
        .code,
    ).toBe(25025)
    const phrases = await category('种植', null, 2)
    expect(
      (await director.refused(calls.saveCategory, { name: '错', parentId: phrases, kind: 1, requestId: uuidv7() })).data
        .fields,
    ).toMatchObject([{ field: 'parentId' }])
    expect(
      (await doctor.refused(calls.saveCategory, { name: '医生的', parentId: null, kind: 1, requestId: uuidv7() })).http,
    ).toBe(403)
    await director.call(calls.save, input({ name: '植骨术', scope: 2, categoryId: third }))
    expect((await doctor.refused(calls.save, input({ name: '错类', categoryId: phrases }))).data.fields).toMatchObject([
      { field: 'categoryId' },
    ])
    const seenTree = (await doctor.call(calls.list, {})).categories.filter(({ name }) =>
      ['种植', '一期', '植骨'].includes(name),
    )
    expect(seenTree.map(({ name, kind, level }) => [name, kind, level])).toEqual([
      ['种植', 1, 1],
      ['一期', 1, 2],
      ['植骨', 1, 3],
      ['种植', 2, 1],
    ])
    const off = { id: third, version: 1, name: '植骨', parentId: second, kind: 1, enabled: false, requestId: uuidv7() }
    expect((await director.refused(calls.saveCategory, off)).data.fields).toMatchObject([
      { field: 'enabled', message: '里面还有 1 份模板，移走或删除后才能停用' },
    ])
  })
})

describe('a template at hand', () => {
  it('is each person’s own affair, and what is put in most comes first', async () => {
    const { doctor, director, elsewhere } = people
    const first = await director.call(calls.save, input({ name: '甲一', scope: 2 }))
    const second = await director.call(calls.save, input({ name: '甲二', scope: 2 }))
    const mine = [first.id, second.id]
    const order = async (client: Client) => (await ids(client)).filter((id) => mine.includes(id))
    expect(await order(doctor)).toEqual(mine)
    await doctor.call(calls.use, { id: second.id })
    expect(await doctor.call(calls.use, { id: second.id })).toEqual({ used: 2 })
    await director.call(calls.use, { id: second.id })
    expect(await order(doctor)).toEqual(mine.toReversed())
    await doctor.call(calls.favourite, { id: first.id, favourite: true })
    const of = async (client: Client, id: string) => (await seen(client)).find((each) => each.id === id)
    expect(await of(doctor, first.id)).toMatchObject({ favourite: true, used: 0, usageCount: 0 })
    expect(await of(doctor, second.id)).toMatchObject({ favourite: false, used: 2, usageCount: 3 })
    expect(await of(director, first.id)).toMatchObject({ favourite: false })
    await doctor.call(calls.favourite, { id: first.id, favourite: false })
    expect(await of(doctor, first.id)).toMatchObject({ favourite: false })
    // What one may not see is neither counted nor laid to hand.
    expect((await elsewhere.refused(calls.use, { id: first.id })).http).toBe(404)
    expect((await elsewhere.refused(calls.favourite, { id: first.id, favourite: true })).http).toBe(404)
  })
})

describe('a template from a record', () => {
  it('has no trace of the patient: neither name nor phones nor numbers, however they were written', async () => {
    const { doctor } = people
    const patientId = fixture.patients.a[0] as string
    await app.sql(
      `update patient set name = '欧阳明珠', mobile = '13905710622', mobile2 = '13588880000', medical_number = '20260777',
         id_no = '330102199003074321', paper_number = 'A-1024', wechat = 'mingzhu_oy' where id = $1`,
      [patientId],
    )
    const recordId = uuidv7()
    await app.sql(
      `insert into medical_record (tenant_id, id, clinic_id, record_no, patient_id, doctor_id, visit_time, visit_kind, status, content, created_at, updated_at)
       values ($1, $2, $3, 'BL-TPL', $4, $5, now(), 1, 0, '{}', now(), now())`,
      [fixture.tenants.a, recordId, fixture.clinics.a1, patientId, fixture.doctors.a1[0]],
    )
    const content = {
      chiefComplaint: '欧阳明珠（20260777）左下后牙痛，电话 139-0571-0622',
      interval: '欧阳明珠诉封药后无不适，20260777',
      presentIllness: '欧阳 明珠自诉，身份证 330102 19900307 4321，病案 A-1024，母亲电话 137 1234 5678',
      exams: [{ teeth: '36', content: '欧阳明珠 36 深龋' }],
      treatments: [
        {
          teeth: '36',
          content: '充填，微信 mingzhu_oy，另 13588880000',
          tariffs: [{ tariffId: fixture.tariffs.a.filling, qty: 1 }],
          anesthetic: { drug: '阿替卡因', dose: '1.7 ml', batch: 'A26081' },
        },
      ],
    }
    const made = await doctor.call(calls.save, input({ name: '来自病历', content, recordId }))
    const [row] = await app.sql<{ content: unknown; audit: unknown }>(
      `select t.content, (select jsonb_agg(a.after) from audit a where a.entity_id = t.id) as audit from record_template t where t.id = $1`,
      [made.id],
    )
    const kept = JSON.stringify(row)
    for (const trace of [
      '欧阳',
      '明珠',
      '13905710622',
      '0571',
      '20260777',
      '330102',
      '4321',
      'A-1024',
      'mingzhu',
      '13588880000',
      '5678',
      'A26081',
    ])
      expect(kept, trace).not.toContain(trace)
    expect(row?.content).toMatchObject({
      chiefComplaint: '患者（）左下后牙痛，电话 ',
      exams: [{ teeth: '36', content: '患者 36 深龋' }],
      treatments: [
        { tariffs: [{ tariffId: fixture.tariffs.a.filling, qty: 1 }], anesthetic: { drug: '阿替卡因', batch: '' } },
      ],
    })
    expect((await doctor.refused(calls.save, input({ name: '没有的病历', recordId: uuidv7() }))).http).toBe(404)
  })
})

describe('the tooth marks of a template', () => {
  const marked = (toothMarks: unknown, teethBound = true) =>
    input({ name: '带标记', teethBound, content: { advice: '勿用患侧咀嚼', toothMarks } as never })
  const caries = { tooth: '36', condition: 'caries', surfaces: 'O', status: 'present' }

  it('are kept where it keeps its teeth, as they were charted', async () => {
    const group = '13905710622-1390571-0622'
    const bridge = [
      { tooth: '45', condition: 'bridge_abutment', surfaces: '', status: 'planned', group },
      { tooth: '46', condition: 'pontic', surfaces: '', status: 'planned', group },
    ]
    const made = await people.doctor.call(calls.save, marked([caries, ...bridge]))
    const kept = (await seen(people.doctor)).find(({ id }) => id === made.id)
    expect(kept?.content.toothMarks).toEqual([caries, ...bridge])
    // Nothing but marks is a template too.
    const bare = { ...marked([caries]), name: '只有标记', content: { toothMarks: [caries] } as never }
    await people.doctor.call(calls.save, bare)
  })

  it('are refused where the teeth are left open, where they contradict each other, and where something is taken off', async () => {
    const refused = async (toothMarks: unknown, teethBound = true) =>
      (await people.doctor.refused(calls.save, { ...marked(toothMarks, teethBound), name: '不成' })).data.fields
    expect(await refused([caries], false)).toEqual([
      { field: 'content.toothMarks', message: '保留牙位的模板才能带牙位标记' },
    ])
    const gone = { tooth: '36', condition: 'missing', status: 'present' }
    expect(await refused([gone, caries])).toMatchObject([{ field: 'content.toothMarks.1' }])
    expect(await refused([{ ...caries, condition: 'crown', surfaces: '', status: 'removed' }])).toMatchObject([
      { field: 'content.toothMarks.0.status' },
    ])
    expect(await refused([{ ...caries, detail: '近中' }])).toMatchObject([{ field: 'content.toothMarks.0.detail' }])
  })
})

describe('templates on their way to another company', () => {
  it('take their categories and charges along by name and code; what is there stays', async () => {
    const { headquarters, doctor, other } = people
    const top = await headquarters.call(calls.saveCategory, {
      name: '外科',
      parentId: null,
      kind: 1,
      requestId: uuidv7(),
    })
    const below = await headquarters.call(calls.saveCategory, {
      name: '拔牙',
      parentId: top.id,
      kind: 1,
      requestId: uuidv7(),
    })
    await headquarters.call(
      calls.save,
      input({
        name: '阻生牙拔除',
        scope: 3,
        categoryId: below.id,
        tags: ['智齿'],
        teethBound: true,
        content: {
          interval: '肿痛消退',
          nextVisit: { days: 7, remark: '拆线', itemIds: [fixture.items.a.check] },
          plans: [{ teeth: '', content: '拔除', tariffIds: [fixture.tariffs.a.filling], alternative: '观察' }],
          toothMarks: [{ tooth: '48', condition: 'impacted', status: 'present', detail: '近中' }],
          treatments: [
            { teeth: '48', content: '{牙位}拔除', tariffs: [{ tariffId: fixture.tariffs.a.filling, qty: 2 }] },
          ],
        },
      }),
    )
    expect((await doctor.refused(calls.carry, { scope: 3 })).code).toBe(25022)
    const { items } = await headquarters.call(calls.carry, { scope: 3 })
    const one = items.find(({ name }) => name === '阻生牙拔除')
    expect(one).toMatchObject({ category: ['外科', '拔牙'], tags: ['智齿'], teethBound: true })
    expect(JSON.stringify(one)).not.toContain(fixture.tariffs.a.filling)
    const code = one?.charges?.[0]?.[0]?.code as string
    const [known] = await app.sql<{ id: string }>(`select id from tariff where tenant_id = $1 and enabled limit 1`, [
      fixture.tenants.b,
    ])
    await app.sql(`update tariff set code = $2 where id = $1`, [known?.id, code])
    const bring = (scope: TemplateScope) =>
      other.call(calls.bring, {
        scope,
        requestId: uuidv7(),
        items: [one, { ...one, name: '另一份', charges: [[{ code: 'NIX9', qty: 1 }]] }] as never,
      })
    expect(await bring(2)).toEqual({ made: 2, skipped: [], unknownCharges: ['NIX9'] })
    expect(await bring(2)).toEqual({ made: 0, skipped: ['阻生牙拔除', '另一份'], unknownCharges: ['NIX9'] })
    const there = await other.call(calls.list, {})
    const came = there.list.find(({ name }) => name === '阻生牙拔除')
    expect(came).toMatchObject({ scope: 2, teethBound: true, tags: ['智齿'] })
    expect(came?.content.treatments[0]?.tariffs).toEqual([{ tariffId: known?.id, qty: 2 }])
    expect(came?.content.interval).toBe('肿痛消退')
    expect(came?.content.nextVisit).toEqual({ days: 7, remark: '拆线', doctorId: null, itemIds: [] })
    expect(came?.content.toothMarks).toEqual([
      { tooth: '48', condition: 'impacted', surfaces: '', status: 'present', detail: '近中' },
    ])
    expect(came?.content.plans).toEqual([{ teeth: '', content: '拔除', tariffIds: [known?.id], alternative: '观察' }])
    const [leaf, root] = [
      there.categories.find(({ id }) => id === came?.categoryId),
      there.categories.find(({ name }) => name === '外科'),
    ]
    expect([leaf?.name, leaf?.parentId]).toEqual(['拔牙', root?.id])
    expect(
      (
        await other.refused(calls.bring, {
          scope: 2,
          requestId: uuidv7(),
          items: [{ kind: 1, name: '坏', content: { advice: '{选则:A|B}' } }] as never,
        })
      ).data.fields,
    ).toMatchObject([{ field: 'items.0.content.advice' }])
    expect((await other.refused(calls.bring, { scope: 3, requestId: uuidv7(), items: [one] as never })).code).toBe(
      25022,
    )
  })

  it('what a company begins with asks only what is known', async () => {
    const texts = (await seen(people.other)).flatMap(({ content }) => textsIn(content))
    expect(texts.flatMap(unknownPlaceholders)).toEqual([])
    expect(texts.flatMap(gapsIn).length).toBeGreaterThan(60)
  })

  it('the platform’s are there to be copied, without anybody’s prices', async () => {
    const offered = await people.director.call(calls.platform, {})
    expect(offered.length).toBeGreaterThan(30)
    expect(offered.every(({ content }) => content.treatments.every(({ tariffs }) => tariffs.length === 0))).toBe(true)
  })
})
