import { yuanToFen, type Fen } from '@dentin/kit/money'
import { describe, expect, it } from 'vitest'
import {
  discountNote,
  emptyDraft,
  newDraft,
  isOverLimit,
  limitWords,
  marginOf,
  offeredPercents,
  qtyFor,
  packageLines,
  sameDraft,
  sumsOf,
  type DraftLine,
} from './draft.ts'
import { adjustable } from './adjustable.ts'
import type { BillDetail, PayCard, PayMethod } from './hooks.ts'
import { addCard, addMethod, allocate, cardSplit, keyOfPayment, payable, paymentsBody, quickCash } from './payments.ts'

const line = (price: string, more: Partial<DraftLine> = {}): DraftLine => ({
  key: price,
  tariffId: price,
  name: '充填',
  categoryName: '牙体牙髓',
  planLineId: null,
  packageId: null,
  packageNo: null,
  packageName: null,
  packagePrice: null,
  teeth: '',
  unit: '颗',
  qty: 1,
  price,
  listPrice: price,
  costPrice: null,
  canDiscount: true,
  discountPercent: 100,
  doctorId: null,
  needsTeeth: false,
  perTooth: false,
  ...more,
})
const method = (code: string): PayMethod => ({
  id: code,
  code,
  name: code,
  type: 1,
  needTradeNo: code === 'card',
  allowRefund: true,
})
const yuan = (text: string) => yuanToFen(text)

it('a new bill begins with what the clinic rounds off', () => {
  expect((['none', 'jiao', 'yuan'] as const).map((rounding) => newDraft(rounding).roundingRule)).toEqual([0, 1, 2])
  expect(sameDraft(newDraft('none'), emptyDraft)).toBe(true)
  expect(sameDraft(newDraft('yuan'), emptyDraft)).toBe(false)
})

describe('the bill on the screen', () => {
  it('says what is left after the cost, and nothing where the cost is not to be seen', () => {
    const filling = line('480.00', { qty: 2, costPrice: '144.00' })
    expect(marginOf(filling, yuan('864.00'))).toBe(yuan('576.00'))
    expect(marginOf(filling, yuan('280.00'))).toBe(-800)
    expect(marginOf({ ...filling, costPrice: null }, yuan('280.00'))).toBeNull()
  })

  it('has a ladder that adds up', () => {
    const draft = {
      ...emptyDraft,
      lines: [line('480.00', { qty: 2 }), line('50.00', { canDiscount: false })],
      discountPercent: 90,
      reduction: '10.50',
      roundingRule: 2 as const,
    }
    const sums = sumsOf(draft)
    expect(sums).toMatchObject({
      original: yuan('1010.00'),
      percentOff: yuan('96.00'),
      reduction: yuan('10.50'),
      rounding: yuan('0.50'),
      receivable: yuan('903.00'),
    })
    expect(sumsOf({ ...draft, reduction: '5000.00' })).toBeNull()
  })
  it('says why a line costs less', () => {
    const draft = { ...emptyDraft, discountPercent: 90 }
    expect(discountNote(line('1.00'), draft, 10 as Fen)).toBe('9 折')
    expect(discountNote(line('1.00', { discountPercent: 95 }), draft, 10 as Fen)).toBe('单项 9.5 折，整单 9 折')
    expect(discountNote(line('1.00', { canDiscount: false }), draft, 0 as Fen)).toBe('不参与折扣')
  })
  it('knows what was granted before', () => {
    const saved = { ...emptyDraft, lines: [line('480.00')], discountPercent: 60 }
    expect(isOverLimit({ ...saved, remark: '院长同意', roundingRule: 2 }, saved, 85)).toBe(false)
    expect(isOverLimit({ ...saved, discountPercent: 59 }, saved, 85)).toBe(true)
    expect(sameDraft(saved, { ...saved, reduction: '0.00' })).toBe(true)
    expect(limitWords(85)).toBe('你可给到 8.5 折，更低需店长同意')
  })
  it('offers what the person may give and nothing below it, the usual ones first', () => {
    expect(offeredPercents(85, 100).slice(0, 5)).toEqual([100, 95, 90, 88, 85])
    expect(Math.min(...offeredPercents(85, 100))).toBe(85)
    expect(offeredPercents(85, 100)).toHaveLength(16)
    expect(offeredPercents(100, 100)).toEqual([100])
    // What the director gave stays on the bill.
    expect(offeredPercents(85, 60)).toContain(60)
    expect(offeredPercents(0, 100)).toHaveLength(101)
  })
  it('lets the quantity follow the teeth of an item charged by the tooth', () => {
    expect(qtyFor({ perTooth: true, qty: 1 }, '36;46')).toBe(2)
    expect(qtyFor({ perTooth: false, qty: 1 }, '36;46')).toBe(1)
  })
})

describe('paying', () => {
  it('splits a card as the server does: bonus on what price list and card let it pay', () => {
    const card = {
      id: 'card',
      kind: 1,
      dayLeft: null,
      principalAmount: '100.00',
      bonusAmount: '150.00',
      excludedNames: ['种植'],
      rules: { useOrder: 2, maxBonusRatio: 100 },
    } as unknown as PayCard
    const lines = [
      payable({ categoryName: '洁治', amount: '60.00', canBonus: true }),
      payable({ categoryName: '种植', amount: '40.00', canBonus: true }),
      payable({ categoryName: '根管', amount: '50.00', canBonus: false }),
    ]
    expect(cardSplit(card, yuan('150.00'), lines)).toMatchObject({ principal: yuan('90.00'), bonus: yuan('60.00') })
    expect(cardSplit(card, yuan('170.00'), lines).problem).toBe('余额不足，最多可付 160.00 元')
    const [added] = addCard([], method('card_principal'), card, yuan('170.00'), lines)
    expect(added?.amount).toBe('160.00')
  })
  it('gives the rest to the method without an amount of its own', () => {
    const wechat = addMethod([], method('wechat'), yuan('480'))
    expect(allocate(wechat, yuan('480'))).toMatchObject({ amounts: [yuan('480')], missing: 0 })
    const both = addMethod(wechat, method('cash'), yuan('480'))
    expect(both[1]).toMatchObject({ amount: '' })
    const typed = [both[0]!, { ...both[1]!, amount: '100.00', tendered: '150.00' }]
    expect(allocate(typed, yuan('480'))).toMatchObject({
      amounts: [yuan('380'), yuan('100')],
      missing: 0,
      change: yuan('50'),
      problems: ['', ''],
    })
    expect(paymentsBody(typed, allocate(typed, yuan('480')))).toEqual([
      { payMethodId: 'wechat', amount: '380.00' },
      { payMethodId: 'cash', amount: '100.00', tendered: '150.00' },
    ])
    // The due sum grows: what is not typed grows with it.
    expect(allocate(typed, yuan('500')).missing).toBe(0)
  })
  it('says what is wrong with a payment', () => {
    const cash = { method: method('cash'), amount: '480.00', tendered: '400.00', tradeNo: '' }
    const card = { method: method('card'), amount: '100.00', tendered: '', tradeNo: '' }
    expect(allocate([cash, card], yuan('500'))).toMatchObject({
      missing: -8000,
      problems: ['收到的现金不足，应收 480.00 元', '请填写交易号'],
    })
  })
  it('offers sums that people hand over', () => {
    expect(quickCash(yuan('480'))).toEqual([yuan('480'), yuan('500'), yuan('550'), yuan('600')])
    expect(quickCash(yuan('20'))).toEqual([yuan('20'), yuan('50'), yuan('100')])
    expect(quickCash(yuan('23.5'))).toEqual([yuan('23.5'), yuan('30'), yuan('50'), yuan('100')])
    expect(quickCash(yuan('100'))).toEqual([yuan('100'), yuan('150'), yuan('200')])
  })
})

it('a package comes under a number of its own, is its price, and takes no discount', () => {
  const sold = {
    id: 'k',
    name: '洁治补牙',
    price: '333.33',
    listPrice: '500.00',
    remark: '',
    items: [
      { tariffId: 'a', name: '洁治', categoryName: '牙周', unit: '次', qty: 1, price: '200.00', toothRequired: false },
      { tariffId: 'b', name: '补牙', categoryName: '充填', unit: '颗', qty: 1, price: '300.00', toothRequired: true },
    ],
  }
  const once = packageLines(sold, [], (n) => `p${n}`)
  const twice = [...once, ...packageLines(sold, once, (n) => `q${n}`)]
  expect(twice.map(({ packageNo }) => packageNo)).toEqual([1, 1, 2, 2])
  const sums = sumsOf({ ...emptyDraft, lines: [...twice, line('100.00')], discountPercent: 90 })
  expect(sums?.receivable).toBe(yuan('333.33') * 2 + yuan('90.00'))
  expect(sums?.steps.package).toBe(yuan('166.67') * 2)
  expect(discountNote(twice[0] as DraftLine, emptyDraft, yuan('66.67'))).toBe('套餐 洁治补牙')
})

describe('vouchers of platforms', () => {
  const voucher: PayMethod = { ...method('meituan'), type: 6, needTradeNo: true }
  it('stand beside each other, each with its own code', () => {
    let payments = addMethod([], voucher, yuan('198.00'))
    payments = addMethod(payments, voucher, yuan('198.00'))
    expect(payments.map(keyOfPayment)).toEqual(['meituan:1', 'meituan:2'])
    const typed = (codes: string[]) =>
      allocate(
        payments.map((each, n) => ({ ...each, amount: '99.00', tradeNo: codes[n] ?? '' })),
        yuan('198.00'),
      ).problems
    expect(typed(['', '12'])).toEqual(['请填写或扫描券码', '券码应为 4–32 位数字或字母'])
    expect(typed(['1234 5678', '1234-5678'])).toEqual(['', '同一张券写了两次'])
    expect(typed(['1234 5678', 'ab 99 00'])).toEqual(['', ''])
  })
})

it('a way is set right where it can have been taken down wrong, and while something of it is left', () => {
  type Payment = BillDetail['payments'][number]
  const row = (id: string, more: Partial<Payment> = {}): Payment =>
    ({
      id,
      kind: 1,
      amount: '100.00',
      revoked: false,
      byGateway: false,
      cardId: null,
      prepayId: null,
      payUnitName: null,
      returnsId: null,
      ...more,
    }) as Payment
  const payments = [
    row('cash'),
    row('repaid', { kind: 2 }),
    row('card', { cardId: 'c' }),
    row('prepay', { prepayId: 'p' }),
    row('unit', { payUnitName: '某单位' }),
    row('scanned', { byGateway: true }),
    row('revoked', { revoked: true }),
    row('refunded'),
    row('back', { kind: 4, amount: '-100.00', returnsId: 'refunded' }),
    row('in part'),
    row('some', { kind: 4, amount: '-40.00', returnsId: 'in part' }),
    row('changed'),
    row('out', { kind: 5, amount: '-100.00', returnsId: 'changed' }),
    row('in', { kind: 6 }),
  ]
  expect([...adjustable(payments)]).toEqual(['cash', 'repaid', 'in part', 'in'])
})
