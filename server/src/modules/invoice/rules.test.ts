import { fen } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { buyerProblems, taxNoProblem } from '@dentin/contract/invoice'
import { dayOf, freeOf, itemsOf, ownAddress, redItemsOf, taxIn } from './rules.ts'

const line = (kind: 'service' | 'goods', amount: number, rate: number) => ({
  kind,
  name: kind === 'goods' ? '商品' : '医疗服务',
  amount: fen(amount),
  rate,
  tax: taxIn(fen(amount), rate),
})

describe('tax', () => {
  it('is what an amount holds at its rate, half-up', () => {
    expect([taxIn(fen(11_300), 13), taxIn(fen(10_000), 13), taxIn(fen(100), 1), taxIn(fen(10_000), 0)]).toEqual([
      1300, 1150, 1, 0,
    ])
  })

  it('of reds in parts never exceeds that of the blue one, and the last takes the rest', () => {
    for (const whole of [100, 333, 10_001, 99_999])
      for (const part of [1, 7, 33, 50]) {
        const blue = [line('service', whole, 6), line('goods', Math.ceil(whole / 3), 13)]
        const tax = blue.reduce((all, each) => all + each.tax, 0)
        const reds: ReturnType<typeof redItemsOf>[] = []
        let left = blue.reduce((all, each) => all + each.amount, 0)
        while (left > 0) {
          const amount = fen(Math.min(left, part * Math.max(1, Math.floor(whole / 100))))
          const red = redItemsOf(blue, reds, amount)
          expect(red.reduce((all, each) => all + each.amount, 0)).toBe(amount)
          reds.push(red)
          left -= amount
          const gone = reds.flat().reduce((all, each) => all + each.tax, 0)
          expect(gone).toBeLessThanOrEqual(tax)
          expect(red.every((each) => each.tax >= 0 && each.tax <= each.amount)).toBe(true)
        }
        expect(reds.flat().reduce((all, each) => all + each.tax, 0)).toBe(tax)
      }
  })
})

describe('what may be invoiced', () => {
  const purse = { kind: 2, right: fen(100_000), invoiced: fen(0), red: fen(0), balance: fen(40_000) }
  it('of a card is what was recharged, or only what it was used for without being invoiced', () => {
    expect(freeOf({ ...purse, rule: 1 })).toBe(100_000)
    expect(freeOf({ ...purse, rule: 2 })).toBe(60_000)
    expect(freeOf({ ...purse, right: fen(40_000), rule: 2 })).toBe(0)
  })
  it('is free again only by what is red', () => {
    expect(freeOf({ ...purse, kind: 1, invoiced: fen(100_000), red: fen(30_000), rule: 2 })).toBe(30_000)
    expect(freeOf({ ...purse, kind: 1, right: fen(10), invoiced: fen(100), rule: 2 })).toBe(0)
  })
})

it('lines of one kind are one line', () => {
  const parts = [
    { kind: 'service' as const, name: '医疗服务', amount: fen(100) },
    { kind: 'goods' as const, name: '商品', amount: fen(0) },
    { kind: 'service' as const, name: '医疗服务', amount: fen(50) },
  ]
  expect(itemsOf(parts, { service: 0, goods: 13 })).toEqual([
    { kind: 'service', name: '医疗服务', amount: 150, rate: 0, tax: 0 },
  ])
})

it('a day of the platform counts when it is one and not to come; else that of the answer', () => {
  expect(dayOf('2026-11-20', '2026-11-20')).toEqual({ day: '2026-11-20', odd: false })
  for (const odd of ['2026-12-30', '2026-02-31', '20/11/2026', '', undefined, '1899-01-01'])
    expect(dayOf(odd, '2026-11-20')).toEqual({ day: '2026-11-20', odd: true })
})

it('an address of a document counts when it is http(s) and of the platform’s host', () => {
  const ours = 'https://tax.example.cn/api'
  expect(ownAddress('https://tax.example.cn/f/1.pdf', ours)).toBe('https://tax.example.cn/f/1.pdf')
  for (const foreign of [
    'https://evil.example.com/f/1.pdf',
    'http://tax.example.cn/f/1.pdf',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://a:b@tax.example.cn/f',
    'https://tax.example.cn.evil.com/f',
    'https://tax.example.cn:8443/f',
    '',
  ])
    expect(ownAddress(foreign, ours)).toBe('')
})

it('a tax number of 18 signs is a credit code, whose last sign proves it', () => {
  expect(taxNoProblem('91330106MA2B0K2X0A')).toContain('税号有误')
  expect(taxNoProblem('330106123456789')).toBe('')
  expect(taxNoProblem('')).toBe('请填写税号')
  expect(taxNoProblem('12345')).toBe('税号应为15–20位数字或大写字母')
})

it('a special invoice needs everything that is said of a company', () => {
  const buyer = {
    type: 1,
    titleType: 0,
    taxNo: '',
    regAddress: '',
    regPhone: '',
    bankName: '',
    bankAccount: '',
    email: 'x',
    mobile: '1',
  }
  expect(buyerProblems(buyer).map(({ field }) => field)).toEqual([
    'titleType',
    'regAddress',
    'regPhone',
    'bankName',
    'bankAccount',
    'email',
    'mobile',
  ])
})
