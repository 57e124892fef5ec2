import { yuanToFen } from '@dentin/kit/money'
import { expect, test } from 'vitest'
import { missingOf, sumsOf, toggled, typed, usualReturn, waysBody } from './pay-ways.ts'

test('one way takes all, a second asks for its sum and the first takes the rest', () => {
  const one = toggled([], 'cash')
  expect(sumsOf(one, yuanToFen('1000.00'))).toEqual([yuanToFen('1000.00')])
  const two = toggled(one, 'wechat').map((way) => (way.payMethodId === 'wechat' ? { ...way, amount: '400.00' } : way))
  expect(waysBody(two, yuanToFen('1000.00'))).toEqual([
    { payMethodId: 'cash', amount: '600.00', tradeNo: '' },
    { payMethodId: 'wechat', amount: '400.00', tradeNo: '' },
  ])
  expect(toggled(two, 'cash')).toEqual([{ payMethodId: 'wechat', amount: null, tradeNo: '' }])
})

test('a sum that is typed beside the first leaves the rest to the one that nobody has typed, and a new way takes what is left', () => {
  const due = yuanToFen('1000.00')
  const two = toggled(toggled([], 'cash'), 'wechat')
  // The first is typed: the second, still empty, takes the rest by itself.
  const first = typed(two, 'cash', '400.00')
  expect(sumsOf(first, due)).toEqual([yuanToFen('400.00'), yuanToFen('600.00')])
  expect(missingOf(first, due)).toBe(0)
  // Both are typed and too little: a third takes what is left; too much is said.
  const both = typed(first, 'wechat', '500.00')
  expect(missingOf(both, due)).toBe(yuanToFen('100.00'))
  expect(sumsOf(toggled(both, 'alipay'), due)).toEqual([400, 500, 100].map((yuan) => yuanToFen(`${yuan}.00`)))
  expect(missingOf(typed(both, 'wechat', '600.01'), due)).toBe(-1)
})

test('goes back by the ways it came in, and what nobody knows a way for in cash', () => {
  const came = [
    { payMethodId: 'cash', amount: '100.00' },
    { payMethodId: 'wechat', amount: '150.00' },
  ]
  const back = (due: string, by = came) =>
    usualReturn(yuanToFen(due), by, 'cash').map(({ payMethodId, amount }) => [payMethodId, amount])
  expect(back('200.00')).toEqual([
    ['cash', '100.00'],
    ['wechat', '100.00'],
  ])
  expect(back('300.00')).toEqual([
    ['cash', '150.00'],
    ['wechat', '150.00'],
  ])
  expect(back('80.00', [])).toEqual([['cash', '80.00']])
})
