import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp, type Refused } from '../../../test/harness.ts'

const { clinic } = contract
const app = await testApp()
const director = await app.as('director')
const other = await app.as('director', 'a2')

type Typed = Partial<WireInput<typeof clinic.saveDeliveryAddress>>
const typed = (change: Typed = {}): WireInput<typeof clinic.saveDeliveryAddress> => ({
  requestId: uuidv7(),
  receiver: '李前台',
  mobile: '13800001111',
  province: '浙江省',
  city: '杭州市',
  district: '西湖区',
  detail: '望湖路 118 号',
  ...change,
})
const save = (change: Typed = {}) => director.call(clinic.saveDeliveryAddress, typed(change))
const list = () => director.call(clinic.deliveryAddresses, {})
const row = async (id: string) => {
  const found = (await list()).find((each) => each.id === id)
  if (!found) throw new Error('no such address')
  return found
}
const defaults = async () => (await list()).filter((each) => each.isDefault).map(({ id }) => id)

beforeEach(() => app.empty('clinic_delivery_address'))

describe('delivery addresses', () => {
  it('are kept for a clinic; the first is the default, and only one is', async () => {
    expect(await list()).toEqual([])
    const first = await save()
    const second = await save({ receiver: '王库管', tag: '库房', postcode: '310012' })
    expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [first.id, true],
      [second.id, false],
    ])
    const third = await save({ receiver: '张院长', isDefault: true })
    expect(await defaults()).toEqual([third.id])
    await director.call(clinic.makeDefaultAddress, { id: second.id, version: 1 })
    expect(await defaults()).toEqual([second.id])
    expect(await row(second.id)).toMatchObject({ receiver: '王库管', tag: '库房', postcode: '310012', version: 2 })
    expect(await other.call(clinic.deliveryAddresses, {})).toEqual([])
  })

  it('one that is the default stays so when it is changed; another becomes it in the same step', async () => {
    const first = await save()
    const second = await save()
    await save({ id: first.id, version: 1, receiver: '改名' })
    expect(await row(first.id)).toMatchObject({ receiver: '改名', isDefault: true, version: 2 })
    await save({ id: second.id, version: 1, isDefault: true })
    expect(await defaults()).toEqual([second.id])
  })

  it('a city that is a province itself is not asked twice', async () => {
    const { id } = await save({ province: '上海市', city: '徐汇', district: '徐汇区' })
    expect(await row(id)).toMatchObject({ province: '上海市', city: '上海市' })
  })

  it('say what is wrong beside the field', async () => {
    const wrong = await director.refused(
      clinic.saveDeliveryAddress,
      typed({ mobile: '123', province: '浙江', city: 'Hangzhou', detail: '1号', postcode: '31' } as never),
    )
    expect(wrong.data.fields).toEqual([
      { field: 'mobile', message: '收货电话应为11位手机号' },
      { field: 'province', message: '请选择省份' },
      { field: 'city', message: '城市请写中文名称，如 杭州市' },
      { field: 'detail', message: '详细地址至少4个字' },
      { field: 'postcode', message: '邮编应为 6 位数字' },
    ])
    expect(await list()).toEqual([])
  })

  it('deleting the default makes the newest other one the default; the last may go too', async () => {
    const first = await save()
    const second = await save()
    const third = await save()
    expect(await director.call(clinic.removeDeliveryAddress, { id: first.id, version: 1 })).toEqual({
      defaultId: third.id,
    })
    expect(await defaults()).toEqual([third.id])
    await director.call(clinic.removeDeliveryAddress, { id: second.id, version: 1 })
    expect(await defaults()).toEqual([third.id])
    const { version } = await row(third.id)
    expect(await director.call(clinic.removeDeliveryAddress, { id: third.id, version })).toEqual({ defaultId: null })
    expect(await list()).toEqual([])
  })

  it('are at most twenty, and a freed place is taken again', async () => {
    const made: string[] = []
    for (let n = 0; n < 20; n++) made.push((await save({ receiver: `收货人${n}` })).id)
    expect((await director.refused(clinic.saveDeliveryAddress, typed())).message).toBe(
      '收货地址最多 20 条，请先删除不用的',
    )
    await director.call(clinic.removeDeliveryAddress, { id: made[7] as string, version: 1 })
    await save({ receiver: '补上的' })
    expect(await list()).toHaveLength(20)
  })

  it('two people who choose a default at once leave one; who looked at an old version is told', async () => {
    await save()
    const [second, third] = [await save(), await save()]
    const hq = await app.as('admin')
    await Promise.all([
      director.call(clinic.makeDefaultAddress, { id: second.id, version: 1 }),
      hq.call(clinic.makeDefaultAddress, { id: third.id, version: 1 }),
    ])
    expect(await defaults()).toHaveLength(1)
    const [kept] = await defaults()
    const lost = kept === second.id ? third : second
    const both = await Promise.allSettled([
      director.call(clinic.removeDeliveryAddress, { id: kept as string, version: (await row(kept as string)).version }),
      hq.call(clinic.makeDefaultAddress, { id: lost.id, version: (await row(lost.id)).version }),
    ])
    expect(await defaults()).toHaveLength(1)
    for (const each of both)
      if (each.status === 'rejected') expect((each.reason as Refused).message).toBe('已被他人修改')
    const stale = await director.refused(clinic.saveDeliveryAddress, typed({ id: lost.id, version: 99 }))
    expect(stale.code).toBe(409)
  })

  it('the database itself keeps one default', async () => {
    const { id } = await save()
    await expect(app.sql(`update clinic_delivery_address set is_default = false where id = $1`, [id])).rejects.toThrow(
      'delivery_address_default_fk',
    )
    await expect(
      app.sql(
        `insert into clinic_delivery_address (tenant_id, id, clinic_id, receiver, mobile, detail, slot, is_default, created_at, updated_at)
         values ($1, $2, $3, '甲', '13800001111', '某路 1 号', 2, true, now(), now())`,
        [fixture.tenants.a, uuidv7(), fixture.clinics.a1],
      ),
    ).rejects.toThrow('delivery_address_default_key')
  })

  it('are kept by who runs the clinic', async () => {
    const desk = await app.as('reception')
    expect((await desk.refused(clinic.deliveryAddresses, {})).http).toBe(403)
    expect((await desk.refused(clinic.saveDeliveryAddress, typed())).http).toBe(403)
    const { id } = await save()
    expect((await other.refused(clinic.removeDeliveryAddress, { id, version: 1 })).code).toBe(404)
    expect((await other.refused(clinic.saveDeliveryAddress, typed({ id, version: 1 }))).code).toBe(404)
  })
})
