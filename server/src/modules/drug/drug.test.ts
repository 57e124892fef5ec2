import { contract, type WireInput } from '@dentin/contract'
import { drugRules, itemRules, listedDrugs } from '@dentin/clinical/drug-checks/index'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { platformDrugId } from './ids.ts'

const calls = contract.drug
const app = await testApp()
let director: Client
let doctor: Client
let elsewhere: Client

beforeAll(async () => {
  director = await app.as('director')
  doctor = await app.as('doctor')
  elsewhere = await app.as('director', 'b1')
})

const find = async (name: string, client = doctor) => (await client.call(calls.list, { name, size: 100 })).list
const idOf = async (name: string) => (await find(name))[0]?.id ?? ''
const saved = async (id: string, patch: Partial<WireInput<typeof calls.save>> = {}) => {
  const {
    origin: _o,
    enabled: _e,
    signedName: _n,
    signedAt: _a,
    signedLicence: _l,
    can: _c,
    reminders: _r,
    ...drug
  } = await director.call(calls.detail, { id })
  return {
    ...drug,
    category: drug.category as '抗菌药物',
    antibioticTier: drug.antibioticTier as 1 | null,
    requestId: uuidv7(),
    ...patch,
  }
}

describe('the reference', () => {
  it('has every drug of the platform, in every company, and every one waits for a pharmacist', async () => {
    const { list, lastId } = await doctor.call(calls.list, { size: 100 })
    expect(list.length).toBe(listedDrugs.length)
    expect(lastId).toBeNull()
    expect(list.every(({ signedName, origin }) => signedName === null && origin === 'platform')).toBe(true)
    expect((await elsewhere.call(calls.list, { size: 100 })).list.length).toBe(listedDrugs.length)
    const codes = await app.sql<{ code: string; name: string; id: string }>(`select code, name, id from drug`)
    for (const { code, id } of codes) expect(id).toBe(platformDrugId(code))
    expect(new Map(codes.map(({ code, name }) => [code, name]))).toEqual(
      new Map(listedDrugs.map(({ id, nameZh }) => [id, nameZh])),
    )
  })

  it('v1-medical-tools-drug-list: twenty a page by default; each page begins after the last drug of the one before, none twice, none left out', async () => {
    const seen: string[] = []
    let lastId: string | null = null
    do {
      const page: { list: { id: string }[]; lastId: string | null } = await doctor.call(
        calls.list,
        lastId ? { lastId } : {},
      )
      expect(page.list.length).toBeLessThanOrEqual(20)
      seen.push(...page.list.map(({ id }) => id))
      lastId = page.lastId
    } while (lastId)
    expect(new Set(seen).size).toBe(listedDrugs.length)
    expect(seen.length).toBe(listedDrugs.length)
    const all = await doctor.call(calls.list, { size: 100 })
    expect(seen).toEqual(all.list.map(({ id }) => id))
    expect((await doctor.refused(calls.list, { lastId: uuidv7() })).code).toBe(25102)
  })

  it('is found by name, generic name, pinyin, initials and category', async () => {
    for (const name of ['阿莫西林', 'Amoxicillin', 'amoxilin', 'amxl']) {
      const found = (await find(name)).map((each) => each.name)
      expect(found, name).toContain('阿莫西林')
    }
    const antifungal = await find('抗真菌药')
    expect(antifungal.map((each) => each.category)).toEqual(['抗真菌药', '抗真菌药', '抗真菌药', '抗真菌药'])
    const { list } = await doctor.call(calls.list, { category: '抗病毒药' })
    expect(list.map((each) => each.name).sort()).toEqual(['伐昔洛韦', '阿昔洛韦'])
    expect(await find('%')).not.toHaveLength(listedDrugs.length)
  })

  it('v1-medical-tools-drug-detail: shows its sections and where they come from', async () => {
    const drug = await doctor.call(calls.detail, { id: await idOf('布洛芬') })
    expect(drug.texts.childDose).toBe('5–10mg/kg q6–8h，≤40mg/kg/日（≥6月）')
    expect(drug.texts.storage).toBe('')
    expect(drug.source).not.toBe('')
    expect(drug.can).toEqual({ edit: false, sign: false })
    expect(drug.reminders).toEqual([])
  })

  it('says at the head of a drug what must be seen before it is prescribed, also to whoever has no token', async () => {
    const said = async (name: string) =>
      (await doctor.call(calls.detail, { id: await idOf(name) })).reminders.map(({ text }) => text)
    expect(await said('阿莫西林')).toEqual(['使用前做青霉素皮试，阳性者禁用'])
    expect(await said('卡马西平')).toEqual(['携带 HLA-B*1502 者可发生严重皮肤反应：用药前询问或检测'])
    const id = await idOf('甲硝唑')
    const open = await app.nobody.call(calls.openDetail, { id })
    expect(open.reminders).toEqual((await doctor.call(calls.detail, { id })).reminders)
    expect(open.reminders).toHaveLength(2)
  })

  it('holds every section of an insert; one that nobody has written is empty', async () => {
    const id = await idOf('制霉菌素')
    const before = await doctor.call(calls.detail, { id })
    expect([before.texts.brand, before.texts.overdose]).toEqual(['', ''])
    const more = {
      brand: '某牌',
      appearance: '白色片',
      pediatricUse: '慎用',
      overdose: '对症处理',
      shelfLife: '24个月',
    }
    const input = await saved(id)
    await director.call(calls.save, { ...input, texts: { ...input.texts, ...more } })
    expect((await doctor.call(calls.detail, { id })).texts).toMatchObject({ ...more, pharmacology: '', standard: '' })
  })
})

describe("a company's own view", () => {
  it('a change makes the drug its own: the other company keeps the platform’s, and checks still know it', async () => {
    const id = await idOf('头孢克洛')
    const input = await saved(id)
    await director.call(calls.save, { ...input, texts: { ...input.texts, storage: '密封，阴凉处保存' } })
    expect(await doctor.call(calls.detail, { id })).toMatchObject({
      origin: 'changed',
      version: 1,
      texts: { storage: '密封，阴凉处保存', adultDose: '0.25g q8h' },
    })
    expect((await elsewhere.call(calls.detail, { id })).texts.storage).toBe('')
    expect(await app.sql(`select code from company_drug where id = $1`, [id])).toEqual([{ code: 'cefaclor' }])
    expect((await find('头孢克洛')).map((each) => each.id)).toEqual([id])
  })

  it('a pharmacist signs with name, certificate and date; any later change of the text takes the signature away', async () => {
    const id = await idOf('红霉素')
    expect((await director.refused(calls.sign, { id, licence: '' })).data.fields?.[0]?.field).toBe('licence')
    const signed = await director.call(calls.sign, { id, licence: 'ZY3301202600' })
    const name = (
      await app.sql<{ name: string }>(`select name from employee where id = $1`, [fixture.employees.a1.director])
    )[0]?.name
    expect(await doctor.call(calls.detail, { id })).toMatchObject({
      signedName: name,
      signedLicence: 'ZY3301202600',
      signedAt: '2026-11-20 09:00:00',
    })
    const again = await director.call(calls.save, await saved(id))
    expect((await doctor.call(calls.detail, { id })).signedName).toBe(name)
    const off = await director.call(calls.switchTo, { id, version: again.version, enabled: false })
    expect((await doctor.call(calls.detail, { id })).signedName).toBe(name)
    const on = await director.call(calls.switchTo, { id, version: off.version, enabled: true })
    const input = await saved(id)
    await director.call(calls.save, {
      ...input,
      version: on.version,
      texts: { ...input.texts, warnings: '肝功能不全者慎用' },
    })
    expect((await doctor.call(calls.detail, { id })).signedName).toBeNull()
    expect(signed.version).toBe(1)
  })

  it('a drug that is switched off stands in no list, but for who keeps the reference', async () => {
    const id = await idOf('沙利度胺')
    const off = await director.call(calls.switchTo, { id, enabled: false })
    expect(await find('沙利度胺')).toEqual([])
    expect((await director.call(calls.list, { name: '沙利度胺', all: true })).list).toMatchObject([
      { id, enabled: false },
    ])
    await director.call(calls.switchTo, { id, version: off.version, enabled: true })
    expect(await find('沙利度胺')).toHaveLength(1)
  })

  it('its own drugs are its own alone, and none has the name and strength of another', async () => {
    const input = {
      ...(await saved(await idOf('头孢拉定'))),
      id: null,
      version: null,
      name: '院内含漱液',
      spec: '200ml',
    }
    const made = await director.call(calls.save, input)
    expect((await doctor.call(calls.detail, { id: made.id })).origin).toBe('own')
    expect((await elsewhere.refused(calls.detail, { id: made.id })).http).toBe(404)
    const twin = await director.refused(calls.save, { ...input, requestId: uuidv7() })
    expect([twin.code, twin.data.fields?.[0]?.field]).toEqual([25101, 'name'])
    const platform = await director.refused(calls.save, {
      ...input,
      name: '莫西沙星',
      spec: '0.4g',
      requestId: uuidv7(),
    })
    expect(platform.code).toBe(25101)
  })

  it('two who change the same drug of the platform: the second is told', async () => {
    const id = await idOf('克拉霉素')
    const input = await saved(id)
    await director.call(calls.save, { ...input, requestId: uuidv7() })
    const late = await director.refused(calls.save, { ...input, genericName: 'x', requestId: uuidv7() })
    expect([late.http, late.code]).toEqual([409, 409])
  })

  it('is kept by director and headquarters, signed by whoever has that right; a nurse and the desk do neither', async () => {
    const id = await idOf('替硝唑')
    const input = await saved(id)
    for (const post of ['doctor', 'nurse', 'admin', 'reception'] as const) {
      const client = await app.as(post)
      expect((await client.refused(calls.save, { ...input, requestId: uuidv7() })).http, post).toBe(403)
      expect((await client.refused(calls.sign, { id, licence: 'ZY330120' })).http, post).toBe(403)
    }
    expect((await (await app.as('reception')).refused(calls.list, {})).http).toBe(403)
    const headquarters = await app.as('headquarters')
    await headquarters.call(calls.sign, { id, licence: 'ZY330120' })
  })
})

describe('the rules of the drug checks', () => {
  it('wait for a pharmacist each; a signature is the company’s own and holds as long as the rule reads so', async () => {
    const before = await director.call(calls.rules, {})
    expect(before.maySign).toBe(true)
    expect(before.list).toHaveLength(drugRules.length + itemRules.length)
    expect(before.list.every(({ signedName }) => signedName === null)).toBe(true)
    const rule = before.list.find(({ id }) => id === 'age-quinolone')
    expect(rule).toMatchObject({
      kind: 'age',
      condition: '不满 18 岁',
      drugs: expect.arrayContaining(['莫西沙星']),
    })
    expect((await doctor.call(calls.rules, {})).maySign).toBe(false)
    expect((await doctor.refused(calls.signRule, { ruleId: 'age-quinolone', licence: 'ZY330120' })).http).toBe(403)
    expect((await director.refused(calls.signRule, { ruleId: 'age-none', licence: 'ZY330120' })).http).toBe(404)
    const { version } = await director.call(calls.signRule, { ruleId: 'age-quinolone', licence: 'ZY330120' })
    const signed = async (client: Client) =>
      (await client.call(calls.rules, {})).list.filter(({ signedName }) => signedName !== null)
    expect(await signed(doctor)).toMatchObject([{ id: 'age-quinolone', signedLicence: 'ZY330120', version }])
    expect(await signed(elsewhere)).toEqual([])
    // Somebody else has signed meanwhile: nothing is overwritten unseen.
    expect((await director.refused(calls.signRule, { ruleId: 'age-quinolone', licence: 'ZY330121' })).code).toBe(409)
    // The rule reads otherwise since.
    await app.sql(`update drug_rule_signature set wording_hash = repeat('0', 64)`)
    expect(await signed(doctor)).toEqual([])
    await director.call(calls.signRule, { ruleId: 'age-quinolone', version, licence: 'ZY330121' })
    expect(await signed(doctor)).toHaveLength(1)
  })
})

describe('without a token', () => {
  it('shows the platform’s drugs alone, page by page, and nothing that a company made of them', async () => {
    const first = await app.nobody.call(calls.openList, {})
    expect(first.list).toHaveLength(20)
    const { list } = await app.nobody.call(calls.openList, { size: 100 })
    expect(list).toHaveLength(listedDrugs.length)
    expect(
      list.every(({ origin, signedName, enabled }) => origin === 'platform' && signedName === null && enabled),
    ).toBe(true)
    const next = await app.nobody.call(calls.openList, { lastId: first.lastId })
    expect(next.list[0]?.id).toBe(list[20]?.id)
    const changed = await idOf('头孢克洛')
    const open = await app.nobody.call(calls.openDetail, { id: changed })
    expect([open.texts.storage, open.can.edit, open.version]).toEqual(['', false, null])
    const own = await find('院内含漱液')
    expect((await app.nobody.refused(calls.openDetail, { id: own[0]?.id ?? '' })).http).toBe(404)
  })

  it('nobody asks more often than 300 times in ten minutes', async () => {
    await app.sql(`update rate_limit set count = 300 where key like '%open-drugs%'`)
    const asked = await app.nobody.refused(calls.openList, {})
    expect(asked.http).toBe(429)
    await app.sql(`delete from rate_limit where key like '%open-drugs%'`)
  })
})
