import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'

const { clinic, billing } = contract
const app = await testApp()
const admin = await app.as('admin')
const director = await app.as('director')
const desk = await app.as('reception')
const branch = await app.as('admin', 'a2')

const newEntry = () => ({ requestId: uuidv7() })
const problem = ({ code, data }: { code: number; data: unknown }) => {
  const [first] = (data as { fields?: { field: string; message: string }[] } | null)?.fields ?? []
  return [code, first?.field, first?.message]
}
const page = { keyword: '', pageNum: 1, pageSize: 200 }
type Item = WireInput<typeof clinic.saveTariff>

const top = await admin.call(clinic.saveTariffCategory, { ...newEntry(), name: '修复' })
const crowns = await admin.call(clinic.saveTariffCategory, { ...newEntry(), name: '冠桥', parentId: top.id })
const item = (more: Partial<Item> = {}): Item => ({
  ...newEntry(),
  categoryId: crowns.id,
  code: 'XF01',
  name: '氧化锆全瓷冠',
  unit: '颗',
  price: '2600.00',
  minPrice: '2000.00',
  priceMin: '2000.00',
  priceMax: '4000.00',
  durationMin: 60,
  toothRequired: true,
  toothCountPriced: true,
  canDiscount: true,
  ...more,
})
const crown = await admin.call(clinic.saveTariff, item())
const listed = async (client = admin) => {
  const found = (await client.call(clinic.tariffList, { ...page, keyword: 'XF01' })).list[0]
  if (!found) throw new Error('the crown is not listed')
  return found
}
const atDesk = async (keyword = 'yhg', client = desk) =>
  (await client.call(clinic.tariffs, { keyword, pageNum: 1, pageSize: 20 })).list.map(({ name, price }) => [
    name,
    price,
  ])
const own = async (client = director) => {
  const found = (await client.call(clinic.clinicTariffList, { ...page, keyword: 'XF01' })).list[0]
  if (!found) throw new Error('the crown is not listed here')
  return found
}

describe('the price list', () => {
  it('has two levels, and an item stands in the second', async () => {
    const third = await admin.refused(clinic.saveTariffCategory, { ...newEntry(), name: '前牙', parentId: crowns.id })
    expect(problem(third)).toEqual([21021, 'parentId', '分类最多两级'])
    const twice = await admin.refused(clinic.saveTariffCategory, { ...newEntry(), name: '冠桥', parentId: top.id })
    expect(problem(twice)).toEqual([21005, 'name', '已有同名的条目'])
    const high = await admin.refused(clinic.saveTariff, item({ code: 'XF99', categoryId: top.id }))
    expect(problem(high)).toEqual([21021, 'categoryId', '请选择二级分类'])
    const list = await admin.call(clinic.tariffCategoryList, {})
    const at = list.findIndex(({ id }) => id === top.id)
    expect(list[at + 1]).toMatchObject({ id: crowns.id, parentId: top.id, count: 1 })
    const moved = await admin.refused(clinic.saveTariffCategory, {
      ...newEntry(),
      id: crowns.id,
      version: list[at + 1]?.version as number,
      name: '冠桥',
    })
    expect(problem(moved)).toEqual([21021, 'parentId', '这个分类下有收费项目，不能改为一级'])
    const closed = await admin.refused(clinic.saveTariffCategory, {
      ...newEntry(),
      id: top.id,
      version: list[at]?.version as number,
      name: '修复',
      enabled: false,
    })
    expect(problem(closed)).toEqual([21006, 'enabled', '还有 1 个启用的收费项目，移走或停用后才能停用分类'])
  })

  it('is searched by name, initials and code, and by either level of category', async () => {
    const names = async (ask: Partial<WireInput<typeof clinic.tariffList>>) =>
      (await admin.call(clinic.tariffList, { ...page, ...ask })).list.map(({ name }) => name)
    expect(await names({ keyword: 'yhgqcg' })).toEqual(['氧化锆全瓷冠'])
    expect(await names({ keyword: 'xf01' })).toEqual(['氧化锆全瓷冠'])
    expect(await names({ categoryId: top.id })).toEqual(['氧化锆全瓷冠'])
    expect(await names({ categoryId: crowns.id, state: 'off' })).toEqual([])
    expect((await listed()).categoryName).toBe('修复 / 冠桥')
  })

  it('takes no code twice, no price outside its borders, and no change of what was changed meanwhile', async () => {
    expect(problem(await admin.refused(clinic.saveTariff, item()))).toEqual([21022, 'code', '已有收费项目用这个编码'])
    const low = await admin.refused(clinic.saveTariff, item({ code: 'XF02', price: '1999.99' }))
    expect(problem(low)).toEqual([21023, 'price', '价格不能低于最低价 2,000.00 元'])
    const { version } = await listed()
    await admin.call(clinic.saveTariff, item({ id: crown.id, version, shortName: '全瓷冠' }))
    expect((await admin.refused(clinic.saveTariff, item({ id: crown.id, version }))).code).toBe(409)
  })

  it('is kept by who runs the company; a director looks and sets what his clinic charges; nobody else sees it', async () => {
    expect((await director.call(clinic.tariffList, page)).listed).toBe(7)
    expect((await director.refused(clinic.saveTariff, item({ code: 'XF03' }))).http).toBe(403)
    for (const post of ['doctor', 'nurse', 'reception', 'finance'] as const) {
      const client = await app.as(post)
      expect((await client.refused(clinic.tariffList, page)).http).toBe(403)
      expect((await client.refused(clinic.clinicTariffList, page)).http).toBe(403)
    }
    const foreign = await app.as('admin', 'b1')
    expect((await foreign.refused(clinic.tariffHistory, { id: crown.id })).code).toBe(404)
    const theft = await foreign.refused(clinic.saveTariff, item({ id: crown.id, version: 1 }))
    expect(theft.code).toBe(404)
  })

  it('a new price holds at the desk at once; what was charged stays, and the former price is known', async () => {
    const line = { tariffId: crown.id, price: '2600.00', qty: 1, teeth: '16' }
    const { id: billId } = await desk.call(billing.open, {
      requestId: uuidv7(),
      patientId: fixture.patients.a[0] as string,
      doctorId: fixture.doctors.a1[0] as string,
      items: [line],
    })
    const before = await listed()
    await admin.call(clinic.saveTariff, item({ id: crown.id, version: before.version, price: '2800.00' }))
    expect(await atDesk()).toEqual([['氧化锆全瓷冠', '2800.00']])
    const bill = await desk.call(billing.detail, { id: billId })
    expect(bill.items).toMatchObject([{ name: '氧化锆全瓷冠', price: '2600.00' }])
    expect(await admin.call(clinic.tariffHistory, { id: crown.id })).toMatchObject([
      { clinicName: null, before: '2600.00', after: '2800.00' },
      { clinicName: null, before: null, after: '2600.00' },
    ])
    // The screens of every clinic are told.
    const told = await app.sql<{ clinic_id: string }>(
      `select distinct clinic_id from event where topic = 'tariff' and ref_id = $1`,
      [crown.id],
    )
    expect(told.map((each) => each.clinic_id).sort()).toEqual([fixture.clinics.a1, fixture.clinics.a2].sort())
  })

  it('what it costs the house stays where the field is not sent, or not seen', async () => {
    const { version } = await listed()
    await admin.call(clinic.saveTariff, item({ id: crown.id, version, price: '2800.00', costPrice: '900.00' }))
    const kept = await listed()
    await admin.call(clinic.saveTariff, item({ id: crown.id, version: kept.version, price: '2800.00' }))
    expect((await listed()).costPrice).toBe('900.00')
    await app.sql(`delete from post_resource where post_id = $1 and resource = '/field:cost'`, [
      fixture.posts.a.director,
    ])
    expect((await listed(await app.as('director'))).costPrice).toBeNull()
  })
})

describe("a clinic's own prices", () => {
  it('hold in that clinic alone, within the borders of the company', async () => {
    const row = await own()
    expect(row).toMatchObject({ companyPrice: '2800.00', price: null, enabled: true, version: null })
    const high = await director.refused(clinic.saveClinicTariff, {
      tariffId: crown.id,
      version: null,
      price: '4000.01',
      enabled: true,
    })
    expect(problem(high)).toEqual([21023, 'price', '高于总部上限 4,000.00 元'])
    const { version } = await director.call(clinic.saveClinicTariff, {
      tariffId: crown.id,
      version: null,
      price: '3000.00',
      enabled: true,
    })
    expect(await atDesk()).toEqual([['氧化锆全瓷冠', '3000.00']])
    expect(await atDesk('yhg', branch)).toEqual([['氧化锆全瓷冠', '2800.00']])
    const late = await director.refused(clinic.saveClinicTariff, {
      tariffId: crown.id,
      version: null,
      price: '3100.00',
      enabled: true,
    })
    expect(late.code).toBe(409)
    // The borders of the company may not leave it outside.
    const company = await listed()
    expect(company.clinics).toBe(1)
    const tight = await admin.refused(
      clinic.saveTariff,
      item({ id: crown.id, version: company.version, price: '2800.00', priceMax: '2900.00' }),
    )
    expect(problem(tight)).toEqual([21023, 'priceMax', expect.stringMatching(/的本店价是 3000.00 元，先改那里$/)])
    await director.call(clinic.saveClinicTariff, { tariffId: crown.id, version, price: null, enabled: false })
    expect(await atDesk()).toEqual([])
    expect(await atDesk('yhg', branch)).toEqual([['氧化锆全瓷冠', '2800.00']])
    expect((await director.call(clinic.clinicTariffList, { ...page, state: 'off' })).list).toMatchObject([
      { id: crown.id, enabled: false, price: null },
    ])
  })

  it('and their history are the own clinic’s; the branch sees the company’s', async () => {
    const names = async (client: typeof admin) =>
      (await client.call(clinic.tariffHistory, { id: crown.id })).map(({ clinicName, after }) => [clinicName, after])
    expect((await names(director)).slice(0, 2)).toEqual([
      [expect.any(String), null],
      [expect.any(String), '3000.00'],
    ])
    expect((await names(await app.as('director', 'a2'))).every(([clinicName]) => clinicName === null)).toBe(true)
  })

  it('are set by each clinic for itself, whatever the other has', async () => {
    const there = await app.as('director', 'a2')
    const prices = async () => [(await own()).price, (await own(there)).price]
    await there.call(clinic.saveClinicTariff, { tariffId: crown.id, version: null, price: '3200.00', enabled: true })
    expect(await prices()).toEqual([null, '3200.00'])
    const { version } = await own()
    await director.call(clinic.saveClinicTariff, { tariffId: crown.id, version, price: '2500.00', enabled: true })
    expect(await prices()).toEqual(['2500.00', '3200.00'])
  })
})

describe('the reference prices', () => {
  it('are put into an empty list once, with the templates that charge by them', async () => {
    expect((await admin.refused(clinic.addStartingTariffs, {})).code).toBe(21024)
    await app.sql('delete from tariff where tenant_id = $1', [fixture.tenants.b])
    await app.sql('delete from tariff_category where tenant_id = $1', [fixture.tenants.b])
    await app.sql('delete from record_template where tenant_id = $1', [fixture.tenants.b])
    const other = await app.as('admin', 'b1')
    const both = await Promise.all([1, 2].map(() => other.raw('POST', '/bill-api/tariff/start', {})))
    expect(new Set(both.map((each) => each.json?.code))).toEqual(new Set([0, 21024]))
    expect((await other.call(clinic.tariffList, page)).listed).toBe(109)
    expect((await other.call(clinic.tariffList, { ...page, keyword: 'gzl' })).total).toBeGreaterThan(0)
  })

  it('bring no templates to a company that has templates', async () => {
    const other = await app.as('admin', 'b1')
    const templates = () => app.sql('select id from record_template where tenant_id = $1', [fixture.tenants.b])
    const before = await templates()
    expect(before.length).toBeGreaterThan(0)
    await app.sql('delete from record_template where tenant_id = $1 and id <> $2', [fixture.tenants.b, before[0]?.id])
    await app.sql('delete from tariff where tenant_id = $1', [fixture.tenants.b])
    await app.sql('delete from tariff_category where tenant_id = $1', [fixture.tenants.b])
    await other.call(clinic.addStartingTariffs, {})
    expect((await other.call(clinic.tariffList, page)).listed).toBe(109)
    expect(await templates()).toEqual([before[0]])
  })
})
