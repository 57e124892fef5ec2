import { contract, type WireInput } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { refundedCard } from '../../../test/card-refund.ts'
import { fixture, testApp } from '../../../test/harness.ts'
import { freshSms, queued, switchOn } from '../../../test/sms-scenes.ts'

const { billing, memberCard } = contract
const app = await testApp({ at: '2026-11-20 10:00:00' })
const desk = await app.as('reception')
const director = await app.as('director')
const finance = await app.as('finance')
const admin = await app.as('admin')
const [p1, p2] = fixture.patients.a as [string, string]
const cash = fixture.payMethods.a.cash as string
const { jobs } = app.application.services

beforeEach(async () => {
  app.clock.set(parseDateTime('2026-11-20 10:00:00'))
  await freshSms(app)
  await app.sql(`update patient set mobile = '13900001111', sms_opt_out = false where id = $1`, [p1])
  await app.sql(`update patient set mobile = '13900002222', sms_opt_out = false where id = $1`, [p2])
})

const typeOf = async (name: string, more: Partial<WireInput<typeof memberCard.saveType>> = {}) =>
  (
    await director.call(memberCard.saveType, {
      name,
      kind: 1,
      salePrice: '0.00',
      validType: 1,
      useOrder: 3,
      requestId: uuidv7(),
      ...more,
    } as WireInput<typeof memberCard.saveType>)
  ).id
const way = (amount: string) => [{ payMethodId: cash, amount }]
const sell = async (typeId: string, amount: string, price = amount) =>
  desk.call(memberCard.openCard, {
    patientId: p1,
    typeId,
    amount,
    ways: Number(price) > 0 ? way(price) : [],
    requestId: uuidv7(),
  })
const version = async (id: string) =>
  (await app.sql<{ version: number }>('select version from member_card where id = $1', [id]))[0]?.version as number
async function pay(cardId: string, amount: string, patientId = p1) {
  const bill = await director.call(billing.open, {
    patientId,
    items: [{ tariffId: fixture.tariffs.a.check, price: amount, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
  await desk.call(billing.charge, {
    id: bill.id,
    version: bill.version,
    payments: [{ payMethodId: fixture.payMethods.a.card_principal as string, amount, cardId }],
    requestId: uuidv7(),
  })
  return bill.id
}

describe('会员卡充值、消费、退款', () => {
  const words = '{姓名}：{项目} {时间} {金额} 余{余额}'

  it('tells the owner what came in with the gift in the balance, what was paid, and what went back', async () => {
    for (const scene of ['card.recharged', 'card.spent', 'card.out'] as const) await switchOn(app, admin, scene, words)
    const typeId = await typeOf('金卡短信', { steps: [{ amount: '1000.00', bonus: '100.00' }] })
    const { id } = await sell(typeId, '1000.00')
    await pay(id, '110.00')
    await desk.call(memberCard.recharge, {
      id,
      version: await version(id),
      amount: '50.00',
      ways: way('50.00'),
      requestId: uuidv7(),
    })
    await refundedCard(finance, director, {
      id,
      version: await version(id),
      whole: true,
      payMethodId: cash,
      reason: '不再使用',
      requestId: uuidv7(),
    })
    // 110.00 of 1,000 + 100 in proportion: 100.00 and 10.00; then 900 + 50 principal go back and 90 lapse.
    expect((await queued(app)).map(([scene, text]) => [scene, text.slice(text.indexOf('：') + 1)])).toEqual([
      ['card.recharged', '金卡短信 11月20日 10:00 1000.00 余1100.00'],
      ['card.spent', '金卡短信 11月20日 10:00 110.00 余990.00'],
      ['card.recharged', '金卡短信 11月20日 10:00 50.00 余1040.00'],
      ['card.out', '金卡短信 11月20日 10:00 950.00 余0.00'],
    ])
  })

  it('tells the owner of the main card what a relative paid with theirs, once however often the desk sends it', async () => {
    await switchOn(app, admin, 'card.spent', words)
    const { id } = await sell(await typeOf('亲情卡短信', { shareKin: true }), '300.00')
    const sub = await desk.call(memberCard.relationAdd, { id, patientId: p2, requestId: uuidv7() })
    await pay(sub.id, '40.00', p2)
    const rows = await app.sql<{ patient_id: string; mobile: string; content: string }>(
      'select patient_id, mobile, content from sms_outbox',
    )
    expect(rows).toMatchObject([
      { patient_id: p1, mobile: '13900001111', content: expect.stringContaining('亲情卡短信（副卡）') as string },
    ])
    expect(rows[0]?.content).toContain('40.00 余260.00')
  })

  it('says how many uses a times card has left and what they are worth', async () => {
    await switchOn(app, admin, 'card.spent', words)
    const { id } = await sell(
      await typeOf('洁牙短信', { kind: 3, salePrice: '1000.00', times: 3, singlePrice: '400.00' }),
      '0.00',
      '1000.00',
    )
    await pay(id, '333.33')
    expect((await queued(app)).map(([, text]) => text.slice(text.indexOf('：') + 1))).toEqual([
      '洁牙短信（剩2次） 11月20日 10:00 333.33 余666.67',
    ])
  })

  it('says nothing to the owner when what a card paid comes back: the refund is told already', async () => {
    const { id } = await sell(await typeOf('退回短信'), '500.00')
    const billId = await pay(id, '100.00')
    for (const scene of ['card.recharged', 'card.spent', 'card.out'] as const) await switchOn(app, admin, scene, words)
    const [bill] = await app.sql<{ version: number }>('select version from bill where id = $1', [billId])
    await director.call(billing.revoke, {
      id: billId,
      version: bill?.version as number,
      reason: '收错',
      requestId: uuidv7(),
    })
    expect(await queued(app)).toEqual([])
  })
})

describe('会员卡到期', () => {
  it('is told seven days before the last day, once, and again when the card was renewed', async () => {
    await switchOn(app, admin, 'card.expiring', '{项目}{时间}到期，余{余额}', { sendTime: '10:00' })
    const typeId = await typeOf('年卡短信', { validType: 2, validUntil: '2026-12-10' })
    const { id } = await sell(typeId, '200.00')
    const on = async (day: string) => {
      app.clock.set(parseDateTime(`${day} 10:00:30`))
      await jobs.runNow('sms.minute')
      return (await queued(app)).filter(([, text]) => text.includes('年卡短信')).map(([, text]) => text)
    }
    expect(await on('2026-12-02')).toEqual([])
    expect(await on('2026-12-03')).toEqual([expect.stringContaining('年卡短信12月10日到期，余200.00') as string])
    expect(await on('2026-12-04')).toHaveLength(1)
    const again = await app.as('reception')
    await again.call(memberCard.renew, {
      id,
      version: await version(id),
      expireDate: '2027-12-10',
      reason: '续期',
      requestId: uuidv7(),
    })
    expect(await on('2026-12-05')).toHaveLength(1)
    expect(await on('2027-12-03')).toHaveLength(2)
  })
})
