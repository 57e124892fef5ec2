import { contract, type WireInput } from '@dentin/contract'
import { fenToYuan, parseDateTime, sum, uuidv7, yuanToFen } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const calls = contract.billing
const { tariffs, patients, payMethods } = {
  tariffs: fixture.tariffs.a,
  patients: fixture.patients.a,
  payMethods: fixture.payMethods.a,
}
const [p1, p2, p3] = patients as [string, string, string]
const [d1, d2] = fixture.doctors.a1 as [string, string]
const clinicId = fixture.clinics.a1

const app = await testApp({ at: '2026-11-19 10:00:00', pool: 30 })
let desk: Client
let director: Client
let doctor: Client
let finance: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
  doctor = await app.as('doctor')
  finance = await app.as('finance')
  // Doctors and consultants bill patients of their own only.
  await app.sql('update patient set resp_doctor_id = $1, consultant_id = $2 where id = $3', [
    d1,
    fixture.employees.a1.consultant,
    p1,
  ])
})

type OpenInput = WireInput<typeof calls.open>
const line = (tariffId: string, price: string, more: Partial<OpenInput['items'][number]> = {}) => ({
  tariffId,
  price,
  qty: 1,
  teeth: '',
  ...more,
})
const cleaning = (more = {}) => line(tariffs.cleaning, '200.00', more)
const filling = (more = {}) => line(tariffs.filling, '480.00', { teeth: '36', ...more })
const film = (more = {}) => line(tariffs.film, '50.00', more)
const implant = (more = {}) => line(tariffs.implant, '12000.00', { teeth: '46', ...more })
const open = (items: OpenInput['items'], more: Partial<OpenInput> = {}, client = desk) =>
  client.call(calls.open, { patientId: p1, items, requestId: uuidv7(), ...more })
const pay = (method: string, amount: string, more: { tendered?: string; tradeNo?: string } = {}) => ({
  payMethodId: payMethods[method] as string,
  amount,
  ...more,
})
const charge = (
  bill: { id: string; version: number },
  payments: ReturnType<typeof pay>[],
  more: Partial<WireInput<typeof calls.charge>> = {},
  client = desk,
) => client.call(calls.charge, { id: bill.id, version: bill.version, payments, requestId: uuidv7(), ...more })
const chargeRefused = (
  bill: { id: string; version: number },
  payments: ReturnType<typeof pay>[],
  more: Partial<WireInput<typeof calls.charge>> = {},
  client = desk,
) => client.refused(calls.charge, { id: bill.id, version: bill.version, payments, requestId: uuidv7(), ...more })
const detail = (id: string, client = desk) => client.call(calls.detail, { id })
const ledgerOf = (id: string) =>
  app.sql<{ kind: number; amount: string; change_amount: string; tendered_amount: string | null }>(
    'select kind, amount, change_amount, tendered_amount from bill_payment where bill_id = $1 order by pay_time, id',
    [id],
  )
const debtOf = async (patientId: string) =>
  (
    await app.sql<{ arrears_amount: string; consume_total: string }>(
      'select arrears_amount, consume_total from patient_stat where patient_id = $1',
      [patientId],
    )
  )[0]
const statusOf = async (registrationId: string) =>
  (await app.sql<{ status: number }>('select status from registration where id = $1', [registrationId]))[0]?.status

/** A patient registered, treated and sent to the desk. */
async function visit(patientId: string, regFee = '0.00') {
  const { id } = await desk.call(contract.visit.register, { patientId, doctorId: d1, regFee, requestId: uuidv7() })
  await doctor.call(contract.visit.callIn, { id })
  await doctor.call(contract.visit.start, { registrationId: id, acceptBusy: true })
  await doctor.call(contract.visit.finish, { registrationId: id, nextPlan: '' })
  return id
}

describe('the takings of a day', () => {
  it('comes to the exact sums', async () => {
    // Old arrears of 800 from the day before.
    const old = await open([line(tariffs.check, '1000.00')], { patientId: p3 })
    await charge(old, [pay('cash', '200.00')], { leaveArrears: true, arrearsReason: '下次一起付' })
    expect(await debtOf(p3)).toEqual({ arrears_amount: '800.00', consume_total: '200.00' })
    const before = (await desk.call(contract.shift.current, {})).shift
    await desk.call(contract.shift.handOver, {
      id: before?.id ?? '',
      version: before?.version ?? 0,
      countedCash: before?.expectedCash ?? '0.00',
      requestId: uuidv7(),
    })
    app.clock.set(parseDateTime('2026-11-20 09:00:00'))

    const b1 = await open([cleaning()])
    expect(b1.billNo).toBe('SF261120-0001')
    expect(await charge(b1, [pay('wechat', '200.00')])).toMatchObject({
      status: 3,
      paidAmount: '200.00',
      arrearsAmount: '0.00',
      changeAmount: '0.00',
    })

    const b2 = await open([filling({ qty: 2, teeth: '36;46' })], { discountPercent: 90 })
    expect(await detail(b2.id)).toMatchObject({
      originalAmount: '960.00',
      discountAmount: '96.00',
      receivableAmount: '864.00',
      status: 1,
    })
    await charge(b2, [pay('alipay', '864.00')])

    const b4 = await open([implant()], { patientId: p2, reductionAmount: '500.00' })
    expect(
      await charge(b4, [pay('card', '5000.00', { tradeNo: 'POS-1' })], {
        leaveArrears: true,
        arrearsReason: '分两次付',
      }),
    ).toMatchObject({
      status: 2,
      receivableAmount: '11500.00',
      paidAmount: '5000.00',
      arrearsAmount: '6500.00',
    })
    expect(await debtOf(p2)).toEqual({ arrears_amount: '6500.00', consume_total: '5000.00' })

    const b7 = await desk.call(calls.repay, { patientId: p3, payments: [pay('wechat', '800.00')], requestId: uuidv7() })
    expect(b7).toEqual({ repaid: [{ billId: old.id, amount: '800.00' }], changeAmount: '0.00' })
    expect(await detail(old.id)).toMatchObject({ status: 3, paidAmount: '1000.00', arrearsAmount: '0.00' })
    expect(await debtOf(p3)).toEqual({ arrears_amount: '0.00', consume_total: '1000.00' })

    for (const patientId of [p1, p2, p3]) {
      const { id } = await desk.call(contract.visit.register, { patientId, doctorId: d2, requestId: uuidv7() })
      const fee = await desk.call(calls.registrationFee, {
        registrationId: id,
        payments: [pay('cash', '20.00', { tendered: '50.00' })],
        requestId: uuidv7(),
      })
      expect(fee).toMatchObject({ status: 3, paidAmount: '20.00', changeAmount: '30.00' })
      expect(await detail(fee.id)).toMatchObject({ billType: 3, items: [{ name: '挂号费', amount: '20.00' }] })
      const again = await desk.refused(calls.registrationFee, {
        registrationId: id,
        payments: [pay('cash', '20.00')],
        requestId: uuidv7(),
      })
      expect(again).toMatchObject({ code: 26016, message: '挂号费已收' })
    }

    // Bills of the day: cleaning, filling, implant and three fees.
    const [bills] = await app.sql<Record<string, string>>(
      `select sum(original_amount) as original, sum(discount_amount) as discount, sum(receivable_amount) as receivable, sum(paid_amount) as paid,
         sum(arrears_amount) as arrears from bill where clinic_id = $1 and (open_time at time zone 'Asia/Shanghai')::date = '2026-11-20'`,
      [clinicId],
    )
    expect(bills).toEqual({
      original: '13220.00',
      discount: '596.00',
      receivable: '12624.00',
      paid: '6124.00',
      arrears: '6500.00',
    })
    const flow = await app.sql<{ code: string; amount: string }>(
      `select m.code, sum(p.amount) as amount from bill_payment p join pay_method m on m.id = p.pay_method_id and m.tenant_id = p.tenant_id
       where p.pay_date = '2026-11-20' and p.clinic_id = $1 group by m.code order by m.code`,
      [clinicId],
    )
    expect(Object.fromEntries(flow.map((row) => [row.code, row.amount]))).toEqual({
      alipay: '864.00',
      card: '5000.00',
      cash: '60.00',
      wechat: '1000.00',
    })

    const shift = await desk.call(calls.shift, {})
    expect(shift).toMatchObject({ received: '6924.00', count: 7, since: '2026-11-20 09:00:00' })
    expect(shift.methods.map((row) => [row.name, row.amount])).toEqual([
      ['现金', '60.00'],
      ['微信', '1000.00'],
      ['支付宝', '864.00'],
      ['银行卡', '5000.00'],
    ])
    const today = await desk.call(calls.list, { tab: 'paid' })
    expect(today).toMatchObject({ total: 6, sums: { receivable: '12624.00', paid: '6124.00', arrears: '6500.00' } })
    expect((await desk.call(calls.list, { tab: 'arrears' })).list).toMatchObject([
      { id: b4.id, arrearsAmount: '6500.00', patientName: '郑博文' },
    ])
  })
})

describe('a till', () => {
  it('pays back what it took, whoever revokes: the cashier balances, the director has taken nothing', async () => {
    const [mine, theirs] = [await desk.call(calls.shift, {}), await director.call(calls.shift, {})]
    const kept = await open([cleaning()])
    await charge(kept, [pay('wechat', '200.00')])
    const wrong = await open([film()], { patientId: p2 })
    const paid = await charge(wrong, [pay('card', '50.00')])
    const seen = await detail(wrong.id)
    expect(seen.allowed.revoke).toBe(false)
    // The cashier reads whom to ask.
    expect(seen.revokers).toContain('院长a1')
    expect((await detail(wrong.id, director)).revokers).toEqual([])
    await director.call(calls.revoke, {
      id: wrong.id,
      version: (await detail(wrong.id)).version,
      reason: '收款方式错误',
      requestId: uuidv7(),
    })
    expect(paid.status).toBe(3)
    const after = await desk.call(calls.shift, {})
    expect(after.received).toBe(fenToYuan(sum([yuanToFen(mine.received), yuanToFen('200.00')])))
    expect(after.count).toBe(mine.count + 1)
    expect(await director.call(calls.shift, {})).toEqual(theirs)
    // The same again the right way: in the till of whoever takes it.
    await charge(await detail(wrong.id), [pay('cash', '50.00')])
    expect((await desk.call(calls.shift, {})).received).toBe(
      fenToYuan(sum([yuanToFen(mine.received), yuanToFen('250.00')])),
    )
  })
})

describe('a registration fee', () => {
  it('is known before it is taken, is taken once, and comes with a check-in where the clinic wants it', async () => {
    const { id } = await desk.call(contract.visit.register, { patientId: p3, doctorId: d1, requestId: uuidv7() })
    const check = () => desk.call(calls.unpaidCheck, { patientId: p3 })
    const before = await check()
    expect(before.exists).toBe(true)
    expect(before.fees).toMatchObject([{ registrationId: id, amount: '20.00', date: '2026-11-20' }])
    await desk.call(calls.registrationFee, {
      registrationId: id,
      payments: [pay('wechat', '20.00')],
      requestId: uuidv7(),
    })
    expect((await check()).fees).toEqual([])
    await desk.call(contract.visit.cancel, { id, reason: '患者有事' }).catch(() => undefined)

    const config = (checkInFee: boolean) =>
      app.sql(`update clinic set settings = settings || jsonb_build_object('checkInFee', $1::boolean) where id = $2`, [
        checkInFee,
        clinicId,
      ])
    const arrive = async (patientId: string, startTime: string) => {
      const made = await desk.call(contract.appointment.create, {
        patientId,
        doctorId: d2,
        startTime,
        endTime: startTime.replace(':00:00', ':20:00'),
        acceptWarnings: true,
        requestId: uuidv7(),
      })
      return desk.call(contract.visit.checkIn, { appointmentId: made.id as string, requestId: uuidv7() })
    }
    const free = await arrive(p1, '2026-11-20 15:00:00')
    expect((await desk.call(contract.visit.detail, { id: free.id })).feePaid).toBeNull()
    await config(true)
    const owing = await arrive(p2, '2026-11-20 16:00:00')
    expect((await desk.call(contract.visit.detail, { id: owing.id })).feePaid).toBe(false)
    expect((await desk.call(calls.unpaidCheck, { patientId: p2 })).fees).toContainEqual(
      expect.objectContaining({ registrationId: owing.id, amount: '20.00' }),
    )
    await config(false)
  })
})

describe('discounts', () => {
  it('lets each post give what it may, to the fen', async () => {
    for (const [client, percent] of [
      [desk, 85],
      [doctor, 90],
    ] as const) {
      await open([line(tariffs.rootCanal, '1500.00')], { discountPercent: percent }, client)
      const refused = await client.refused(calls.open, {
        patientId: p1,
        items: [line(tariffs.rootCanal, '1500.00')],
        discountPercent: percent - 1,
        requestId: uuidv7(),
      })
      expect(refused).toMatchObject({ code: 26004, data: { fields: [{ field: 'discountPercent' }] } })
      expect(refused.message).toContain(`${percent / 10} 折`)
    }
    const consultant = await app.as('consultant')
    expect(
      (
        await consultant.refused(calls.open, {
          patientId: p1,
          items: [cleaning()],
          discountPercent: 99,
          requestId: uuidv7(),
        })
      ).message,
    ).toContain('没有打折权限')
    await open([cleaning()], { discountPercent: 10 }, director)
    expect(await desk.call(calls.rights, { patientId: p2 })).toMatchObject({
      otherArrears: { amount: '6500.00', count: 1 },
      changePrice: false,
      discountLimit: 85,
      arrears: true,
    })
    expect(await director.call(calls.rights, { patientId: p1 })).toMatchObject({
      changePrice: true,
      discountLimit: 0,
      arrears: true,
    })
  })
  it('counts a line, the order, a reduction and rounding by hand together', async () => {
    const lineOver = await desk.refused(calls.open, {
      patientId: p1,
      items: [filling({ discountPercent: 90 }), implant()],
      discountPercent: 90,
      requestId: uuidv7(),
    })
    expect(lineOver.code).toBe(26004)
    expect(
      (
        await desk.refused(calls.open, {
          patientId: p1,
          items: [cleaning()],
          reductionAmount: '31.00',
          requestId: uuidv7(),
        })
      ).data.fields,
    ).toMatchObject([{ field: 'reductionAmount' }])
    await open([cleaning()], { reductionAmount: '30.00' })
    expect(
      (
        await desk.refused(calls.open, {
          patientId: p1,
          items: [cleaning()],
          roundingRule: 3,
          manualRounding: '99.00',
          requestId: uuidv7(),
        })
      ).data.fields,
    ).toMatchObject([{ field: 'manualRounding' }])
    const rounded = await open([cleaning({ discountPercent: 99 })], { roundingRule: 2 })
    expect(await detail(rounded.id)).toMatchObject({ receivableAmount: '198.00' })
  })
  it('leaves lines alone that take part in no discount', async () => {
    const bill = await open([filling(), film()], { discountPercent: 90 })
    const { items, receivableAmount } = await detail(bill.id)
    expect(items.map((item) => item.amount)).toEqual(['432.00', '50.00'])
    expect(receivableAmount).toBe('482.00')
    expect(
      (
        await director.refused(calls.open, {
          patientId: p1,
          items: [film()],
          reductionAmount: '1.00',
          requestId: uuidv7(),
        })
      ).code,
    ).toBe(26005)
  })
  it('splits a reduction in proportion, the remainder on the last line', async () => {
    const price = { tariffId: tariffs.check, version: null, price: '100.00', enabled: true }
    await director.call(contract.clinic.saveClinicTariff, price)
    const one = line(tariffs.check, '100.00')
    const bill = await open([one, one, one], { reductionAmount: '100.00' }, director)
    const { items, receivableAmount } = await detail(bill.id)
    expect(items.map((item) => item.discountAmount)).toEqual(['33.33', '33.33', '33.34'])
    expect(receivableAmount).toBe('200.00')
  })
  it('takes another price only from those who may change prices, and keeps it for everybody afterwards', async () => {
    const refused = await desk.refused(calls.open, {
      patientId: p1,
      items: [cleaning({ price: '150.00' })],
      requestId: uuidv7(),
    })
    expect(refused).toMatchObject({ code: 26006, data: { fields: [{ field: 'items.0.price' }] } })
    const bill = await open([cleaning({ price: '150.00' }), filling()], { discountPercent: 60 }, director)
    // The desk may round and remark on what was granted, but give nothing more.
    const items = [cleaning({ price: '150.00' }), filling()]
    const saved = await desk.call(calls.save, {
      id: bill.id,
      version: bill.version,
      items,
      discountPercent: 60,
      remark: '院长同意',
      roundingRule: 1,
    })
    expect(saved.receivableAmount).toBe('378.00')
    expect(
      (await desk.refused(calls.save, { id: bill.id, version: saved.version, items, discountPercent: 59 })).code,
    ).toBe(26004)
    expect(
      (
        await desk.refused(calls.save, {
          id: bill.id,
          version: saved.version,
          items: [...items, implant()],
          discountPercent: 60,
        })
      ).code,
    ).toBe(26004)
    expect((await detail(bill.id)).allowed).toMatchObject({
      changePrice: false,
      discountLimit: 85,
      charge: true,
      revoke: false,
    })
    expect((await detail(bill.id, director)).allowed).toMatchObject({
      changePrice: true,
      discountLimit: 0,
      revoke: false,
    })
  })
})

describe('whose work a bill is', () => {
  const doctorsOf = async (id: string) => [
    (await detail(id)).doctorId,
    ...(await detail(id)).items.map(({ doctorId }) => doctorId),
  ]
  it('one of the visit of today is proposed; each line may be of another doctor, and what nobody chose follows the bill', async () => {
    const made = await open([cleaning(), filling({ doctorId: d2 })], { doctorId: d1 })
    expect(await doctorsOf(made.id)).toEqual([d1, d1, d2])
    const { version, ...shown } = await detail(made.id)
    const lines = [cleaning(), filling({ doctorId: d2 })]
    const saved = await desk.call(calls.save, {
      id: made.id,
      version,
      items: lines,
      doctorId: d2,
      remark: shown.remark,
    })
    expect(await doctorsOf(made.id)).toEqual([d2, d2, d2])
    const kept = await desk.call(calls.save, {
      id: made.id,
      version: saved.version,
      items: [cleaning({ doctorId: d1 })],
    })
    expect(await doctorsOf(made.id)).toEqual([d2, d1])
    await desk.call(calls.save, { id: made.id, version: kept.version, items: [cleaning()], doctorId: null })
    expect(await doctorsOf(made.id)).toEqual([null, null])
  })

  it('somebody who does not treat here is refused beside the line or the bill, and nothing is written', async () => {
    const made = await open([cleaning()], { doctorId: d1 })
    const { reception } = fixture.employees.a1
    const save = (more: object) =>
      desk.refused(calls.save, { id: made.id, version: made.version, items: [cleaning()], ...more })
    expect((await save({ items: [cleaning({ doctorId: reception })] })).data.fields?.[0]).toEqual({
      field: 'items.0.doctorId',
      message: '没有找到该医生',
    })
    expect((await save({ doctorId: reception })).message).toBe('没有找到该医生')
    expect(await doctorsOf(made.id)).toEqual([d1, d1])
  })

  it('the desk is told who sees the patient today', async () => {
    const { id: patientId } = await desk.call(contract.patient.create, {
      name: '顾今天',
      gender: 0,
      mobile: '13912340099',
      sourceId: fixture.sources.a,
      allergyFlag: 0,
      requestId: uuidv7(),
    })
    const visit = async () => (await desk.call(calls.unpaidCheck, { patientId })).visit
    expect(await visit()).toBeNull()
    const { id } = await desk.call(contract.visit.register, { patientId, doctorId: d2, requestId: uuidv7() })
    expect(await visit()).toMatchObject({ registrationId: id, doctorId: d2 })
  })

  it('a price below the lowest, a sum off that is too large, and too little cash say the figure that would do', async () => {
    await app.sql('update tariff set min_price = 150 where id = $1', [tariffs.cleaning])
    const low = await director.refused(calls.open, {
      patientId: p1,
      items: [cleaning({ price: '100.00' })],
      requestId: uuidv7(),
    })
    expect(low).toMatchObject({ code: 26007, data: { fields: [{ field: 'items.0.price' }] } })
    expect(low.message).toMatch(/最低 150.00 元$/)
    await app.sql('update tariff set min_price = null where id = $1', [tariffs.cleaning])
    const much = await director.refused(calls.open, {
      patientId: p1,
      items: [cleaning(), film()],
      reductionAmount: '250.01',
      requestId: uuidv7(),
    })
    expect(much.data.fields?.[0]).toMatchObject({ field: 'reductionAmount' })
    const most = /^最多可优惠 (\d+\.\d\d) 元$/.exec(much.message)?.[1] ?? ''
    await open([cleaning(), film()], { reductionAmount: most }, director)
    const bill = await open([cleaning()])
    const short = await chargeRefused(bill, [pay('cash', '200.00', { tendered: '150.00' })])
    expect(short.data.fields?.[0]).toEqual({ field: 'payments.0.tendered', message: '收到的现金不足，应收 200.00 元' })
  })
})

describe('paying', () => {
  it('gives change on cash only and takes neither more nor less than is due', async () => {
    const bill = await open([cleaning(), film()])
    expect(await chargeRefused(bill, [pay('cash', '251.00')])).toMatchObject({ code: 26008 })
    expect(await chargeRefused(bill, [pay('cash', '100.00'), pay('wechat', '100.00')])).toMatchObject({
      code: 26009,
      message: '还差 50.00 元，留欠费请选择挂账',
      data: { left: '50.00' },
    })
    expect((await chargeRefused(bill, [pay('wechat', '250.00', { tendered: '300.00' })])).message).toBe(
      '只有现金可以找零',
    )
    expect((await chargeRefused(bill, [pay('cash', '250.00', { tendered: '200.00' })])).message).toBe(
      '收到的现金不足，应收 250.00 元',
    )
    expect((await chargeRefused(bill, [pay('card_bonus', '250.00')])).code).toBe(26011)
    expect((await chargeRefused(bill, [])).code).toBe(26009)
    expect(await ledgerOf(bill.id)).toEqual([])
    const done = await charge(bill, [pay('wechat', '100.00'), pay('cash', '150.00', { tendered: '200.00' })])
    expect(done).toMatchObject({ status: 3, paidAmount: '250.00', changeAmount: '50.00' })
    expect((await ledgerOf(bill.id)).map((row) => [row.amount, row.tendered_amount, row.change_amount])).toEqual([
      ['100.00', null, '0.00'],
      ['150.00', '200.00', '50.00'],
    ])
  })
  it('refuses a way that was switched off since the desk opened, beside it, and takes nothing', async () => {
    const bill = await open([cleaning()])
    const off = (is: boolean) => app.sql('update pay_method set enabled = $2 where id = $1', [payMethods.alipay, !is])
    await off(true)
    expect(await chargeRefused(bill, [pay('cash', '100.00'), pay('alipay', '100.00')])).toMatchObject({
      code: 26011,
      data: { fields: [{ field: 'payments.1.payMethodId' }] },
    })
    expect(await ledgerOf(bill.id)).toEqual([])
    expect((await detail(bill.id)).version).toBe(bill.version)
    await off(false)
    expect(await charge(bill, [pay('cash', '100.00'), pay('alipay', '100.00')])).toMatchObject({ status: 3 })
  })
  it('charges a bill that was given away without a payment', async () => {
    const bill = await open([cleaning()], { discountPercent: 0 }, director)
    expect(await charge(bill, [])).toMatchObject({ status: 3, paidAmount: '0.00' })
  })
  it('leaves arrears only for those who may, in clinics that allow it', async () => {
    const bill = await open([cleaning()])
    await app.sql(`update clinic set settings = settings || '{"arrearsAllowed": false}' where id = $1`, [clinicId])
    expect((await chargeRefused(bill, [pay('cash', '50.00')], { leaveArrears: true })).code).toBe(26010)
    expect((await detail(bill.id)).allowed.arrears).toBe(false)
    await app.sql(`update clinic set settings = settings - 'arrearsAllowed' where id = $1`, [clinicId])
    expect((await detail(bill.id)).allowed.arrears).toBe(true)
    expect(await charge(bill, [pay('cash', '50.00')], { leaveArrears: true, arrearsReason: '没带够' })).toMatchObject({
      status: 2,
      arrearsAmount: '150.00',
    })
    expect(await detail(bill.id)).toMatchObject({ arrearsReason: '没带够', statusReason: '没带够' })
    await desk.call(calls.repay, {
      patientId: p1,
      billIds: [bill.id],
      payments: [pay('cash', '150.00')],
      requestId: uuidv7(),
    })
  })
  it('repays the oldest bill first, cash handed over and change on the first part', async () => {
    const first = await open([cleaning()], { patientId: p3 })
    await charge(first, [], { leaveArrears: true })
    app.clock.advance(1)
    const second = await open([filling()], { patientId: p3 })
    await charge(second, [pay('cash', '80.00')], { leaveArrears: true })
    // The desk offers both, the oldest first, with the lines that cards may pay.
    expect((await desk.call(calls.unpaidCheck, { patientId: p3 })).owing).toMatchObject([
      { id: first.id, arrearsAmount: '200.00', lines: [{ amount: '200.00' }] },
      { id: second.id, arrearsAmount: '400.00' },
    ])
    expect(
      (await desk.refused(calls.repay, { patientId: p3, payments: [pay('cash', '601.00')], requestId: uuidv7() })).code,
    ).toBe(26008)
    const done = await desk.call(calls.repay, {
      patientId: p3,
      payments: [pay('cash', '300.00', { tendered: '320.00' })],
      requestId: uuidv7(),
    })
    expect(done).toEqual({
      repaid: [
        { billId: first.id, amount: '200.00' },
        { billId: second.id, amount: '100.00' },
      ],
      changeAmount: '20.00',
    })
    expect(await detail(first.id)).toMatchObject({ status: 3, arrearsAmount: '0.00' })
    expect(await detail(second.id)).toMatchObject({ status: 2, arrearsAmount: '300.00' })
    expect(
      sum((await ledgerOf(first.id)).concat(await ledgerOf(second.id)).map((row) => yuanToFen(row.change_amount))),
    ).toBe(2000)
    // The rest together with a new bill, all in one request.
    const third = await open([cleaning()], { patientId: p3 })
    expect((await detail(third.id)).otherArrears).toMatchObject({ amount: '300.00', count: 1 })
    expect((await chargeRefused(third, [pay('wechat', '400.00')], { collectArrears: true })).message).toContain(
      '还差 100.00 元',
    )
    expect(
      (await chargeRefused(third, [pay('wechat', '400.00')], { collectArrears: true, leaveArrears: true })).code,
    ).toBe(26009)
    const both = await charge(third, [pay('wechat', '250.00'), pay('cash', '250.00', { tendered: '300.00' })], {
      collectArrears: true,
    })
    expect(both).toMatchObject({ status: 3, paidAmount: '200.00', repaidAmount: '300.00', changeAmount: '50.00' })
    expect(await detail(second.id)).toMatchObject({ status: 3, paidAmount: '480.00' })
    expect(await debtOf(p3)).toMatchObject({ arrears_amount: '0.00' })
    expect(
      (await desk.refused(calls.repay, { patientId: p3, payments: [pay('cash', '1.00')], requestId: uuidv7() }))
        .message,
    ).toBe('患者没有欠费')
  })
  it('needs the trade number where the method says so', async () => {
    await app.sql('update pay_method set need_trade_no = true where id = $1', [payMethods.transfer])
    const bill = await open([cleaning()])
    expect((await chargeRefused(bill, [pay('transfer', '200.00')])).data.fields).toMatchObject([
      { field: 'payments.0.tradeNo' },
    ])
    await charge(bill, [pay('transfer', '200.00', { tradeNo: 'T-20261120-1' })])
    expect((await detail(bill.id)).payments).toMatchObject([
      { tradeNo: 'T-20261120-1', payMethodName: '对公', revoked: false },
    ])
  })
})

describe('at the same time', () => {
  it('charges once for one request id, also when the answer was lost and it is sent again', async () => {
    const bill = await open([cleaning()])
    const input = { id: bill.id, version: bill.version, payments: [pay('cash', '200.00')], requestId: uuidv7() }
    const first = await desk.call(calls.charge, input)
    expect(await desk.call(calls.charge, input)).toEqual(first)
    expect(await ledgerOf(bill.id)).toHaveLength(1)
    expect((await desk.refused(calls.charge, { ...input, payments: [pay('wechat', '200.00')] })).http).toBe(409)
  })
  it('charges once when 20 come at once with one request id', async () => {
    const bill = await open([cleaning()])
    const input = { id: bill.id, version: bill.version, payments: [pay('cash', '200.00')], requestId: uuidv7() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.call(calls.charge, input)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await ledgerOf(bill.id)).toHaveLength(1)
  })
  it('lets one of two desks charge a bill; the other hears what became of it', async () => {
    const bill = await open([cleaning()])
    const outcomes = await Promise.allSettled([
      charge(bill, [pay('cash', '200.00')]),
      charge(bill, [pay('wechat', '200.00')], {}, finance),
    ])
    expect(outcomes.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = outcomes.find((each) => each.status === 'rejected') as PromiseRejectedResult
    expect(lost.reason).toMatchObject({ code: 26002, message: '账单已付清，不能收费', data: { status: 3 } })
    expect(await ledgerOf(bill.id)).toHaveLength(1)
  })
  it('tells who changed a bill between looking and charging', async () => {
    const bill = await open([cleaning()])
    app.clock.advance(1)
    await doctor.call(calls.save, { id: bill.id, version: bill.version, items: [cleaning(), film()] })
    const refused = await chargeRefused(bill, [pay('cash', '200.00')])
    expect(refused).toMatchObject({ http: 409, data: { version: bill.version + 1, changedBy: '医生a1' } })
    expect(await ledgerOf(bill.id)).toEqual([])
    const stale = await desk.refused(calls.save, { id: bill.id, version: bill.version, items: [] })
    expect([409, 26003]).toContain(stale.code)
  })
  it('repays no more than is owed when two desks repay at once', async () => {
    const bill = await open([cleaning()], { patientId: p3 })
    await charge(bill, [], { leaveArrears: true })
    const outcomes = await Promise.allSettled(
      [desk, finance, desk].map((client) =>
        client.call(calls.repay, { patientId: p3, payments: [pay('cash', '200.00')], requestId: uuidv7() }),
      ),
    )
    expect(outcomes.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    expect(await detail(bill.id)).toMatchObject({ status: 3, paidAmount: '200.00' })
  })
  it('charges 30 bills of one clinic at once with numbers of their own', async () => {
    const bills = await Promise.all(Array.from({ length: 30 }, () => open([cleaning()])))
    await Promise.all(bills.map((bill) => charge(bill, [pay('cash', '200.00')])))
    const numbers = await app.sql<{ pay_no: string }>('select pay_no from bill_payment where bill_id = any($1)', [
      bills.map((bill) => bill.id),
    ])
    expect(new Set(numbers.map((row) => row.pay_no)).size).toBe(30)
    expect(new Set(bills.map((bill) => bill.billNo)).size).toBe(30)
  })
})

describe('the life of a bill', () => {
  it('goes from the doctor to the desk and back, and can not be charged meanwhile', async () => {
    const bill = await open([cleaning()], { submit: false }, doctor)
    expect((await chargeRefused(bill, [pay('cash', '200.00')])).message).toBe('账单草稿，不能收费')
    const sent = await doctor.call(calls.submit, { id: bill.id, version: bill.version })
    expect((await desk.call(calls.list, { tab: 'waiting' })).list.some((row) => row.id === bill.id)).toBe(true)
    const back = await desk.call(calls.takeBack, { id: bill.id, version: sent.version, reason: '牙位不对' })
    expect(await chargeRefused({ id: bill.id, version: back.version }, [pay('cash', '200.00')])).toMatchObject({
      code: 26002,
      message: '账单已退回医生，不能收费',
    })
    expect(await detail(bill.id)).toMatchObject({ status: 8, statusReason: '牙位不对' })
    expect((await desk.call(calls.list, { tab: 'draft' })).list.some((row) => row.id === bill.id)).toBe(true)
    const saved = await doctor.call(calls.save, {
      id: bill.id,
      version: back.version,
      items: [filling({ teeth: '37' })],
    })
    const again = await doctor.call(calls.submit, { id: bill.id, version: saved.version })
    await desk.call(calls.void, { id: bill.id, version: again.version, reason: '患者放弃' })
    expect((await chargeRefused({ id: bill.id, version: again.version + 1 }, [pay('cash', '480.00')])).message).toBe(
      '账单已作废，不能收费',
    )
    const log = await app.sql<{ from_status: number; to_status: number }>(
      'select from_status, to_status from status_log where biz_id = $1 order by created_at, id',
      [bill.id],
    )
    expect(log.map((row) => [row.from_status, row.to_status])).toEqual([
      [null, 0],
      [0, 1],
      [1, 8],
      [8, 1],
      [1, 9],
    ])
  })
  it('refuses an empty bill, unknown and switched-off items and those who may not', async () => {
    expect((await desk.refused(calls.open, { patientId: p1, items: [], requestId: uuidv7() })).code).toBe(26003)
    expect(
      (await desk.refused(calls.open, { patientId: p1, items: [line(uuidv7(), '1.00')], requestId: uuidv7() })).code,
    ).toBe(404)
    expect(
      (
        await desk.refused(calls.open, {
          patientId: p1,
          items: [line(fixture.tariffs.b.cleaning, '200.00')],
          requestId: uuidv7(),
        })
      ).code,
    ).toBe(404)
    expect(
      (
        await desk.refused(calls.open, {
          patientId: fixture.patients.b[0] as string,
          items: [cleaning()],
          requestId: uuidv7(),
        })
      ).code,
    ).toBe(404)
    const off = await open([film()])
    await app.sql('update tariff set enabled = false where id = $1', [tariffs.film])
    expect((await desk.refused(calls.open, { patientId: p1, items: [film()], requestId: uuidv7() })).code).toBe(26018)
    // A line that is on the bill already stays.
    await desk.call(calls.save, { id: off.id, version: off.version, items: [film({ qty: 2 })] })
    await app.sql('update tariff set enabled = true where id = $1', [tariffs.film])
    expect((await chargeRefused(off, [], {}, doctor)).http).toBe(403)
    expect(
      (await desk.refused(calls.revoke, { id: off.id, version: 1, reason: '误收', requestId: uuidv7() })).http,
    ).toBe(403)
    const other = await app.as('director', 'a2')
    expect((await other.refused(calls.detail, { id: off.id })).code).toBe(404)
    expect(
      (await other.refused(calls.charge, { id: off.id, version: 2, payments: [], requestId: uuidv7() })).code,
    ).toBe(404)
    const stranger = await app.as('admin', 'b1')
    expect((await stranger.refused(calls.detail, { id: off.id })).code).toBe(404)
  })
  it('makes one bill of a record, whoever asks how often', async () => {
    const registrationId = await visit(p2)
    const treatmentId = (
      await app.sql<{ id: string }>('select id from treatment where registration_id = $1', [registrationId])
    )[0]?.id as string
    const made = await doctor.call(contract.record.create, { treatmentId, requestId: uuidv7() })
    await doctor.call(contract.record.save, {
      id: made.id,
      version: made.version,
      content: {
        treatments: [
          { teeth: '36', content: '充填', tariffs: [{ tariffId: tariffs.filling, qty: 1 }] },
          { teeth: '', content: '洁治', tariffs: [{ tariffId: tariffs.cleaning, qty: 1 }] },
        ],
      },
    })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => doctor.call(calls.draftFromRecord, { recordId: made.id, requestId: uuidv7() })),
    )
    const made1 = outcomes.filter((each) => each.status === 'fulfilled')
    expect(made1).toHaveLength(1)
    expect((outcomes.find((each) => each.status === 'rejected') as PromiseRejectedResult).reason).toMatchObject({
      code: 26015,
    })
    const bill = (made1[0] as PromiseFulfilledResult<{ id: string; receivableAmount: string }>).value
    expect(bill.receivableAmount).toBe('680.00')
    const whole = await detail(bill.id)
    expect(whole).toMatchObject({
      status: 1,
      // The cashier does not read records.
      recordId: null,
      registrationId,
      items: [{ teeth: '36', amount: '480.00' }, { amount: '200.00' }],
    })

    // 4 → 5 when it is charged, back to 4 when that is revoked.
    expect(await statusOf(registrationId)).toBe(4)
    const extra = await open([film()], { patientId: p2, registrationId })
    await charge(whole, [pay('cash', '680.00')])
    expect(await statusOf(registrationId)).toBe(4)
    await charge(extra, [pay('cash', '50.00')])
    expect(await statusOf(registrationId)).toBe(5)
    const paid = await detail(bill.id, director)
    expect(paid.allowed).toMatchObject({ revoke: true, charge: false, edit: false })
    await director.call(calls.revoke, { id: bill.id, version: paid.version, reason: '方式选错', requestId: uuidv7() })
    expect(await statusOf(registrationId)).toBe(4)
    const back = await detail(bill.id)
    expect(back).toMatchObject({ status: 1, paidAmount: '0.00', statusReason: '方式选错' })
    expect(back.payments.map((row) => [row.kind, row.amount, row.revoked])).toEqual([
      [1, '680.00', true],
      [3, '-680.00', false],
    ])
    // The rest of the visit is paid, so voiding what waits charges it.
    await desk.call(calls.void, { id: bill.id, version: back.version, reason: '患者不做了' })
    expect(await statusOf(registrationId)).toBe(5)
    expect(
      (await desk.refused(calls.open, { patientId: p1, registrationId, items: [film()], requestId: uuidv7() })).data
        .fields,
    ).toMatchObject([{ field: 'registrationId' }])
  })
})

describe('revoking', () => {
  it('turns every movement of today round, once', async () => {
    const before = await debtOf(p2)
    const bill = await open([implant()], { patientId: p2 })
    const done = await charge(bill, [pay('cash', '2000.00'), pay('card', '3000.00')], { leaveArrears: true })
    await desk.call(calls.repay, {
      patientId: p2,
      billIds: [bill.id],
      payments: [pay('wechat', '1000.00')],
      requestId: uuidv7(),
    })
    expect(await debtOf(p2)).toMatchObject({
      arrears_amount: fenToYuan(sum([yuanToFen(before?.arrears_amount ?? '0'), yuanToFen('6000')])),
    })
    const now = await detail(bill.id)
    const input = { id: bill.id, version: now.version, reason: '患者要求重开', requestId: uuidv7() }
    const revoked = await director.call(calls.revoke, input)
    expect(await director.call(calls.revoke, input)).toEqual(revoked)
    expect(await debtOf(p2)).toEqual(before)
    expect(sum((await ledgerOf(bill.id)).map((row) => yuanToFen(row.amount)))).toBe(0)
    expect(await ledgerOf(bill.id)).toHaveLength(6)
    expect(
      (await director.refused(calls.revoke, { ...input, version: revoked.version, requestId: uuidv7() })).message,
    ).toBe('账单待收费，不能撤销收费')
    expect((await desk.refused(calls.receipt, { id: bill.id })).code).toBe(26019)
    expect(await charge({ id: bill.id, version: revoked.version }, [pay('cash', '12000.00')])).toMatchObject({
      status: 3,
    })
    expect(done.version).toBeLessThan(revoked.version)
  })
  it('is refused on the next day', async () => {
    const bill = await open([cleaning()])
    const paid = await charge(bill, [pay('cash', '200.00')])
    app.clock.set(parseDateTime('2026-11-21 00:00:01'))
    expect((await detail(bill.id, director)).allowed.revoke).toBe(false)
    const refused = await director.refused(calls.revoke, {
      id: bill.id,
      version: paid.version,
      reason: '误收',
      requestId: uuidv7(),
    })
    expect(refused).toMatchObject({ code: 26012, message: '只能撤销当日的收费，请走退款' })
  })
})

describe('the receipt', () => {
  it('says everything that was paid, in words too, and counts its prints', async () => {
    const bill = await open([filling({ teeth: '36:O' }), film()], { discountPercent: 90 })
    await charge(bill, [pay('wechat', '82.00'), pay('cash', '400.00', { tendered: '500.00' })])
    const first = await desk.call(calls.receipt, { id: bill.id })
    expect(first).toMatchObject({
      clinic: { name: '甲a1门诊', phone: '0571-88886666' },
      amountInWords: '肆佰捌拾贰元整',
      cashierName: '前台a1',
      printCount: 1,
      bill: { payments: [{ amount: '82.00' }, { amount: '400.00', tenderedAmount: '500.00', changeAmount: '100.00' }] },
    })
    expect((await desk.call(calls.receipt, { id: bill.id })).printCount).toBe(2)
    expect((await doctor.refused(calls.receipt, { id: bill.id })).http).toBe(403)
  })
  it('lists the bills of a patient and whether one waits', async () => {
    const bill = await open([cleaning()], { patientId: p3 })
    expect((await desk.call(calls.listByPatient, { patientId: p3 }))[0]).toMatchObject({
      id: bill.id,
      itemCount: 1,
      waitedMinutes: 0,
    })
    expect(await desk.call(calls.unpaidCheck, { patientId: p3 })).toMatchObject({
      exists: true,
      bills: [{ id: bill.id, receivableAmount: '200.00' }],
    })
    expect((await desk.call(calls.list, { tab: 'waiting', keyword: bill.billNo })).list).toMatchObject([
      { id: bill.id },
    ])
    expect(
      (await desk.call(calls.list, { tab: 'waiting', keyword: 'lxm' })).list.map((row) => row.patientName),
    ).toContain('李小满')
  })
})

describe('whose bills', () => {
  it('shows a consultant the bills of the own patients only, and takes nothing for others', async () => {
    const consultant = await app.as('consultant')
    await app.sql('update patient set consultant_id = $1 where id = $2', [fixture.employees.a2.consultant, p2])
    const own = await open([cleaning()])
    const other = await open([cleaning()], { patientId: p2 })

    for (const tab of ['waiting', 'arrears', 'paid', 'draft'] as const) {
      const all = await desk.call(calls.list, { tab, pageSize: 100 })
      const seen = await consultant.call(calls.list, { tab, pageSize: 100 })
      const ofOwn = all.list.filter((row) => row.patientId === p1)
      expect(seen.list.map((row) => row.id)).toEqual(ofOwn.map((row) => row.id))
      expect(seen).toMatchObject({ total: ofOwn.length, counts: { [tab]: ofOwn.length } })
      expect(yuanToFen(seen.sums?.receivable ?? '')).toBe(sum(ofOwn.map((row) => yuanToFen(row.receivableAmount))))
    }
    const waiting = (await consultant.call(calls.list, { tab: 'waiting', pageSize: 100 })).list.map((row) => row.id)
    expect(waiting).toContain(own.id)
    expect(waiting).not.toContain(other.id)
    expect((await consultant.call(calls.list, { tab: 'waiting', keyword: other.billNo })).total).toBe(0)

    expect(await detail(own.id, consultant)).toMatchObject({ id: own.id, allowed: { edit: true, charge: false } })
    expect((await consultant.call(calls.listByPatient, { patientId: p1 })).map((row) => row.id)).toContain(own.id)
    const refusals = [
      await consultant.refused(calls.detail, { id: other.id }),
      await consultant.refused(calls.payInfo, { id: other.id }),
      await consultant.refused(calls.listByPatient, { patientId: p2 }),
      await consultant.refused(calls.unpaidCheck, { patientId: p2 }),
      await consultant.refused(calls.rights, { patientId: p2 }),
      await consultant.refused(calls.open, { patientId: p2, items: [cleaning()], requestId: uuidv7() }),
      await consultant.refused(calls.save, { id: other.id, version: other.version, items: [film()] }),
      await consultant.refused(calls.submit, { id: other.id, version: other.version }),
      await consultant.refused(calls.takeBack, { id: other.id, version: other.version, reason: '不是我的' }),
    ]
    expect(refusals.map((each) => each.http)).toEqual(refusals.map(() => 404))
    expect(await detail(other.id)).toMatchObject({ version: other.version, status: 1, items: [{ name: '洁治' }] })
  })

  it('keeps to the scope of the post: own, department, and no further than one sees', async () => {
    const consultant = await app.as('consultant')
    const post = fixture.posts.a.consultant
    const scope = (resource: string, dataScope: number) =>
      app.sql('update post_resource set data_scope = $1 where post_id = $2 and resource = $3', [
        dataScope,
        post,
        resource,
      ])
    const byMe = await open([cleaning()], {}, consultant)
    const bySomebody = await open([cleaning()], { doctorId: d2 })
    const sees = async () =>
      (await consultant.call(calls.listByPatient, { patientId: p1 }))
        .map((row) => row.id)
        .filter((id) => [byMe.id, bySomebody.id].includes(id))
    await scope('/orderSet:view', 1)
    expect(await sees()).toEqual([byMe.id])
    expect((await consultant.refused(calls.detail, { id: bySomebody.id })).http).toBe(404)
    expect((await consultant.refused(calls.submit, { id: bySomebody.id, version: bySomebody.version })).http).toBe(404)
    await scope('/orderSet:view', 2)
    expect((await sees()).toSorted()).toEqual([byMe.id, bySomebody.id].toSorted())
    await app.sql('update employee_clinic set dept_id = null where employee_id = $1', [d2])
    expect(await sees()).toEqual([byMe.id])
    await scope('/orderSet:view', 3)
    await scope('/orderSet:open', 1)
    expect((await detail(bySomebody.id, consultant)).allowed).toMatchObject({ edit: false, takeBack: false })
    expect((await detail(byMe.id, consultant)).allowed).toMatchObject({ edit: true, takeBack: true })
    expect(
      (await consultant.refused(calls.save, { id: bySomebody.id, version: bySomebody.version, items: [film()] })).http,
    ).toBe(404)
    await scope('/orderSet:open', 3)
  })

  it('says on the day screen what a visit owes only where its bills may be seen', async () => {
    const consultant = await app.as('consultant')
    const visits = [await visit(p1, '20.00'), await visit(p2, '20.00')]
    const day = await consultant.call(contract.reporting.today, {})
    const due = visits.map((id) => day.toCharge.find((card) => card.id === id)?.due)
    expect(due).toEqual(['20.00', null])
  })
})

describe('afterwards', () => {
  it('holds every invariant', async () => {
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})
