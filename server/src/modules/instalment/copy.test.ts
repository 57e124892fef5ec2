import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { readXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'

const { billing, coupon, instalment, memberCard, patient, prepay } = contract
const { cash } = fixture.payMethods.a as Record<string, string>
const paid = (amount: string) => [{ payMethodId: cash as string, amount }]
const app = await testApp({ at: '2026-11-20 10:00:00' })

/** The rows of each sheet of a patient's copy, by their heads. */
async function copyOf(id: string) {
  const { token } = await app.as('director')
  const answer = await app.application.http.inject({
    method: 'POST',
    url: patient.copy.path,
    headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ id, reason: 1 }),
  })
  const { sheets } = await readXlsx(answer.rawPayload)
  return (name: string) => {
    const [head = [], ...rows] = sheets.find((sheet) => sheet.name === name)?.rows ?? []
    return rows.map((row) => Object.fromEntries(head.map((title, n) => [String(title), row[n] ?? null])))
  }
}

it('the copy of a patient holds the card, the prepayment, the coupon and the parts that are to be paid, with what is in them', async () => {
  const director = await app.as('director')
  const { id: patientId } = await director.call(patient.create, {
    name: '钟毓',
    gender: 1,
    mobile: '13912345679',
    sourceId: fixture.sources.a,
    requestId: uuidv7(),
  })
  const type = await director.call(memberCard.saveType, {
    name: '金卡',
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 3,
    shareClinics: 3,
    steps: [{ amount: '1000.00', bonus: '200.00' }],
    requestId: uuidv7(),
  })
  await director.call(memberCard.openCard, {
    patientId,
    typeId: type.id,
    amount: '1000.00',
    ways: paid('1000.00'),
    requestId: uuidv7(),
  })
  await director.call(prepay.receive, {
    patientId,
    purpose: '种植',
    amount: '60.00',
    ways: paid('60.00'),
    requestId: uuidv7(),
  })
  const off = await director.call(coupon.saveType, {
    name: '洁治立减',
    kind: 2,
    value: '10.00',
    validType: 2,
    validDays: 30,
    requestId: uuidv7(),
  })
  await director.call(coupon.issue, { typeId: off.id, patientIds: [patientId], requestId: uuidv7() })
  const bill = await director.call(billing.open, {
    patientId,
    items: [{ tariffId: fixture.tariffs.a.check, price: '400.00', qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
  await director.call(billing.charge, {
    id: bill.id,
    version: bill.version,
    payments: paid('100.00'),
    leaveArrears: true,
    arrearsReason: '分期',
    requestId: uuidv7(),
  })
  const { version } = await director.call(billing.detail, { id: bill.id })
  await director.call(instalment.create, {
    billId: bill.id,
    version,
    count: 3,
    firstDue: '2026-12-05',
    day: 5,
    requestId: uuidv7(),
  })
  await director.call(billing.repay, {
    patientId,
    billIds: [bill.id],
    payments: paid('150.00'),
    requestId: uuidv7(),
  })
  const sheet = await copyOf(patientId)
  expect(sheet('会员卡')).toMatchObject([{ 卡种: '金卡', 本金: 1000, 赠金: 200, 状态: '正常' }])
  expect(sheet('预交金')).toMatchObject([{ 用途: '种植', 金额: 60, 余额: 60 }])
  expect(sheet('优惠券')).toMatchObject([{ 优惠券: '洁治立减', 状态: '未使用' }])
  expect(sheet('分期')).toMatchObject([
    { 期: 1, 应付日: '2026-12-05', 应付: 100, 已付: 100, 未付: 0, 状态: '已付', 协议状态: '执行中' },
    { 期: 2, 应付日: '2027-01-05', 应付: 100, 已付: 50, 未付: 50, 状态: '部分' },
    { 期: 3, 应付日: '2027-02-05', 应付: 100, 已付: 0, 未付: 100, 状态: '未到' },
  ])
})
