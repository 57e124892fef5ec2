import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, testApp } from '../../../../test/harness.ts'

const { clinic, billing } = contract
const app = await testApp()
const admin = await app.as('admin')
const finance = await app.as('finance')
const desk = await app.as('reception')
const branch = await app.as('admin', 'a2')

const newEntry = () => ({ requestId: uuidv7() })
const problem = ({ code, data }: { code: number; data: unknown }) => {
  const [first] = (data as { fields?: { field: string; message: string }[] } | null)?.fields ?? []
  return [code, first?.field, first?.message]
}
const methodOf = async (name: string, who = admin) => {
  const found = (await who.call(clinic.payMethodList, {})).find((each) => each.name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}
const change = async (name: string, more: object) => {
  const { builtIn: _b, used: _u, ...fields } = await methodOf(name)
  return { ...newEntry(), ...fields, icon: 'yen' as const, ...more } as never
}

describe('ways to pay', () => {
  it('that are built in keep name and type; the rest of them may be changed', async () => {
    await app.sql('update pay_method set built_in = true where tenant_id = $1', [fixture.tenants.a])
    const renamed = await admin.refused(clinic.savePayMethod, await change('微信', { name: '微信支付' }))
    expect(problem(renamed)).toEqual([21031, 'name', '内置的支付方式，不能改名；要换名称，停用后新建'])
    const moved = await admin.refused(clinic.savePayMethod, await change('微信', { type: 4 }))
    expect(problem(moved)).toEqual([21031, 'type', '内置的支付方式，不能改类型'])
    await admin.call(
      clinic.savePayMethod,
      await change('微信', { feeRate: 60, countPerformance: false, needTradeNo: true }),
    )
    expect(await methodOf('微信')).toMatchObject({
      feeRate: 60,
      countPerformance: false,
      needTradeNo: true,
      builtIn: true,
    })
    expect((await desk.call(clinic.payMethods, {})).find(({ name }) => name === '微信')?.needTradeNo).toBe(true)
  })

  it('have one name and one type in the chain, and prepaid ones are not made', async () => {
    const voucher = { name: '美团验券', type: 1 as const, feeRate: 300, icon: 'ticket' as const }
    await admin.call(clinic.savePayMethod, { ...newEntry(), ...voucher })
    const twice = await branch.refused(clinic.savePayMethod, { ...newEntry(), ...voucher, type: 4 })
    expect(problem(twice)).toEqual([21005, 'name', '已有同名的条目'])
    const prepaid = await admin.refused(clinic.savePayMethod, { ...newEntry(), ...voucher, name: '新储值', type: 2 })
    expect(problem(prepaid)).toEqual([21031, 'type', '预收类只有内置的几种，不能新建'])
    expect((await finance.refused(clinic.savePayMethod, { ...newEntry(), ...voucher, name: '财务的' })).http).toBe(403)
    expect((await finance.call(clinic.payMethodList, {})).length).toBeGreaterThan(0)
    expect((await desk.refused(clinic.payMethodList, {})).http).toBe(403)
  })

  it('by which somebody has paid are not renamed any more, from whatever clinic; they can be switched off', async () => {
    await admin.call(clinic.savePayMethod, { ...newEntry(), name: '抖音验券', type: 1 })
    await admin.call(clinic.savePayMethod, await change('抖音验券', { name: '抖音团购券' }))
    const method = await methodOf('抖音团购券')
    const { id: billId } = await desk.call(billing.open, {
      ...newEntry(),
      patientId: fixture.patients.a[0] as string,
      doctorId: fixture.doctors.a1[0] as string,
      items: [{ tariffId: fixture.tariffs.a.cleaning, price: '200.00', qty: 1, teeth: '' }],
    })
    const { version } = await desk.call(billing.detail, { id: billId })
    const payments = [{ payMethodId: method.id, amount: '200.00' }]
    await desk.call(billing.charge, { ...newEntry(), id: billId, version, payments })
    expect(await methodOf('抖音团购券', branch)).toMatchObject({ used: 1 })
    const { builtIn: _b, used: _u, ...fields } = await methodOf('抖音团购券', branch)
    const renamed = await branch.refused(clinic.savePayMethod, {
      ...newEntry(),
      ...fields,
      icon: 'yen',
      type: 1,
      name: '抖音',
    })
    expect(problem(renamed)).toEqual([21031, 'name', '已收过 1 笔款，不能改名；要换名称，停用后新建'])
    await admin.call(clinic.savePayMethod, await change('抖音团购券', { enabled: false }))
    expect((await desk.call(clinic.payMethods, {})).map(({ name }) => name)).not.toContain('抖音团购券')
    const bill = await desk.call(billing.detail, { id: billId })
    expect(bill.payments[0]).toMatchObject({ payMethodName: '抖音团购券' })
  })
})
