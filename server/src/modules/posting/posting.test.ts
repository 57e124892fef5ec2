import { contract, type WireInput } from '@dentin/contract'
import { tracedFigures, type TracedFigure } from '@dentin/contract/traced-figures'
import { parseDateTime, fen, fenToYuan, sum, uuidv7, yuanToFen } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { refundedCard } from '../../../test/card-refund.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { billing, memberCard, patient, posting, prepay, refund } = contract
const app = await testApp({ at: '2026-11-20 10:00:00' })
const desk = await app.as('reception')
const director = await app.as('director')
const finance = await app.as('finance')
const [p1, p2, p3] = fixture.patients.a as [string, string, string]
const { a: methods } = fixture.payMethods
const { a: tariffs } = fixture.tariffs
const cash = (amount: string) => ({ payMethodId: methods.cash as string, amount })

const traced = (figure: TracedFigure, id: string, client: Client = director) =>
  client.call(posting.list, { figure, id, pageNum: 1, pageSize: 100 })

/** The figure that the screen shows, and what its postings come to, each row above the next one. */
async function shownAs(figure: TracedFigure, id: string, shown: string | null) {
  const { list, sum: came, total } = await traced(figure, id)
  expect(total).toBe(list.length)
  expect({ figure, came }).toEqual({ figure, came: shown })
  expect(fenToYuan(sum(list.map(({ amount }) => yuanToFen(amount))))).toBe(shown)
  if (list[0]) expect(list[0].after).toBe(shown)
  for (const [n, row] of list.entries()) {
    const before = list[n + 1]?.after ?? '0.00'
    expect(row.after).toBe(fenToYuan(fen(yuanToFen(before) + yuanToFen(row.amount))))
  }
  return list
}

async function open(prices: readonly string[], patientId = p1) {
  return director.call(billing.open, {
    patientId,
    items: prices.map((price, n) => ({
      tariffId: [tariffs.check, tariffs.film, tariffs.filling][n] as string,
      price,
      qty: 1,
      teeth: '',
    })),
    requestId: uuidv7(),
  })
}
const charge = (
  bill: { id: string; version: number },
  payments: WireInput<typeof billing.charge>['payments'],
  leaveArrears = false,
) =>
  desk.call(billing.charge, {
    id: bill.id,
    version: bill.version,
    payments,
    ...(leaveArrears ? { leaveArrears, arrearsReason: '下次付' } : {}),
    requestId: uuidv7(),
  })

describe('each amount of the money screens is the sum of its postings', () => {
  it('a bill that was charged by two ways, revoked, charged again owing, repaid, refunded in part', async () => {
    const first = await open(['300.00', '200.00', '100.00'])
    const paid = await charge(first, [cash('250.00'), { payMethodId: methods.wechat as string, amount: '350.00' }])
    const revoked = await director.call(billing.revoke, {
      id: first.id,
      version: paid.version,
      reason: '收错',
      requestId: uuidv7(),
    })
    await charge({ id: first.id, version: revoked.version }, [cash('400.00')], true)
    await desk.call(billing.repay, {
      patientId: p1,
      billIds: [first.id],
      payments: [cash('50.00')],
      requestId: uuidv7(),
    })
    const owing = await director.call(billing.detail, { id: first.id })
    expect(owing).toMatchObject({ receivableAmount: '600.00', paidAmount: '450.00', arrearsAmount: '150.00' })
    const asked = await director.call(refund.request, {
      billId: first.id,
      version: owing.version,
      type: 1,
      items: [{ billItemId: owing.items[1]?.id as string, qty: 1, amount: '200.00' }],
      reason: '不做了',
      payNow: false,
      requestId: uuidv7(),
    })
    await finance.call(refund.pay, { id: asked.id, version: asked.version, requestId: uuidv7() })
    const bill = await director.call(billing.detail, { id: first.id })
    // Arrears first: of the 200.00 that go, 150.00 were owed.
    expect(bill).toMatchObject({ returnedAmount: '200.00', refundedAmount: '50.00', arrearsAmount: '0.00' })
    const of = (figure: TracedFigure, shown: string) => shownAs(figure, first.id, shown)
    const receivable = await of('bill.receivable', bill.receivableAmount)
    // Charged, taken back and charged again: three lines each time.
    expect(receivable.map(({ kind }) => kind)).toEqual([1, 1, 1, 3, 3, 3, 1, 1, 1])
    await of('bill.returned', bill.returnedAmount)
    await of('bill.paid', bill.paidAmount)
    await of('bill.refunded', bill.refundedAmount)
    await of('bill.arrears', bill.arrearsAmount)
    await of('bill.writtenOff', bill.writtenOffAmount)
    const account = await director.call(patient.account, { id: p1 })
    await shownAs('patient.arrears', p1, account.arrearsAmount)
    await shownAs('patient.consumption', p1, account.consumeTotal)
    expect(account.consumeTotal).toBe('400.00')
  })

  it('a card with bonus and points, a times card, and a prepayment', async () => {
    const typeOf = async (more: Partial<WireInput<typeof memberCard.saveType>>) =>
      (
        await director.call(memberCard.saveType, {
          name: `追溯${uuidv7().slice(-6)}`,
          kind: 1,
          salePrice: '0.00',
          validType: 1,
          useOrder: 3,
          requestId: uuidv7(),
          ...more,
        } as WireInput<typeof memberCard.saveType>)
      ).id
    const sell = async (typeId: string, amount: string, price = amount) =>
      (
        await desk.call(memberCard.openCard, {
          patientId: p2,
          typeId,
          amount,
          ways: [cash(price)],
          requestId: uuidv7(),
        })
      ).id
    const stored = await sell(
      await typeOf({ steps: [{ amount: '1000.00', bonus: '200.00', points: 30 }], pointsRate: 100 }),
      '1000.00',
    )
    const times = await sell(
      await typeOf({ kind: 3, salePrice: '900.00', times: 3, singlePrice: '400.00' }),
      '0.00',
      '900.00',
    )
    const deposit = await desk.call(prepay.receive, {
      patientId: p2,
      purpose: '种植',
      amount: '500.00',
      ways: [cash('500.00')],
      refundable: true,
      requestId: uuidv7(),
    } as WireInput<typeof prepay.receive>)
    const bill = await open(['300.00', '300.00'], p2)
    await charge(bill, [
      { payMethodId: methods.card_principal as string, amount: '120.00', cardId: stored },
      { payMethodId: methods.card_principal as string, amount: '300.00', cardId: times },
      { payMethodId: methods.prepayment as string, amount: '180.00', prepayId: deposit.id },
    ])
    const { cards } = await director.call(memberCard.basicInformation, { patientId: p2 })
    const [a, b] = [stored, times].map((id) => cards.find((card) => card.id === id))
    expect(a).toMatchObject({ principalAmount: '900.00', bonusAmount: '180.00' })
    await shownAs('card.principal', stored, a?.principalAmount as string)
    await shownAs('card.bonus', stored, a?.bonusAmount as string)
    await shownAs('card.points', stored, `${a?.points}.00`)
    expect(await shownAs('card.times', times, `${b?.timesLeft}.00`)).toHaveLength(2)
    const { list } = await director.call(prepay.ofPatient, { patientId: p2 })
    const left = list.find(({ id }) => id === deposit.id)?.balanceAmount
    expect(left).toBe('320.00')
    const rows = await shownAs('prepay.balance', deposit.id, left as string)
    expect(rows[0]).toMatchObject({
      kind: 1,
      amount: '-180.00',
      billNo: (await director.call(billing.detail, { id: bill.id })).billNo,
    })
  })

  it('what a unit owes to this clinic: charged, taken back by a refund, settled in part; and what the refund paid', async () => {
    const admin = await app.as('admin')
    const { id: unitId } = await admin.call(contract.unitAccount.saveUnit, {
      name: '西溪小学',
      contact: '',
      phone: '',
      creditLimit: '1000.00',
      termDays: 30,
      needsReference: false,
      remark: '',
      requestId: uuidv7(),
    })
    const bill = await open(['300.00', '200.00'])
    await charge(bill, [{ payMethodId: methods.unit as string, amount: '400.00', unitId }, cash('100.00')])
    const { version, items } = await director.call(billing.detail, { id: bill.id })
    const asked = await director.call(refund.request, {
      billId: bill.id,
      version,
      type: 1,
      items: [{ billItemId: items[1]?.id as string, qty: 1, amount: '200.00' }],
      reason: '不做了',
      requestId: uuidv7(),
    })
    await finance.call(refund.pay, { id: asked.id, version: asked.version, requestId: uuidv7() })
    const paid = await director.call(refund.detail, { id: asked.id })
    expect(paid.refundAmount).toBe('200.00')
    await shownAs('refund.paid', asked.id, paid.refundAmount)
    await finance.call(contract.unitAccount.settle, {
      unitId,
      amount: '50.00',
      payMethodId: methods.cash as string,
      requestId: uuidv7(),
    })
    const { list } = await finance.call(contract.unitAccount.balances, {})
    const owed = list.find(({ id }) => id === unitId)
    expect(Number(owed?.open)).toBeGreaterThan(0)
    await shownAs('unit.open', unitId, owed?.open as string)
    // Another clinic is owed nothing, and a stranger sees no refund.
    const there = await app.as('director', 'a2')
    expect(await traced('unit.open', unitId, there)).toMatchObject({ total: 0, sum: '0.00' })
    expect(
      (await (await app.as('director', 'b1')).refused(posting.list, { figure: 'refund.paid', id: asked.id })).http,
    ).toBe(404)
  })

  it('the sums of lists, as they are narrowed: members, prepayments, what is owed, units, refunds of a patient', async () => {
    type Listed = WireInput<typeof posting.list>['listed']
    const comesTo = async (
      figure: TracedFigure,
      shown: string | undefined,
      whose: { listed?: Listed; id?: string },
    ) => {
      expect(Number(shown)).toBeGreaterThan(0)
      const {
        list,
        sum: came,
        total,
      } = await director.call(posting.list, {
        figure,
        ...whose,
        pageNum: 1,
        pageSize: 100,
      })
      expect({ figure, came, total }).toEqual({ figure, came: shown, total: list.length })
      expect(fenToYuan(sum(list.map(({ amount }) => yuanToFen(amount))))).toBe(shown)
    }
    const owing = await open(['320.00', '80.00'], p3)
    await charge(owing, [cash('350.00')], true)
    const { billNo, items, version } = await director.call(billing.detail, { id: owing.id })
    const { typeId } = (await director.call(memberCard.basicInformation, { patientId: p2 })).cards[0] as {
      typeId: string
    }
    const { id: otherType } = await director.call(memberCard.saveType, {
      name: '另一种卡',
      kind: 1,
      salePrice: '0.00',
      validType: 1,
      useOrder: 1,
      requestId: uuidv7(),
    } as WireInput<typeof memberCard.saveType>)
    await desk.call(memberCard.openCard, {
      patientId: p1,
      typeId: otherType,
      amount: '70.00',
      ways: [cash('70.00')],
      requestId: uuidv7(),
    })
    for (const listed of [{}, { typeId: otherType }, { typeId }, { hasBalance: true, status: 1 as const }]) {
      const { sums } = await director.call(memberCard.list, { ...listed, keyword: '', pageNum: 1, pageSize: 10 })
      await comesTo('members.principal', sums?.principal, { listed })
    }
    const { sums } = await director.call(memberCard.list, { keyword: '', pageNum: 1, pageSize: 10 })
    await comesTo('members.bonus', sums?.bonus, { listed: {} })
    // What was used up and what was given back adds nothing to a list that has it too.
    for (const tab of ['valid', 'all'] as const) {
      const { balance } = await director.call(prepay.list, { tab, keyword: '', pageNum: 1, pageSize: 10 })
      await comesTo('prepays.balance', balance ?? undefined, { listed: { tab } })
    }
    for (const keyword of ['', billNo]) {
      const { ages } = await director.call(contract.instalment.list, { tab: 'all', keyword, pageNum: 1, pageSize: 10 })
      const owed = fenToYuan(sum((ages ?? []).map(yuanToFen)))
      if (keyword) expect(owed).toBe('50.00')
      await comesTo('owed.arrears', owed, { listed: { keyword } })
    }
    await comesTo('units.open', (await finance.call(contract.unitAccount.balances, {})).open, {})
    const asked = await director.call(refund.request, {
      billId: owing.id,
      version,
      type: 1,
      items: [{ billItemId: items[1]?.id as string, qty: 1, amount: '80.00' }],
      reason: '不做了',
      requestId: uuidv7(),
    })
    await finance.call(refund.pay, { id: asked.id, version: asked.version, requestId: uuidv7() })
    const { length } = await director.call(refund.ofPatient, { patientId: p3 })
    expect(length).toBe(1)
    // Of the 80.00 that go, 50.00 were owed.
    await comesTo('refunds.paid', '30.00', { id: p3 })
    // Another clinic has none of this clinic's, and a list of a patient out of reach has no sum.
    const there = await app.as('director', 'a2')
    for (const figure of ['prepays.balance', 'owed.arrears', 'units.open'] as const)
      expect(await there.call(posting.list, { figure, pageNum: 1, pageSize: 10 })).toMatchObject({
        total: 0,
        sum: '0.00',
      })
    expect(
      (await (await app.as('director', 'b1')).refused(posting.list, { figure: 'refunds.paid', id: p3 })).http,
    ).toBe(404)
  })

  it('comes in pages, each row with the figure as it left it', async () => {
    const bill = await open(['10.00', '20.00', '30.00'])
    await charge(bill, [cash('60.00')])
    const page = await director.call(posting.list, { figure: 'bill.paid', id: bill.id, pageNum: 2, pageSize: 2 })
    expect(page).toMatchObject({ total: 3, sum: '60.00', list: [{ amount: '10.00', after: '10.00' }] })
  })
})

describe('money.md §2: what each event posts', () => {
  /** The newest entry of a document: account, amount, and on which line. */
  const entry = (documentId: string, kind: number) =>
    app
      .sql<{ account: string; amount: string; line: number | null }>(
        `select p.account, p.amount::text, i.line_no as line from ledger_posting p left join bill_item i on i.tenant_id = p.tenant_id and i.id = p.item_id
         where p.kind = $2 and p.entry_id = (select id from ledger_entry where document_id = $1 and kind = $2 order by moment desc, id desc limit 1)
         order by p.no`,
        [documentId, kind],
      )
      .then((rows) => rows.map(({ account, amount, line }) => `${account} ${amount}${line ? ` 行${line}` : ''}`))

  it('charge: receivable against billed per line, the way against receivable; refund of lines and write-off the other way', async () => {
    const bill = await open(['300.00', '200.00'])
    await charge(bill, [cash('400.00')], true)
    expect(await entry(bill.id, 1)).toEqual([
      'receivable 500.00',
      'billed -300.00 行1',
      'billed -200.00 行2',
      'cash 400.00',
      'receivable -240.00 行1',
      'receivable -160.00 行2',
    ])
    const owing = await director.call(billing.detail, { id: bill.id })
    const admin = await app.as('admin')
    await admin.call(contract.payAdjust.writeOff, {
      id: bill.id,
      version: owing.version,
      amount: '50.00',
      reason: '失联',
      requestId: uuidv7(),
    })
    // 100.00 are owed: 60.00 on the first line, 40.00 on the second.
    expect(await entry(bill.id, 6)).toEqual(['writtenOff 30.00 行1', 'writtenOff 20.00 行2', 'receivable -50.00'])
    const now = await director.call(billing.detail, { id: bill.id })
    const asked = await director.call(refund.request, {
      billId: bill.id,
      version: now.version,
      type: 1,
      items: [{ billItemId: now.items[1]?.id as string, qty: 1, amount: '180.00' }],
      reason: '不做了',
      requestId: uuidv7(),
    })
    await finance.call(refund.pay, { id: asked.id, version: asked.version, requestId: uuidv7() })
    // Arrears first: of 180.00 that go 50.00 were owed; what stays of the payment, 270.00, is all on the first line.
    expect(await entry(asked.id, 4)).toEqual([
      'billed 180.00 行2',
      'receivable -180.00 行2',
      'cash -130.00',
      'receivable -30.00 行1',
      'receivable 160.00 行2',
    ])
  })

  it('recharge, refund of a card with its bonus, a card’s use, a count that is short', async () => {
    const { id: typeId } = await director.call(memberCard.saveType, {
      name: `分录${uuidv7().slice(-6)}`,
      kind: 1,
      salePrice: '0.00',
      validType: 1,
      useOrder: 3,
      steps: [{ amount: '5000.00', bonus: '500.00' }],
      requestId: uuidv7(),
    } as WireInput<typeof memberCard.saveType>)
    const card = await finance.call(memberCard.openCard, {
      patientId: p3,
      typeId,
      amount: '5000.00',
      ways: [cash('5000.00')],
      requestId: uuidv7(),
    })
    expect(await entry(card.id, 7)).toEqual([
      'cash 5000.00',
      'principal -5000.00',
      'bonusGiven 500.00',
      'bonus -500.00',
    ])
    const back = await refundedCard(finance, director, {
      id: card.id,
      version: card.version,
      amount: '1000.00',
      payMethodId: methods.cash as string,
      reason: '搬家',
      requestId: uuidv7(),
    })
    expect(await entry(back.refundId, 9)).toEqual([
      'principal 1000.00',
      'bonus 100.00',
      'bonusGiven -100.00',
      'cash -1000.00',
    ])
    const bill = await open(['110.00'], p3)
    await charge(bill, [{ payMethodId: methods.card_principal as string, amount: '110.00', cardId: card.id }])
    expect([...(await entry(bill.id, 1))].sort()).toEqual(
      [
        'receivable 110.00',
        'billed -110.00 行1',
        'principal 100.00',
        'receivable -100.00 行1',
        'bonus 10.00',
        'receivable -10.00 行1',
      ].sort(),
    )
    const till = (await finance.call(contract.shift.current, {})).shift
    const expected = yuanToFen(till?.expectedCash as string)
    await finance.call(contract.shift.handOver, {
      id: till?.id as string,
      version: till?.version as number,
      countedCash: fenToYuan(fen(expected - 500)),
      differenceReason: '找零少收',
      requestId: uuidv7(),
    })
    expect(await entry(till?.id as string, 17)).toEqual(['cash -5.00', 'overShort 5.00'])
  })
})

describe('each amount of a month’s book and of a shift is the sum of its postings', () => {
  const month = '2026-11'

  it('every ladder of the book', async () => {
    const repaid = await open(['100.00'])
    await charge(repaid, [cash('30.00')], true)
    await desk.call(billing.repay, { patientId: p1, payments: [cash('20.00')], requestId: uuidv7() })
    await ladders(month)
    expect((await desk.refused(posting.list, { figure: 'month.takings', month })).http).toBe(403)
    expect(await director.refused(posting.list, { figure: 'month.takings' })).toMatchObject({
      http: 400,
      data: { fields: [{ field: 'month', message: '请选择月份' }] },
    })
  })

  it('the month after begins as it ended', async () => {
    const now = app.clock.now()
    app.clock.set(parseDateTime('2026-12-02 09:00:00'))
    const before = await ladders('2026-12')
    app.clock.set(now)
    const { receivable, principal } = before
    expect(receivable.opening).not.toBe('0.00')
    expect(principal.opening).not.toBe('0.00')
  })

  /** Every amount of a month's book is the sum of the postings that it opens. @returns the book */
  async function ladders(of: string) {
    const { book } = await director.call(contract.monthClose.state, { month: of })
    const shown: Partial<Record<TracedFigure, string>> = {
      'month.receivableOpening': book.receivable.opening,
      'month.receivableClosing': book.receivable.closing,
      'month.principalOpening': book.principal.opening,
      'month.principalClosing': book.principal.closing,
      'month.depositOpening': book.deposit.opening,
      'month.depositClosing': book.deposit.closing,
      'month.unitOpening': book.unit.opening,
      'month.unitClosing': book.unit.closing,
      'month.withoutPlace': fenToYuan(
        fen(
          yuanToFen(book.takings) -
            yuanToFen(book.stored) +
            yuanToFen(book.used) +
            yuanToFen(book.otherIncome) -
            yuanToFen(book.revenue),
        ),
      ),
      'month.takings': book.takings,
      'month.received': book.received,
      'month.paidBack': book.returned,
      'month.cardMoved': book.principal.moved,
      'month.depositMoved': book.deposit.moved,
      'month.stored': book.stored,
      'month.used': book.used,
      'month.otherIncome': book.otherIncome,
      'month.revenue': book.revenue,
      'month.added': book.receivable.added,
      'month.repaid': book.receivable.repaid,
      'month.returned': book.receivable.returned,
      'month.writtenOff': book.receivable.writtenOff,
      'month.recharged': book.principal.recharged,
      'month.cardUsed': book.principal.used,
      'month.cardBack': book.principal.back,
      'month.cardRefunded': book.principal.refunded,
      'month.depositIn': book.deposit.received,
      'month.depositUsed': book.deposit.used,
      'month.depositOut': book.deposit.returned,
      'month.unitCharged': book.unit.charged,
      'month.unitBack': book.unit.back,
      'month.unitSettled': book.unit.settled,
      'month.overShort': book.overShort,
    }
    const all = (Object.keys(tracedFigures) as TracedFigure[]).filter(
      (figure) => tracedFigures[figure].of === 'month' && !('one' in tracedFigures[figure]),
    )
    expect(Object.keys(shown).sort()).toEqual([...all].sort())
    for (const figure of all)
      expect([
        figure,
        (await director.call(posting.list, { figure, month: of, pageNum: 1, pageSize: 200 })).sum,
      ]).toEqual([figure, shown[figure]])
    if (of === month) expect([book.takings === '0.00', book.overShort]).toEqual([false, '-5.00'])
    return book
  }

  it('each way and each category of the book, by its name', async () => {
    const { book } = await director.call(contract.monthClose.state, { month })
    const named = [
      ['month.method', book.methods],
      ['month.category', book.categories],
    ] as const
    for (const [figure, rows] of named) {
      expect(rows.length).toBeGreaterThan(0)
      for (const { name, amount } of rows) {
        const { sum } = await director.call(posting.list, { figure, month, name, pageNum: 1, pageSize: 200 })
        expect([name, sum]).toEqual([name, amount])
      }
      expect((await director.call(posting.list, { figure, month, name: '没有的', pageNum: 1, pageSize: 10 })).sum).toBe(
        '0.00',
      )
    }
    expect(await director.refused(posting.list, { figure: 'month.method', month })).toMatchObject({
      data: { fields: [{ field: 'name', message: '请选择收款方式' }] },
    })
  })

  it('each way of a shift and all of them, not of one that is counted blind', async () => {
    const { shift } = await desk.call(contract.shift.current, {})
    const ofShift = (payMethodId?: string) =>
      desk.call(posting.list, {
        figure: 'shift.method',
        id: shift?.id as string,
        ...(payMethodId && { payMethodId }),
        pageNum: 1,
        pageSize: 200,
      })
    expect(shift?.methods.length).toBeGreaterThan(0)
    for (const { payMethodId, total } of shift?.methods ?? []) expect((await ofShift(payMethodId)).sum).toBe(total)
    expect((await ofShift()).sum).toBe(shift?.total)
    await app.sql(`update clinic set settings = settings || '{"shiftBlind": true}' where id = $1`, [fixture.clinics.a1])
    const blind = { figure: 'shift.method', id: shift?.id as string, pageNum: 1, pageSize: 10 } as const
    expect((await desk.refused(posting.list, blind)).http).toBe(404)
    await app.sql(`update clinic set settings = settings - 'shiftBlind' where id = $1`, [fixture.clinics.a1])
  })
})

describe('who may see it', () => {
  it('needs the right to the paper: a bill for who sees bills, a card for who sees cards, and nobody’s of another company', async () => {
    const bill = await open(['10.00'])
    await charge(bill, [cash('10.00')])
    const other = await app.as('director', 'b1')
    for (const figure of Object.keys(tracedFigures) as TracedFigure[]) {
      // A month is of the clinic at work, whoever asks.
      const { of } = tracedFigures[figure]
      if (of === 'month') continue
      // A list is of the own company.
      if (of === 'members' || of === 'prepays' || of === 'owed' || of === 'units') {
        expect(await traced(figure, bill.id, other)).toMatchObject({ total: 0, sum: '0.00' })
        continue
      }
      const id = tracedFigures[figure].of === 'patient' ? p1 : bill.id
      expect((await other.refused(posting.list, { figure, id })).http).toBeGreaterThanOrEqual(403)
    }
    // A nurse reaches only what lies in her visits; whoever keeps the store sees no bill at all.
    expect((await (await app.as('nurse')).refused(posting.list, { figure: 'bill.paid', id: bill.id })).http).toBe(404)
    const store = await app.as('storekeeper')
    expect((await store.refused(posting.list, { figure: 'bill.paid', id: bill.id })).http).toBe(403)
  })

  it('asks for the right to the paper that a figure stands on, though others open the call', async () => {
    await app.sql(`delete from post_resource where resource = '/orderSet:view' and post_id = $1`, [
      fixture.posts.a.finance,
    ])
    const bill = await open(['10.00'])
    await charge(bill, [cash('10.00')])
    const blind = await app.as('finance')
    expect((await blind.refused(posting.list, { figure: 'bill.paid', id: bill.id })).http).toBe(403)
    expect((await traced('patient.consumption', p1, blind)).sum).not.toBeNull()
  })

  it('shows no sums to whoever may not see amounts', async () => {
    const bill = await open(['10.00'])
    await charge(bill, [cash('10.00')])
    await app.sql(`delete from post_resource where resource = '/field:amounts' and post_id = $1`, [
      fixture.posts.a.reception,
    ])
    const blind = await traced('bill.paid', bill.id, await app.as('reception'))
    expect(blind).toMatchObject({ list: [], total: 0, sum: null })
  })
})
