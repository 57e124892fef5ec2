import { contract, type TemplateScope } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'

const calls = contract.recordTemplate
const app = await testApp()
const people = {} as Record<'doctor' | 'nurse' | 'director' | 'admin' | 'headquarters' | 'elsewhere' | 'other', Client>

const input = (more: object = {}) => ({
  category: '牙体牙髓',
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

  it('the chain begins with those of the chain, a company of one clinic with those of the clinic', async () => {
    const scopes = async (tenant: string) =>
      (
        await app.sql<{ scope: number }>(
          `select distinct scope from record_template where tenant_id = $1 and owner_id is null and category = '牙周'`,
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
