import { yuanToFen } from '@dentin/kit'
import { expect, it } from 'vitest'
import { clear, familyOnly } from './rules.ts'

const claims = (...open: string[]) => open.map((yuan, n) => ({ id: String(n), open: yuanToFen(yuan) }))
const cleared = (paid: string, ...open: string[]) =>
  clear(claims(...open), yuanToFen(paid)).map(({ claimId, amount }) => [claimId, amount])

it('clears the oldest first, the last in part', () => {
  expect(cleared('150.00', '100.00', '80.00', '20.00')).toEqual([
    ['0', 10_000],
    ['1', 5000],
  ])
  expect(cleared('200.00', '100.00', '80.00', '20.00')).toHaveLength(3)
})

it('uses up first what the unit has left with us', () => {
  expect(cleared('70.00', '100.00', '-30.00', '20.00')).toEqual([
    ['1', -3000],
    ['0', 10_000],
  ])
})

it('takes no more than is open', () => {
  expect(() => cleared('90.01', '100.00', '-30.00', '20.00')).toThrow('结算金额超过未结的金额，最多可结 90.00 元')
  expect(() => cleared('1.00', '-30.00')).toThrow('没有未结的记账')
})

it('whoever may not see a patient reads the family name', () => {
  expect(familyOnly('贺知遥')).toBe('贺**')
})
